// Times the maximum clique search on edge list files.
//
//   maximum FILE.bin[:OMEGA]... [repeats=R] [budget=BYTES,...] [all=0|1] [greedy-roots=N] [slice=MICROSECONDS] [split=NODES]
//           [seconds=S] [hubs=N]
//
// FILE.bin holds little-endian u32 pairs, any order. Prints the median time from the prepared graph to the proven
// answer on the host (host clock), its steps once, and with all=1 the same for the number of all maximum cliques. A
// run ends after S seconds with the bounds it has. Several budgets are run one after the other.
#include <cinttypes>

#include "arguments.h"
#include "edge_file.h"
#include "maximum_run.h"

using namespace cliquestream::harness;

namespace {

double now_ms() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}
double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

void print(const char* what, const MaximumAnswer& a, double ms) {
  std::printf(
      "  %-10s %10.3f ms  %u..%u%s built %u filtered %u coloured %u stored %u nodes %" PRIu64 " splits %u rounds %u launches %u\n",
      what, ms, a.header.bound, a.ended ? a.header.bound : a.header.upper, a.ended ? "" : " (time is up)", a.header.built, a.header.filtered, a.header.coloured, a.header.stored, a.header.nodes, a.header.splits,
      a.rounds, a.launches);
}

// Whether every answer is as expected.
bool measure(const GraphArgument& graph, const Arguments& args) {
  const int repeats = static_cast<int>(std::max(1u, args.word("repeats")));
  const EdgeFile file(graph.path.c_str());
  Runner runner;
  runner.prepare(file.edges, file.pairs, file.id_bound);
  const uint64_t degree = runner.header()->max_out_degree;
  std::printf(
      "%s: %" PRIu64 " vertices, %" PRIu64 " edges, out-degree up to %" PRIu64 "\n", graph.name().c_str(),
      runner.graph().active, runner.graph().edges, degree);
  cs_maximum_options options = {};
  options.greedy_roots = args.word("greedy-roots");
  options.slice_microseconds = args.word("slice");
  options.split_nodes = args.word("split");
  options.hubs = args.word("hubs");
  const auto timed = [&](const char* what, uint64_t budget) {
    MaximumRun job(runner);
    const uint64_t bytes = job.plan(options, degree, budget);
    std::vector<double> times;
    MaximumAnswer answer;
    for (int i = repeats == 1 ? 0 : -2; i < repeats; i++) {
      const double start = now_ms();
      answer = job.run(true, args.real("seconds"));
      if (i >= 0 || !answer.ended) {
        times.push_back(now_ms() - start);
      }
      if (!answer.ended) {
        break;
      }
    }
    print(what, answer, median(times));
    std::printf("  %-10s plan %.1f MB\n", "", bytes / 1e6);
    return answer;
  };
  bool right = true;
  for (const std::string& text : args.list("budget")) {
    const uint64_t budget = std::strtoull(text.c_str(), nullptr, 10);
    options.enumerate = options.bound = 0;
    const MaximumAnswer one = timed("one", budget);
    const bool expected = graph.expect == 0 || one.size == graph.expect;
    std::printf("  clique number %u%s\n", one.size, graph.expect == 0 ? "" : expected ? " as expected" : " WRONG");
    right &= expected;
    if (args.word("all") == 1 && one.size > 1 && one.ended) {
      options.enumerate = 1;
      options.bound = one.size - 1;
      const MaximumAnswer all = timed("all", budget);
      std::printf("  maximum cliques %" PRIu64 "%s\n", all.found, all.ended ? "" : " so far");
    }
  }
  return right;
}

}  // namespace

int main(int argc, char** argv) try {
  const Arguments args(
      argc, argv,
      {{"expect", ""}, {"repeats", "11"}, {"budget", "8589934592"}, {"all", "0"}, {"greedy-roots", "0"}, {"slice", "0"},
       {"split", "0"}, {"seconds", "1e9"}, {"hubs", "0"}});
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  bool right = true;
  for (const GraphArgument& graph : args.graphs()) {
    right &= measure(graph, args);
  }
  return right ? 0 : 1;
} catch (const std::exception& e) {
  std::printf("FAILED: %s\n", e.what());
  return 1;
}
