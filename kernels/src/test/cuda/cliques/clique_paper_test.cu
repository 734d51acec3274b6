// Every configuration of the paper against the host on seeded random graphs.
//
//   clique_paper_test [GRAPHS] [FIRST_SEED]     exit status 1 at the first difference, which is printed with its seed
#include "cliques/clique_comparison.h"

using namespace cliquestream::harness;

namespace {

// Every configuration of the paper for one k each, and all k in one run.
void compare(CliqueRunner& cliques, const KnownGraph& known) {
  const TestGraph& g = known.graph;
  const uint64_t seed = known.seed;
  const uint32_t omega = known.omega();
  auto want = [&](uint32_t k) { return known.cliques(k); };
  uint32_t turn = static_cast<uint32_t>(seed);
  for (const uint32_t method : {CS_CLIQUE_ORIENTATION, CS_CLIQUE_PIVOT}) {
    for (uint32_t edges : {0u, 1u}) {
      for (uint32_t binary : {0u, 1u}) {
        const std::string name = std::string(method == CS_CLIQUE_PIVOT ? "paper, pivot" : "paper, orientation") +
            (edges ? ", edges" : ", vertices") + (binary ? ", binary" : ", lists");
        for (uint32_t group : {1u, 2u, 4u, 8u, 16u, 32u}) {
          const uint32_t k = 3 + turn++ % 4;
          expect(
              g.name, seed, name + ", group " + std::to_string(group) + ", k = " + std::to_string(k),
              cliques.count_paper({method, edges, binary, group, k, k, 1}, 1 + turn % 2).cliques(k), want(k));
        }
        if (method == CS_CLIQUE_PIVOT) {
          const CliqueResult all = cliques.count_paper({method, edges, binary, 1u << turn++ % 6, 3, CS_CLIQUE_ALL, 1}, 1);
          for (uint32_t k = 3; k <= omega + 1; k++) {
            expect(g.name, seed, name + ", all, k = " + std::to_string(k), all.cliques(k), want(k));
          }
        }
      }
    }
  }
}

}  // namespace

int main(int argc, char** argv) try {
  return compare_random_graphs(
      "the paper's configurations", argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 60,
      argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 0,
      [](Runner&, CliqueRunner& cliques, const KnownGraph& known, bool) { compare(cliques, known); });
} catch (const std::exception& e) {
  std::printf("FAILED: %s\n", e.what());
  return 1;
}
