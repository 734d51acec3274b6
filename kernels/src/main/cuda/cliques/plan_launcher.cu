// Launchers of the clique plan.
#include <cub/device/device_radix_sort.cuh>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "common/launch.cuh"
#include "cliques/plan_kernels.cuh"

namespace cliquestream::cliques {
namespace {

static_assert(CliquePolicy::kClasses == CS_CLIQUE_CLASSES, "the header has one count a class");

constexpr int kThreads = 256;
constexpr int kBlocksPerSm = 8;

// As many as are worth their bits: 16 bytes of them an edge at most.
u64 hubs_of(const cs_graph& graph) {
  const double by_edges = CliquePolicy::kHubsPerRootOfEdges * std::sqrt(static_cast<double>(graph.edges));
  return std::min<u64>({graph.active, CliquePolicy::kMostHubs, static_cast<u64>(by_edges)});
}

void cut(Carver& carver, const cs_graph& graph, cs_clique_plan& p) {
  p = {};
  const u64 n = graph.active;
  p.device_header = carver.take<cs_clique_header>(1);
  for (int i = 0; i < 2; i++) {
    p.keys[i] = carver.take<u32>(n);
    p.values[i] = carver.take<u32>(n);
  }
  size_t bytes = 0;
  cub::DoubleBuffer<u32> keys(nullptr, nullptr), values(nullptr, nullptr);
  cub::DeviceRadixSort::SortPairsDescending(nullptr, bytes, keys, values, std::max<u64>(n, 1), 0, kRowLengthBits);
  p.scratch_bytes = bytes + 256;
  p.scratch = carver.take<char>(p.scratch_bytes);
  p.hubs = hubs_of(graph);
  p.hub_bits = carver.take<u32>(hub_row_start(static_cast<u32>(p.hubs)));
}

}  // namespace
}  // namespace cliquestream::cliques

using namespace cliquestream;
using namespace cliquestream::cliques;

extern "C" uint64_t cs_clique_plan_bytes(const cs_graph* graph) {
  return carved_bytes<cs_clique_plan>([&](Carver& carver, cs_clique_plan& p) { cut(carver, *graph, p); });
}

extern "C" int32_t cs_clique_plan_run(
    const cs_graph* graph, uint64_t max_out_degree, void* memory, uint64_t bytes, cs_clique_plan* plan,
    cs_clique_header* host_header, cs_stream stream) {
  if (max_out_degree > kRowLengthMask) {
    return CS_UNSUPPORTED;
  }
  Carver carver(memory, bytes);
  cut(carver, *graph, *plan);
  if (!carver.fits()) {
    return CS_WORKSPACE_TOO_SMALL;
  }
  const u64 n = graph->active;
  const u32 grid = std::min(multiprocessors() * kBlocksPerSm, blocks_for(n, kThreads));
  cub::DoubleBuffer<u32> keys(plan->keys[0], plan->keys[1]), values(plan->values[0], plan->values[1]);
  if (n != 0) {
    CS_RETURN_IF_FAILED(launch(
        {grid, kThreads, 0, stream}, cs_kernel_clique_keys, graph->rows, n, keys.Current(), values.Current()));
    size_t scratch = plan->scratch_bytes;
    CS_RETURN_IF_CUDA_FAILED(cub::DeviceRadixSort::SortPairsDescending(
        plan->scratch, scratch, keys, values, n, 0, static_cast<int>(bits_below(max_out_degree + 1)), stream));
  }
  if (plan->hubs != 0) {
    const u32 hubs = static_cast<u32>(plan->hubs);
    const u32 most = multiprocessors() * CliquePolicy::kHubBlocksPerSm;
    CS_RETURN_IF_FAILED(launch(
        {std::min(most, blocks_for(hubs, CliquePolicy::kHubThreads / 32)), CliquePolicy::kHubThreads, 0, stream},
        cs_kernel_clique_hub_bits, graph->rows, graph->adjacency, hubs, plan->hub_bits));
  }
  plan->roots = values.Current();
  ClassBounds bounds;
  std::copy(std::begin(CliquePolicy::kClassMost), std::end(CliquePolicy::kClassMost), bounds.most);
  CS_RETURN_IF_FAILED(launch(
      {1, 32, 0, stream}, cs_kernel_clique_classes, keys.Current(), n, bounds, plan->device_header));
  return status(cudaMemcpyAsync(
      host_header, plan->device_header, sizeof(cs_clique_header), cudaMemcpyDeviceToHost, stream));
}

extern "C" int32_t cs_clique_units(const cs_graph* graph, uint32_t least, uint64_t* device_units, cs_stream stream) {
  CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(device_units, 0, sizeof(u64), stream));
  if (graph->active == 0) {
    return CS_OK;
  }
  const u32 grid = std::min(multiprocessors() * kBlocksPerSm, blocks_for(graph->active, kThreads));
  return launch({grid, kThreads, 0, stream}, cs_kernel_clique_units, graph->rows, graph->active, least, device_units);
}
