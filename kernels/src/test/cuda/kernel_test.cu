// Every kernel and option against the host on seeded random graphs.
//
//   kernel_test [GRAPHS] [FIRST_SEED]   exit status 1 at the first difference, which is printed with its seed
//   kernel_test collide SIZE            the overflow path of the bucketed tables
//   kernel_test prepare VERTICES EDGES  the preparation and one count alone, on a skewed graph of any size: for tools that
//                                       slow a run down, and for the sizes at which its steps change
//   kernel_test long SIZE               rows past what a bucket of the preparation holds: SIZE from 8,190 on
#include <algorithm>
#include <cinttypes>
#include <cmath>
#include <random>

#include "other_ways.h"
#include "reference.h"
#include "runner.h"

using namespace cliquestream::harness;

namespace {

struct Named {
  const char* name;
  cs_wedge_options options;
};
const Named kWedgeOptions[] = {
    {"default", {1, 1, 0, 0, 0, 0, 0}},
    {"no core", {0, 1, 0, 0, 0, 0, 2}},
    {"core everywhere", {1, 1, 0, 1u << 30, 0, 0, 2}},
    {"no tiny rows", {0, 0, 0, 0, 0, 0, 2}},
    {"one count", {1, 1, 0, 0, 0, 0, 3}},
    {"places past 32 bits", {1, 1, 0, 0, 0, 0, 2, 1}},
    {"two windows", {0, 0, 1, 0, 0, 0, 2}},
    {"two windows, tails walked", {0, 0, 1, 0, 0, 0, 1}},
    {"one window", {0, 0, 2, 0, 0, 0, 2}},
    {"blocks only, small chunks", {0, 0, 1, 0, 64, 1, 2}},
    {"warps only, small chunks", {1, 0, 2, 400, 64, 1u << 30, 2}},
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

void compare_graph(const cs_graph& d, const TestGraph& g, uint64_t seed, const Reference& host) {
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

void compare_wedges(
    Runner& runner, const TestGraph& g, uint64_t seed, const Reference& host, const cs_pair* pinned_pairs,
    uint64_t triangles) {
  const Named& extra = kWedgeOptions[1 + seed / 12 % (std::size(kWedgeOptions) - 1)];
  for (const Named* named : {&kWedgeOptions[0], &extra}) {
    runner.plan(named->options);
    const std::string what = std::string("wedge kernel, ") + named->name;
    expect(g, seed, what, runner.count_wedges(), triangles);
    expect(g, seed, what + ", three slices, one stream", runner.count_wedges(3, false), triangles);
  }
  for (const Named* named : {&kWedgeOptions[0], &extra}) {
    expect(
        g, seed, std::string("all in, ") + named->name,
        runner.all_in(pinned_pairs, g.pairs.size(), g.id_bound, named->options), triangles);
    compare_graph(runner.graph(), g, seed, host);
  }
}

void compare_merge_and_trust(Runner& runner, const TestGraph& g, uint64_t seed, uint64_t triangles) {
  expect(g, seed, "merge kernel", runner.count_merge(), triangles);
  expect(g, seed, "merge kernel, three slices", runner.count_merge(3), triangles);
  for (uint32_t order : {CS_TRUST_RANK_ORDER, CS_TRUST_IN_DEGREE_ORDER, CS_TRUST_COLLECTIVE_ORDER}) {
    runner.plan_trust(order);
    for (uint32_t reading = 0; reading < CS_TRUST_READINGS; reading++) {
      const std::string what =
          "TRUST kernel, order " + std::to_string(order) + ", lists read in way " + std::to_string(reading);
      expect(g, seed, what, runner.count_trust(seed % 2, 1, reading), triangles);
      expect(g, seed, what + ", chunks of 7, two slices", runner.count_trust(7, 2, reading), triangles);
    }
  }
}

void compare_local(Runner& runner, const TestGraph& g, uint64_t seed, const Reference& host) {
  std::vector<uint64_t> per_vertex;
  std::vector<std::vector<uint32_t>> per_edge;
  const uint64_t triangles = host.triangles(&per_vertex, &per_edge);
  const double coefficients = runner.count_local(1 + seed % 3);
  expect(g, seed, "local kernel", runner.read_count(), triangles);
  const auto offsets = download(runner.graph().offsets, host.active + 1);
  const auto support = download(runner.support(), host.active == 0 ? 0 : offsets[host.active]);
  const auto vertices = download(runner.vertices(), host.active);
  double wanted = 0;
  for (uint64_t u = 0; u < host.active; u++) {
    expect(g, seed, "triangles of vertex " + std::to_string(u), vertices[u], per_vertex[u]);
    if (host.degrees[u] > 1) {
      wanted += 2.0 * per_vertex[u] / (static_cast<double>(host.degrees[u]) * (host.degrees[u] - 1));
    }
    for (size_t i = 0; i < per_edge[u].size(); i++) {
      expect(g, seed, "support of an edge of " + std::to_string(u), support[offsets[u] + i], per_edge[u][i]);
    }
  }
  if (std::abs(coefficients - wanted) > 1e-9 * (1 + wanted)) {
    differ(g, seed, "sum of clustering coefficients, in millionths", coefficients * 1e6, wanted * 1e6);
  }
}

void compare_cores(Runner& runner, const TestGraph& g, uint64_t seed, const Reference& host) {
  const auto core = core_numbers(host);
  const uint32_t degeneracy = core.empty() ? 0 : *std::max_element(core.begin(), core.end());
  const BatchPeel peel(host);
  runner.symmetrise();
  const cs_core_options settings[] = {{0, 1}, {1, 1}, {64, 1}, {0, 900}, {0, 1, 1}, {1, 1, 1}, {4096, 1, 1}, {0, 0}};
  for (const auto& setting : settings) {
    const std::string what = "peel, block edges " + std::to_string(setting.block_edges) + ", small graphs up to " +
        std::to_string(setting.small_vertices) + ", slices of " + std::to_string(setting.slice_microseconds) + ": ";
    const cs_core_header header =
        runner.peel(setting.block_edges, setting.small_vertices, setting.slice_microseconds);
    expect(g, seed, what + "error", header.error, 0);
    expect(g, seed, what + "degeneracy", header.degeneracy, degeneracy);
    expect(g, seed, what + "removed", header.removed, host.active);
    const auto result = download(runner.core_work().result, host.active);
    for (uint32_t u = 0; u < host.active; u++) {
      expect(g, seed, what + "core number of " + std::to_string(u), result[u].x, core[u]);
      expect(g, seed, what + "sub-round of " + std::to_string(u), result[u].y, peel.batch[u]);
    }
  }
  runner.order_by_peel();
  const auto by_rank = runner.core_numbers(nullptr), by_order = runner.core_numbers(runner.core_work().order);
  const auto order = download(runner.core_work().order, host.active);
  const auto result = download(runner.core_work().result, host.active);
  for (uint32_t r = 0; r < host.active; r++) {
    expect(g, seed, "vertex of peel rank " + std::to_string(r), order[r], peel.order[r]);
    expect(g, seed, "place of " + std::to_string(order[r]), result[order[r]].y, host.active - 1 - r);
    expect(g, seed, "core number of rank " + std::to_string(r), by_rank[r], core[r]);
    expect(g, seed, "core number of peel rank " + std::to_string(r), by_order[r], core[order[r]]);
  }
}

void expect_sums(const cs_prepare_header& got, const cs_prepare_header& wanted, const TestGraph& g, uint64_t seed) {
  expect(g, seed, "hub targets", got.hub_targets, wanted.hub_targets);
  expect(g, seed, "length of the adjacency", got.adjacency_ids, wanted.adjacency_ids);
  expect(g, seed, "largest out-degree", got.max_out_degree, wanted.max_out_degree);
}

// In parts: the same graph. whole: the header of the ordinary way.
void compare_other_ways(
    cs_stream stream, const cs_prepare_header& whole, const TestGraph& g, uint64_t seed, const Reference& host) {
  PartedPreparation parted(stream);
  const auto feed = PartedPreparation::from_host(g.pairs.data());
  // From a part that is too small for anything to a few parts.
  uint64_t budget = cs_prepare_bytes(1 + seed % 3, g.id_bound);
  while (!parted.prepare(feed, g.pairs.size(), g.id_bound, budget, 1 + g.pairs.size() / (1 + seed % 5))) {
    budget += budget / 2;
  }
  compare_graph(parted.graph(), g, seed, host);
  expect_sums(*parted.header(), whole, g, seed);
}

// The graph under its peel order or a random one: rows, sources, and every triangle kernel on it.
void compare_orders(Runner& runner, const TestGraph& g, uint64_t seed, const Reference& host, uint64_t triangles) {
  std::vector<uint32_t> order;
  const bool by_peel = (seed + seed / 12) % 4 != 0;  // every family comes under both
  if (by_peel) {
    order = BatchPeel(host).order;
    runner.orient(runner.core_work().order);
  } else {
    std::mt19937_64 random(seed);
    std::vector<uint32_t> priority(g.id_bound);
    for (uint32_t& p : priority) {
      p = static_cast<uint32_t>(random()) >> (seed % 2 == 0 ? 28 : 0);  // with many ties, or next to none
    }
    order.resize(host.active);
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
      return priority[host.rank_to_id[a]] < priority[host.rank_to_id[b]];
    });
    runner.orient(runner.order_by_priority(priority));
  }
  const Reference oriented = host.reordered(order);
  compare_graph(runner.graph(), g, seed, oriented);
  uint64_t longest = 0;
  for (const auto& row : oriented.rows) {
    longest = std::max<uint64_t>(longest, row.size());
  }
  expect(g, seed, "largest out-degree of another order", runner.header()->max_out_degree, longest);
  if (by_peel) {
    const auto core = core_numbers(host);
    if (longest > (core.empty() ? 0 : *std::max_element(core.begin(), core.end()))) {
      differ(g, seed, "out-degree past the degeneracy", longest, 0);
    }
  }
  const auto sources = runner.sources();
  size_t at = 0;
  for (uint32_t u = 0; u < oriented.active; u++) {
    for (size_t i = 0; i < (oriented.rows[u].size() + 3) / 4 * 4; i++, at++) {
      expect(g, seed, "source of a position", sources[at], i < oriented.rows[u].size() ? u : 0xFFFFFFFFu);
    }
  }
  compare_merge_and_trust(runner, g, seed, triangles);
  runner.plan(kWedgeOptions[seed % std::size(kWedgeOptions)].options);
  expect(g, seed, "wedge kernel, another order", runner.count_wedges(), triangles);
}

void compare_statistics(Runner& runner, const TestGraph& g, uint64_t seed, const Reference& host) {
  CS_CHECK(cs_graph_statistics_collect(
      &runner.graph(), runner.device_statistics(), runner.host_statistics(), runner.stream()));
  runner.wait();
  cs_graph_statistics wanted = {};
  for (const auto& row : host.rows) {
    const uint64_t d = row.size();
    wanted.wedges += d * (d - (d != 0)) / 2;
    wanted.squared_out_degrees += d * d;
    wanted.max_out_degree = std::max(wanted.max_out_degree, d);
    int bin = 0;
    while (d >> bin) {
      bin++;
    }
    wanted.histogram[bin]++;
    for (uint64_t i = 0; i < d; i++) {
      const uint64_t other = host.rows[row[i]].size();
      wanted.target_out_degrees += other;
      wanted.shorter_list += std::min(d, other);
      wanted.shorter_prefix += std::min(i, other);
    }
  }
  const auto* a = reinterpret_cast<const uint64_t*>(runner.host_statistics());
  const auto* b = reinterpret_cast<const uint64_t*>(&wanted);
  for (size_t i = 0; i < sizeof wanted / 8; i++) {
    expect(g, seed, "statistic " + std::to_string(i), a[i], b[i]);
  }
}

// A plan and its count in one do every unit there is, and say so.
void check_count_once(Runner& runner, const TestGraph& g, uint64_t seed, uint64_t triangles) {
  for (const auto& named : kWedgeOptions) {
    runner.survey(named.options);
    CS_CHECK(cudaMemsetAsync(runner.device_stop(), 0, 4, runner.stream()));
    CS_CHECK(cudaMemsetAsync(runner.device_done(), 0, 8, runner.stream()));
    runner.wait();
    const uint64_t found = runner.count_once(named.options, runner.device_stop(), runner.device_done());
    expect(g, seed, std::string("once, ") + named.name, found, triangles);
    const uint64_t done = download(runner.device_done(), 1)[0];
    CS_CHECK(cs_wedge_units(&runner.graph(), &runner.wedge_plan(), runner.device_done(), runner.stream()));
    runner.wait();
    expect(g, seed, std::string("units reported done, once, ") + named.name, done, download(runner.device_done(), 1)[0]);
  }
}

// A stop flag that is up lets no block take work; a full run reports every entry done.
void check_stop_and_progress(Runner& runner, const TestGraph& g, uint64_t seed) {
  runner.plan({0, 0, 2, 0, 0, 0, 0});
  runner.plan_trust(CS_TRUST_RANK_ORDER);
  const cs_wedge_header header = *runner.wedge_header();
  const cs_slice stopped = {0, 1, runner.device_stop(), nullptr};
  CS_CHECK(cudaMemset(runner.device_stop(), 1, 4));
  CS_CHECK(cudaMemset(runner.device_count(), 0, 8));
  CS_CHECK(cudaDeviceSynchronize());
  runner.enqueue_trust(1, stopped);
  runner.enqueue_merge(stopped);
  expect(g, seed, "stopped before the start", runner.read_count(), 0);
  if (header.tail_entries == 0) {
    runner.enqueue_wedges(stopped, true);
    expect(g, seed, "wedge kernel stopped before the start", runner.read_count(), 0);
    CS_CHECK(cudaMemset(runner.device_done(), 0, 8));
    CS_CHECK(cudaDeviceSynchronize());
    runner.enqueue_wedges({0, 1, nullptr, runner.device_done()}, true);
    runner.wait();
    const uint64_t done = download(runner.device_done(), 1)[0];
    CS_CHECK(cs_wedge_units(&runner.graph(), &runner.wedge_plan(), runner.device_done(), runner.stream()));
    runner.wait();
    expect(g, seed, "units reported done", done, download(runner.device_done(), 1)[0]);
  }
}

// Disjoint cliques whose members share one residue modulo 1,024. All degrees are equal, so ranks are ids, and every id of
// a row falls into the same bucket: more than a bucket holds.
int colliding_cliques(uint32_t size) {
  TestGraph g = {"colliding cliques", 1024ull * size, {}};
  for (uint32_t residue = 0; residue < 1024; residue++) {
    for (uint32_t i = 0; i < size; i++) {
      for (uint32_t j = 0; j < i; j++) {
        g.pairs.push_back({j * 1024 + residue, i * 1024 + residue});
      }
    }
  }
  const uint64_t triangles = 1024ull * size * (size - 1) * (size - 2) / 6;
  Runner runner;
  runner.prepare(g.pairs.data(), g.pairs.size(), g.id_bound);
  compare_merge_and_trust(runner, g, size, triangles);
  runner.plan(kWedgeOptions[0].options);
  expect(g, size, "wedge kernel", runner.count_wedges(), triangles);
  std::printf("OK: colliding cliques of %u\n", size);
  return 0;
}

// All edges between two halves, in random order: degrees are equal, so ranks are ids, and every row of the second half is
// the whole first half. Then a row that is many copies of one edge.
int long_rows(uint32_t size) {
  std::mt19937_64 random(size);
  std::vector<cs_pair> pairs;
  pairs.reserve(static_cast<size_t>(size) * size);
  for (uint32_t i = 0; i < size; i++) {
    for (uint32_t j = 0; j < size; j++) {
      pairs.push_back({i, size + j});
    }
  }
  std::shuffle(pairs.begin(), pairs.end(), random);
  const TestGraph halves = {"two halves", 2ull * size, {}};
  Runner runner;
  runner.prepare(pairs.data(), pairs.size(), halves.id_bound);
  expect(halves, size, "edges", runner.graph().edges, static_cast<uint64_t>(size) * size);
  const auto offsets = download(runner.graph().offsets, halves.id_bound + 1);
  const auto adjacency = download(runner.graph().adjacency, offsets[halves.id_bound]);
  for (uint32_t u = 0; u < halves.id_bound; u++) {
    const uint32_t length = u < size ? 0 : size, padded = (length + 3) / 4 * 4;
    expect(halves, size, "length of a row", offsets[u + 1] - offsets[u], padded);
    for (uint32_t i = 0; i < padded; i++) {
      if (adjacency[offsets[u] + i] != (i < length ? i : 0xFFFFFFFFu)) {
        differ(halves, size, "id at a place of row " + std::to_string(u), adjacency[offsets[u] + i], i);
      }
    }
  }
  runner.plan(kWedgeOptions[0].options);
  expect(halves, size, "wedge kernel", runner.count_wedges(), 0);

  for (const uint32_t times : {size, 100'000u}) {  // the second is longer than any row of a simple graph can be
    TestGraph copies = {"many copies", 64, {}};
    for (uint32_t i = 0; i < times; i++) {
      copies.pairs.push_back({0, 1});
      copies.pairs.push_back({1, 2 + i % 62});
    }
    runner.prepare(copies.pairs.data(), copies.pairs.size(), copies.id_bound);
    compare_graph(runner.graph(), copies, times, Reference(copies.pairs, copies.id_bound));
  }
  std::printf("OK: rows of %u\n", size);
  return 0;
}

int preparation_alone(uint32_t vertices, uint64_t edges) {
  std::mt19937_64 random(edges);
  TestGraph g = {"skewed", vertices, {}};
  auto skewed = [&] {
    const double x = (random() >> 11) * 0x1p-53;
    return std::min(vertices - 1, static_cast<uint32_t>(vertices * x * x));
  };
  while (g.pairs.size() < edges) {
    g.pairs.push_back({skewed(), skewed()});
  }
  const Reference host(g.pairs, g.id_bound);
  Runner runner;
  runner.prepare(g.pairs.data(), g.pairs.size(), g.id_bound);
  compare_graph(runner.graph(), g, edges, host);
  runner.plan(kWedgeOptions[0].options);
  expect(g, edges, "wedge kernel", runner.count_wedges(), host.triangles());
  std::printf("OK: %" PRIu64 " pairs among %u vertices, %" PRIu64 " edges\n", edges, vertices, host.edges);
  return 0;
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc > 3 && std::string(argv[1]) == "prepare") {
    return preparation_alone(
        static_cast<uint32_t>(std::strtoul(argv[2], nullptr, 10)), std::strtoull(argv[3], nullptr, 10));
  }
  if (argc > 2 && std::string(argv[1]) == "long") {
    return long_rows(static_cast<uint32_t>(std::strtoul(argv[2], nullptr, 10)));
  }
  if (argc > 2 && std::string(argv[1]) == "collide") {
    return colliding_cliques(static_cast<uint32_t>(std::strtoul(argv[2], nullptr, 10)));
  }
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
    compare_graph(runner.graph(), g, seed, host);
    compare_other_ways(runner.stream(), *runner.header(), g, seed, host);
    compare_wedges(runner, g, seed, host, pairs, triangles);
    compare_merge_and_trust(runner, g, seed, triangles);
    compare_local(runner, g, seed, host);
    compare_cores(runner, g, seed, host);
    compare_statistics(runner, g, seed, host);
    check_count_once(runner, g, seed, triangles);
    check_stop_and_progress(runner, g, seed);
    compare_orders(runner, g, seed, host, triangles);
  }
  std::printf("OK: %" PRIu64 " graphs from seed %" PRIu64 ", %" PRIu64 " triangles\n", graphs, first, total);
  return 0;
} catch (const std::exception& e) {
  std::printf("FAILED: %s\n", e.what());
  return 1;
}
