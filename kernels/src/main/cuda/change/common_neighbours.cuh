// Common neighbours of a changed edge's ends: ids of the shorter row looked up in the longer one.
#pragma once

#include "change/graph.cuh"

namespace cliquestream::change {

#ifdef __CUDACC__
// Which of a lane's neighbours of the shorter row's vertex, as the row has them, make a triangle with the edge: bit k for
// the k-th; those that are not `given` are no ids. All are looked up step by step together, so that their loads overlap.
template <int kEach>
__device__ __forceinline__ u32 closing(
    const Graph& g, const ChangedEdge& edge, const View& view, const u32 (&tagged_ids)[kEach], u32 given) {
  u32 hits = 0;
#pragma unroll
  for (int k = 0; k < kEach; k++) {
    hits |= (given >> k & 1) != 0 && sees(view, edge.few, tagged_ids[k]) ? 1u << k : 0;
  }
  if (edge.hub != kNoId) {
    const u32* bits = g.bits_of(edge.hub);
    const u32* tags = g.tags_of(edge.hub);
    u32 words[kEach];
#pragma unroll
    for (int k = 0; k < kEach; k++) {
      words[k] = (hits >> k & 1) != 0 ? bits[(tagged_ids[k] & kIdMask) >> 5] : 0;
    }
#pragma unroll
    for (int k = 0; k < kEach; k++) {
      if ((words[k] >> (tagged_ids[k] & 31) & 1) == 0) {
        hits &= ~(1u << k);
      }
    }
    if (edge.run_last - edge.run_first != 1) {  // more than the edge itself
#pragma unroll
      for (int k = 0; k < kEach; k++) {
        words[k] = (hits >> k & 1) != 0 ? tags[(tagged_ids[k] & kIdMask) >> 5] : 0;
      }
#pragma unroll
      for (int k = 0; k < kEach; k++) {
        if ((words[k] >> (tagged_ids[k] & 31) & 1) != 0 &&
            !sees_changed(g, view, edge.run_first, edge.run_last, edge.many, tagged_ids[k] & kIdMask)) {
          hits &= ~(1u << k);
        }
      }
    }
    return hits;
  }
  const u32* ids = g.ids(edge.many_row);
  const u32 degree = row_degree(edge.many_row);
  u32 at[kEach];
#pragma unroll
  for (int k = 0; k < kEach; k++) {
    at[k] = 0;
  }
  for (u32 left = degree; left > 1;) {
    const u32 half = left / 2;
#pragma unroll
    for (int k = 0; k < kEach; k++) {
      at[k] += (ids[at[k] + half - 1] & kIdMask) < (tagged_ids[k] & kIdMask) ? half : 0;
    }
    left -= half;
  }
#pragma unroll
  for (int k = 0; k < kEach; k++) {
    const u32 found = ids[at[k]];
    if (((found ^ tagged_ids[k]) & kIdMask) != 0 || !sees(view, edge.many, found)) {
      hits &= ~(1u << k);
    }
  }
  return hits;
}
#endif

}  // namespace cliquestream::change
