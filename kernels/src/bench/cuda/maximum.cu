// Times the maximum clique search on edge list files.
//
//   maximum FILE.bin [expect=N] [repeats=R] [budget=BYTES,...] [all=0|1] [greedy-roots=N] [slice=MICROSECONDS] [split=NODES]
//           [seconds=S]
//
// FILE.bin holds little-endian u32 pairs, any order. Prints the median time from the prepared graph to the proven
// answer on the host (host clock), its steps once, and with all=1 the same for the number of all maximum cliques. A
// run ends after S seconds with the bounds it has. Several budgets are run one after the other.
#include <cinttypes>
#include <cstring>
#include <map>
#include <sstream>

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

}  // namespace

int main(int argc, char** argv) try {
  std::map<std::string, std::string> args = {{"expect", ""},        {"repeats", "11"},     {"budget", "8589934592"},
                                             {"all", "0"},          {"greedy-roots", "0"}, {"slice", "0"},
                                             {"split", "0"},       {"seconds", "1e9"}};
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  if (argc < 2) {
    std::fprintf(stderr, "maximum FILE.bin [expect=N] [repeats=R] [budget=BYTES,...] [all=0|1] [greedy-roots=N] [slice=US] [split=NODES] [seconds=S]\n");
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
  const double seconds = std::atof(args["seconds"].c_str());
  EdgeFile file(argv[1]);
  cs_pair* edges = file.edges;
  const uint64_t pairs = file.pairs;
  const uint64_t id_bound = file.id_bound;
  Runner runner;
  runner.prepare(edges, pairs, id_bound);
  const uint64_t degree = runner.header()->max_out_degree;
  cs_maximum_options options = {};
  options.greedy_roots = static_cast<uint32_t>(std::atoi(args["greedy-roots"].c_str()));
  options.slice_microseconds = static_cast<uint32_t>(std::atoi(args["slice"].c_str()));
  options.split_nodes = static_cast<uint32_t>(std::atoi(args["split"].c_str()));
  uint64_t budget = 0;
  auto timed = [&](const char* what) {
    MaximumRun job(runner);
    const uint64_t bytes = job.plan(options, degree, budget);
    std::vector<double> times;
    MaximumAnswer answer;
    for (int i = repeats == 1 ? 0 : -2; i < repeats; i++) {
      const double start = now_ms();
      answer = job.run(true, seconds);
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
  std::printf(
      "%s: %" PRIu64 " vertices, %" PRIu64 " edges, out-degree up to %" PRIu64 "\n", argv[1], runner.graph().active,
      runner.graph().edges, degree);
  bool right = true;
  std::stringstream budgets(args["budget"]);
  for (std::string text; std::getline(budgets, text, ',');) {
    budget = std::strtoull(text.c_str(), nullptr, 10);
    options.enumerate = options.bound = 0;
    const MaximumAnswer one = timed("one");
    const bool expected = args["expect"].empty() || one.size == std::strtoul(args["expect"].c_str(), nullptr, 10);
    std::printf("  clique number %u%s\n", one.size, args["expect"].empty() ? "" : expected ? " as expected" : " WRONG");
    right &= expected;
    if (args["all"] == "1" && one.size > 1 && one.ended) {
      options.enumerate = 1;
      options.bound = one.size - 1;
      const MaximumAnswer all = timed("all");
      std::printf("  maximum cliques %" PRIu64 "%s\n", all.found, all.ended ? "" : " so far");
    }
  }
  return right ? 0 : 1;
} catch (const std::exception& e) {
  std::printf("FAILED: %s\n", e.what());
  return 1;
}
