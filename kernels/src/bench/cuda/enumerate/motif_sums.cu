// Times the counts of all motifs of five vertices by sums, on edge list files.
//
//   motif_sums FILE.bin... [repeats=R] [bits=BYTES] [slice=US] [words=N] [degree=N] [plans=0|1] [limit=SECONDS]
//
// Prints the median time of the sums, triangles of edges included, and of the
// searches that the 5-cycle, the house and the 5-clique have of their own; then every sum and count. With plans=1 each count
// is also made along its matching plan, for at most `limit` seconds each, and compared. words and degree: of a block's shared memory,
// and the largest degree with a matrix.
#include <cinttypes>

#include "../arguments.h"
#include "../edge_file.h"
#include "enumerate/enumerate_runner.h"
#include "enumerate/motif_formulas.h"

using namespace cliquestream::harness;

namespace {

struct Timed {
  EnumerateAnswer answer;
  float ms = 0;
};

Timed timed(
    EnumerateRunner& enumerate, const cs_enumerate_plan& plan, const cs_enumerate_options& options, uint64_t max_degree,
    uint32_t repeats, float limit_ms = 1e9f) {
  Timed out;
  std::vector<float> times;
  for (uint32_t i = 0; i <= repeats; i++) {
    out.answer = enumerate.run(plan, options, max_degree, limit_ms);
    if (i > 0 || repeats == 0) times.push_back(out.answer.kernel_ms);
  }
  std::sort(times.begin(), times.end());
  out.ms = times[times.size() / 2];
  return out;
}

}  // namespace

int main(int argc, char** argv) try {
  const Arguments arguments(
      argc, argv,
      {{"repeats", "5"}, {"bits", "1073741824"}, {"slice", "0"}, {"words", "0"}, {"degree", "0"}, {"plans", "0"}, {"limit", "20"}});
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  int wrong = 0;
  for (const GraphArgument& graph : arguments.graphs()) {
    EdgeFile file(graph.path.c_str());
    Runner runner;
    runner.prepare(file.edges, file.pairs, file.id_bound);
    EnumerateRunner enumerate(runner, arguments.number("bits"));
    const auto degrees = download(runner.graph().degrees, runner.graph().active);
    const uint32_t repeats = arguments.word("repeats");
    std::printf(
        "%s: %zu vertices, %" PRIu64 " edges, degree up to %u, hubs %" PRIu64 "\n", graph.name().c_str(), degrees.size(),
        runner.graph().edges, degrees[0], enumerate.graph().hubs);
    cs_enumerate_options options = {};
    options.slice_microseconds = arguments.word("slice");
    cs_enumerate_options of_sums = options;
    of_sums.arena_ids = arguments.word("words");
    of_sums.chunk = arguments.word("degree");
    const Timed sums = timed(enumerate, EnumerateRunner::sums(), of_sums, degrees[0], repeats);
    std::printf(
        "  sums          %10.3f ms  launches %u  %.3g members  %.0f MB\n", sums.ms, sums.answer.launches,
        static_cast<double>(sums.answer.header.elements), static_cast<double>(sums.answer.device_bytes) / 1e6);
    float all = sums.ms;
    const auto own = [&](const char* name, const cs_enumerate_plan& plan, uint64_t divisor) {
      cs_enumerate_options with = options;
      with.balance = CS_ENUMERATE_DONATE;
      const Timed found = timed(enumerate, plan, with, degrees[0], repeats);
      all += found.ms;
      std::printf(
          "  %-13s %10.3f ms  launches %u  %s\n", name, found.ms, found.answer.launches,
          text(found.answer.sum / static_cast<Wide>(divisor)).c_str());
    };
    GraphGuess guess;
    guess.vertices = static_cast<double>(degrees.size());
    own("5-cycle", EnumerateRunner::cycles(5), 1);
    own("house", EnumerateRunner::houses(), 1);
    const MadePlan clique = PlanMaker(Pattern::parse("0-1,0-2,0-3,0-4,1-2,1-3,1-4,2-3,2-4,3-4"), false, true, guess).best();
    own("5-clique", clique.plan, clique.divisor);
    std::printf("  all motifs    %10.3f ms\n", all);
    for (uint32_t i = 0; i < CS_ENUMERATE_SUM_COUNT; i++) {
      std::printf("    %-26s %s\n", kSumNames[i], text(sums.answer.sums[i]).c_str());
    }
    for (const NamedCount& motif : motif_counts(sums.answer.sums)) {
      std::printf("    %-26s %s", motif.name, text(motif.count).c_str());
      if (arguments.number("plans") != 0) {
        const MadePlan made = PlanMaker(Pattern::parse(motif.edges), false, true, guess).best();
        cs_enumerate_options with = options;
        with.balance = CS_ENUMERATE_DONATE;
        const Timed found =
            timed(enumerate, made.plan, with, degrees[0], 0, 1e3f * static_cast<float>(arguments.real("limit")));
        const bool same = found.answer.sum / static_cast<Wide>(made.divisor) == motif.count;
        wrong += found.answer.complete && !same ? 1 : 0;
        std::printf("  along its plan %.3f ms%s", found.ms, !found.answer.complete ? " (NOT DONE)" : same ? " ok" : " WRONG");
      }
      std::printf("\n");
    }
  }
  return wrong == 0 ? 0 : 1;
} catch (const std::exception& e) {
  std::printf("FAILED: %s\n", e.what());
  return 1;
}
