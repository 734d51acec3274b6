// Times the maximal clique enumeration on edge list files.
//
//   maximal FILE.bin[:COUNT]... [order=degree|degeneracy] [repeats=R] [budget=BYTES] [minimum=SIZE] [list=WORDS]
//           [slice=MICROSECONDS] [split=NODES] [seconds=S]
//
// FILE.bin holds little-endian u32 pairs, any order; COUNT is the number that it must have. Prints the median time from
// the prepared graph under the order to the exact counts on the host (host clock), and of the largest cliques. A run ends
// after S seconds with the number found by then.
#include <cinttypes>

#include "arguments.h"
#include "edge_file.h"
#include "maximal_run.h"

using namespace cliquestream::harness;

namespace {

double now_ms() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// The runner's graph under the order named, and the time that the order took.
cs_graph ordered(Runner& runner, const std::string& order, double& milliseconds) {
  cs_graph graph = runner.graph();
  milliseconds = 0;
  for (int i = 0; i < 3 && order == "degeneracy"; i++) {
    const double start = now_ms();
    runner.symmetrise();
    runner.peel(0);
    runner.order_by_peel();
    graph = runner.orient_aside(runner.core_work().order);
    milliseconds = now_ms() - start;
  }
  return graph;
}

// Whether the answer is as expected.
bool measure(const GraphArgument& argument, const Arguments& args) {
  const EdgeFile file(argument.path.c_str());
  Runner runner;
  runner.prepare(file.edges, file.pairs, file.id_bound);
  const uint64_t max_degree = download(runner.graph().degrees, 1)[0];
  double order_ms = 0;
  const cs_graph graph = ordered(runner, args.text("order"), order_ms);
  const uint64_t out_degree = runner.header()->max_out_degree;
  cs_maximal_options options = {};
  options.minimum_size = args.word("minimum");
  options.list_words = args.word("list");
  options.split_nodes = args.word("split");
  options.slice_microseconds = args.word("slice");
  MaximalRun job(runner, graph);
  const uint64_t bytes = job.plan(options, out_degree, max_degree, args.number("budget"));
  const int repeats = static_cast<int>(std::max(1u, args.word("repeats")));
  std::vector<double> times;
  MaximalAnswer answer;
  for (int i = repeats == 1 ? 0 : -1; i < repeats && answer.ended; i++) {
    const double start = now_ms();
    answer = job.run(1 << 14, args.real("seconds"));
    if (i >= 0 || !answer.ended) {
      times.push_back(now_ms() - start);
    }
  }
  std::sort(times.begin(), times.end());
  uint32_t largest = 0;
  for (uint32_t size = 0; size < answer.by_size.size(); size++) {
    largest = answer.by_size[size] != 0 ? size : largest;
  }
  const uint64_t count = answer.ended ? answer.count() : answer.header.found;
  const bool right = !answer.ended || argument.expect == 0 || count == argument.expect;
  std::printf(
      "%s: %" PRIu64 " edges, degree up to %" PRIu64 ", out-degree up to %" PRIu64 " by %s (%.3f ms): %" PRIu64
      " maximal cliques%s",
      argument.name().c_str(), graph.edges, max_degree, out_degree, args.text("order").c_str(), order_ms, count,
      !answer.ended ? " so far" : argument.expect == 0 ? "" : right ? " as expected" : " WRONG");
  if (answer.ended) {
    std::printf(", largest %u (%" PRIu64 ")", largest, answer.by_size[largest]);
  }
  std::printf(
      "; %.3f ms; nodes %" PRIu64 " splits %u rounds %u launches %u begun again %u warps %u plan %.1f MB\n",
      times[times.size() / 2], answer.header.nodes, answer.header.splits, answer.rounds, answer.launches,
      answer.shrunk, answer.header.warps, bytes / 1e6);
  return right;
}

}  // namespace

int main(int argc, char** argv) try {
  const Arguments args(
      argc, argv,
      {{"order", "degree"}, {"expect", ""}, {"repeats", "5"}, {"budget", "4294967296"}, {"minimum", "1"},
       {"list", "0"}, {"slice", "0"}, {"split", "0"}, {"seconds", "1e9"}});
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
