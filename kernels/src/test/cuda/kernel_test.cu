// Every kernel and option against the host on seeded random graphs.
//
//   kernel_test [GRAPHS] [FIRST_SEED]      exit status 1 at the first difference, which is printed with its seed
#include <cinttypes>

#include "reference.h"
#include "runner.h"

using namespace cliquestream::harness;

namespace {

struct Named {
  const char* name;
  cs_wedge_options options;
};
const Named kWedgeOptions[] = {
    {"default", {1, 1, 0, 0, 0, 0}},
    {"no core", {0, 1, 0, 0, 0, 0}},
    {"core everywhere", {1, 1, 0, 1u << 30, 0, 0}},
    {"no tiny rows", {0, 0, 0, 0, 0, 0}},
    {"two windows", {0, 0, 1, 0, 0, 0}},
    {"one window", {0, 0, 2, 0, 0, 0}},
    {"blocks only, small chunks", {0, 0, 1, 0, 64, 1}},
    {"warps only, small chunks", {1, 0, 2, 400, 64, 1u << 30}},
};

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

void compare_graph(Runner& runner, const TestGraph& g, uint64_t seed, const Reference& host) {
  const cs_graph& d = runner.graph();
  expect(g, seed, "edges", d.edges, host.edges);
  expect(g, seed, "active vertices", d.active, host.active);
  const auto rank_to_id = download(d.rank_to_id, d.id_bound);
  const auto id_to_rank = download(d.id_to_rank, d.id_bound);
  const auto degrees = download(d.degrees, d.active);
  for (uint64_t r = 0; r < d.id_bound; r++) {
    expect(g, seed, "id of rank " + std::to_string(r), rank_to_id[r], host.rank_to_id[r]);
    expect(g, seed, "rank of id " + std::to_string(r), id_to_rank[r], host.id_to_rank[r]);
  }
  const auto offsets = download(d.offsets, d.active + 1);
  const auto rows = download(d.rows, d.active);
  const auto adjacency = download(d.adjacency, d.active == 0 ? 0 : offsets[d.active]);
  uint64_t at = 0;
  for (uint64_t u = 0; u < d.active; u++) {
    const auto& row = host.rows[u];
    expect(g, seed, "degree of rank " + std::to_string(u), degrees[u], host.degrees[u]);
    expect(g, seed, "offset of row " + std::to_string(u), offsets[u], at);
    expect(g, seed, "descriptor of row " + std::to_string(u), rows[u], (at / 4) << 24 | row.size());
    for (size_t i = 0; i < (row.size() + 3) / 4 * 4; i++) {
      expect(g, seed, "row " + std::to_string(u), adjacency[at + i], i < row.size() ? row[i] : 0xFFFFFFFFu);
    }
    at += (row.size() + 3) / 4 * 4;
  }
  if (d.active != 0) {
    expect(g, seed, "length of the adjacency", offsets[d.active], at);
  }
}

void compare_wedges(Runner& runner, const TestGraph& g, uint64_t seed, uint64_t triangles) {
  const Named& extra = kWedgeOptions[1 + seed / 12 % (std::size(kWedgeOptions) - 1)];
  for (const Named* named : {&kWedgeOptions[0], &extra}) {
    runner.plan(named->options);
    const std::string what = std::string("wedge kernel, ") + named->name;
    expect(g, seed, what, runner.count_wedges(), triangles);
    expect(g, seed, what + ", three slices, one stream", runner.count_wedges(3, false), triangles);
  }
}

}  // namespace

int main(int argc, char** argv) try {
  const uint64_t graphs = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1200;
  const uint64_t first = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 0;
  Runner runner;
  PinnedMemory pinned;
  uint64_t total = 0;
  for (uint64_t seed = first; seed < first + graphs; seed++) {
    const TestGraph g = random_graph(seed);
    const Reference host(g.pairs, g.id_bound);
    auto* pairs = static_cast<cs_pair*>(pinned.at_least(g.pairs.size() * sizeof(cs_pair) + 8));
    std::copy(g.pairs.begin(), g.pairs.end(), pairs);
    const uint64_t triangles = host.triangles();
    total += triangles;
    runner.prepare(pairs, g.pairs.size(), g.id_bound);
    expect(g, seed, "loops", runner.loops(), host.loops);
    compare_graph(runner, g, seed, host);
    compare_wedges(runner, g, seed, triangles);
    expect(g, seed, "all in", runner.all_in(pairs, g.pairs.size(), g.id_bound, kWedgeOptions[0].options), triangles);
  }
  std::printf("OK: %" PRIu64 " graphs from seed %" PRIu64 ", %" PRIu64 " triangles\n", graphs, first, total);
  return 0;
} catch (const std::exception& e) {
  std::printf("FAILED: %s\n", e.what());
  return 1;
}
