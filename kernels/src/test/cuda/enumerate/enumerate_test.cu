// Subgraph enumeration against brute force on seeded random graphs: every connected pattern up to 6 vertices, edge- and
// vertex-induced, counted and listed, and the census of 3 to 6 vertices, under every balancing policy, with few warps, short slices, small stacks and lists, and
// with bit rows for all, some and no vertices.
//
//   enumerate_test [GRAPHS] [FIRST_SEED]   exit status 1 at the first difference, which is printed with its seed
#include <cinttypes>
#include <functional>
#include <random>
#include <set>

#include "enumerate/enumerate_runner.h"

using namespace cliquestream::harness;

namespace {

struct SmallGraph {
  std::string name;
  uint32_t n = 0;
  std::vector<cs_pair> pairs;
  std::vector<std::vector<uint8_t>> edge;
  uint32_t max_degree = 0;

  void finish() {
    edge.assign(n, std::vector<uint8_t>(n, 0));
    for (const cs_pair& p : pairs) {
      if (p.first != p.second) edge[p.first][p.second] = edge[p.second][p.first] = 1;
    }
    for (const auto& row : edge) {
      max_degree = std::max(max_degree, static_cast<uint32_t>(std::count(row.begin(), row.end(), 1)));
    }
  }
};

SmallGraph small_graph(uint64_t seed) {
  std::mt19937_64 random(seed * 0x9E3779B97F4A7C15ull + 11);
  const auto below = [&](uint64_t n) { return static_cast<uint32_t>(random() % n); };
  SmallGraph g;
  g.n = 3 + below(seed % 3 == 0 ? 22 : 10);
  const auto dense = [&](double probability) {
    for (uint32_t i = 0; i < g.n; i++)
      for (uint32_t j = 0; j < i; j++)
        if ((random() >> 11) * 0x1p-53 < probability) g.pairs.push_back(random() & 1 ? cs_pair{i, j} : cs_pair{j, i});
  };
  switch (seed % 6) {
    case 0:
      g.name = "sparse";
      dense(3.0 / g.n);
      break;
    case 1:
      g.name = "random";
      dense((random() >> 11) * 0x1p-53);
      break;
    case 2:
      g.name = "star and edges";
      for (uint32_t i = 1; i < g.n; i++) g.pairs.push_back({0, i});
      dense(0.1);
      break;
    case 3:
      g.name = "hub over sparse";
      g.n = 12 + below(12);
      for (uint32_t i = 1; i < g.n; i++) g.pairs.push_back({i, 0});
      dense(1.5 / g.n);
      break;
    case 4:
      g.name = "multipartite";
      for (uint32_t i = 0; i < g.n; i++)
        for (uint32_t j = 0; j < i; j++)
          if (i % 3 != j % 3) g.pairs.push_back({i, j});
      break;
    case 5:
      g.name = "complete";
      g.n = 3 + below(9);
      dense(1.1);
      break;
  }
  if (g.pairs.empty()) g.pairs.push_back({0, g.n - 1});
  g.finish();
  return g;
}

// Embeddings by backtracking, along an order in which every vertex but the first has an earlier neighbour.
class BruteForce {
 public:
  BruteForce(const SmallGraph& g, const Pattern& p, bool induced) : g_(g), p_(p), induced_(induced) {
    uint32_t placed = 1;
    order_.push_back(0);
    while (order_.size() < p.vertices) {
      for (uint32_t v = 0; v < p.vertices; v++) {
        if (!(placed >> v & 1) && (p.rows[v] & placed)) {
          placed |= 1u << v;
          order_.push_back(v);
        }
      }
    }
    image_.resize(p.vertices);
    extend(0);
  }
  uint64_t embeddings = 0;

 private:
  void extend(uint32_t at) {
    if (at == p_.vertices) {
      embeddings++;
      return;
    }
    for (uint32_t x = 0; x < g_.n; x++) {
      bool good = true;
      for (uint32_t i = 0; good && i < at; i++) {
        const bool wanted = p_.edge(order_[i], order_[at]), have = g_.edge[image_[i]][x];
        good = x != image_[i] && (wanted ? have : !induced_ || !have);
      }
      if (good) {
        image_[at] = x;
        extend(at + 1);
      }
    }
  }
  const SmallGraph& g_;
  const Pattern& p_;
  bool induced_;
  std::vector<uint32_t> order_, image_;
};

[[noreturn]] void differ(
    const SmallGraph& g, uint64_t seed, const Pattern& p, bool induced, const char* way, uint64_t got, uint64_t wanted) {
  std::printf(
      "DIFFERS: graph '%s' seed %" PRIu64 " pattern %s %s, %s: got %" PRIu64 ", expected %" PRIu64 "\n", g.name.c_str(),
      seed, p.text().c_str(), induced ? "vertex-induced" : "edge-induced", way, got, wanted);
  std::exit(1);
}

// Every vertex set of a size, by the code of what it induces, if that is connected.
std::map<uint32_t, uint64_t> census_by_force(const SmallGraph& g, uint32_t k) {
  static std::map<std::pair<uint32_t, uint32_t>, uint32_t> codes;
  std::map<uint32_t, uint64_t> out;
  std::vector<uint32_t> chosen(k);
  const std::function<void(uint32_t, uint32_t)> choose = [&](uint32_t at, uint32_t next) {
    if (at < k) {
      for (uint32_t v = next; v < g.n; v++) {
        chosen[at] = v;
        choose(at + 1, v + 1);
      }
      return;
    }
    Pattern p;
    p.vertices = k;
    uint32_t bits = 0;
    for (uint32_t j = 1; j < k; j++)
      for (uint32_t i = 0; i < j; i++) {
        bits = bits << 1 | g.edge[chosen[i]][chosen[j]];
        if (g.edge[chosen[i]][chosen[j]]) p.add(i, j);
      }
    p.vertices = k;
    if (!p.connected()) return;
    const auto known = codes.find({k, bits});
    out[known != codes.end() ? known->second : codes[{k, bits}] = p.code()]++;
  };
  choose(0, 0);
  return out;
}

struct Way {
  const char* name;
  cs_enumerate_options options;
};
//                                         balance idle donations warps slice chunk arena large list
const Way kWays[] = {
    {"default", {CS_ENUMERATE_DONATE, 0, 0, 64, 0, 0, 0, 0, 1024}},
    {"static", {CS_ENUMERATE_STATIC, 0, 0, 16, 0, 0, 0, 0, 64}},
    {"round robin", {CS_ENUMERATE_ROUND_ROBIN, 10, 2, 16, 0, 64, 0, 0, 64}},
    {"weighted", {CS_ENUMERATE_WEIGHTED, 10, 0, 16, 0, 64, 0, 0, 64}},
    {"one large stack", {CS_ENUMERATE_DONATE, 0, 0, 16, 0, 3, 32, 1, 64}},
    {"short slices", {CS_ENUMERATE_DONATE, 0, 0, 8, 1, 1000, 32, 2, 32}},
};

void check_list(
    const SmallGraph& g, uint64_t seed, const Pattern& p, bool induced, const char* way,
    const std::vector<std::vector<uint32_t>>& matches, uint64_t wanted) {
  if (matches.size() != wanted) differ(g, seed, p, induced, way, matches.size(), wanted);
  for (const auto& match : matches) {
    for (uint32_t i = 0; i < p.vertices; i++)
      for (uint32_t j = 0; j < i; j++) {
        const bool have = g.edge[match[i]][match[j]];
        if (match[i] == match[j] || (p.edge(i, j) && !have) || (induced && have && !p.edge(i, j)))
          differ(g, seed, p, induced, way, match[i], match[j]);
      }
  }
  // No subgraph twice: its edges name it.
  std::set<std::set<std::pair<uint32_t, uint32_t>>> distinct;
  for (const auto& match : matches) {
    std::set<std::pair<uint32_t, uint32_t>> edges;
    for (uint32_t i = 0; i < p.vertices; i++)
      for (uint32_t j = 0; j < i; j++)
        if (p.edge(i, j)) edges.insert(std::minmax(match[i], match[j]));
    distinct.insert(edges);
  }
  if (distinct.size() != wanted) differ(g, seed, p, induced, way, distinct.size(), wanted);
}

}  // namespace

int main(int argc, char** argv) try {
  const uint64_t graphs = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 300;
  const uint64_t first = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 0;
  std::vector<std::vector<Pattern>> patterns(7);
  for (uint32_t k = 2; k <= 6; k++) patterns[k] = connected_patterns(k);
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  std::printf("patterns: %zu %zu %zu %zu\n", patterns[3].size(), patterns[4].size(), patterns[5].size(), patterns[6].size());
  uint64_t runs = 0, launches = 0, donations = 0, stops = 0;
  for (uint64_t seed = first; seed < first + graphs; seed++) {
    const SmallGraph g = small_graph(seed);
    Runner runner;
    runner.prepare(g.pairs.data(), g.pairs.size(), g.n);
    const uint64_t words = (runner.graph().active + 31) / 32;
    const uint64_t bits = seed % 4 == 0 ? 0 : seed % 4 == 1 ? 4 * words * (runner.graph().active / 3) : uint64_t{1} << 20;
    EnumerateRunner enumerate(runner, bits);
    std::mt19937_64 random(seed + 77);
    for (uint32_t k = 3; k <= 6; k++) {
      if (k == 6 && g.n > 16) continue;
      const Way& way = kWays[random() % (sizeof kWays / sizeof kWays[0])];
      const EnumerateAnswer got = enumerate.run(EnumerateRunner::census(k), way.options, g.max_degree);
      std::map<uint32_t, uint64_t> wanted = census_by_force(g, k);
      if (got.classes != wanted) {
        for (const auto& entry : wanted) {
          const auto found = got.classes.find(entry.first);
          std::printf("  %x: got %" PRIu64 ", expected %" PRIu64 "\n", entry.first, found == got.classes.end() ? 0 : found->second, entry.second);
        }
        std::printf("DIFFERS: census of %u, graph '%s' seed %" PRIu64 ", %s\n", k, g.name.c_str(), seed, way.name);
        return 1;
      }
      runs++;
      launches += got.launches;
      donations += got.header.donations;
      stops += got.header.stops;
    }
    for (uint32_t k = 2; k <= 6; k++) {
      for (const Pattern& p : patterns[k]) {
        // All small patterns; of the large ones a part, another one for every graph.
        if ((k == 5 && random() % 5 != 0) || (k == 6 && random() % 40 != 0)) continue;
        for (const bool induced : {false, true}) {
          const uint64_t embeddings = BruteForce(g, p, induced).embeddings;
          const Way& way = kWays[random() % (sizeof kWays / sizeof kWays[0])];
          PlanMaker counting(p, induced, true, {});
          const uint64_t wanted = embeddings / counting.automorphism_count();
          const MadePlan made = counting.best();
          const EnumerateAnswer got = enumerate.run(made.plan, way.options, g.max_degree);
          if (got.count(made.divisor) != wanted) differ(g, seed, p, induced, way.name, got.count(made.divisor), wanted);
          runs++;
          launches += got.launches;
          donations += got.header.donations;
          stops += got.header.stops;
          if (wanted < 3000) {
            PlanMaker listing(p, induced, false, {});
            const EnumerateAnswer list = enumerate.run(listing.best().plan, way.options, g.max_degree);
            check_list(g, seed, p, induced, way.name, list.matches, wanted);
            runs++;
          }
        }
      }
    }
  }
  std::printf(
      "enumerate_test: %" PRIu64 " graphs from seed %" PRIu64 ", %" PRIu64 " runs, %" PRIu64 " launches, %" PRIu64
      " donations, %" PRIu64 " stops: all as expected\n",
      graphs, first, runs, launches, donations, stops);
  return 0;
} catch (const std::exception& e) {
  std::printf("FAILED: %s\n", e.what());
  return 1;
}
