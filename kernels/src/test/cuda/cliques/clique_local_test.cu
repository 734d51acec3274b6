// Cliques of every vertex and every edge against the host on seeded random graphs.
//
//   clique_local_test [GRAPHS] [FIRST_SEED]     exit status 1 at the first difference, which is printed with its seed
#include "cliques/clique_comparison.h"

using namespace cliquestream::harness;

namespace {

uint64_t times(uint64_t count, uint64_t by, uint64_t prime) {
  return static_cast<uint64_t>(static_cast<unsigned __int128>(count) * by % prime);
}

// Exactly where the cliques can be listed, and the sums over vertices and over edges always.
void compare(Runner& runner, CliqueRunner& cliques, const KnownGraph& known, bool by_rank) {
  const std::string& name = known.graph.name;
  const uint64_t seed = known.seed, active = known.host.active;
  const uint64_t primes[2] = {CS_CLIQUE_PRIME_0, CS_CLIQUE_PRIME_1};
  const uint32_t omega = std::max(known.omega(), 3u);
  const std::vector<uint64_t> rows = download(runner.graph().rows, runner.graph().active);
  for (const uint32_t k : {3u, 4u + static_cast<uint32_t>(seed % 5), std::max(omega / 2, 3u), omega}) {
    const std::string what = ", k = " + std::to_string(k);
    const bool edges = (seed + k) % 4 != 0;
    const uint32_t pauses = seed % 2 == 0 ? 3 : 0;
    const CliqueRunner::LocalCounts counts = cliques.count_local(k, edges, 1 + seed % 3, pauses, 60, seed + k);
    const Big total = known.cliques(k);
    const uint64_t positions = counts.of_edges.size() / 2;
    for (int r = 0; r < 2; r++) {
      unsigned __int128 sum = 0;
      for (uint64_t v = 0; v < active; v++) {
        sum += counts.of_vertices[r * active + v];
      }
      const uint64_t of_all = total.modulo(primes[r]);
      expect(
          name, seed, "sum over vertices" + what, Big(static_cast<uint64_t>(sum % primes[r])),
          Big(times(of_all, k, primes[r])));
      sum = 0;
      for (uint64_t position = 0; position < positions; position++) {
        sum += counts.of_edges[r * positions + position];
      }
      if (edges) {
        expect(
            name, seed, "sum over edges" + what, Big(static_cast<uint64_t>(sum % primes[r])),
            Big(times(of_all, uint64_t{k} * (k - 1) / 2, primes[r])));
      }
    }
    if (!by_rank || total.text().size() > 5) {
      continue;  // the host lists them, and looks for every edge of every one
    }
    const std::vector<uint64_t> of_vertices = known.reference.of_vertices(k);
    for (uint64_t v = 0; v < active; v++) {
      expect(name, seed, "vertex " + std::to_string(v) + what, Big(counts.of_vertices[v]), Big(of_vertices[v]));
    }
    if (!edges) {
      continue;
    }
    const auto of_edges = known.reference.of_edges(k);
    for (uint64_t u = 0; u < active; u++) {
      const uint64_t first = (rows[u] >> 24) * 4;
      for (uint64_t i = 0; i < of_edges[u].size(); i++) {
        expect(
            name, seed, "edge " + std::to_string(i) + " of vertex " + std::to_string(u) + what,
            Big(counts.of_edges[first + i]), Big(of_edges[u][i]));
      }
    }
  }
}

}  // namespace

int main(int argc, char** argv) try {
  return compare_random_graphs(
      "cliques of vertices and edges", argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 200,
      argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 0,
      compare);
} catch (const std::exception& e) {
  std::printf("FAILED: %s\n", e.what());
  return 1;
}
