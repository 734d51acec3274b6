// The sums that motif counts follow from, by their definitions: pages and hashes of common neighbours, matrices in shared and in
// global memory, and pairs of hubs, each forced on every graph; then what a whole search has to hold besides: slices of a
// microsecond, roots in pieces, a stop between slices, bit rows for no, some and all vertices. On the smallest graphs the counts
// that follow are held against every choice of five vertices, on others against those along matching plans.
//
//   sums_test [GRAPHS] [FIRST_SEED] [SECONDS]      so many seeded graphs, or what the time allows; exit status 1 at the first
//                                                  difference, which is printed with its seed
#include <chrono>
#include <cinttypes>

#include "enumerate/enumerate_runner.h"
#include "enumerate/motif_reference.h"

using namespace cliquestream::harness;

namespace {

void expect(const Case& g, uint64_t seed, const char* way, const char* name, Wide got, Wide wanted) {
  if (got == wanted) return;
  std::printf(
      "DIFFERS: %s of %u vertices, seed %" PRIu64 ", %s: %s is %s, expected %s\n", g.name, g.n, seed, way, name,
      text(got).c_str(), text(wanted).c_str());
  std::exit(1);
}
void expect(const Case& g, uint64_t seed, const char* way, const MotifSums& got, const MotifSums& wanted) {
  for (uint32_t i = 0; i < CS_ENUMERATE_SUM_COUNT; i++) expect(g, seed, way, kSumNames[i], got[i], wanted[i]);
}

// Slices that are stopped, again and again, between slices that are not: nothing is lost and nothing is counted twice.
MotifSums stopped(Runner& runner, const cs_enumerate_graph& graph, uint64_t max_degree, uint32_t& launches) {
  const cs_enumerate_plan plan = EnumerateRunner::sums();
  cs_enumerate_options options = {};
  options.warps = 16;
  options.slice_microseconds = 1;
  const uint64_t bytes = cs_enumerate_bytes(&graph, max_degree, &plan, &options);
  DeviceMemory memory, word;
  PinnedMemory host;
  cs_enumerate_work work = {};
  CS_CHECK(cs_enumerate_bind(memory.at_least(bytes), bytes, &graph, max_degree, &plan, &options, &work));
  auto* stop = static_cast<uint32_t*>(word.at_least(sizeof(uint32_t)));
  auto* header = static_cast<cs_enumerate_header*>(host.at_least(sizeof(cs_enumerate_header)));
  CS_CHECK(cs_enumerate_start(&graph, &plan, &work, runner.stream()));
  cs_enumerate_header before = {};
  for (launches = 0; launches < 1000000; launches++) {
    const bool up = launches % 2 == 0;
    CS_CHECK(cudaMemsetAsync(stop, up ? 1 : 0, sizeof(uint32_t), runner.stream()));
    CS_CHECK(cs_enumerate_run(&graph, &work, stop, header, runner.stream()));
    runner.wait();
    if (up && (header->pending == 0 || header->taken != before.taken)) {
      throw std::runtime_error("a slice that is stopped has gone on, or is told to be the last");
    }
    before = *header;
    if (header->pending == 0) break;
  }
  MotifSums sums;
  const auto words = download(work.class_counts, work.classes);
  for (uint32_t i = 0; i < work.classes; i += 2) sums.push_back(EnumerateRunner::wide(words[i], words[i + 1]));
  return sums;
}

// A graph so small that every choice of vertices can be tried.
Case tiny(uint64_t seed) {
  std::mt19937_64 random(seed);
  Case g = {"tiny", static_cast<uint32_t>(5 + random() % 5), {}};
  const double p = static_cast<double>(1 + random() % 9) / 10;
  for (uint32_t i = 0; i < g.n; i++)
    for (uint32_t j = 0; j < i; j++)
      if (static_cast<double>(random() >> 11) * 0x1p-53 < p) g.pairs.push_back({i, j});
  if (g.pairs.empty()) g.pairs.push_back({0, g.n - 1});
  return g;
}

struct Way {
  const char* name;
  uint32_t words, degree, blocks, slice, pieces;
};

}  // namespace

int main(int argc, char** argv) try {
  const uint64_t graphs = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 300;
  const uint64_t first = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 0;
  const double seconds = argc > 3 ? std::atof(argv[3]) : 600;
  const auto start = std::chrono::steady_clock::now();
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  uint64_t done = 0, runs = 0, launches = 0, stops = 0, plans = 0;
  for (uint64_t seed = first; seed < first + graphs; seed++) {
    if (std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() > seconds) break;
    const bool small = seed % 3 == 2;
    const Case g = small ? tiny(seed) : make_case(seed);
    const MotifReference reference(g);
    const MotifSums wanted = reference.sums();
    Runner runner;
    runner.prepare(g.pairs.data(), g.pairs.size(), g.n);
    const auto degrees = download(runner.graph().degrees, runner.graph().active);
    const uint64_t active = runner.graph().active, words = (active + 31) / 32;
    for (const uint64_t bits : {uint64_t{0}, 4 * words * (active / 3), uint64_t{1} << 24}) {
      EnumerateRunner enumerate(runner, bits);
      const bool large = active > 5000;
      for (const Way& way : {
               Way{"as it comes", 0, 0, 0, 0, 1},
               Way{"small pages", 400, 0, 0, 1, 1 + static_cast<uint32_t>(seed % 7)},
               Way{"smallest pages", 132, 0, 1 + static_cast<uint32_t>(seed % 3), 1, 1},
               Way{"pairs of hubs", 0, 1 + static_cast<uint32_t>(seed % 40), 0, 1, 1 + static_cast<uint32_t>(seed % 3)},
               Way{"pairs of hubs, marks in global memory", 132, 1, 0, 0, 1}}) {
        if (large && way.degree != 0) continue;  // each pair of hubs is gone through
        cs_enumerate_options options = {};
        options.arena_ids = way.words;
        options.chunk = way.degree;
        options.large_stacks = way.blocks;
        options.slice_microseconds = way.slice;
        enumerate.cut(way.pieces);
        const EnumerateAnswer got = enumerate.run(EnumerateRunner::sums(), options, degrees[0]);
        expect(g, seed, way.name, got.sums, wanted);
        launches += got.launches;
        runs++;
      }
      for (const uint64_t limit : {uint64_t{48} << 10, uint64_t{64} << 10, uint64_t{99} << 10, uint64_t{163} << 10, uint64_t{0}}) {
        CS_CHECK(cs_set_shared_memory_limit(limit));
        if (limit == 0) break;
        const EnumerateAnswer got = enumerate.run(EnumerateRunner::sums(), {}, degrees[0]);
        expect(g, seed, ("in " + std::to_string(limit) + " bytes of shared memory").c_str(), got.sums, wanted);
        runs++;
      }
      if (seed % 4 == 0) {
        uint32_t turns = 0;
        expect(g, seed, "stopped", stopped(runner, enumerate.graph(), degrees[0], turns), wanted);
        stops += turns / 2;
        runs++;
      }
      enumerate.cut(1);
      if (bits == 0 || large || (!small && seed % 20 != 0)) continue;
      for (const NamedCount& motif : motif_counts(wanted)) {
        const Pattern pattern = Pattern::parse(motif.edges);
        if (small) expect(g, seed, "every choice of vertices", motif.name, motif.count, reference.count(pattern));
        const MadePlan made = PlanMaker(pattern, false, true, {}).best();
        cs_enumerate_options options = {};
        options.balance = CS_ENUMERATE_DONATE;
        const EnumerateAnswer along = enumerate.run(made.plan, options, degrees[0]);
        expect(g, seed, "along the plan", motif.name, along.sum / static_cast<Wide>(made.divisor), motif.count);
        plans++;
      }
    }
    done++;
  }
  std::printf(
      "sums_test: %" PRIu64 " graphs from seed %" PRIu64 ", %" PRIu64 " runs, %" PRIu64 " launches, %" PRIu64
      " stopped slices, %" PRIu64 " counts along plans: all as expected\n",
      done, first, runs, launches, stops, plans);
  return 0;
} catch (const std::exception& e) {
  std::printf("FAILED: %s\n", e.what());
  return 1;
}
