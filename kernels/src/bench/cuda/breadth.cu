// Times the breadth-first clique search (Geil, Porumbescu, Owens) on an edge list file, as rows of tables.
//
//   breadth FILE.bin[:OMEGA]... [table=NAME,...] [repeats=R] [limit=MS] [budget=BYTES] [concurrent=N] [heuristic=0..4]
//           [cores=0|1] [window=N] [order=0..2] [ascending=0|1] [index=0|1] [unsorted=0|1] [unpruned=0|1] [seeds=N] [list=N]
//           [color=N]
//
// Tables, each a row or more: heuristics: the paper's five (its Tables I and II). seeds: numbers of seeds of both
// multi-runs. one, all: the options given, for one maximum clique and for all; all with colors is two searches, as a job
// for it is: one for the clique number, one for the cliques of that size. lists: orientations, orders inside
// sub-lists, unsorted ones last. pruning: with and without. windows: window sizes x window orders. concurrent: a window on each of 264 blocks. colors: color bounds.
// budgets: 64 MiB, 256 MiB and 1 GiB, for one and for all.
//
// Times are medians from the prepared graph, its symmetric rows and its core numbers (whose time is printed once) to the
// proven answer on the host; a run past the limit is not solved. A row repeats until it has taken three limits.
#include <cinttypes>

#include "arguments.h"
#include "breadth_run.h"
#include "edge_file.h"

using namespace cliquestream::harness;

namespace {

double now_ms() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

class Bench {
 public:
  Bench(const GraphArgument& graph, const Arguments& args)
      : args_(args), graph_(graph), runner_(), input_(runner_), run_(runner_) {
    const EdgeFile file(graph.path.c_str());
    runner_.prepare(file.edges, file.pairs, file.id_bound);
    rows_ = given();
    budget_ = args.number("budget");
    std::vector<double> times;
    for (int i = 0; i < 3; i++) {
      runner_.wait();
      const double start = now_ms();
      runner_.symmetrise();
      runner_.peel(0);
      times.push_back(now_ms() - start);
    }
    input_.prepare();
    std::printf(
        "# %s: %" PRIu64 " vertices, %" PRIu64 " edges, longest list %" PRIu64 " by degree, %" PRIu64
        " by index; symmetric rows and core numbers %.3f ms\n",
        graph_.name().c_str(), runner_.graph().active, runner_.graph().edges, input_.longest({}),
        input_.longest({true, false}),
        *std::min_element(times.begin(), times.end()));
  }

  cs_breadth_options options() const {
    cs_breadth_options o = {};
    o.heuristic = number("heuristic");
    o.seeds = number("seeds");
    o.core_bounds = number("cores");
    o.ascending = number("ascending");
    o.window = number("window");
    o.window_order = number("order");
    o.concurrent = number("concurrent");
    o.list_capacity = number("list");
    o.color_from = number("color");
    o.unpruned = number("unpruned");
    return o;
  }

  void table(const std::string& name) {
    if (name == "heuristics") {
      heuristics();
    } else if (name == "seeds") {
      seeds();
    } else if (name == "one" || name == "all") {
      one(name, name == "all");
    } else if (name == "lists") {
      lists();
    } else if (name == "pruning") {
      for (uint32_t unpruned : {0u, 1u}) {
        cs_breadth_options o = options();
        o.unpruned = unpruned;
        row(unpruned != 0 ? "unpruned" : "pruned", o);
      }
    } else if (name == "windows") {
      windows();
    } else if (name == "concurrent") {
      cs_breadth_options o = options();
      o.concurrent = 264;
      row("264 windows at once", o);
    } else if (name == "colors") {
      colors();
    } else if (name == "budgets") {
      budgets();
    } else {
      throw std::runtime_error("unknown table " + name);
    }
  }

 private:
  static bool by_core(uint32_t heuristic) {
    return heuristic == CS_GREEDY_SINGLE_CORE || heuristic == CS_GREEDY_MULTI_CORE;
  }

  void heuristics() {
    for (uint32_t h = 0; h <= CS_GREEDY_MULTI_CORE; h++) {
      cs_breadth_options o = options();
      o.heuristic = h;
      o.core_bounds = by_core(h);
      row("heuristic " + std::to_string(h), o);
    }
  }
  void seeds() {
    for (uint32_t h : {CS_GREEDY_MULTI_DEGREE, CS_GREEDY_MULTI_CORE}) {
      for (uint32_t seeds : {16u, 256u, 4096u}) {
        cs_breadth_options o = options();
        o.heuristic = h;
        o.core_bounds = by_core(h);
        o.seeds = seeds;
        row("heuristic " + std::to_string(h) + " seeds " + std::to_string(seeds), o);
      }
    }
  }
  void lists() {
    for (uint32_t ascending : {1u, 0u}) {
      for (bool index : {false, true}) {
        cs_breadth_options o = options();
        o.ascending = ascending;
        rows_ = {index, false};
        row(std::string(index ? "by index" : "by degree") + (ascending != 0 ? " rising" : " falling"), o);
      }
    }
    for (bool index : {false, true}) {
      cs_breadth_options o = options();
      o.ascending = 0;
      rows_ = {index, true};
      row(std::string(index ? "by index" : "by degree") + " unsorted", o);
    }
    rows_ = given();
  }
  void windows() {
    for (uint32_t order = 0; order <= CS_WINDOW_DESCENDING; order++) {
      for (uint32_t window : {1024u, 2048u, 4096u, 8192u, 16384u, 32768u, 0u}) {
        cs_breadth_options o = options();
        o.window = window;
        o.window_order = order;
        row("order " + std::to_string(order) + " window " + std::to_string(window), o);
      }
    }
  }
  void colors() {
    for (uint32_t from : {0u, 8u, 24u, 64u}) {
      cs_breadth_options o = options();
      o.color_from = from;
      row("colors from " + std::to_string(from), o);
    }
  }
  void budgets() {
    const uint64_t given = budget_;
    for (uint64_t mebibytes : {64, 256, 1024}) {
      budget_ = mebibytes << 20;
      one("budget " + std::to_string(mebibytes) + " one", false);
      one("budget " + std::to_string(mebibytes) + " all", true);
    }
    budget_ = given;
  }
  void one(const std::string& name, bool all) {
    cs_breadth_options o = options();
    o.enumerate = all;
    row(name, o);
  }

  uint32_t number(const char* name) const { return args_.word(name); }
  BreadthRows given() const { return {number("index") != 0, number("unsorted") != 0}; }

  void row(const std::string& what, const cs_breadth_options& o) {
    if (!run_.plan(input_, rows_, o, budget_)) {
      std::printf("%s | %s | budget too small\n", graph_.name().c_str(), what.c_str());
      return;
    }
    const double limit = args_.real("limit"), begun = now_ms();
    std::vector<double> times, greedy;
    BreadthAnswer a;
    const bool size_first = o.enumerate != 0 && o.color_from != 0;
    for (uint32_t i = 0; i < number("repeats"); i++) {
      run_.time_greedy = i == 0;
      const double start = now_ms();
      a = size_first ? all_of_known_size(o, limit) : run_.run(limit);
      const double ms = now_ms() - start;
      if (i == 0) {
        greedy.push_back(a.greedy_ms);
      }
      if (i != 0 || a.header.pending != 0 || number("repeats") == 1) {
        times.push_back(ms);
      }
      if (a.header.pending != 0 || (i != 0 && now_ms() - begun > 3 * limit)) {
        break;
      }
    }
    std::sort(times.begin(), times.end());
    const cs_breadth_header& h = a.header;
    const uint32_t expect = static_cast<uint32_t>(graph_.expect);
    const bool solved = h.pending == 0;
    std::printf(
        "%s | %s | %s | greedy %u (%.1f %% below) %.3f ms | %.3f ms | size %u%s | found %" PRIu64 " | peak %.1f MB of %.1f"
        " | steps %" PRIu64 " cuts %" PRIu64 " depth %u expanded %" PRIu64 " created %" PRIu64
        " | teams %u long %u exit %u launches %u\n",
        graph_.name().c_str(), what.c_str(), solved ? "solved" : "NOT SOLVED", h.greedy,
        expect == 0 ? 0.0 : 100.0 * (expect - std::min(expect, std::max(1u, h.greedy))) / expect, greedy[0],
        times[times.size() / 2], a.size, solved && expect != 0 && a.size != expect ? " WRONG" : "", a.found,
        h.peak_entries * 8e-6, run_.sizes().bytes * 1e-6, h.windows, h.cuts, h.deepest, h.expanded, h.created,
        run_.sizes().teams, h.long_sources, h.early_exit, a.launches);
    std::fflush(stdout);
  }

  // The clique number first, then all cliques of that size.
  BreadthAnswer all_of_known_size(cs_breadth_options o, double limit) {
    o.enumerate = 0;
    run_.plan(input_, rows_, o, budget_);
    const double start = now_ms();
    const BreadthAnswer one = run_.run(limit);
    const double left = limit - (now_ms() - start);
    if (one.header.pending != 0 || left <= 0) {
      return one;
    }
    o.enumerate = 1;
    o.bound = one.size - 1;
    run_.plan(input_, rows_, o, budget_);
    return run_.run(left);
  }

  const Arguments& args_;
  const GraphArgument graph_;
  Runner runner_;
  BreadthInput input_;
  BreadthRun run_;
  BreadthRows rows_;
  uint64_t budget_ = 0;
};

}  // namespace

int main(int argc, char** argv) try {
  const Arguments args(
      argc, argv,
      {{"table", "one"},    {"repeats", "6"}, {"limit", "2000"}, {"budget", "268435456"}, {"concurrent", "1"},
       {"heuristic", "3"},  {"cores", "0"},   {"window", "0"},   {"order", "2"},          {"ascending", "1"},
       {"index", "0"},      {"unsorted", "0"}, {"unpruned", "0"}, {"seeds", "0"},   {"list", "0"},     {"color", "0"}});
  for (const GraphArgument& graph : args.graphs()) {
    Bench bench(graph, args);
    for (const std::string& table : args.list("table")) {
      bench.table(table);
    }
  }
  return 0;
} catch (const std::exception& e) {
  std::printf("FAILED: %s\n", e.what());
  return 1;
}
