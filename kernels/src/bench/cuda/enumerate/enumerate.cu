// Times subgraph enumeration on an edge list file.
//
//   enumerate FILE.bin [repeats=R] [balance=0|1|2|3|4,...] [warps=N] [chunk=N] [bits=BYTES] [slice=US] [list=N] [lists_only=0|1]
//       [cycles=1|0] [limit=SECONDS] PATTERN...
//
// FILE.bin holds little-endian u32 pairs, any order. PATTERN is name[:v][=COUNT]: a name below, edges as 0-1,1-2, census3 to
// census7, or motifs3 to motifs6 (all patterns of a size, one after the other); ":v" for vertex-induced; COUNT is checked. With
// cycles=1 cycles of four and five vertices and houses are counted by wedges, else along a plan. Prints the median time
// from the first launch to the last (device events), the matches, members looked at per second, and the share of time
// without work. A search that is not
// done after `limit` is given up and said so.
#include <cinttypes>
#include <cmath>
#include <cstring>
#include <map>

#include "../edge_file.h"
#include "enumerate/enumerate_runner.h"

using namespace cliquestream::harness;

namespace {

const std::map<std::string, std::string> kNames = {
    {"wedge", "0-1,0-2"},
    {"triangle", "0-1,1-2,0-2"},
    {"star3", "0-1,0-2,0-3"},
    {"path4", "0-1,1-2,2-3"},
    {"cycle4", "0-1,1-2,2-3,3-0"},
    {"tailed", "0-1,1-2,2-0,0-3"},
    {"diamond", "0-1,0-2,1-2,0-3,1-3"},
    {"k4", "0-1,0-2,0-3,1-2,1-3,2-3"},
    {"k5", "0-1,0-2,0-3,0-4,1-2,1-3,1-4,2-3,2-4,3-4"},
    {"k6", "0-1,0-2,0-3,0-4,0-5,1-2,1-3,1-4,1-5,2-3,2-4,2-5,3-4,3-5,4-5"},
    {"house", "0-1,1-2,2-3,3-4,4-0,0-2"},
    {"pentagon", "0-1,1-2,2-3,3-4,4-0"},
    {"path5", "0-1,1-2,2-3,3-4"},
    {"biclique23", "0-2,0-3,0-4,1-2,1-3,1-4"},
    {"wheel4", "0-1,1-2,2-3,3-0,4-0,4-1,4-2,4-3"},
    {"banner", "0-1,1-2,2-3,3-0,0-4"},
    {"bull", "0-1,1-2,2-0,0-3,1-4"},
    {"gem", "0-1,0-2,0-3,0-4,1-2,2-3,3-4"},
};

std::string text(__int128 value) {
  if (value == 0) return "0";
  std::string out;
  for (unsigned __int128 rest = value < 0 ? -value : value; rest != 0; rest /= 10) {
    out.insert(out.begin(), static_cast<char>('0' + static_cast<int>(rest % 10)));
  }
  return value < 0 ? "-" + out : out;
}

}  // namespace

int main(int argc, char** argv) try {
  std::map<std::string, std::string> args = {{"repeats", "5"}, {"balance", "1"},          {"warps", "0"}, {"chunk", "0"},
                                             {"slice", "0"},   {"bits", "1073741824"}, {"list", "0"},
                                             {"lists_only", "0"}, {"cycles", "1"}, {"limit", "60"}};
  if (argc < 3) {
    std::fprintf(stderr, "enumerate FILE.bin [name=value]... PATTERN[:v][=COUNT]...\n");
    return 2;
  }
  std::vector<std::string> wanted;
  for (int i = 2; i < argc; i++) {
    const char* equals = std::strchr(argv[i], '=');
    if (equals != nullptr && args.count(std::string(argv[i], equals - argv[i]))) {
      args[std::string(argv[i], equals - argv[i])] = equals + 1;
    } else {
      wanted.push_back(argv[i]);
    }
  }
  EdgeFile file(argv[1]);
  cs_pair* edges = file.edges;
  const uint64_t pairs = file.pairs;
  const uint64_t id_bound = file.id_bound;
  Runner runner;
  runner.prepare(edges, pairs, id_bound);
  EnumerateRunner enumerate(runner, std::strtoull(args["bits"].c_str(), nullptr, 10));
  const auto degrees = download(runner.graph().degrees, runner.graph().active);
  double squares = 0;
  for (uint32_t d : degrees) squares += static_cast<double>(d) * d;
  GraphGuess guess = {static_cast<double>(degrees.size()), squares / (2.0 * runner.graph().edges), 0.1};
  // Closure: triangles by the plan of a triangle, over wedges.
  {
    PlanMaker maker(Pattern::parse(kNames.at("triangle")), false, true, guess);
    const MadePlan made = maker.best();
    cs_enumerate_options options = {};
    options.balance = CS_ENUMERATE_DONATE;
    const double triangles = static_cast<double>(enumerate.run(made.plan, options, degrees[0]).count(made.divisor));
    guess.closure = std::max(1e-6, 6 * triangles / std::max(1.0, squares - 2.0 * runner.graph().edges));
  }
  std::printf(
      "%s: %zu vertices, %" PRIu64 " edges, degree up to %u, hubs %" PRIu64 ", closure %.4f\n", argv[1], degrees.size(),
      runner.graph().edges, degrees.empty() ? 0 : degrees[0], enumerate.graph().hubs, guess.closure);
  cs_enumerate_options options = {};
  options.warps = static_cast<uint32_t>(std::atoi(args["warps"].c_str()));
  options.chunk = static_cast<uint32_t>(std::atoi(args["chunk"].c_str()));
  options.slice_microseconds = static_cast<uint32_t>(std::atoi(args["slice"].c_str()));
  options.list_capacity = static_cast<uint32_t>(std::atoi(args["list"].c_str()));
  options.lists_only = static_cast<uint32_t>(std::atoi(args["lists_only"].c_str()));
  const bool wedges = args["cycles"] != "0";
  const float limit_ms = 1e3f * static_cast<float>(std::atof(args["limit"].c_str()));
  const int repeats = std::max(1, std::atoi(args["repeats"].c_str()));
  int wrong = 0;
  std::map<std::string, std::pair<size_t, float>> sums;  // of motifs: patterns and time
  struct Run {
    std::string pattern, group;
    uint32_t balance;
  };
  std::vector<Run> runs;
  for (const char policy : args["balance"]) {
    if (policy < '0' || policy > '4') continue;
    const uint32_t balance = static_cast<uint32_t>(policy - '0');
    for (const std::string& argument : wanted) {
      if (argument.size() == 7 && argument.compare(0, 6, "motifs") == 0) {
        for (const Pattern& p : connected_patterns(static_cast<uint32_t>(argument[6] - '0'))) {
          runs.push_back({p.text(), argument, balance});
        }
      } else {
        runs.push_back({argument, "", balance});
      }
    }
  }
  const uint32_t four_cycle = Pattern::parse(kNames.at("cycle4")).code(), five_cycle = Pattern::parse(kNames.at("pentagon")).code();
  const uint32_t house = Pattern::parse(kNames.at("house")).code();
  for (const Run& one : runs) {
    const std::string& argument = one.pattern;
    options.balance = one.balance;
    std::string name = argument, expected;
    if (const size_t at = name.find('='); at != std::string::npos) {
      expected = name.substr(at + 1);
      name.resize(at);
    }
    const bool induced = name.size() > 2 && name.substr(name.size() - 2) == ":v";
    const std::string bare = induced ? name.substr(0, name.size() - 2) : name;
    const bool census = bare.size() == 7 && bare.compare(0, 6, "census") == 0;
    MadePlan made;
    const Pattern pattern = census ? Pattern{} : Pattern::parse(kNames.count(bare) ? kNames.at(bare) : bare);
    const bool counted = !census && !induced && wedges && options.list_capacity == 0 && pattern.vertices <= 5;
    const uint32_t code = counted ? pattern.code() : 0;
    if (counted && pattern.vertices == 5 && code == house) {
      made.plan = EnumerateRunner::houses();
    } else if (counted && ((pattern.vertices == 4 && code == four_cycle) || (pattern.vertices == 5 && code == five_cycle))) {
      made.plan = EnumerateRunner::cycles(pattern.vertices);
    } else if (census) {
      made.plan = EnumerateRunner::census(static_cast<uint32_t>(bare[6] - '0'));
    } else {
      PlanMaker maker(pattern, induced, options.list_capacity == 0, guess);
      made = maker.best();
    }
    std::vector<float> times;
    EnumerateAnswer answer;
    for (int i = repeats == 1 ? 0 : -1; i < repeats; i++) {
      answer = enumerate.run(made.plan, options, degrees[0], limit_ms);
      if (!answer.complete) i = repeats;
      if (i >= 0) times.push_back(answer.kernel_ms);
    }
    std::sort(times.begin(), times.end());
    const float ms = times[times.size() / 2];
    const cs_enumerate_header& h = answer.header;
    const std::string count = text(answer.sum / static_cast<__int128>(made.divisor));
    const bool good = expected.empty() || expected == count || !answer.complete;
    wrong += good ? 0 : 1;
    std::printf(
        "  %-12s balance %u %10.3f ms%s  %s%s  bound %u/%u launches %u  %.3g ext/s  %.3g elements (%.3g/s)  idle %.1f%%  donations %" PRIu64
        " stops %" PRIu64 " tiles %" PRIx64 " %.0f MB\n",
        name.c_str(), one.balance, ms, answer.complete ? "" : " (NOT DONE)", count.c_str(), expected.empty() ? "" : good ? " ok" : " WRONG", made.plan.enumerated,
        made.plan.vertices, answer.launches, static_cast<double>(h.extensions) / ms * 1e3, static_cast<double>(h.elements),
        static_cast<double>(h.elements) / ms * 1e3,
        100.0 * static_cast<double>(h.idle_cycles) / std::max<double>(1, static_cast<double>(h.cycles)), h.donations,
        h.stops, answer.tile_bases, static_cast<double>(answer.device_bytes) / 1e6);
    if (!one.group.empty()) {
      sums[one.group].first++;
      sums[one.group].second += ms;
    }
    if (census && made.plan.vertices <= 5) {
      for (const auto& entry : answer.classes) std::printf("    %u:%x %" PRIu64 "\n", made.plan.vertices, entry.first, entry.second);
    }
    std::fflush(stdout);
  }
  for (const auto& sum : sums) {
    std::printf("  %-12s %10.3f ms in %zu patterns\n", sum.first.c_str(), sum.second.second, sum.second.first);
  }
  return wrong == 0 ? 0 : 1;
} catch (const std::exception& e) {
  std::printf("FAILED: %s\n", e.what());
  return 1;
}
