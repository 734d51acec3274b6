// A vertex with more than 8,192 neighbours of larger degree was beyond maximum and maximal cliques, and the histogram of
// all clique sizes grew with the square of that number. Under a degeneracy order such a vertex is like any other, and the
// histogram is bounded by what cliques there can be. Needs some 12 GB of device memory.
//
//   high_out_degree_test [HUBS]
#include "maximal_run.h"
#include "maximum_run.h"
#include "soundness/check.h"

using namespace cliquestream::harness;

namespace {

// One vertex adjacent to all hubs; every hub adjacent to the next one and to one leaf more than there are hubs, which are
// its own. So the vertex has a smaller degree than its neighbours, and every hub is in two triangles.
struct Hubs {
  uint32_t hubs;
  uint64_t leaves() const { return uint64_t{hubs} * (hubs + 1); }
  uint64_t vertices() const { return 1 + hubs + leaves(); }
  uint64_t edges() const { return 2 * uint64_t{hubs} + leaves(); }
};

__global__ void write_hubs(uint2* pairs, Hubs g, uint64_t edges) {
  for (uint64_t i = blockIdx.x * uint64_t{blockDim.x} + threadIdx.x; i < edges; i += uint64_t{gridDim.x} * blockDim.x) {
    const uint32_t hub = static_cast<uint32_t>(i % g.hubs), turn = static_cast<uint32_t>(i / g.hubs);
    pairs[i] = turn == 0 ? make_uint2(0, 1 + hub)
        : turn == 1      ? make_uint2(1 + hub, 1 + (hub + 1) % g.hubs)
                         : make_uint2(1 + hub, static_cast<uint32_t>(1 + g.hubs + (i - 2ull * g.hubs)));
  }
}

void check_all_sizes(Runner& runner, const Hubs& g, const std::string& order) {
  CliqueRunner cliques(runner);
  cliques.plan();
  const CliqueResult all = cliques.count({CS_CLIQUE_PIVOT, 1, CS_CLIQUE_ALL, 0, uint64_t{2} << 30});
  const uint64_t cells = uint64_t{cliques.work().held} * cliques.work().pivots;
  expect(order + ": the histogram stays small beside the edges", cells <= g.edges() / 2, 1);
  expect(order + ": cliques of 2", all.cliques(2), Big(g.edges()));
  expect(order + ": cliques of 3", all.cliques(3), Big(g.hubs));
  expect(order + ": cliques of 4", all.cliques(4), Big());
}

}  // namespace

int main(int argc, char** argv) try {
  const Hubs g = {argc > 1 ? static_cast<uint32_t>(std::strtoul(argv[1], nullptr, 10)) : 8300};
  Runner runner;
  runner.prepare_written(g.edges(), g.vertices(), [&](cs_pair* pairs) {
    write_hubs<<<4096, 256, 0, runner.stream()>>>(reinterpret_cast<uint2*>(pairs), g, g.edges());
    CS_CHECK(cudaGetLastError());
  });
  expect("edges", runner.graph().edges, g.edges());
  expect("largest out-degree by degree", runner.header()->max_out_degree, g.hubs);
  check_all_sizes(runner, g, "by degree");
  const cs_maximum_options one = {};
  const cs_maximal_options count = {1, 0, 0, 0};
  if (g.hubs > CS_MAXIMUM_OUT_DEGREE) {
    cs_maximum_sizes maximum_sizes;
    cs_maximal_sizes maximal_sizes;
    expect(
        "by degree, maximum cliques ask for another order",
        cs_maximum_plan(&runner.graph(), g.hubs, &one, ~0ull, &maximum_sizes) == CS_UNSUPPORTED, 1);
    expect(
        "by degree, maximal cliques ask for another order",
        cs_maximal_plan(&runner.graph(), g.hubs, 2 * g.hubs, &count, ~0ull, &maximal_sizes) == CS_UNSUPPORTED, 1);
  }

  runner.symmetrise();
  expect("degeneracy", runner.peel(0).degeneracy, 3);
  runner.order_by_peel();
  runner.orient(runner.core_work().order);
  const uint64_t out_degree = runner.header()->max_out_degree;
  expect("by degeneracy, the out-degree is small", out_degree <= 3, 1);
  check_all_sizes(runner, g, "by degeneracy");
  MaximumRun maximum(runner);
  maximum.plan(one, out_degree, uint64_t{4} << 30);
  expect("clique number", maximum.run().size, 3);
  MaximumRun all(runner);
  all.plan({2, 1, 0, 0, 0, 0}, out_degree, uint64_t{4} << 30);
  expect("maximum cliques", all.run().found, g.hubs);
  MaximalRun maximal(runner, runner.graph());
  maximal.plan(count, out_degree, 2 * uint64_t{g.hubs}, uint64_t{8} << 30);
  const MaximalAnswer answer = maximal.run();
  expect("maximal cliques of 3", answer.by_size.at(3), g.hubs);
  expect("maximal cliques of 2", answer.by_size.at(2), g.leaves());
  std::printf("OK: %u neighbours of larger degree\n", g.hubs);
  return 0;
} catch (const std::exception& e) {
  std::printf("FAILED: %s\n", e.what());
  return 1;
}
