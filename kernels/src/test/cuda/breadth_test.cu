// The breadth-first search against the host on seeded random graphs: every heuristic, orientation, order, window and
// budget, pruned and not, for one clique and for all.
//
//   breadth_test [GRAPHS] [FIRST_SEED] [COMBINATIONS] [LIMIT_MS] [tiny]   exit status 1 at the first difference, printed
//                                                                         with its seed
//
// The search has the paper's bounds alone, so near-cliques can take it for ever: a run that is not done within the limit
// must have right bounds all the same, and is counted.
#include <cinttypes>

#include "breadth_run.h"
#include "maximum_reference.h"

using namespace cliquestream::harness;

namespace {

constexpr uint64_t kRoomy = uint64_t{256} << 20;

struct Way {
  cs_breadth_options options = {};
  BreadthRows rows = {};
  uint64_t budget = kRoomy;  // 0: the least that is accepted, and so much more
  uint64_t more = 0;

  std::string text() const {
    const cs_breadth_options& o = options;
    return std::string(o.enumerate ? "all" : "one") + (rows.by_index ? " by index" : " by degree") +
        (rows.unsorted ? " unsorted" : "") + (o.unpruned ? " unpruned" : "") + " heuristic " +
        std::to_string(o.heuristic) + " seeds " + std::to_string(o.seeds) + " cores " + std::to_string(o.core_bounds) +
        " ascending " + std::to_string(o.ascending) + " window " + std::to_string(o.window) + " order " +
        std::to_string(o.window_order) + " concurrent " + std::to_string(o.concurrent) +
        " colors from " + std::to_string(o.color_from) + " list " +
        std::to_string(o.list_capacity) + " slice " + std::to_string(o.slice_microseconds) + " bound " +
        std::to_string(o.bound) + (budget == 0 ? " least memory and " + std::to_string(more) : "");
  }
};

class Comparison {
 public:
  Comparison(const TestGraph& g, uint64_t seed, const Reference& host, const HostSearch& wanted)
      : g_(g), seed_(seed), host_(host), wanted_(wanted) {}

  void check(const Way& way, const BreadthAnswer& got) const {
    const std::string name = way.text();
    const uint32_t size = std::max(wanted_.size(), way.options.bound);
    const bool done = got.header.pending == 0;
    if (done) {
      expect(name + ": clique number", got.size, size);
      expect(name + ": upper bound", got.header.upper, size);
    } else {
      expect(name + ": lower bound is none", got.size <= size, 1);
      expect(name + ": upper bound is none", got.header.upper >= wanted_.size(), 1);
    }
    check_clique(name, got.clique);
    if (way.options.enumerate == 0 || !done || size == way.options.bound) {
      return;
    }
    expect(name + ": cliques found", got.found, wanted_.cliques().size());
    if (way.options.list_capacity != 0) {
      expect(name + ": cliques listed", got.cliques.size(), wanted_.cliques().size());
      expect(name + ": the list", got.cliques == wanted_.cliques(), 1);
    }
  }

 private:
  void expect(const std::string& what, uint64_t got, uint64_t wanted) const {
    if (got != wanted) {
      std::printf(
          "DIFFERS: graph '%s' seed %" PRIu64 ": %s: got %" PRIu64 ", expected %" PRIu64 "\n", g_.name.c_str(), seed_,
          what.c_str(), got, wanted);
      std::exit(1);
    }
  }
  void check_clique(const std::string& name, const std::vector<uint32_t>& clique) const {
    for (size_t i = 0; i < clique.size(); i++) {
      for (size_t j = 0; j < i; j++) {
        const uint32_t a = host_.id_to_rank[clique[i]], b = host_.id_to_rank[clique[j]];
        const auto& row = host_.rows[std::max(a, b)];
        expect(name + ": an edge of the clique", std::binary_search(row.begin(), row.end(), std::min(a, b)), 1);
      }
    }
  }

  const TestGraph& g_;
  uint64_t seed_;
  const Reference& host_;
  const HostSearch& wanted_;
};

// Every value of every option, the others drawn.
std::vector<Way> ways(uint64_t seed, uint32_t combinations, uint32_t size) {
  std::mt19937_64 random(seed * 0xA0761D6478BD642Full + 11);
  const auto pick = [&](std::initializer_list<uint32_t> values) {
    return *(values.begin() + static_cast<size_t>(random() % values.size()));
  };
  std::vector<Way> all;
  for (uint32_t i = 0; i < combinations; i++) {
    Way way;
    cs_breadth_options& o = way.options;
    o.enumerate = i % 2;
    o.heuristic = (i / 2 + static_cast<uint32_t>(seed)) % 5;
    o.seeds = pick({0, 0, 1, 7});
    o.core_bounds = pick({0, 1});
    o.ascending = pick({0, 1});
    o.window = pick({0, 0, 1, 40, 1024});
    o.window_order = pick({CS_WINDOW_INDEX, CS_WINDOW_ASCENDING, CS_WINDOW_DESCENDING});
    o.concurrent = pick({0, 1, 1, 2, 50});
    o.color_from = pick({0, 0, 1, 2, 24});
    o.unpruned = o.color_from == 0 ? pick({0, 0, 1}) : 0;
    o.list_capacity = o.enumerate == 0 ? 0 : pick({0, 3, 1u << 14});
    o.slice_microseconds = pick({0, 0, 1, 100});
    o.bound = size > 1 && pick({0, 0, 0, 1}) == 1 ? size - 1 : 0;
    way.rows = {pick({0, 1}) != 0, pick({0, 0, 1}) != 0};
    if (way.rows.unsorted) {
      o.ascending = 0;  // what reading the rows from their end would turn round is no order by degree
    }
    way.budget = pick({0, 1}) == 0 ? 0 : kRoomy;
    way.more = pick({0, 100'000, 1'000'000});
    all.push_back(way);
  }
  return all;
}

bool plan(BreadthRun& run, const BreadthInput& input, const Way& way) {
  if (way.budget != 0) {
    return run.plan(input, way.rows, way.options, way.budget);
  }
  const cs_breadth_input in = input.with(way.rows);
  uint64_t low = 0, high = uint64_t{1} << 40;
  while (low + 1 < high) {
    const uint64_t middle = (low + high) / 2;
    cs_breadth_sizes sizes;
    const bool fits = cs_breadth_plan(&in, input.longest(way.rows), &way.options, middle, &sizes) == CS_OK;
    (fits ? high : low) = middle;
  }
  return run.plan(input, way.rows, way.options, high + way.more);
}

}  // namespace

int main(int argc, char** argv) try {
  const TestGraphs graphs(argc, argv, 400);
  const auto number = [&](int i, uint64_t otherwise) {
    return argc > i ? std::strtoull(argv[i], nullptr, 10) : otherwise;
  };
  const uint64_t combinations = number(3, 20), limit = number(4, graphs.tiny ? 1000 : 40);
  Runner runner;
  BreadthInput input(runner);
  BreadthRun run(runner);
  uint64_t vertices = 0, runs = 0, unfinished = 0, unpruned = 0, unsorted = 0, exits = 0, cuts = 0, long_sources = 0;
  for (uint64_t seed = graphs.first; seed < graphs.first + graphs.count; seed++) {
    const TestGraph g = graphs.at(seed);
    const Reference host(g.pairs, g.id_bound);
    const HostSearch wanted(host);
    runner.prepare(g.pairs.data(), g.pairs.size(), g.id_bound);
    input.prepare();
    const Comparison comparison(g, seed, host, wanted);
    for (const Way& way : ways(seed, static_cast<uint32_t>(combinations), wanted.size())) {
      if (!plan(run, input, way)) {
        continue;  // a list too long for this budget
      }
      const BreadthAnswer got = run.run(static_cast<double>(limit));
      comparison.check(way, got);
      runs++;
      unfinished += got.header.pending != 0;
      unpruned += way.options.unpruned != 0 && got.header.pending == 0;
      unsorted += way.rows.unsorted && got.header.pending == 0;
      exits += got.header.early_exit;
      cuts += got.header.cuts;
      long_sources += got.header.long_sources;
    }
    vertices += host.active;
  }
  std::printf(
      "OK: %" PRIu64 " graphs from seed %" PRIu64 ", %" PRIu64 " vertices, %" PRIu64 " runs, %" PRIu64
      " of them not done in time, %" PRIu64 " done unpruned, %" PRIu64 " done unsorted, %" PRIu64 " early exits, %" PRIu64 " windows cut, %" PRIu64 " long sources\n",
      graphs.count, graphs.first, vertices, runs, unfinished, unpruned, unsorted, exits, cuts, long_sources);
  return 0;
} catch (const std::exception& e) {
  std::printf("FAILED: %s\n", e.what());
  return 1;
}
