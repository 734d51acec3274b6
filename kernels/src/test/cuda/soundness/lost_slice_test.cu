// A slice whose work was not done, because it was never enqueued or because a stop word had been left standing, made a
// count smaller, and nobody saw it. Here slices are lost on purpose: the proof of every family has to fail, and to hold
// where none is.
#include <cmath>
#include <functional>

#include "reference.h"
#include "soundness/check.h"

using namespace cliquestream::harness;

namespace {

constexpr uint32_t kSlices = 5;

class Proof {
 public:
  explicit Proof(Runner& runner) : runner_(runner) {
    words_.at_least(64);
    host_.at_least(sizeof(cs_completion));
  }

  using Enqueue = std::function<int32_t(const cs_slice&)>;
  using Units = std::function<int32_t(uint64_t*)>;

  // The status of a count of which one slice is lost (kSlices: none), under a stop word that is up or not.
  int32_t run(const Enqueue& enqueue, const Units& units, uint32_t lost, bool stopped) {
    auto* words = words_.as<uint64_t>();
    CS_CHECK(cudaMemsetAsync(words, 0, 64, runner_.stream()));
    if (stopped) {
      CS_CHECK(cudaMemsetAsync(stop(), 1, 4, runner_.stream()));
    }
    CS_CHECK(units(words + 1));
    for (uint32_t i = 0; i < kSlices; i++) {
      if (i != lost) {
        CS_CHECK(enqueue({i, kSlices, stop(), words}));
      }
    }
    CS_CHECK(cs_completion_collect(words, words + 1, stop(), host_.as<cs_completion>(), runner_.stream()));
    runner_.wait();
    return cs_completion_status(host_.as<cs_completion>());
  }
  void check(const std::string& what, const Enqueue& enqueue, const Units& units) {
    const int32_t whole = run(enqueue, units, kSlices, false);
    const cs_completion c = *host_.as<cs_completion>();
    if (whole != CS_OK || c.done != c.units || c.units == 0) {
      fail(what + ": a whole count has " + std::to_string(c.done) + " of " + std::to_string(c.units) + " units");
    }
    for (uint32_t lost = 0; lost < kSlices; lost++) {
      const bool seen = run(enqueue, units, lost, false) == CS_INCOMPLETE;
      expect(what + ": slice " + std::to_string(lost) + " is missed", seen, 1);
    }
    expect(what + ": a standing stop is seen", run(enqueue, units, kSlices, true) == CS_INCOMPLETE, 1);
    std::printf("%s: %" PRIu64 " units\n", what.c_str(), c.units);
  }

 private:
  uint32_t* stop() const { return words_.as<uint32_t>() + 8; }

  Runner& runner_;
  DeviceMemory words_;
  PinnedMemory host_;
};

// A skewed graph with a dense part, so that every class of every kernel has work.
TestGraph skewed() {
  std::mt19937_64 random(7);
  TestGraph g = {"skewed", 30000, {}};
  const auto below = [&](double power) {
    return static_cast<uint32_t>(std::pow((random() >> 11) * 0x1p-53, power) * static_cast<double>(g.id_bound));
  };
  for (uint32_t i = 0; i < 200'000; i++) {
    g.pairs.push_back({below(3), below(1.5)});
  }
  for (uint32_t i = 0; i < 120; i++) {
    for (uint32_t j = 0; j < i; j++) {
      if (random() % 3 != 0) {
        g.pairs.push_back({i * 7, j * 7});
      }
    }
  }
  return g;
}

void check_triangles(Runner& runner, Proof& proof) {
  const auto stream = runner.stream();
  const cs_graph& graph = runner.graph();
  constexpr cs_wedge_options kOptions[] = {
      {1, 1, 0, 0, 0, 0, 0, 0}, {0, 0, 1, 0, 0, 0, 2, 0}, {0, 1, 1, 0, 64, 64, 2, 0}, {1, 0, 2, 1, 0, 0, 1, 0}};
  for (const cs_wedge_options& options : kOptions) {
    runner.plan(options);
    proof.check(
        "wedge kernel",
        [&](const cs_slice& slice) {
          return cs_wedge_count(&graph, &runner.wedge_plan(), &slice, runner.device_count(), &runner.lanes());
        },
        [&](uint64_t* units) { return cs_wedge_units(&graph, &runner.wedge_plan(), units, stream); });
  }
  proof.check(
      "merge", [&](const cs_slice& slice) { return cs_merge_count(&graph, &slice, runner.device_count(), stream); },
      [&](uint64_t* units) { return cs_merge_units(&graph, units, stream); });
  runner.plan_trust(CS_TRUST_RANK_ORDER);
  for (const uint32_t chunk : {0u, 1u, 7u}) {
    const uint32_t reading = chunk % CS_TRUST_READINGS;
    proof.check(
        "TRUST",
        [&](const cs_slice& slice) {
          return cs_trust_count(
              &graph, &runner.trust_plan(), runner.trust_classes(), chunk, reading, &slice, runner.device_count(),
              stream);
        },
        [&](uint64_t* units) { return cs_trust_units(runner.trust_classes(), units, stream); });
  }
  DeviceMemory support;
  auto* counts = static_cast<uint32_t*>(support.at_least((graph.adjacency_capacity + 64) * 4));
  CS_CHECK(cudaMemsetAsync(counts, 0, graph.adjacency_capacity * 4, stream));
  proof.check(
      "triangles of every edge",
      [&](const cs_slice& slice) { return cs_local_edges(&graph, &slice, counts, runner.device_count(), stream); },
      [&](uint64_t* units) { return cs_local_units(&graph, units, stream); });
}

void check_cliques(Runner& runner, Proof& proof) {
  CliqueRunner cliques(runner);
  cliques.plan();
  const auto stream = runner.stream();
  const cs_graph& graph = runner.graph();
  const cs_clique_plan& plan = cliques.plan_record();
  constexpr cs_clique_options kOptions[] = {
      {CS_CLIQUE_ORIENTATION, 3, 3, 0, 0}, {CS_CLIQUE_ORIENTATION, 4, 4, 0, 0}, {CS_CLIQUE_ORIENTATION, 5, 5, 0, 0},
      {CS_CLIQUE_ORIENTATION, 4, 4, 1, 0}, {CS_CLIQUE_PIVOT, 4, 9, 0, 0},       {CS_CLIQUE_PIVOT, 6, 6, 1, 0}};
  for (const cs_clique_options& options : kOptions) {
    cliques.bind(options);
    proof.check(
        std::string(options.method == CS_CLIQUE_PIVOT ? "pivoting" : "orientation") + ", k = " +
            std::to_string(options.least),
        [&](const cs_slice& slice) {
          if (slice.index == 0) {
            CS_CHECK(cs_clique_start(&cliques.work(), stream));
          }
          return cs_clique_count(&graph, &plan, &cliques.work(), &slice, &runner.lanes());
        },
        [&](uint64_t* units) { return cs_clique_units(&graph, options.least, units, stream); });
  }
  DeviceMemory memory;
  for (const uint32_t method : {CS_CLIQUE_LOCAL_AUTO, CS_CLIQUE_LOCAL_TREES}) {
    for (const uint32_t edges : {0u, 1u}) {
      const cs_clique_local_options options = {4, edges, {CS_CLIQUE_PRIME_0, CS_CLIQUE_PRIME_1}, 1ull << 30, method, 0};
      const uint64_t bytes = cs_clique_local_bytes(&graph, &plan, &options);
      cs_clique_local local;
      CS_CHECK(cs_clique_local_bind(memory.at_least(bytes), bytes, &graph, &plan, &options, &local));
      CS_CHECK(cs_clique_local_start(&graph, &plan, &local, stream));
      proof.check(
          std::string(edges != 0 ? "cliques of every edge" : "cliques of every vertex") +
              (method == CS_CLIQUE_LOCAL_TREES ? ", by trees" : ""),
          [&](const cs_slice& slice) { return cs_clique_local_count(&graph, &plan, &local, &slice, stream); },
          [&](uint64_t* units) { return cs_clique_units(&graph, options.k, units, stream); });
    }
  }
  const cs_clique_paper_options paper = {CS_CLIQUE_PIVOT, 0, 1, 32, 4, 4, 1};
  const uint64_t widest = plan.header.max_out_degree, bytes = cs_clique_paper_bytes(widest, &paper);
  cs_clique_work work;
  CS_CHECK(cs_clique_paper_bind(memory.at_least(bytes), bytes, widest, &paper, &work));
  CS_CHECK(cs_clique_start(&work, stream));
  proof.check(
      "the paper's pivoting",
      [&](const cs_slice& slice) {
        return cs_clique_paper_count(
            &graph, widest, nullptr, runner.header()->adjacency_ids, &paper, &work, &slice, stream);
      },
      [&](uint64_t* units) { return cs_clique_paper_units(&graph, 0, &paper, units, stream); });
}

}  // namespace

int main() try {
  const TestGraph g = skewed();
  Runner runner;
  runner.prepare(g.pairs.data(), g.pairs.size(), g.id_bound);
  Proof proof(runner);
  check_triangles(runner, proof);
  check_cliques(runner, proof);
  std::printf("OK: no slice is lost unseen\n");
  return 0;
} catch (const std::exception& e) {
  std::printf("FAILED: %s\n", e.what());
  return 1;
}
