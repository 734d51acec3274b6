// Two host threads that launched one kernel for graphs of different size lowered each other's allowance of shared memory
// between the setting and the launch. Here threads prepare and search graphs of very different size at the same time.
//
//   lowered_attribute_test [ROUNDS] [THREADS]
#include <atomic>
#include <thread>

#include "maximal_run.h"
#include "maximum_run.h"
#include "soundness/check.h"

using namespace cliquestream::harness;

namespace {

// Sizes at which the kernels ask for different amounts.
void work(uint32_t number, uint32_t rounds) {
  constexpr NearlyComplete kGraphs[] = {{40, 3}, {300, 2}, {700, 2}, {1100, 1}};
  constexpr Circulant kCirculants[] = {{300, 5}, {40000, 30}, {90000, 9}};
  Runner runner;
  for (uint32_t round = 0; round < rounds; round++) {
    const NearlyComplete& g = kGraphs[(number + round) % std::size(kGraphs)];
    const Circulant& c = kCirculants[(number + round) % std::size(kCirculants)];
    const std::string about = "thread " + std::to_string(number) + ", round " + std::to_string(round);
    std::vector<cs_pair> pairs = c.pairs();
    runner.prepare(pairs.data(), pairs.size(), c.vertices);
    runner.plan({1, 1, 0, 0, 0, 0, 0, 0});
    expect(about + ", triangles of the circulant", runner.count_wedges(2), c.triangles());
    runner.symmetrise();
    expect(about + ", degeneracy of the circulant", runner.peel(0, round % 2).degeneracy, 2 * c.reach);
    pairs = g.pairs();
    runner.prepare(pairs.data(), pairs.size(), g.vertices);
    const uint64_t degree = runner.header()->max_out_degree;
    MaximumRun maximum(runner);
    maximum.plan({}, degree, uint64_t{256} << 20);
    expect(about + ", clique number", maximum.run().size, g.largest());
    MaximalRun maximal(runner, runner.graph());
    maximal.plan({1, 0, 0, 0}, degree, g.vertices - 1, uint64_t{256} << 20);
    expect(about + ", maximal cliques", maximal.run().count(), g.largest_cliques());
    CliqueRunner cliques(runner);
    cliques.plan();
    expect(
        about + ", cliques of 5", cliques.count({CS_CLIQUE_PIVOT, 5, 5, 0, uint64_t{64} << 20}).cliques(5), g.cliques(5));
  }
}

}  // namespace

int main(int argc, char** argv) try {
  const uint32_t rounds = argc > 1 ? static_cast<uint32_t>(std::strtoul(argv[1], nullptr, 10)) : 12;
  const uint32_t threads = argc > 2 ? static_cast<uint32_t>(std::strtoul(argv[2], nullptr, 10)) : 6;
  std::vector<std::thread> all;
  std::atomic<uint32_t> failed{0};
  for (uint32_t i = 0; i < threads; i++) {
    all.emplace_back([&failed, i, rounds] {
      try {
        work(i, rounds);
      } catch (const std::exception& e) {
        std::printf("FAILED: thread %u: %s\n", i, e.what());
        failed++;
      }
    });
  }
  for (std::thread& thread : all) {
    thread.join();
  }
  if (failed != 0) {
    return 1;
  }
  std::printf("OK: %u threads, %u rounds each\n", threads, rounds);
  return 0;
} catch (const std::exception& e) {
  std::printf("FAILED: %s\n", e.what());
  return 1;
}
