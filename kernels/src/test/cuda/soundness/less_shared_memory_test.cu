// Devices that give a block less shared memory than a Hopper failed on every real graph: sizes were literals. Here every
// family counts graphs whose counts are known, with so little as a block of such a device has.
//
//   less_shared_memory_test [VERTICES [BYTES...]]    graphs of up to so many vertices; 64, 99 and 163 KiB, and what the
//                                                    device has; the other programs take the limit from the
//                                                    environment's CLIQUESTREAM_SHARED_MEMORY_LIMIT
#include "maximal_run.h"
#include "maximum_run.h"
#include "soundness/check.h"

using namespace cliquestream::harness;

namespace {

constexpr uint64_t kRoomy = uint64_t{4} << 30;

void check_triangles(Runner& runner, const std::string& about, uint64_t triangles) {
  for (const uint32_t core : {1u, 0u}) {
    runner.plan({core, 1, 0, 0, 0, 0, 0, 0});
    expect(about + ", wedge kernel, core " + std::to_string(core), runner.count_wedges(3), triangles);
  }
  runner.plan({0, 1, 1, 0, 0, 0, 2, 0});
  expect(about + ", wedge kernel in two windows", runner.count_wedges(), triangles);
  runner.plan_trust(CS_TRUST_RANK_ORDER);
  for (uint32_t reading = 0; reading < CS_TRUST_READINGS; reading++) {
    expect(about + ", TRUST, way " + std::to_string(reading), runner.count_trust(0, 1, reading), triangles);
  }
  expect(about + ", merge", runner.count_merge(), triangles);
}

void check_cores(Runner& runner, const std::string& about, uint32_t degeneracy) {
  runner.symmetrise();
  for (const uint32_t small : {0u, 1u}) {
    const cs_core_header peeled = runner.peel(4096, small, 200);
    expect(about + ", error of the peel", peeled.error, 0);
    expect(about + ", degeneracy", peeled.degeneracy, degeneracy);
    expect(about + ", vertices peeled", peeled.removed, runner.graph().active);
  }
}

void check_largest(Runner& runner, const std::string& about, const NearlyComplete& g) {
  const uint64_t degree = runner.header()->max_out_degree;
  MaximumRun one(runner);
  one.plan({}, degree, kRoomy);
  expect(about + ", clique number", one.run().size, g.largest());
  expect(about + ", clique number without a heuristic", one.run(false).size, g.largest());
  MaximumRun all(runner);
  all.plan({g.largest() - 1, 1, 0, 0, 0, 0}, degree, kRoomy);
  expect(about + ", maximum cliques", all.run().found, g.largest_cliques());
  for (const uint32_t list_words : {0u, 1u << 20}) {
    MaximalRun maximal(runner, runner.graph());
    maximal.plan({1, list_words, 0, 0}, degree, g.vertices - 1, kRoomy);
    const MaximalAnswer answer = maximal.run();
    expect(about + ", maximal cliques", answer.count(), g.largest_cliques());
    expect(about + ", of the largest size", answer.by_size.at(g.largest()), g.largest_cliques());
  }
}

void check_cliques(Runner& runner, const std::string& about, const NearlyComplete& g, uint32_t most_listed) {
  CliqueRunner cliques(runner);
  cliques.plan();
  for (const uint32_t global : {0u, 1u}) {
    const CliqueResult all = cliques.count({CS_CLIQUE_PIVOT, 1, CS_CLIQUE_ALL, global, 0}, 2);
    for (const uint32_t k : {1u, 2u, 3u, 9u, g.vertices / 2, g.largest(), g.largest() + 1}) {
      expect(about + ", all cliques, of " + std::to_string(k), all.cliques(k), g.cliques(k));
    }
    for (const uint32_t k : {4u, 7u}) {
      expect(
          about + ", pivoting, of " + std::to_string(k),
          cliques.count({CS_CLIQUE_PIVOT, k, k, global, 0}).cliques(k), g.cliques(k));
    }
    for (uint32_t k = 3; k <= most_listed; k++) {
      expect(
          about + ", orientation, of " + std::to_string(k),
          cliques.count({CS_CLIQUE_ORIENTATION, k, k, global, 0}).cliques(k), g.cliques(k));
    }
  }
}

void check_nearly_complete(const std::string& limit, const NearlyComplete& g, bool count_cliques, uint32_t most_listed) {
  const std::string about = limit + ", nearly complete graph of " + std::to_string(g.vertices);
  const std::vector<cs_pair> pairs = g.pairs();
  Runner runner;
  runner.prepare(pairs.data(), pairs.size(), g.vertices);
  const Big triangles = g.cliques(3);
  check_triangles(runner, about, std::stoull(triangles.text()));
  check_cores(runner, about, g.vertices - 2);
  check_largest(runner, about, g);
  if (count_cliques) {
    check_cliques(runner, about, g, most_listed);
  }
}

void check(const std::string& limit, uint64_t most_vertices) {
  constexpr struct {
    NearlyComplete graph;
    bool count_cliques;
    uint32_t most_listed;
  } kGraphs[] = {{{60, 12}, true, 8},   {{130, 5}, true, 6},   {{600, 7}, true, 4},
                 {{1400, 5}, true, 4}, {{2600, 4}, false, 0}, {{5000, 3}, false, 0}};
  for (const auto& g : kGraphs) {
    if (g.graph.vertices <= std::max<uint64_t>(most_vertices, kGraphs[0].graph.vertices)) {
      check_nearly_complete(limit, g.graph, g.count_cliques, g.most_listed);
    }
  }
  // Rows past the hub window that are longer than a warp's hash holds.
  for (const Circulant& g : {Circulant{70000, 520}, Circulant{20000, 40}}) {
    if (g.vertices > most_vertices) {
      continue;
    }
    const std::string about = limit + ", circulant of " + std::to_string(g.vertices);
    const std::vector<cs_pair> pairs = g.pairs();
    Runner runner;
    runner.prepare(pairs.data(), pairs.size(), g.vertices);
    expect(about + ", edges", runner.graph().edges, g.edges());
    check_triangles(runner, about, g.triangles());
    check_cores(runner, about, 2 * g.reach);
  }
}

}  // namespace

int main(int argc, char** argv) try {
  const uint64_t most_vertices = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1'000'000;
  std::vector<uint64_t> limits;
  for (int i = 2; i < argc; i++) {
    limits.push_back(std::strtoull(argv[i], nullptr, 10));
  }
  if (limits.empty()) {
    limits = {64 * 1024, 99 * 1024, 163 * 1024, 0};
  }
  for (const uint64_t limit : limits) {
    CS_CHECK(cs_set_shared_memory_limit(limit));
    check(
        limit == 0 ? "the device's shared memory" : std::to_string(limit) + " bytes of shared memory", most_vertices);
    std::printf("OK: limit %" PRIu64 "\n", limit);
    std::fflush(stdout);
  }
  expect("a limit below what every kernel may have", cs_set_shared_memory_limit(1024) == CS_INVALID_ARGUMENT, 1);
  std::printf("OK: every family at %zu limits\n", limits.size());
  return 0;
} catch (const std::exception& e) {
  std::printf("FAILED: %s\n", e.what());
  return 1;
}
