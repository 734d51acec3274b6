// Cliques of every vertex against the host on seeded random graphs.
//
//   clique_local_test [GRAPHS] [FIRST_SEED]     exit status 1 at the first difference, which is printed with its seed
#include "cliques/clique_comparison.h"

using namespace cliquestream::harness;

namespace {

// Cliques of every vertex: exactly where they can be listed, and their sum always.
void compare(CliqueRunner& cliques, const KnownGraph& known, bool by_rank) {
  const TestGraph& g = known.graph;
  const Reference& host = known.host;
  const uint64_t seed = known.seed;
  const uint32_t omega = known.omega();
  const uint64_t primes[2] = {CS_CLIQUE_PRIME_0, CS_CLIQUE_PRIME_1};
  for (uint32_t k : {3u, 4u + static_cast<uint32_t>(seed % 5), std::max(omega / 2, 3u), std::max(omega, 3u)}) {
    const std::vector<uint64_t> residues = cliques.count_local(k, 1 + seed % 3);
    const Big total = known.cliques(k);
    for (int r = 0; r < 2; r++) {
      unsigned __int128 sum = 0;
      for (uint64_t v = 0; v < host.active; v++) {
        sum += residues[r * host.active + v];
      }
      Big cliques_of_all = total;
      cliques_of_all *= k;
      expect(
          g.name, seed, "sum over vertices, k = " + std::to_string(k), Big(static_cast<uint64_t>(sum % primes[r])),
          Big(cliques_of_all.modulo(primes[r])));
    }
    if (by_rank && total.text().size() <= 6) {
      const std::vector<uint64_t> exact = known.reference.of_vertices(k);
      for (uint64_t v = 0; v < host.active; v++) {
        expect(
            g.name, seed, "vertex " + std::to_string(v) + ", k = " + std::to_string(k), Big(residues[v]), Big(exact[v]));
      }
    }
  }
}

}  // namespace

int main(int argc, char** argv) try {
  return compare_random_graphs(
      "cliques of vertices", argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 200,
      argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 0,
      [](Runner&, CliqueRunner& cliques, const KnownGraph& known, bool by_rank) { compare(cliques, known, by_rank); });
} catch (const std::exception& e) {
  std::printf("FAILED: %s\n", e.what());
  return 1;
}
