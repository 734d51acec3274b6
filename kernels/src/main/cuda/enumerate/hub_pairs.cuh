// Pairs of hubs: a root of so large a degree that no matrix of its neighbourhood is kept, and each vertex before it, whose degree is
// no smaller (sums.cuh). There are few of these pairs.
//
// Of each pair the block marks the common neighbours in a bit for every vertex, and then counts for each of them how many members
// of its row are marked. Cost: the root's degree, and the degrees of the common neighbours, for a pair.
#pragma once

#include "enumerate/pair_sums.cuh"

namespace cliquestream::enumerate {

template <bool kAllBits>
__device__ __forceinline__ void hub_pairs(
    const Job& job, u32 v, const Row& hub, RootState& root, u32* area, PairSums& mine) {
  const GraphView& graph = job.graph;
  const u32* const list = graph.list(hub);
  const u32 mask_words = words_of(graph.vertices);
  u32* const marks =
      mask_words <= job.warp_bytes / 4 ? area : job.large + static_cast<u64>(blockIdx.x) * job.large_ids;
  __syncthreads();  // the area may hold another root's rows
  for (u32 i = threadIdx.x; i < mask_words; i += blockDim.x) {
    marks[i] = 0;
  }
  for (u32 c = 0; c < v; c++) {
    const bool adjacent = graph.template adjacent<kAllBits>(v, c);
    if (threadIdx.x == 0) {
      root.common = 0;
    }
    __syncthreads();
    u32 found = 0;
    for (u32 i = threadIdx.x; i < hub.degree; i += blockDim.x) {
      const u32 x = __ldg(list + i);
      if (x != c && graph.template adjacent<kAllBits>(c, x)) {
        atomicOr(marks + x / 32, 1u << (x & 31));
        found++;
      }
    }
    found = __reduce_add_sync(kFullWarp, found);
    if (lane_id() == 0 && found != 0) {
      atomicAdd(&root.common, found);
    }
    __syncthreads();
    const u32 common = root.common;
    if (common >= 2) {
      if (threadIdx.x == 0) {
        add_common(common, u64{hub.degree} + graph.row(c).degree, mine);
      }
      u64 ends = 0, pairs = 0, tails = 0;
      u32 work = 0;
      const u32 batch = batch_of(hub.degree);
      for (u32 from = threadIdx.x / 32 * batch; from < hub.degree; from += blockDim.x / 32 * batch) {
        const u32 i = from + lane_id();
        const u32 x = lane_id() < batch && i < hub.degree ? __ldg(list + i) : kNoId;
        const bool active = x != kNoId && (marks[x / 32] >> (x & 31) & 1) != 0;
        const Row row = active ? graph.row(x) : Row{0, 0, 0};
        const u64 y = count_flat<WarpGroup>(
            graph.list(row), row.degree, x, kUnbounded, work,
            [&](u32, u32, u32 other) { return (marks[other / 32] >> (other & 31) & 1) != 0; });
        if (y != 0) {
          ends += y;
          pairs += y * (y - 1) / 2;
          tails += adjacent ? y * (row.degree - 3) : 0;
        }
      }
      mine.looked += lane_id() == 0 ? u64{32} * work : 0;
      add_edges(adjacent, common, ends, pairs, tails, mine);
    }
    __syncthreads();
    for (u32 i = threadIdx.x; i < hub.degree; i += blockDim.x) {
      marks[__ldg(list + i) / 32] = 0;
    }
    __syncthreads();
  }
}

}  // namespace cliquestream::enumerate
