// Launchers: a prepared graph relabelled and oriented by another order.
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>

#include <algorithm>

#include "common/rows.cuh"
#include "common/launch.cuh"
#include "graph/layout.cuh"
#include "graph/orient_kernels.cuh"

namespace {

constexpr int kThreads = cliquestream::graph::PreparePolicy::kThreads;
constexpr cliquestream::u64 kLanesOfRow = 8;

}  // namespace

using namespace cliquestream;
using namespace cliquestream::graph;

extern "C" int32_t cs_order_by_priority(
    const cs_graph* source, const uint32_t* priority_by_id, const cs_preparation* p, uint32_t* order,
    cs_stream stream) {
  if (source->active > p->id_bound) {
    return CS_WORKSPACE_TOO_SMALL;
  }
  if (source->active == 0) {
    return CS_OK;
  }
  CS_RETURN_IF_FAILED(launch(
      {blocks_for(source->active, kThreads), kThreads, 0, stream}, cs_kernel_order_priorities, priority_by_id,
      source->rank_to_id, source->active, p->sort_keys[0], p->sort_values[0]));
  // Double buffers: CUB would want room for copies otherwise.
  cub::DoubleBuffer<u32> keys(p->sort_keys[0], p->sort_keys[1]);
  cub::DoubleBuffer<u32> ranks(p->sort_values[0], p->sort_values[1]);
  size_t bytes = p->scratch_bytes;
  CS_RETURN_IF_CUDA_FAILED(
      cub::DeviceRadixSort::SortPairs(p->scratch, bytes, keys, ranks, source->active, 0, 32, stream));
  return status(cudaMemcpyAsync(
      order, ranks.Current(), source->active * sizeof(u32), cudaMemcpyDeviceToDevice, stream));
}

extern "C" int32_t cs_orient(
    const cs_graph* source, const uint32_t* order, cs_preparation* p, cs_graph* target,
    cs_prepare_header* host_header, cs_stream stream) {
  const u64 most_ids = source->edges + 3 * std::min(source->edges, source->active);
  if (source->id_bound > p->id_bound || source->edges > p->pairs || source->id_bound > target->id_bound ||
      most_ids > target->adjacency_capacity) {
    return CS_WORKSPACE_TOO_SMALL;
  }
  const u64 active = source->active;
  target->id_bound = source->id_bound;
  target->active = active;
  target->edges = source->edges;
  CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(p->header, 0, sizeof(cs_prepare_header), stream));
  if (source->id_bound != 0) {
    u32* new_rank = p->degree_by_id;
    CS_RETURN_IF_FAILED(launch(
        {blocks_for(source->id_bound, kThreads), kThreads, 0, stream}, cs_kernel_orient_ranks, order,
        source->rank_to_id, source->degrees, active, source->id_bound, new_rank, target->rank_to_id, target->id_to_rank,
        target->degrees, p->header));
  }
  if (source->edges != 0) {
    size_t bytes = p->scratch_bytes;
    CS_RETURN_IF_CUDA_FAILED(
        cub::DeviceScan::ExclusiveSum(p->scratch, bytes, row_lengths(source->rows), p->row_first, active, stream));
    CS_RETURN_IF_FAILED(launch(
        {blocks_for(active * kLanesOfRow, kThreads), kThreads, 0, stream}, cs_kernel_orient_keys, source->rows,
        source->adjacency, p->row_first, p->degree_by_id, active, rank_bits(active), p->edge_keys[0]));
    CS_RETURN_IF_FAILED(sort_and_lay_out(*p, source->edges, source->edges, *target, stream));
    CS_RETURN_IF_FAILED(fill_rows(*p, *target, stream));
  } else {
    CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(target->offsets, 0, sizeof(u64), stream));
  }
  return status(cudaMemcpyAsync(
      host_header, p->header, sizeof(cs_prepare_header), cudaMemcpyDeviceToHost, stream));
}

extern "C" int32_t cs_graph_sources(const cs_graph* graph, uint32_t* sources, cs_stream stream) {
  if (graph->active == 0) {
    return CS_OK;
  }
  return launch(
      {blocks_for(graph->active * kLanesOfRow, kThreads), kThreads, 0, stream}, cs_kernel_graph_sources, graph->rows,
      graph->active, sources);
}
