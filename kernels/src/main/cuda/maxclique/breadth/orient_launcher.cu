// The orientation by index: rows of the 2-clique list that belong to the end with the smaller id.
#include <cub/device/device_scan.cuh>

#include <algorithm>

#include "common/rows.cuh"
#include "common/launch.cuh"
#include "cliquestream_maximum.h"
#include "graph/layout.cuh"
#include "maxclique/breadth/orient_kernels.cuh"

namespace {

constexpr int kThreads = cliquestream::graph::PreparePolicy::kThreads;
constexpr cliquestream::u64 kLanesOfRow = 8;

}  // namespace

using namespace cliquestream;
using namespace cliquestream::graph;
using namespace cliquestream::breadth;

extern "C" int32_t cs_breadth_orient_by_id(
    const cs_graph* source, cs_preparation* p, cs_graph* target, cs_prepare_header* host_header, cs_stream stream) {
  const u64 active = source->active;
  const u64 most_ids = source->edges + 3 * std::min(source->edges, active);
  if (source->id_bound > p->id_bound || source->edges > p->pairs || source->id_bound > target->id_bound ||
      most_ids > target->adjacency_capacity) {
    return CS_WORKSPACE_TOO_SMALL;
  }
  target->id_bound = source->id_bound;
  target->active = active;
  target->edges = source->edges;
  CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(p->header, 0, sizeof(cs_prepare_header), stream));
  const auto copy = [stream](u32* to, const u32* from, u64 count) {
    return status(cudaMemcpyAsync(to, from, count * sizeof(u32), cudaMemcpyDeviceToDevice, stream));
  };
  CS_RETURN_IF_FAILED(copy(target->degrees, source->degrees, active));
  CS_RETURN_IF_FAILED(copy(target->rank_to_id, source->rank_to_id, source->id_bound));
  CS_RETURN_IF_FAILED(copy(target->id_to_rank, source->id_to_rank, source->id_bound));
  if (source->edges != 0) {
    size_t bytes = p->scratch_bytes;
    CS_RETURN_IF_CUDA_FAILED(
        cub::DeviceScan::ExclusiveSum(p->scratch, bytes, row_lengths(source->rows), p->row_first, active, stream));
    CS_RETURN_IF_FAILED(launch(
        {blocks_for(active * kLanesOfRow, kThreads), kThreads, 0, stream}, cs_kernel_breadth_owners, source->rows,
        source->adjacency, p->row_first, source->rank_to_id, active, rank_bits(active), p->edge_keys[0], p->header));
    CS_RETURN_IF_FAILED(sort_and_lay_out(*p, source->edges, source->edges, *target, stream));
    CS_RETURN_IF_FAILED(fill_rows(*p, *target, stream));
  } else {
    CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(target->offsets, 0, sizeof(u64), stream));
  }
  return status(
      cudaMemcpyAsync(host_header, p->header, sizeof(cs_prepare_header), cudaMemcpyDeviceToHost, stream));
}
