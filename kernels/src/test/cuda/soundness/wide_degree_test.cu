// One block peels graphs of more than 65,535 vertices in 16 bits a vertex. A degree past 16 bits has to go to the grid,
// and a degree of exactly 65,535 must not pass for a vertex that is not there.
#include "reference.h"
#include "soundness/check.h"

using namespace cliquestream::harness;

namespace {

// A wheel, whose hub has `spokes` neighbours, and a random graph of `edges` edges among the rest.
std::vector<cs_pair> wheel(uint32_t vertices, uint32_t spokes, uint32_t edges) {
  std::mt19937_64 random(vertices + spokes);
  std::vector<cs_pair> pairs;
  for (uint32_t i = 1; i < vertices; i++) {
    if (i <= spokes) {
      pairs.push_back({0, i});
    }
    pairs.push_back({i, i + 1 < vertices ? i + 1 : 1});
  }
  for (uint32_t i = 0; i < edges; i++) {
    pairs.push_back({static_cast<uint32_t>(1 + random() % (vertices - 1)), static_cast<uint32_t>(1 + random() % 5000)});
  }
  return pairs;
}

void check(uint32_t vertices, uint32_t spokes, uint32_t edges) {
  const std::string about = std::to_string(vertices) + " vertices, one with " + std::to_string(spokes) + " neighbours";
  const std::vector<cs_pair> pairs = wheel(vertices, spokes, edges);
  const Reference host(pairs, vertices);
  const std::vector<uint32_t> core = core_numbers(host);
  const BatchPeel batches(host);
  Runner runner;
  runner.prepare(pairs.data(), pairs.size(), vertices);
  runner.symmetrise();
  for (const uint32_t small : {0u, 1u}) {
    const cs_core_header peeled = runner.peel(0, small);
    expect(about + ", error", peeled.error, 0);
    expect(about + ", removed", peeled.removed, host.active);
    const auto result = download(runner.core_work().result, host.active);
    for (uint32_t u = 0; u < host.active; u++) {
      expect(about + ", core number of " + std::to_string(u), result[u].x, core[u]);
      expect(about + ", sub-round of " + std::to_string(u), result[u].y, batches.batch[u]);
    }
    std::printf(
        "%s: degeneracy %u, %u sub-rounds, %u by one block\n", about.c_str(), peeled.degeneracy, peeled.sub_rounds,
        peeled.block_sub_rounds);
  }
}

}  // namespace

int main() try {
  check(65535, 65534, 100'000);
  check(65536, 65535, 100'000);
  check(65537, 65534, 100'000);
  check(100'000, 99'999, 300'000);
  check(100'000, 3000, 900'000);
  check(112'000, 3000, 300'000);
  std::printf("OK: degrees past 16 bits\n");
  return 0;
} catch (const std::exception& e) {
  std::printf("FAILED: %s\n", e.what());
  return 1;
}
