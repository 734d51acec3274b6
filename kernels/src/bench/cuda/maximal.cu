// Times the maximal clique enumeration on edge list files.
//
//   maximal FILE.bin [order=degree|degeneracy] [expect=N] [repeats=R] [budget=BYTES] [minimum=SIZE] [list=WORDS]
//           [slice=MICROSECONDS] [split=NODES]
//
// FILE.bin holds little-endian u32 pairs, any order. Prints the median time from the prepared graph under the order to
// the exact counts on the host (host clock), and the cliques by size where they are few sizes.
#include <cinttypes>
#include <cstring>
#include <map>

#include "edge_file.h"
#include "maximal_run.h"

using namespace cliquestream::harness;

namespace {

double now_ms() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

int main(int argc, char** argv) try {
  std::map<std::string, std::string> args = {
      {"order", "degeneracy"}, {"expect", ""}, {"repeats", "5"}, {"budget", "4294967296"}, {"minimum", "1"},
      {"list", "0"},           {"slice", "0"}, {"split", "0"}};
  if (argc < 2) {
    std::fprintf(stderr, "maximal FILE.bin [order=degree|degeneracy] [expect=N] [repeats=R] [budget=BYTES] [minimum=SIZE] [list=WORDS] [slice=US] [split=NODES]\n");
    return 2;
  }
  for (int i = 2; i < argc; i++) {
    const char* equals = std::strchr(argv[i], '=');
    if (equals == nullptr || !args.count(std::string(argv[i], equals - argv[i]))) {
      std::fprintf(stderr, "unknown argument %s\n", argv[i]);
      return 2;
    }
    args[std::string(argv[i], equals - argv[i])] = equals + 1;
  }
  const int repeats = std::max(1, std::atoi(args["repeats"].c_str()));
  EdgeFile file(argv[1]);
  cs_pair* edges = file.edges;
  const uint64_t pairs = file.pairs;
  const uint64_t id_bound = file.id_bound;
  Runner runner;
  runner.prepare(edges, pairs, id_bound);
  const uint64_t max_degree = download(runner.graph().degrees, 1)[0];
  cs_graph graph = runner.graph();
  double order_ms = 0;
  if (args["order"] == "degeneracy") {
    for (int i = 0; i < 3; i++) {
      const double start = now_ms();
      runner.symmetrise();
      runner.peel(0);
      runner.order_by_peel();
      graph = runner.orient_aside(runner.core_work().order);
      order_ms = now_ms() - start;
    }
  }
  const uint64_t out_degree = runner.header()->max_out_degree;
  cs_maximal_options options = {};
  options.minimum_size = static_cast<uint32_t>(std::atoi(args["minimum"].c_str()));
  options.list_words = static_cast<uint32_t>(std::strtoul(args["list"].c_str(), nullptr, 10));
  options.split_nodes = static_cast<uint32_t>(std::atoi(args["split"].c_str()));
  options.slice_microseconds = static_cast<uint32_t>(std::atoi(args["slice"].c_str()));
  MaximalRun job(runner, graph);
  const uint64_t bytes =
      job.plan(options, out_degree, max_degree, std::strtoull(args["budget"].c_str(), nullptr, 10));
  std::vector<double> times;
  MaximalAnswer answer;
  for (int i = repeats == 1 ? 0 : -1; i < repeats; i++) {
    const double start = now_ms();
    answer = job.run();
    if (i >= 0) {
      times.push_back(now_ms() - start);
    }
  }
  std::sort(times.begin(), times.end());
  uint32_t largest = 0;
  for (uint32_t size = 0; size < answer.by_size.size(); size++) {
    largest = answer.by_size[size] != 0 ? size : largest;
  }
  const bool right =
      args["expect"].empty() || answer.count() == std::strtoull(args["expect"].c_str(), nullptr, 10);
  std::printf(
      "%s: %" PRIu64 " edges, degree up to %" PRIu64 ", out-degree up to %" PRIu64 " by %s (%.3f ms): %" PRIu64
      " maximal cliques%s, largest %u (%" PRIu64 "); %.3f ms; nodes %" PRIu64
      " splits %u rounds %u launches %u begun again %u warps %u plan %.1f MB\n",
      argv[1], graph.edges, max_degree, out_degree, args["order"].c_str(), order_ms, answer.count(),
      args["expect"].empty() ? "" : right ? " as expected" : " WRONG", largest, answer.by_size[largest],
      times[times.size() / 2], answer.header.nodes, answer.header.splits, answer.rounds, answer.launches,
      answer.shrunk, answer.header.warps, bytes / 1e6);
  return right ? 0 : 1;
} catch (const std::exception& e) {
  std::printf("FAILED: %s\n", e.what());
  return 1;
}
