// Homomorphisms of patterns of six vertices: rows in shared and in global memory, in one block and in all, bit rows for no, some and
// all vertices, slices of a microsecond, roots in pieces, a stop between slices. On the smallest graphs every map is tried; on others
// the numbers are those of full matrices, and on complete bipartite graphs those of a closed form that passes 64 bits.
//
//   maps_test [GRAPHS] [FIRST_SEED] [SECONDS]      so many seeded graphs, or what the time allows; exit status 1 at the first
//                                                  difference, which is printed with its seed
#include <chrono>
#include <cinttypes>

#include "enumerate/enumerate_runner.h"
#include "enumerate/map_reference.h"

using namespace cliquestream::harness;

namespace {

constexpr uint32_t kMatrixVertices = 420;  // of the largest graph whose matrices are made

void expect(const Case& g, uint64_t seed, const char* way, const std::vector<Wide>& got, const std::vector<Wide>& wanted) {
  for (uint32_t i = 0; i < CS_ENUMERATE_MAP_COUNT; i++) {
    if (got[i] == wanted[i]) continue;
    std::printf(
        "DIFFERS: %s of %u vertices, seed %" PRIu64 ", %s: maps of %s are %s, expected %s\n", g.name, g.n, seed, way,
        kMapPatterns[i], text(got[i]).c_str(), text(wanted[i]).c_str());
    std::exit(1);
  }
}

// Slices that are stopped, again and again, between slices that are not: nothing is lost and nothing is counted twice.
std::vector<Wide> stopped(Runner& runner, const cs_enumerate_graph& graph, uint64_t max_degree, uint32_t& launches) {
  const cs_enumerate_plan plan = EnumerateRunner::maps();
  cs_enumerate_options options = {};
  options.warps = 32;
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
  std::vector<Wide> sums;
  const auto words = download(work.class_counts, work.classes);
  for (uint32_t i = 0; i < work.classes; i += 2) sums.push_back(EnumerateRunner::wide(words[i], words[i + 1]));
  return sums;
}

// A graph so small that every map can be tried.
Case tiny(uint64_t seed) {
  std::mt19937_64 random(seed);
  Case g = {"tiny", static_cast<uint32_t>(3 + random() % 6), {}};
  const double p = static_cast<double>(1 + random() % 9) / 10;
  for (uint32_t i = 0; i < g.n; i++)
    for (uint32_t j = 0; j < i; j++)
      if (static_cast<double>(random() >> 11) * 0x1p-53 < p) g.pairs.push_back({i, j});
  if (g.pairs.empty()) g.pairs.push_back({0, g.n - 1});
  return g;
}

struct Way {
  const char* name;
  uint32_t in_shared, blocks, slice, pieces;
};

uint64_t runs = 0, launches = 0;

void check_ways(const Case& g, uint64_t seed, EnumerateRunner& enumerate, uint64_t max_degree, std::vector<Wide> wanted) {
  for (const Way& way :
       {Way{"as it comes", 0, 0, 0, 1}, Way{"in slices", 0, 0, 1, 1 + static_cast<uint32_t>(seed % 7)},
        Way{"in one block", 0, 1, 0, 1}, Way{"in global memory", 1, 0, 0, 1},
        Way{"in global memory, one block in slices", 1, 1, 1, 1 + static_cast<uint32_t>(seed % 3)}}) {
    cs_enumerate_options options = {};
    options.arena_ids = way.in_shared;
    options.large_stacks = way.blocks;
    options.slice_microseconds = way.slice;
    enumerate.cut(way.pieces);
    const EnumerateAnswer got = enumerate.run(EnumerateRunner::maps(), options, max_degree);
    if (wanted.empty()) wanted = got.sums;
    expect(g, seed, way.name, got.sums, wanted);
    launches += got.launches;
    runs++;
  }
  enumerate.cut(1);
}

void check_bipartite(uint32_t left, uint32_t right) {
  Case g = {"complete bipartite", left + right, {}};
  for (uint32_t i = 0; i < left; i++)
    for (uint32_t j = 0; j < right; j++) g.pairs.push_back({i, left + j});
  std::vector<Wide> wanted;
  for (const char* edges : kMapPatterns) {
    wanted.push_back(MapReference::complete_bipartite(Pattern::parse(edges), left, right));
  }
  Runner runner;
  runner.prepare(g.pairs.data(), g.pairs.size(), g.n);
  EnumerateRunner enumerate(runner, uint64_t{1} << 28);
  expect(g, 0, "closed form", enumerate.run(EnumerateRunner::maps(), {}, std::max(left, right)).sums, wanted);
  runs++;
}

}  // namespace

int main(int argc, char** argv) try {
  const uint64_t graphs = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 200;
  const uint64_t first = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 0;
  const double seconds = argc > 3 ? std::atof(argv[3]) : 600;
  const auto start = std::chrono::steady_clock::now();
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  uint64_t done = 0, stops = 0, tried = 0;
  for (uint64_t seed = first; seed < first + graphs; seed++) {
    if (std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() > seconds) break;
    const bool small = seed % 3 == 2;
    const Case g = small ? tiny(seed) : make_case(seed);
    std::vector<Wide> wanted;
    if (g.n <= kMatrixVertices) {
      const MapReference reference(g);
      wanted = reference.by_matrices();
      if (small) {
        std::vector<Wide> every;
        for (const char* edges : kMapPatterns) every.push_back(reference.every(Pattern::parse(edges)));
        expect(g, seed, "matrices beside every map", wanted, every);
        tried++;
      }
    }
    Runner runner;
    runner.prepare(g.pairs.data(), g.pairs.size(), g.n);
    const auto degrees = download(runner.graph().degrees, runner.graph().active);
    const uint64_t active = runner.graph().active, words = (active + 31) / 32;
    for (const uint64_t bits : {uint64_t{0}, 4 * words * (active / 3), uint64_t{1} << 24}) {
      EnumerateRunner enumerate(runner, bits);
      check_ways(g, seed, enumerate, degrees[0], wanted);
      if (seed % 4 == 0 && !wanted.empty()) {
        uint32_t turns = 0;
        expect(g, seed, "stopped", stopped(runner, enumerate.graph(), degrees[0], turns), wanted);
        stops += turns / 2;
        runs++;
      }
    }
    done++;
  }
  if (first == 0 && graphs > 10) {
    check_bipartite(1, 70000);
    check_bipartite(2, 66000);
    check_bipartite(2000, 2000);
  }
  std::printf(
      "maps_test: %" PRIu64 " graphs from seed %" PRIu64 ", of %" PRIu64 " every map, %" PRIu64 " runs, %" PRIu64 " launches, %" PRIu64
      " stopped slices: all as expected\n",
      done, first, tried, runs, launches, stops);
  return 0;
} catch (const std::exception& e) {
  std::printf("FAILED: %s\n", e.what());
  return 1;
}
