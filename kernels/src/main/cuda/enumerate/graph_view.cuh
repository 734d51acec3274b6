// The symmetric graph as kernels see it: sorted rows, bit rows of hubs, and the question whether two vertices are adjacent.
#pragma once

#include "common/search.cuh"
#include "cliquestream_enumerate.h"

namespace cliquestream::enumerate {

using Row = cs_enumerate_row;
static_assert(sizeof(Row) == 16, "one load gives a row");

struct GraphView {
  const Row* rows;
  const u32* neighbours;
  const u32* bits;
  u32 hubs;
  u32 words;
  u32 vertices;
  u64 arcs;

  __device__ __forceinline__ Row row(u32 v) const {
    const uint4 r = __ldg(reinterpret_cast<const uint4*>(rows) + v);
    return {static_cast<u64>(r.x) | static_cast<u64>(r.y) << 32, r.z, r.w};
  }
  __device__ __forceinline__ const u32* list(const Row& row) const { return neighbours + row.start; }

  // The row whose bits are asked is that of `owner` wherever it has one, so that a warp that asks many questions about one
  // vertex stays within one bit row. kAllBits: every vertex has one.
  template <bool kAllBits>
  __device__ __forceinline__ bool adjacent(u32 owner, u32 other) const {
    if (kAllBits || owner < hubs) {
      return __ldg(bits + static_cast<u64>(owner) * words + (other >> 5)) >> (other & 31) & 1;
    }
    if (other < hubs) {
      return __ldg(bits + static_cast<u64>(other) * words + (owner >> 5)) >> (owner & 31) & 1;
    }
    const u32 larger = owner > other ? owner : other;
    const u32 smaller = owner > other ? other : owner;
    const Row r = row(larger);  // the smaller degree
    return contains(list(r), r.out_degree, smaller);
  }
};

}  // namespace cliquestream::enumerate
