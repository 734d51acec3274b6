// Houses by wedges and triangles of edges, against a count that knows nothing of either: for every edge and triangle at it, walks
// of three steps between its ends, by adjacency. Then what a whole search has to hold besides: slices of a microsecond, hubs in
// pieces, a stop between slices, counters in global memory, bit rows for no, some and all vertices, sums that pass 64 bits.
//
//   house_test [GRAPHS] [FIRST_SEED] [SECONDS]     so many seeded graphs, or what the time allows; exit status 1 at the first
//                                                  difference, which is printed with its seed
#include <chrono>
#include <cinttypes>

#include "enumerate/enumerate_runner.h"
#include "enumerate/graph_cases.h"

using namespace cliquestream::harness;

namespace {

// Every house a, b, c of a triangle and c - d - e - a, by its two mirror images.
uint64_t houses_by_force(const Case& g) {
  std::vector<std::vector<uint32_t>> rows(g.n);
  std::vector<std::vector<bool>> edge(g.n, std::vector<bool>(g.n));
  for (const cs_pair& p : g.pairs) {
    if (p.first == p.second || edge[p.first][p.second]) continue;
    edge[p.first][p.second] = edge[p.second][p.first] = true;
    rows[p.first].push_back(p.second);
    rows[p.second].push_back(p.first);
  }
  uint64_t images = 0;
  for (uint32_t a = 0; a < g.n; a++)
    for (const uint32_t c : rows[a]) {
      uint64_t roofs = 0;
      for (const uint32_t b : rows[a]) roofs += edge[b][c];
      if (roofs == 0) continue;
      for (const uint32_t d : rows[c]) {
        if (d == a) continue;
        for (const uint32_t e : rows[d]) {
          if (e == a || e == c || !edge[e][a]) continue;
          images += roofs - (edge[d][a] ? 1 : 0) - (edge[e][c] ? 1 : 0);
        }
      }
    }
  return images / 2;
}

uint64_t choose(uint64_t n, uint32_t k) {
  unsigned __int128 out = 1;
  for (uint32_t i = 0; i < k; i++) out = out * (n - i) / (i + 1);
  return n < k ? 0 : static_cast<uint64_t>(out);
}

void expect(const Case& g, uint64_t seed, const char* way, __int128 got, __int128 wanted) {
  if (got == wanted) return;
  std::printf(
      "DIFFERS: %s of %u vertices, seed %" PRIu64 ", %s: got %.0Lf, expected %.0Lf\n", g.name, g.n, seed, way,
      static_cast<long double>(got), static_cast<long double>(wanted));
  std::exit(1);
}

// Slices that are stopped, again and again, between slices that are not: nothing is lost and nothing is counted twice.
__int128 stopped(Runner& runner, const cs_enumerate_graph& graph, uint64_t max_degree, uint32_t& launches) {
  const cs_enumerate_plan plan = EnumerateRunner::houses();
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
    if (up && (header->pending == 0 || header->taken != before.taken || header->low != before.low)) {
      throw std::runtime_error("a slice that is stopped has gone on, or is told to be the last");
    }
    before = *header;
    if (header->pending == 0) break;
  }
  return static_cast<__int128>(static_cast<unsigned __int128>(header->high) << 64 | header->low);
}

}  // namespace

int main(int argc, char** argv) try {
  const uint64_t graphs = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 300;
  const uint64_t first = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 0;
  const double seconds = argc > 3 ? std::atof(argv[3]) : 600;
  const auto start = std::chrono::steady_clock::now();
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  uint64_t done = 0, runs = 0, launches = 0, stops = 0, found = 0;
  for (uint64_t seed = first; seed < first + graphs; seed++) {
    if (std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() > seconds) break;
    const Case g = make_case(seed);
    const uint64_t wanted = houses_by_force(g);
    if (seed % 10 == 1) expect(g, seed, "closed form", wanted, static_cast<__int128>(60 * choose(g.n, 5)));
    Runner runner;
    runner.prepare(g.pairs.data(), g.pairs.size(), g.n);
    const auto degrees = download(runner.graph().degrees, runner.graph().active);
    const uint64_t active = runner.graph().active, words = (active + 31) / 32;
    for (const uint64_t bits : {uint64_t{0}, 4 * words * (active / 3), uint64_t{1} << 24}) {
      EnumerateRunner enumerate(runner, bits);
      for (const bool global : {false, true}) {
        cs_enumerate_options options = {};
        options.arena_ids = global ? 1 : 0;  // fewer vertices than there are: counters in global memory
        options.large_stacks = global ? 1 + seed % 3 : 0;
        enumerate.cut(1);
        EnumerateAnswer got = enumerate.run(EnumerateRunner::houses(), options, degrees[0]);
        expect(g, seed, global ? "global" : "shared", got.sum, wanted);
        launches += got.launches;
        // Every launch ends at once; hubs come in pieces; every house counts 2^60 times.
        const uint64_t times = uint64_t{1} << 60;
        cs_enumerate_plan plan = EnumerateRunner::houses();
        plan.coefficients[0] = times;
        options.slice_microseconds = 1;
        options.warps = 16;
        enumerate.cut(1 + seed % 7);
        got = enumerate.run(plan, options, degrees[0]);
        expect(g, seed, global ? "global, short slices" : "shared, short slices", got.sum, static_cast<__int128>(wanted) * times);
        launches += got.launches;
        runs += 2;
      }
      if (seed % 4 == 0) {
        uint32_t turns = 0;
        expect(g, seed, "stopped", stopped(runner, enumerate.graph(), degrees[0], turns), wanted);
        stops += turns / 2;
        runs++;
      }
    }
    found += wanted;
    done++;
  }
  std::printf(
      "house_test: %" PRIu64 " graphs from seed %" PRIu64 ", %" PRIu64 " houses, %" PRIu64 " runs, %" PRIu64 " launches, %" PRIu64
      " stopped slices: all as expected\n",
      done, first, found, runs, launches, stops);
  return 0;
} catch (const std::exception& e) {
  std::printf("FAILED: %s\n", e.what());
  return 1;
}
