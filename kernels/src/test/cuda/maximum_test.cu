// The maximum clique search against the host on seeded random graphs: one clique and all of them, with small pools,
// short slices, early splits and short lists.
//
//   maximum_test [GRAPHS] [FIRST_SEED] [tiny] [long]   exit status 1 at the first difference, which is printed with its seed
#include <cinttypes>

#include "maximum_reference.h"
#include "maximum_run.h"

using namespace cliquestream::harness;

namespace {

[[noreturn]] void differ(const TestGraph& g, uint64_t seed, const std::string& what, uint64_t got, uint64_t wanted) {
  std::printf(
      "DIFFERS: graph '%s' seed %" PRIu64 ": %s: got %" PRIu64 ", expected %" PRIu64 "\n", g.name.c_str(), seed,
      what.c_str(), got, wanted);
  std::exit(1);
}
void expect(const TestGraph& g, uint64_t seed, const std::string& what, uint64_t got, uint64_t wanted) {
  if (got != wanted) {
    differ(g, seed, what, got, wanted);
  }
}

constexpr uint64_t kRoomy = uint64_t{64} << 20;
constexpr uint32_t kAllHubs = 1u << 20;

struct Way {
  const char* name;
  cs_maximum_options options;
  uint64_t budget;  // 0: the least that is accepted
  bool greedy;
};

uint64_t least_budget(const Runner& runner, uint64_t degree, const cs_maximum_options& options) {
  uint64_t low = 0, high = uint64_t{1} << 40;
  while (low + 1 < high) {
    const uint64_t middle = (low + high) / 2;
    cs_maximum_sizes sizes;
    (cs_maximum_plan(&runner.graph(), degree, &options, middle, &sizes) == CS_OK ? high : low) = middle;
  }
  return high;
}

void compare(Runner& runner, const TestGraphs& graphs, const TestGraph& g, uint64_t seed, const Reference& host) {
  HostSearch wanted(host);
  const uint64_t degree = runner.header()->max_out_degree;
  const uint32_t some_hubs = static_cast<uint32_t>(runner.graph().active / 3) + 1;
  const Way ways[] = {
      {"default", {0, 0, 0, 0, 0, 0}, kRoomy, true},
      {"no greedy, parts of the roots, split at once, short slices", {0, 0, 0, 1, 1, 0}, kRoomy, false},
      {"one greedy root, least memory", {0, 0, 1, 1, 50, 0}, 0, true},
      {"bound given", {wanted.size() > 1 ? wanted.size() - 1 : 0, 0, 0, 0, 0, 0}, kRoomy, false},
      {"all vertices hubs", {0, 0, 0, 0, 0, 0, 0, 0, kAllHubs}, kRoomy, true},
      {"a third of them hubs", {0, 0, 0, 0, 0, 0, 0, 0, some_hubs}, kRoomy, seed % 2 == 0},
  };
  const auto plan = [&](MaximumRun& job, const Way& way) {
    cs_maximum_options options = way.options;
    options.slice_microseconds = graphs.long_slices ? TestGraphs::kLongSlice : options.slice_microseconds;
    job.plan(
        options, degree, way.budget != 0 ? way.budget : least_budget(runner, degree, options),
        graphs.long_slices ? TestGraphs::kFewBlocks : 0);
  };
  for (const Way& way : ways) {
    if (graphs.long_slices && way.options.slice_microseconds != 0) {
      continue;
    }
    MaximumRun job(runner);
    plan(job, way);
    const uint32_t parts = way.options.bound == 0 && !way.greedy ? 1 + seed % 6 : 0;
    const MaximumAnswer got = parts != 0 ? job.run_parts(parts) : job.run(way.greedy);
    const std::string name = way.name;
    expect(g, seed, name + ": clique number", got.size, wanted.size());
    expect(g, seed, name + ": upper bound", got.header.upper, wanted.size());
    for (size_t i = 0; i < got.clique.size(); i++) {
      for (size_t j = 0; j < i; j++) {
        const uint32_t a = host.id_to_rank[got.clique[i]], b = host.id_to_rank[got.clique[j]];
        const auto& row = host.rows[std::max(a, b)];
        expect(
            g, seed, name + ": an edge of the clique", std::binary_search(row.begin(), row.end(), std::min(a, b)), 1);
      }
    }
  }
  if (wanted.size() < 2 || wanted.cliques().size() > 20000) {
    return;
  }
  const uint32_t bound = wanted.size() - 1;
  const Way all[] = {
      {"count all", {bound, 1, 0, 0, 0, 0}, kRoomy, false},
      {"list all", {bound, 1, 0, 0, 0, 1u << 16}, kRoomy, false},
      {"list all, all vertices hubs", {bound, 1, 0, 0, 0, 1u << 16, 0, 0, kAllHubs}, kRoomy, false},
      {"count all, a third of them hubs", {bound, 1, 0, 0, 0, 0, 0, 0, some_hubs}, kRoomy, false},
      {"list by threes, split at once, short slices", {bound, 1, 0, 1, 1, 3}, kRoomy, false},
      {"list by ones, least memory", {bound, 1, 0, 1, 20, 1}, 0, false},
  };
  for (const Way& way : all) {
    if (graphs.long_slices && way.options.slice_microseconds != 0) {
      continue;
    }
    if (way.options.list_capacity == 1 && wanted.cliques().size() > 400) {
      continue;  // one launch each
    }
    MaximumRun job(runner);
    plan(job, way);
    const MaximumAnswer got = job.run();
    const std::string name = way.name;
    expect(g, seed, name + ": cliques found", got.found, wanted.cliques().size());
    if (way.options.list_capacity != 0) {
      expect(g, seed, name + ": cliques listed", got.cliques.size(), wanted.cliques().size());
      expect(g, seed, name + ": the list", got.cliques == wanted.cliques(), 1);
    }
  }
}

}  // namespace

int main(int argc, char** argv) try {
  const TestGraphs graphs(argc, argv, 800);
  Runner runner;
  uint64_t vertices = 0;
  for (uint64_t seed = graphs.first; seed < graphs.first + graphs.count; seed++) {
    const TestGraph g = graphs.at(seed);
    const Reference host(g.pairs, g.id_bound);
    runner.prepare(g.pairs.data(), g.pairs.size(), g.id_bound);
    compare(runner, graphs, g, seed, host);
    vertices += host.active;
  }
  std::printf("OK: %" PRIu64 " graphs from seed %" PRIu64 ", %" PRIu64 " vertices\n", graphs.count, graphs.first, vertices);
  return 0;
} catch (const std::exception& e) {
  std::printf("FAILED: %s\n", e.what());
  return 1;
}
