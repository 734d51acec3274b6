// More than 2^31 edges: every offset that a 32-bit index would break. Needs about 110 GB of device memory.
//
//   large_offset_test [VERTICES]          the ordinary way
//   large_offset_test VERTICES BUDGET_GB  in parts, with so much memory for the sort; needs about 30 GB beside it
//
// Circulant graph: vertex i and i + 1 .. i + 32, modulo n. Its triangles are n * C(32, 2).
#include <cinttypes>

#include "other_ways.h"
#include "runner.h"

using namespace cliquestream::harness;

namespace {

constexpr uint32_t kReach = 32;

__global__ void write_circulant(uint2* pairs, uint64_t vertices, uint64_t first, uint64_t last) {
  for (uint64_t i = first + blockIdx.x * uint64_t{blockDim.x} + threadIdx.x; i < last;
       i += uint64_t{gridDim.x} * blockDim.x) {
    // Scattered over the array, and turned every other time.
    const uint64_t vertex = i % vertices, jump = i / vertices + 1;
    const uint32_t a = static_cast<uint32_t>(vertex), b = static_cast<uint32_t>((vertex + jump) % vertices);
    pairs[i - first] = i & 1 ? make_uint2(a, b) : make_uint2(b, a);
  }
}

bool same(const char* what, uint64_t got, uint64_t wanted) {
  std::printf("%s: %" PRIu64 "%s\n", what, got, got == wanted ? "" : " WRONG");
  return got == wanted;
}

int in_parts(Runner& runner, uint64_t vertices, uint64_t edges, uint64_t triangles, uint64_t budget) {
  PartedPreparation parted(runner.stream());
  const auto feed = [&](cs_pair* device, uint64_t first, uint64_t count, cs_stream stream) {
    write_circulant<<<4096, 256, 0, stream>>>(reinterpret_cast<uint2*>(device), vertices, first, first + count);
    CS_CHECK(cudaGetLastError());
  };
  if (!parted.prepare(feed, edges, vertices, budget, uint64_t{1} << 27)) {
    std::printf("FAILED: the budget is too small\n");
    return 1;
  }
  bool right = same("edges", parted.graph().edges, edges);
  right &= same("largest position", download(parted.graph().offsets + vertices, 1)[0], parted.header()->adjacency_ids);
  std::printf("parts: %" PRIu64 "\n", parted.plan()->parts);
  runner.adopt(parted.graph());
  right &= same("triangles, merge kernel", runner.count_merge(), triangles);
  std::printf("%s: %.1f GB of device memory\n", right ? "OK" : "FAILED", parted.memory() * 1e-9);
  return right ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) try {
  const uint64_t vertices = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 68'000'000;
  const uint64_t edges = vertices * kReach, triangles = vertices * (kReach * (kReach - 1) / 2);
  Runner runner;
  if (argc > 2) {
    return in_parts(runner, vertices, edges, triangles, std::strtoull(argv[2], nullptr, 10) * 1'000'000'000);
  }
  runner.prepare_written(edges, vertices, [&](cs_pair* pairs) {
    write_circulant<<<4096, 256, 0, runner.stream()>>>(reinterpret_cast<uint2*>(pairs), vertices, 0, edges);
    CS_CHECK(cudaGetLastError());
  });
  bool right = same("edges", runner.graph().edges, edges);
  right &= same("active vertices", runner.graph().active, vertices);
  right &= same("largest position", download(runner.graph().offsets + vertices, 1)[0], runner.header()->adjacency_ids);
  right &= same("triangles, merge kernel", runner.count_merge(), triangles);
  runner.plan({1, 1, 0, 0, 0, 0, 0});
  std::printf("tail entries: %" PRIu64 "\n", runner.wedge_header()->tail_entries);
  right &= same("triangles, wedge kernel", runner.count_wedges(), triangles);
  right &= same("triangles, wedge kernel in five slices", runner.count_wedges(5), triangles);
  std::printf("%s: %.1f GB of device memory\n", right ? "OK" : "FAILED", runner.memory() * 1e-9);
  return right ? 0 : 1;
} catch (const std::exception& e) {
  std::printf("FAILED: %s\n", e.what());
  return 1;
}
