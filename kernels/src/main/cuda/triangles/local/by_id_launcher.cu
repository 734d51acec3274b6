// Launchers that put local counts into the caller's order.
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>

#include <algorithm>

#include "common/rows.cuh"
#include "common/launch.cuh"
#include "triangles/local/by_id_kernels.cuh"
#include "triangles/local/policy.cuh"

namespace cliquestream::local {
namespace {

constexpr int kThreads = LocalPolicy::kThreads;

struct EdgeOrder {
  u64* first;
  u64* keys[2];
  u32* values[2];
  void* scratch;
  size_t scratch_bytes;
};

void cut(Carver& carver, const cs_graph& g, EdgeOrder& order) {
  const u64 rows = std::max<u64>(g.active, 1), edges = std::max<u64>(g.edges, 1);
  order.first = carver.take<u64>(rows);
  for (int i = 0; i < 2; i++) {
    order.keys[i] = carver.take<u64>(edges);
    order.values[i] = carver.take<u32>(edges);
  }
  size_t scan = 0, sort = 0;
  cub::DeviceScan::ExclusiveSum(nullptr, scan, row_lengths(nullptr), static_cast<u64*>(nullptr), rows);
  cub::DoubleBuffer<u64> keys(nullptr, nullptr);
  cub::DoubleBuffer<u32> values(nullptr, nullptr);
  cub::DeviceRadixSort::SortPairs(nullptr, sort, keys, values, edges, 0, 64);
  order.scratch_bytes = std::max(scan, sort) + 256;
  order.scratch = carver.take<char>(order.scratch_bytes);
}

}  // namespace
}  // namespace cliquestream::local

using namespace cliquestream;
using namespace cliquestream::local;

extern "C" int32_t cs_local_vertices_by_id(
    const cs_graph* graph, const uint64_t* by_rank, uint64_t* by_id, cs_stream stream) {
  CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(by_id, 0, graph->id_bound * sizeof(u64), stream));
  if (graph->active == 0) {
    return CS_OK;
  }
  const u32 most = multiprocessors() * LocalPolicy::kOrderBlocksPerSm;
  return launch(
      {std::min(most, blocks_for(graph->active, kThreads)), kThreads, 0, stream}, cs_kernel_local_vertices_by_id,
      graph->rank_to_id, graph->active, by_rank, by_id);
}

extern "C" uint64_t cs_local_edges_by_id_bytes(const cs_graph* graph) {
  return carved_bytes<EdgeOrder>([&](Carver& carver, EdgeOrder& order) { cut(carver, *graph, order); });
}

extern "C" int32_t cs_local_edges_by_id(
    const cs_graph* graph, const uint32_t* support, void* memory, uint64_t bytes, uint32_t** out, cs_stream stream) {
  Carver carver(memory, bytes);
  EdgeOrder order;
  cut(carver, *graph, order);
  if (!carver.fits()) {
    return CS_WORKSPACE_TOO_SMALL;
  }
  *out = order.values[0];
  if (graph->edges == 0) {
    return CS_OK;
  }
  size_t scratch = order.scratch_bytes;
  CS_RETURN_IF_CUDA_FAILED(cub::DeviceScan::ExclusiveSum(
      order.scratch, scratch, row_lengths(graph->rows), order.first, graph->active, stream));
  const u32 bits = bits_below(graph->id_bound);
  const u32 most = multiprocessors() * LocalPolicy::kOrderBlocksPerSm;
  CS_RETURN_IF_FAILED(launch(
      {std::min(most, blocks_for(graph->active * 32, kThreads)), kThreads, 0, stream}, cs_kernel_local_edge_keys,
      graph->rows, graph->adjacency, graph->rank_to_id, order.first, support, graph->active, bits, order.keys[0],
      order.values[0]));
  cub::DoubleBuffer<u64> keys(order.keys[0], order.keys[1]);
  cub::DoubleBuffer<u32> values(order.values[0], order.values[1]);
  scratch = order.scratch_bytes;
  CS_RETURN_IF_CUDA_FAILED(cub::DeviceRadixSort::SortPairs(
      order.scratch, scratch, keys, values, graph->edges, 0, static_cast<int>(2 * bits), stream));
  *out = values.Current();
  return CS_OK;
}
