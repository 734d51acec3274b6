// Rows of the 2-clique list by index, unsorted, or both.
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>

#include <algorithm>

#include "common/rows.cuh"
#include "common/launch.cuh"
#include "cliquestream_maximum.h"
#include "graph/layout.cuh"
#include "maxclique/breadth/orient_kernels.cuh"

namespace cliquestream::breadth {
namespace {

constexpr int kThreads = graph::PreparePolicy::kThreads;
constexpr u64 kLanesOfRow = 8;

// Places of the ranks by their ids. The preparation's arrays for orders and degrees, which nothing here needs, hold them.
struct Places {
  const u32* place = nullptr;
  const u32* by_place = nullptr;
};

int32_t places_by_id(const cs_graph& source, const cs_preparation& p, Places& out, cudaStream_t stream) {
  const u64 active = source.active;
  const Grid grid = {blocks_for(active, kThreads), kThreads, 0, stream};
  CS_RETURN_IF_FAILED(launch(
      grid, cs_kernel_breadth_ids, source.rank_to_id, active, p.sort_keys[0], p.sort_values[0]));
  cub::DoubleBuffer<u32> keys(p.sort_keys[0], p.sort_keys[1]), values(p.sort_values[0], p.sort_values[1]);
  size_t bytes = p.scratch_bytes;
  CS_RETURN_IF_CUDA_FAILED(
      cub::DeviceRadixSort::SortPairs(p.scratch, bytes, keys, values, active, 0, 32, stream));
  out = {p.degree_by_id, values.Current()};
  return launch(grid, cs_kernel_breadth_places, values.Current(), active, p.degree_by_id);
}

}  // namespace
}  // namespace cliquestream::breadth

using namespace cliquestream;
using namespace cliquestream::graph;
using namespace cliquestream::breadth;

extern "C" int32_t cs_breadth_orient(
    const cs_graph* source, uint32_t by_id, uint32_t unsorted, cs_preparation* p, cs_graph* target,
    cs_prepare_header* host_header, cs_stream stream) {
  if (by_id > 1 || unsorted > 1) {
    return CS_INVALID_ARGUMENT;
  }
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
    Places places;
    if (unsorted != 0) {
      CS_RETURN_IF_FAILED(places_by_id(*source, *p, places, stream));
    }
    size_t bytes = p->scratch_bytes;
    CS_RETURN_IF_CUDA_FAILED(
        cub::DeviceScan::ExclusiveSum(p->scratch, bytes, row_lengths(source->rows), p->row_first, active, stream));
    CS_RETURN_IF_FAILED(launch(
        {blocks_for(active * kLanesOfRow, kThreads), kThreads, 0, stream}, cs_kernel_breadth_owners, source->rows,
        source->adjacency, p->row_first, source->rank_to_id, places.place, by_id, active, rank_bits(active),
        p->edge_keys[0], p->header));
    CS_RETURN_IF_FAILED(sort_and_lay_out(*p, source->edges, source->edges, *target, stream));
    CS_RETURN_IF_FAILED(fill_rows(*p, *target, stream));
    if (unsorted != 0) {
      CS_RETURN_IF_FAILED(launch(
          {blocks_for(source->edges, kThreads), kThreads, 0, stream}, cs_kernel_breadth_ranks, target->adjacency,
          target->offsets, active, places.by_place));
    }
  } else {
    CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(target->offsets, 0, sizeof(u64), stream));
  }
  return status(
      cudaMemcpyAsync(host_header, p->header, sizeof(cs_prepare_header), cudaMemcpyDeviceToHost, stream));
}
