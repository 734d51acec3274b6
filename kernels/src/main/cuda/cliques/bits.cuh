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

// A set of vertices of a tile: vertex v is bit v % 32 of word v / 32, and lane v % 32 looks after it.
template <int kWords>
struct alignas(kWords * 4) TileSet {
  u32 word[kWords];

  __device__ __forceinline__ static TileSet first(u32 count) {
    TileSet r;
#pragma unroll
    for (int x = 0; x < kWords; x++) {
      r.word[x] = count <= 32u * x ? 0 : low_bits<u32>(count - 32 * x);
    }
    return r;
  }
  __device__ __forceinline__ static TileSet load(const u32* tile, u32 vertex) {
    return reinterpret_cast<const TileSet*>(tile)[vertex];
  }
  __device__ __forceinline__ void store(u32* tile, u32 vertex) const {
    reinterpret_cast<TileSet*>(tile)[vertex] = *this;
  }
  // The first 64 vertices in one word.
  __device__ __forceinline__ u64 wide() const {
    if constexpr (kWords == 1) {
      return word[0];
    } else {
      return static_cast<u64>(word[1]) << 32 | word[0];
    }
  }
  __device__ __forceinline__ static TileSet of(u64 wide) {
    TileSet r;
    r.word[0] = static_cast<u32>(wide);
    if constexpr (kWords == 2) {
      r.word[1] = static_cast<u32>(wide >> 32);
    }
    return r;
  }
  __device__ __forceinline__ u32 count() const {
    u32 sum = 0;
#pragma unroll
    for (int x = 0; x < kWords; x++) {
      sum += __popc(word[x]);
    }
    return sum;
  }
  __device__ __forceinline__ u32 count_and(const TileSet& other) const {
    u32 sum = 0;
#pragma unroll
    for (int x = 0; x < kWords; x++) {
      sum += __popc(word[x] & other.word[x]);
    }
    return sum;
  }
  __device__ __forceinline__ bool empty() const {
    u32 any = 0;
#pragma unroll
    for (int x = 0; x < kWords; x++) {
      any |= word[x];
    }
    return any == 0;
  }
  __device__ __forceinline__ TileSet operator&(const TileSet& other) const {
    TileSet r;
#pragma unroll
    for (int x = 0; x < kWords; x++) {
      r.word[x] = word[x] & other.word[x];
    }
    return r;
  }
  __device__ __forceinline__ TileSet without(const TileSet& other) const {
    TileSet r;
#pragma unroll
    for (int x = 0; x < kWords; x++) {
      r.word[x] = word[x] & ~other.word[x];
    }
    return r;
  }
  __device__ __forceinline__ bool operator==(const TileSet& other) const {
    u32 differ = 0;
#pragma unroll
    for (int x = 0; x < kWords; x++) {
      differ |= word[x] ^ other.word[x];
    }
    return differ == 0;
  }
  __device__ __forceinline__ void remove(u32 vertex) {
#pragma unroll
    for (int x = 0; x < kWords; x++) {
      word[x] &= vertex >> 5 == static_cast<u32>(x) ? ~(1u << (vertex & 31)) : ~0u;
    }
  }
  // Removes and returns the largest vertex of a set that is not empty.
  __device__ __forceinline__ u32 take_top() {
    u32 vertex;
    if constexpr (kWords == 1) {
      vertex = top_bit(word[0]);
    } else {
      vertex = word[1] != 0 ? 32 + top_bit(word[1]) : top_bit(word[0]);
    }
    remove(vertex);
    return vertex;
  }
  // The same, without a branch; of an empty set nothing, and the result is 0.
  __device__ __forceinline__ u32 take_top_or_zero() {
    u32 value = word[0], base = 0;
#pragma unroll
    for (int x = 1; x < kWords; x++) {
      const bool used = word[x] != 0;
      value = used ? word[x] : value;
      base = used ? 32 * x : base;
    }
    const int top = 31 - __clz(value);
    const u32 taken = 1u << (top & 31);
#pragma unroll
    for (int x = 0; x < kWords; x++) {
      word[x] &= ~(base == 32u * x ? taken : 0);
    }
    return max(static_cast<int>(base) + top, 0);
  }
  __device__ __forceinline__ TileSet without_lowest() const {
    TileSet r;
    bool before = false;  // a word before this one had it
#pragma unroll
    for (int x = 0; x < kWords; x++) {
      r.word[x] = before ? word[x] : word[x] & (word[x] - 1);
      before = before || word[x] != 0;
    }
    return r;
  }
};

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
