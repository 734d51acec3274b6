// Cliques of every vertex and every edge against the host on seeded random graphs.
//
//   clique_local_test [GRAPHS] [FIRST_SEED]     exit status 1 at the first difference, which is printed with its seed
//   clique_local_test large [VERTICES]          graphs whose cliques have a formula, of at most so many vertices (600): rows
//                                               past a tile; with 1400 roots past every bound, whose trees take minutes
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
  const uint32_t by_seed = 3 + static_cast<uint32_t>(seed % 6);
  for (const uint32_t k : {3u, 4u, 5u, 6u, by_seed, std::max(omega / 2, 3u), omega}) {
    const std::string what = ", k = " + std::to_string(k);
    const bool edges = (seed + k) % 4 != 0;
    const uint32_t pauses = seed % 2 == 0 ? 3 : 0;
    // Every third graph with so little shared memory that the largest roots go another way.
    CS_CHECK(cs_set_shared_memory_limit(seed % 3 == 0 ? 49152 : 0));
    const CliqueRunner::LocalCounts counts = cliques.count_local(k, edges, 1 + seed % 3, pauses, 60, seed + k);
    CS_CHECK(cs_set_shared_memory_limit(0));
    if ((seed + k) % 3 == 0) {
      const CliqueRunner::LocalCounts trees = cliques.count_local(k, edges, 1, 0, 0, 0, true);
      expect(name, seed, "vertices by trees" + what, Big(trees.of_vertices == counts.of_vertices), Big(1));
      expect(name, seed, "edges by trees" + what, Big(trees.of_edges == counts.of_edges), Big(1));
    }
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

// Complete between so many parts of so many vertices each, numbered at random: all vertices are alike, and all edges.
struct CompleteMultipartite {
  uint32_t parts, size;

  std::vector<cs_pair> pairs() const {
    std::mt19937_64 random(parts * 1000 + size);
    std::vector<uint32_t> number(parts * size);
    std::iota(number.begin(), number.end(), 0u);
    std::shuffle(number.begin(), number.end(), random);
    std::vector<cs_pair> all;
    for (uint32_t i = 0; i < number.size(); i++) {
      for (uint32_t j = 0; j < i; j++) {
        if (i / size != j / size) {
          all.push_back({number[i], number[j]});
        }
      }
    }
    return all;
  }
  // k-cliques that hold `held` given vertices of different parts.
  Big cliques(uint32_t k, uint32_t held) const {
    Big count = Big::choose(parts - held, k - held);
    for (uint32_t i = held; i < k; i++) {
      count *= size;
    }
    return count;
  }
};

int compare_large(uint32_t most_vertices) {
  const uint64_t primes[2] = {CS_CLIQUE_PRIME_0, CS_CLIQUE_PRIME_1};
  Runner runner;
  CliqueRunner cliques(runner);
  for (const CompleteMultipartite g : {CompleteMultipartite{31, 1}, {33, 1}, {64, 1}, {65, 2}, {20, 8}, {100, 2}, {129, 2},
                                       {140, 3}, {600, 1}, {1400, 1}}) {
    if (g.parts * g.size > most_vertices) {
      continue;
    }
    const std::string name = "complete between " + std::to_string(g.parts) + " parts of " + std::to_string(g.size);
    const std::vector<cs_pair> pairs = g.pairs();
    runner.prepare(pairs.data(), pairs.size(), g.parts * g.size);
    cliques.plan();
    const std::vector<uint64_t> rows = download(runner.graph().rows, runner.graph().active);
    for (uint32_t k = 3; k <= 6; k++) {
      for (const uint64_t limit : {uint64_t{0}, uint64_t{49152}}) {
        if (k == 6 && (pairs.size() > 100000 || (limit != 0 && pairs.size() > 40000))) {
          continue;  // minutes
        }
        for (const bool edges : {false, true}) {
          CS_CHECK(cs_set_shared_memory_limit(limit));
          const std::string what = ", k = " + std::to_string(k) + ", limit " + std::to_string(limit);
          const double begin = now();
          const CliqueRunner::LocalCounts counts = cliques.count_local(k, edges, 1 + k % 2, limit != 0 ? 4 : 0, 3000, k);
          std::printf(
              "%s%s%s: %.1f ms, %" PRIu64 " roots by trees\n", name.c_str(), what.c_str(), edges ? ", edges" : "",
              now() - begin, cliques.local_record().tree_roots);
          const uint64_t active = counts.of_vertices.size() / 2, positions = counts.of_edges.size() / 2;
          for (int r = 0; r < 2; r++) {
            const uint64_t of_vertex = g.cliques(k, 1).modulo(primes[r]), of_edge = g.cliques(k, 2).modulo(primes[r]);
            for (uint64_t v = 0; v < active; v++) {
              const std::string vertex = "vertex " + std::to_string(v) + what;
              expect(name, 0, vertex, Big(counts.of_vertices[r * active + v]), Big(of_vertex));
              for (uint64_t i = 0; edges && i < (rows[v] & 0xFFFFFF); i++) {
                const uint64_t found = counts.of_edges[r * positions + (rows[v] >> 24) * 4 + i];
                if (found != of_edge) {
                  differ(name, 0, "edge " + std::to_string(i) + " of " + vertex, Big(found), Big(of_edge));
                }
              }
            }
          }
        }
      }
    }
    CS_CHECK(cs_set_shared_memory_limit(0));
  }
  std::printf("OK: cliques of vertices and edges of large graphs\n");
  return 0;
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc > 1 && std::strcmp(argv[1], "large") == 0) {
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    return compare_large(argc > 2 ? static_cast<uint32_t>(std::atoi(argv[2])) : 600);
  }
  return compare_random_graphs(
      "cliques of vertices and edges", argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 200,
      argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 0,
      compare);
} catch (const std::exception& e) {
  std::printf("FAILED: %s\n", e.what());
  return 1;
}
