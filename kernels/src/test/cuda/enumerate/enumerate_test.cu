// Subgraph enumeration against brute force on seeded random graphs: every connected pattern up to 6 vertices, edge- and
// vertex-induced, counted and listed, cycles and houses by wedges, and the census of 3 to 7 vertices, under every balancing policy and
// as plain DFS, with bit matrices and without, a lane an edge and not, with labels, with few warps, short slices, small stacks and
// lists, and with bit rows for all, some and no vertices. Graphs of some hundred vertices follow, for bit matrices of every width:
// against lists, closed forms of complete graphs, and the identities between edge- and vertex-induced counts.
//
//   enumerate_test [GRAPHS] [FIRST_SEED] [SECONDS]   so many small graphs and a sixteenth as many larger ones, or what half of the
//                                                    time each allows; exit status 1 at the first difference, which is printed
//                                                    with its seed
//
// A search launches often where slices are short, so several of these at once take much longer than one after the other: a GPU
// gives each process its turn.
#include <chrono>
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

// Disjoint graphs as one: counts of connected patterns add up, so that one search is held against many graphs.
struct United {
  SmallGraph whole;
  std::vector<SmallGraph> parts;

  // From the seed on, so many.
  United(uint64_t seed, uint64_t count) {
    for (uint64_t i = 0; i < count; i++) {
      parts.push_back(small_graph(seed + i));
      for (const cs_pair& p : parts.back().pairs) whole.pairs.push_back({whole.n + p.first, whole.n + p.second});
      whole.n += parts.back().n;
    }
    whole.name = count == 1 ? parts[0].name : std::to_string(count) + " graphs";
    whole.finish();
  }
};

// Embeddings by backtracking, along an order in which every vertex but the first has an earlier neighbour. Up to 32 vertices.
class BruteForce {
 public:
  BruteForce(const SmallGraph& g, const Pattern& p, bool induced) : p_(p), induced_(induced) {
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
    for (uint32_t i = 0; i < g.n; i++)
      for (uint32_t j = 0; j < g.n; j++) rows_[i] |= static_cast<uint32_t>(g.edge[i][j]) << j;
    extend(0, g.n == 32 ? ~0u : (1u << g.n) - 1);
  }
  uint64_t embeddings = 0;

 private:
  // rest: vertices that are not taken.
  void extend(uint32_t at, uint32_t rest) {
    uint32_t candidates = rest;
    for (uint32_t i = 0; i < at; i++) {
      const bool wanted = p_.edge(order_[i], order_[at]);
      candidates &= wanted ? rows_[image_[i]] : induced_ ? ~rows_[image_[i]] : ~0u;
    }
    if (at + 1 == p_.vertices) {
      embeddings += static_cast<uint64_t>(__builtin_popcount(candidates));
      return;
    }
    for (; candidates != 0; candidates &= candidates - 1) {
      image_[at] = static_cast<uint32_t>(__builtin_ctz(candidates));
      extend(at + 1, rest & ~(1u << image_[at]));
    }
  }
  const Pattern& p_;
  bool induced_;
  std::vector<uint32_t> order_;
  uint32_t image_[8] = {}, rows_[32] = {};
};

[[noreturn]] void differ(
    const SmallGraph& g, uint64_t seed, const Pattern& p, bool induced, const char* way, uint64_t got, uint64_t wanted) {
  std::printf(
      "DIFFERS: graph '%s' seed %" PRIu64 " pattern %s %s, %s: got %" PRIu64 ", expected %" PRIu64 "\n", g.name.c_str(),
      seed, p.text().c_str(), induced ? "vertex-induced" : "edge-induced", way, got, wanted);
  std::exit(1);
}

uint64_t embeddings(const United& g, const Pattern& p, bool induced) {
  uint64_t sum = 0;
  for (const SmallGraph& part : g.parts) sum += BruteForce(part, p, induced).embeddings;
  return sum;
}

// A graph without the edges at vertices that a label does not keep.
United kept(const United& from, const std::vector<uint8_t>& labels) {
  United out = from;
  uint32_t first = 0;
  for (SmallGraph& part : out.parts) {
    for (uint32_t i = 0; i < part.n; i++)
      for (uint32_t j = 0; j < part.n; j++) part.edge[i][j] &= labels[first + i] & labels[first + j];
    first += part.n;
  }
  return out;
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

constexpr uint64_t kUnited = 96;

struct Way {
  const char* name;
  cs_enumerate_options options;
};
// Ways that wait for few stacks or launch for every step are for graphs by themselves.
constexpr size_t kQuickWays = 6;
//                                         balance idle donations warps slice chunk arena large list lists_only
const Way kWays[] = {
    {"default", {CS_ENUMERATE_DONATE, 0, 0, 64, 0, 0, 0, 0, 1024}},
    {"static", {CS_ENUMERATE_STATIC, 0, 0, 16, 0, 0, 0, 0, 64}},
    {"round robin", {CS_ENUMERATE_ROUND_ROBIN, 10, 2, 16, 0, 64, 0, 0, 64}},
    {"weighted", {CS_ENUMERATE_WEIGHTED, 10, 0, 16, 0, 64, 0, 0, 64}},
    {"lists only", {CS_ENUMERATE_DONATE, 0, 0, 64, 0, 0, 0, 0, 256, 1}},
    {"threads", {CS_ENUMERATE_THREADS, 0, 0, 0, 0, 0, 0, 0, 64}},
    {"one large stack", {CS_ENUMERATE_DONATE, 0, 0, 16, 0, 3, 32, 1, 64}},
    {"short slices", {CS_ENUMERATE_DONATE, 0, 0, 8, 1, 1000, 32, 2, 32}},
    {"threads, one large stack, short slices", {CS_ENUMERATE_THREADS, 0, 0, 64, 20, 7, 32, 1, 64}},
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

uint64_t choose(uint64_t n, uint64_t k) {
  unsigned __int128 out = 1;
  for (uint64_t i = 0; i < k; i++) out = out * (n - i) / (i + 1);
  return n < k ? 0 : static_cast<uint64_t>(out);
}

// Patterns whose last levels live in one small set: a vertex or an edge adjacent to all the rest, dense or not.
const char* const kTilePatterns[] = {
    "0-1,0-2,0-3,0-4,1-2,1-3,1-4,2-3,2-4,3-4",                          // 5-clique
    "0-1,0-2,0-3,0-4,0-5,1-2,1-3,1-4,1-5,2-3,2-4,2-5,3-4,3-5,4-5",      // 6-clique
    "0-1,1-2,2-3,3-0,4-0,4-1,4-2,4-3",                                  // wheel of 4
    "0-1,1-2,2-3,3-4,4-0,5-0,5-1,5-2,5-3,5-4",                          // wheel of 5
    "0-1,0-2,0-3,0-4,1-2,2-3,3-4",                                      // gem
    "0-1,0-2,0-3,0-4,1-2,1-3,1-4,2-3,2-4",                              // 5-clique without an edge
    "0-1,0-2,0-3,0-4,0-5,1-2,1-3,1-4,1-5,2-3,2-4,2-5,3-4,3-5",          // 6-clique without an edge
    "0-1,0-2,0-3,0-4,0-5,1-2,1-3,1-4,1-5,2-3,3-4,4-5",                  // edge and a path of 4
    "0-1,0-2,0-3,0-4,0-5,1-2,2-3,3-4,4-5",                              // vertex and a path of 5
    "0-1,0-2,0-3,0-4,0-5,1-2,1-3,2-3,4-5",                              // 4-clique and triangle at a vertex
};

// What is counted by wedges, without a plan.
struct WedgeCount {
  const char* edges;
  uint32_t automorphisms;
  cs_enumerate_plan plan;
};
const WedgeCount kWedgeCounts[] = {
    {"0-1,1-2,2-3,3-0", 8, EnumerateRunner::cycles(4)},
    {"0-1,1-2,2-3,3-4,4-0", 10, EnumerateRunner::cycles(5)},
    {"0-1,1-2,2-3,3-4,4-0,0-2", 2, EnumerateRunner::houses()},
};

struct Totals {
  uint64_t graphs = 0, runs = 0, launches = 0, donations = 0, stops = 0, tiles = 0, pairs = 0, labelled = 0;
  void add(const EnumerateAnswer& answer) {
    runs++;
    launches += answer.launches;
    donations += answer.header.donations;
    stops += answer.header.stops;
    tiles += answer.tile_bases != 0 ? 1 : 0;
    pairs += answer.pairs;
  }
};

// Graphs of 40 to 300 vertices: what brute force does not reach.
void check_middle(uint64_t seed, Totals& totals) {
  std::mt19937_64 random(seed * 0xD1342543DE82EF95ull + 5);
  const auto below = [&](uint64_t n) { return static_cast<uint32_t>(random() % n); };
  SmallGraph g;
  const bool complete = seed % 4 == 0;
  g.name = complete ? "complete" : "random of medium size";
  g.n = complete ? 30 + below(120) : 40 + below(260);
  const double probability = std::min(0.9, (8.0 + below(seed % 4 == 1 ? 70 : 30)) / g.n);
  for (uint32_t i = 0; i < g.n; i++)
    for (uint32_t j = 0; j < i; j++)
      if (complete || (random() >> 11) * 0x1p-53 < probability || (seed % 4 == 2 && j < 3)) g.pairs.push_back({i, j});
  if (g.pairs.empty()) return;
  g.finish();
  Runner runner;
  runner.prepare(g.pairs.data(), g.pairs.size(), g.n);
  const uint64_t words = (runner.graph().active + 31) / 32;
  EnumerateRunner enumerate(runner, seed % 3 == 0 ? 4 * words * (runner.graph().active / 3) : uint64_t{1} << 20);
  enumerate.cut(seed % 4 == 1 ? 2 + seed % 7 : 1);
  constexpr cs_enumerate_options kLists = {CS_ENUMERATE_DONATE, 0, 0, 0, 0, 0, 0, 0, 1024, 1};
  const auto count = [&](const Pattern& p, bool induced, const cs_enumerate_options& options) {
    const MadePlan made = PlanMaker(p, induced, true, {}).best();
    const EnumerateAnswer got = enumerate.run(made.plan, options, g.max_degree);
    totals.add(got);
    return got.count(made.divisor);
  };
  for (const char* text : kTilePatterns) {
    const Pattern p = Pattern::parse(text);
    if (complete && p.vertices == 6 && g.n > 90) continue;
    const Way& way = kWays[random() % (sizeof kWays / sizeof kWays[0])];
    // Waiting for one stack is for small graphs.
    cs_enumerate_options options = way.options;
    options.warps = options.warps == 0 ? 0 : 512;
    options.slice_microseconds = options.slice_microseconds == 0 ? 0 : 200;
    options.arena_ids = options.large_stacks = 0;
    for (const bool induced : {false, true}) {
      const uint64_t got = count(p, induced, options);
      if (complete) {
        // Every set of vertices holds k!/automorphisms copies; induced ones only if the pattern is complete.
        uint64_t factorial = 1, edges = 0;
        for (uint32_t i = 2; i <= p.vertices; i++) factorial *= i;
        for (uint32_t i = 0; i < p.vertices; i++) edges += static_cast<uint64_t>(__builtin_popcount(p.rows[i]));
        const bool clique = edges == p.vertices * (p.vertices - 1);
        const uint64_t wanted = clique || !induced
            ? choose(g.n, p.vertices) * (factorial / PlanMaker(p, induced, true, {}).automorphism_count())
            : 0;
        if (got != wanted) differ(g, seed, p, induced, way.name, got, wanted);
      } else if (const uint64_t wanted = count(p, induced, kLists); got != wanted) {
        differ(g, seed, p, induced, way.name, got, wanted);
      }
    }
  }
  const Pattern cycle = Pattern::parse("0-1,1-2,2-3,3-0"), diamond = Pattern::parse("0-1,0-2,1-2,0-3,1-3"),
                clique = Pattern::parse("0-1,0-2,0-3,1-2,1-3,2-3");
  cs_enumerate_options any = {};
  any.balance = random() % 5 == 4 ? CS_ENUMERATE_THREADS : CS_ENUMERATE_DONATE;
  const uint64_t cliques = count(clique, false, kLists), diamonds = count(diamond, true, any);
  const uint64_t cycles = count(cycle, false, any);
  if (count(diamond, false, kLists) != diamonds + 6 * cliques) differ(g, seed, diamond, false, "identity", diamonds, cliques);
  if (cycles != count(cycle, true, kLists) + diamonds + 3 * cliques) differ(g, seed, cycle, false, "identity", cycles, diamonds);
  for (const WedgeCount& by_wedges : kWedgeCounts) {
    const Pattern p = Pattern::parse(by_wedges.edges);
    const uint64_t wanted = count(p, false, kLists);
    for (const uint32_t shared : {0u, 1u}) {  // counters in shared memory, and in global
      cs_enumerate_options options = {};
      options.arena_ids = shared;
      options.large_stacks = shared * 3;
      const EnumerateAnswer got = enumerate.run(by_wedges.plan, options, g.max_degree);
      totals.add(got);
      if (got.count(1) != wanted) differ(g, seed, p, false, shared == 0 ? "wedges" : "wedges, global", got.count(1), wanted);
    }
  }
  totals.graphs++;
}

// Every pattern, or for a graph by itself a changing part of the larger ones, the census, and what is counted by wedges.
void check_small(const United& united, uint64_t seed, const std::vector<std::vector<Pattern>>& patterns, Totals& totals) {
  const SmallGraph& g = united.whole;
  Runner runner;
  runner.prepare(g.pairs.data(), g.pairs.size(), g.n);
  const uint64_t words = (runner.graph().active + 31) / 32;
  const uint64_t bits = seed % 4 == 0 ? 0 : seed % 4 == 1 ? 4 * words * (runner.graph().active / 3) : uint64_t{1} << 20;
  EnumerateRunner enumerate(runner, bits);
  enumerate.cut(seed % 5 == 2 ? 2 + seed % 7 : 1);
  std::mt19937_64 random(seed + 77);
  const bool alone = united.parts.size() == 1;
  const auto any_way = [&]() -> const Way& { return kWays[random() % (alone ? sizeof kWays / sizeof kWays[0] : kQuickWays)]; };
  for (uint32_t k = 3; k <= (alone && g.n <= 12 ? 7 : 6); k++) {
    std::map<uint32_t, uint64_t> wanted;
    for (const SmallGraph& part : united.parts) {
      for (const auto& entry : census_by_force(part, k)) wanted[entry.first] += entry.second;
    }
    const Way& way = any_way();
    const EnumerateAnswer got = enumerate.run(EnumerateRunner::census(k), way.options, g.max_degree);
    if (got.classes != wanted) {
      for (const auto& entry : wanted) {
        const auto found = got.classes.find(entry.first);
        std::printf(
            "  %x: got %" PRIu64 ", expected %" PRIu64 "\n", entry.first, found == got.classes.end() ? 0 : found->second,
            entry.second);
      }
      std::printf("DIFFERS: census of %u, graph '%s' seed %" PRIu64 ", %s\n", k, g.name.c_str(), seed, way.name);
      std::exit(1);
    }
    totals.add(got);
  }
  for (const WedgeCount& by_wedges : kWedgeCounts) {
    const Pattern p = Pattern::parse(by_wedges.edges);
    const uint64_t wanted = embeddings(united, p, false) / by_wedges.automorphisms;
    cs_enumerate_options options = {};
    options.arena_ids = random() % 2;  // 1: counters in global memory
    options.slice_microseconds = random() % 2;
    const EnumerateAnswer got = enumerate.run(by_wedges.plan, options, g.max_degree);
    if (got.count(1) != wanted) differ(g, seed, p, false, "wedges", got.count(1), wanted);
    totals.add(got);
  }
  std::vector<uint8_t> labels(g.n);
  for (uint8_t& label : labels) label = random() % 4 != 0;
  const United labelled = kept(united, labels);
  for (uint32_t k = 2; k <= 6; k++) {
    for (const Pattern& p : patterns[k]) {
      if (alone && ((k == 5 && random() % 3 != 0) || (k == 6 && random() % 12 != 0))) continue;
      for (const bool induced : {false, true}) {
        const Way& way = any_way();
        PlanMaker counting(p, induced, true, {});
        const uint64_t wanted = embeddings(united, p, induced) / counting.automorphism_count();
        const MadePlan made = counting.best();
        const EnumerateAnswer got = enumerate.run(made.plan, way.options, g.max_degree);
        if (got.count(made.divisor) != wanted) differ(g, seed, p, induced, way.name, got.count(made.divisor), wanted);
        totals.add(got);
        if (random() % 3 == 0) {
          const Way& other = way.options.balance == CS_ENUMERATE_THREADS ? kWays[0] : way;
          const EnumerateAnswer some = enumerate.run(
              EnumerateRunner::labelled(made.plan, g.n), other.options, g.max_degree, 1e9f, labels);
          const uint64_t of_label = embeddings(labelled, p, induced) / counting.automorphism_count();
          if (some.count(made.divisor) != of_label) differ(g, seed, p, induced, "labels", some.count(made.divisor), of_label);
          totals.add(some);
          totals.labelled++;
        }
        if (wanted < (alone ? 6000 : 1500)) {
          PlanMaker listing(p, induced, false, {});
          const EnumerateAnswer list = enumerate.run(listing.best().plan, way.options, g.max_degree);
          check_list(g, seed, p, induced, way.name, list.matches, wanted);
          totals.runs++;
        }
      }
    }
  }
}

}  // namespace

int main(int argc, char** argv) try {
  const uint64_t graphs = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 300;
  const uint64_t first = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 0;
  const double seconds = argc > 3 ? std::atof(argv[3]) : 600;
  const auto start = std::chrono::steady_clock::now();
  const auto passed = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); };
  std::vector<std::vector<Pattern>> patterns(7);
  for (uint32_t k = 2; k <= 6; k++) patterns[k] = connected_patterns(k);
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  std::printf("patterns: %zu %zu %zu %zu\n", patterns[3].size(), patterns[4].size(), patterns[5].size(), patterns[6].size());
  Totals totals;
  for (uint64_t seed = first, round = 0; seed < first + graphs && passed() < seconds / 2; round++) {
    // Every fourth graph is by itself, the others come united.
    const United united(seed, round % 4 == 3 ? 1 : std::min(kUnited, first + graphs - seed));
    totals.graphs += united.parts.size();
    check_small(united, seed, patterns, totals);
    seed += united.parts.size();
  }
  const uint64_t small = totals.graphs;
  for (uint64_t seed = first; seed < first + (graphs + 15) / 16 && passed() < seconds; seed++) check_middle(seed, totals);
  std::printf(
      "enumerate_test: %" PRIu64 " small graphs and %" PRIu64 " of medium size from seed %" PRIu64 ", %" PRIu64 " runs (%" PRIu64
      " with bit matrices, %" PRIu64 " a lane an edge, %" PRIu64 " with labels), %" PRIu64 " launches, %" PRIu64
      " donations, %" PRIu64 " stops: all as expected\n",
      small, totals.graphs - small, first, totals.runs, totals.tiles, totals.pairs, totals.labelled, totals.launches,
      totals.donations, totals.stops);
  return 0;
} catch (const std::exception& e) {
  std::printf("FAILED: %s\n", e.what());
  return 1;
}
