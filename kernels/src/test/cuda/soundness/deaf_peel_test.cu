// The exact peel heard no stop: a path of ten million vertices, five million sub-rounds that depend on one another, held
// its lane to the end.
//
//   deaf_peel_test [VERTICES]    with fewer than a million there is nothing to stop
#include <chrono>
#include <thread>

#include "soundness/check.h"

using namespace cliquestream::harness;

namespace {

std::vector<cs_pair> path(uint32_t vertices) {
  std::vector<cs_pair> pairs;
  for (uint32_t i = 1; i < vertices; i++) {
    pairs.push_back({i - 1, i});
  }
  return pairs;
}

// Every vertex leaves at level 1, in the sub-round in which the two ends have come to it.
void check_result(Runner& runner, uint32_t vertices) {
  const auto result = download(runner.core_work().result, vertices);
  const auto ids = download(runner.graph().rank_to_id, vertices);
  for (uint32_t rank = 0; rank < vertices; rank++) {
    const uint32_t from_end = std::min(ids[rank], vertices - 1 - ids[rank]);
    expect("core number of " + std::to_string(ids[rank]), result[rank].x, 1);
    expect("sub-round of " + std::to_string(ids[rank]), result[rank].y, 2 * from_end);
  }
}

void check_slices(uint32_t vertices) {
  const std::vector<cs_pair> pairs = path(vertices);
  Runner runner;
  runner.prepare(pairs.data(), pairs.size(), vertices);
  runner.symmetrise();
  for (const uint32_t block_edges : {0u, 1u}) {
    const cs_core_header header = runner.peel(block_edges, 1, 100);
    expect("error", header.error, 0);
    expect("vertices that left", header.removed, vertices);
    check_result(runner, vertices);
  }
}

void check_stop(uint32_t vertices) {
  const std::vector<cs_pair> pairs = path(vertices);
  Runner runner;
  runner.prepare(pairs.data(), pairs.size(), vertices);
  runner.symmetrise();
  PinnedMemory word;
  *static_cast<uint32_t*>(word.at_least(4)) = 1;
  cudaStream_t control;
  CS_CHECK(cudaStreamCreateWithFlags(&control, cudaStreamNonBlocking));
  for (const uint32_t block_edges : {0u, 1u}) {  // by one block, and by the grid
    CS_CHECK(cudaMemset(runner.device_stop(), 0, 4));
    const cs_core_options options = {block_edges, 1, 4'000'000'000u, 0, runner.device_stop()};
    CS_CHECK(cs_core_start(&runner.graph(), &runner.core_work(), runner.stream()));
    CS_CHECK(cs_core_peel(&runner.graph(), &runner.core_work(), &options, runner.core_header(), runner.stream()));
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    CS_CHECK(cudaMemcpyAsync(runner.device_stop(), word.as<uint32_t>(), 4, cudaMemcpyHostToDevice, control));
    runner.wait();
    expect("the peel was left before its end", runner.core_header()->pending, 1);
    expect("nothing went wrong", runner.core_header()->error, 0);
    expect("some vertices are left", runner.core_header()->removed < vertices, 1);
    std::printf("stopped with %u of %u vertices peeled\n", runner.core_header()->removed, vertices);
  }
  CS_CHECK(cudaStreamDestroy(control));
}

}  // namespace

int main(int argc, char** argv) try {
  const uint32_t vertices = argc > 1 ? static_cast<uint32_t>(std::strtoul(argv[1], nullptr, 10)) : 10'000'000;
  check_slices(std::min(std::max(vertices / 50, 20u), 100'000u));
  if (vertices >= 1'000'000) {
    check_stop(vertices);
  }
  std::printf("OK: a peel of %u vertices hears a stop\n", vertices);
  return 0;
} catch (const std::exception& e) {
  std::printf("FAILED: %s\n", e.what());
  return 1;
}
