// Small helpers on masks of up to 64 vertices and on masks of many words.
#pragma once

#include "cliques/job.cuh"

namespace cliquestream::cliques {

__device__ __forceinline__ u32 count_bits(u32 x) { return __popc(x); }
__device__ __forceinline__ u32 count_bits(u64 x) { return __popcll(x); }
__device__ __forceinline__ u32 top_bit(u32 x) { return 31 - __clz(x); }
__device__ __forceinline__ u32 top_bit(u64 x) {
  const u32 high = static_cast<u32>(x >> 32);
  return high != 0 ? 63 - __clz(high) : 31 - __clz(static_cast<u32>(x));
}
template <class Mask>
__device__ __forceinline__ Mask bit(u32 at) {
  return static_cast<Mask>(1) << at;
}
// The n lowest bits.
template <class Mask>
__device__ __forceinline__ Mask low_bits(u32 n) {
  return n >= sizeof(Mask) * 8 ? ~static_cast<Mask>(0) : bit<Mask>(n) - 1;
}
// Bits above the given one.
template <class Mask>
__device__ __forceinline__ Mask above(u32 at) {
  return ~((bit<Mask>(at) << 1) - 1);
}

// Index of the top bit of a mask of many words, kNoId if there is none. For a whole warp.
__device__ __forceinline__ u32 warp_top_bit(const u32* mask, u32 words, u32 lane) {
  for (u32 end = (words + 31) & ~31u; end != 0; end -= 32) {
    const u32 at = end - 32 + lane;
    const u32 word = at < words ? mask[at] : 0;
    const u32 set = __ballot_sync(kFullWarp, word != 0);
    if (set != 0) {
      const u32 owner = 31 - __clz(set);
      const u32 top = __shfl_sync(kFullWarp, word, owner);
      return (end - 32 + owner) * 32 + 31 - __clz(top);
    }
  }
  return kNoId;
}

__device__ __forceinline__ u32 warp_count_bits(const u32* mask, u32 words, u32 lane) {
  u32 sum = 0;
  for (u32 w = lane; w < words; w += 32) {
    sum += __popc(mask[w]);
  }
  return __reduce_add_sync(kFullWarp, sum);
}

}  // namespace cliquestream::cliques
