// What the comparisons of clique counts share: seeded graphs with the host's counts, and how a difference ends a run.
#pragma once

#include <chrono>
#include <cinttypes>
#include <cstring>

#include "cliques/clique_reference.h"
#include "cliques/clique_runner.h"
#include "cliques/order_reference.h"

namespace cliquestream::harness {

[[noreturn]] inline void differ(
    const std::string& graph, uint64_t seed, const std::string& what, const Big& got, const Big& wanted) {
  std::printf(
      "DIFFERS: graph '%s' seed %" PRIu64 ": %s: got %s, expected %s\n", graph.c_str(), seed, what.c_str(),
      got.text().c_str(), wanted.text().c_str());
  std::exit(1);
}
inline void expect(
    const std::string& graph, uint64_t seed, const std::string& what, const Big& got, const Big& wanted) {
  if (got != wanted) {
    differ(graph, seed, what, got, wanted);
  }
}

inline cs_clique_options pivoting(uint32_t least, uint32_t most, bool global = false) {
  return {CS_CLIQUE_PIVOT, least, most, global, 0};
}
inline cs_clique_options orientation(uint32_t k, bool global = false) { return {CS_CLIQUE_ORIENTATION, k, k, global, 0}; }

inline void order_by_degeneracy(Runner& runner) {
  runner.symmetrise();
  runner.peel(0);
  runner.order_by_peel();
  runner.orient(runner.core_work().order);
}

inline double now() {
  const auto since = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double, std::milli>(since).count();
}

// A seeded graph, its host side and its clique counts by size.
struct KnownGraph {
  uint64_t seed;
  TestGraph graph;
  Reference host;
  CliqueReference reference;
  std::vector<Big> counts;

  explicit KnownGraph(uint64_t of_seed)
      : seed(of_seed), graph(clique_graph(of_seed)), host(graph.pairs, graph.id_bound), reference(host) {
    counts = reference.by_listing(300000);
    if (counts.empty()) {
      counts = reference.by_pivoting();
    }
    while (counts.size() > 2 && counts.back() == Big()) {
      counts.pop_back();
    }
  }
  uint32_t omega() const { return static_cast<uint32_t>(counts.size() - 1); }
  Big cliques(uint32_t k) const { return k < counts.size() ? counts[k] : Big(); }
};

// Calls compare(runner, cliques, known, by_rank) for so many graphs, in the order by degree (by_rank: device and host then
// know the vertices by the same ranks), in a degeneracy order and in one near it. Returns an exit status, for main.
template <class Compare>
int compare_random_graphs(const char* what, uint64_t graphs, uint64_t first, Compare compare) {
  Runner runner;
  CliqueRunner cliques(runner);
  PinnedMemory pinned;
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  double longest = 0;
  uint64_t longest_seed = first;
  for (uint64_t seed = first; seed < first + graphs; seed++) {
    const KnownGraph known(seed);
    const TestGraph& g = known.graph;
    const double start = now();
    auto* pairs = static_cast<cs_pair*>(pinned.at_least(g.pairs.size() * sizeof(cs_pair) + 8));
    std::copy(g.pairs.begin(), g.pairs.end(), pairs);
    for (int order = 0; order < 3; order++) {
      runner.prepare(pairs, g.pairs.size(), g.id_bound);
      if (order == 1 && known.host.active != 0) {
        order_by_degeneracy(runner);
      } else if (order == 2) {
        const uint32_t rounds = 1 + static_cast<uint32_t>(seed % 5);
        const uint32_t* order_of_device = cliques.order_approximately(rounds);
        const std::vector<uint32_t> found = download(order_of_device, known.host.active);
        uint32_t left = 0;
        if (found != approximate_order(known.host, rounds, &left) || !keeps_its_bound(known.host, found, left)) {
          std::printf("DIFFERS: graph '%s' seed %" PRIu64 ": approximate order\n", g.name.c_str(), seed);
          return 1;
        }
      }
      cliques.plan();
      compare(runner, cliques, known, order == 0);
    }
    const double took = now() - start;
    if (took > longest) {
      longest = took;
      longest_seed = seed;
    }
    if ((seed + 1 - first) % 16 == 0) {
      std::printf(
          "%s: %" PRIu64 " graphs agree, the slowest (seed %" PRIu64 ") took %.0f ms\n", what, seed + 1 - first,
          longest_seed, longest);
    }
  }
  std::printf("OK: %s of %" PRIu64 " graphs from seed %" PRIu64 "\n", what, graphs, first);
  return 0;
}

}  // namespace cliquestream::harness
