// Binary search: in sorted lists, and for the border of any property that holds up to some place and not past it.
#pragma once

#include "common/common.cuh"

namespace cliquestream {

#ifdef __CUDACC__
// The first place in [low, high) that the property does not hold at; high if it holds throughout.
template <class Place, class Holds>
__device__ __forceinline__ Place first_without(Place low, Place high, Holds holds) {
  while (low < high) {
    const Place middle = low + (high - low) / 2;
    if (holds(middle)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

// The first place of an ascending list whose id is not below the bound.
__device__ __forceinline__ u32 lower_bound(const u32* list, u32 length, u32 bound) {
  return first_without(0u, length, [&](u32 i) { return list[i] < bound; });
}
__device__ __forceinline__ bool contains(const u32* list, u32 length, u32 id) {
  const u32 at = lower_bound(list, length, id);
  return at < length && list[at] == id;
}
// The same in a list that no kernel writes to: through the read-only cache.
__device__ __forceinline__ u32 row_lower_bound(const u32* __restrict__ list, u32 length, u32 bound) {
  return first_without(0u, length, [&](u32 i) { return __ldg(list + i) < bound; });
}
__device__ __forceinline__ bool row_contains(const u32* __restrict__ list, u32 length, u32 id) {
  const u32 at = row_lower_bound(list, length, id);
  return at < length && __ldg(list + at) == id;
}
#endif

}  // namespace cliquestream
