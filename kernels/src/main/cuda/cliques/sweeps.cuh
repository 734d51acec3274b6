// AND-POPC sweeps of one lane over the rows of a tile.
#pragma once

#include "cliques/bits.cuh"

namespace cliquestream::cliques {

// Takes the top vertex of a mask (which may be empty) and counts the mask's vertices adjacent to it. 64-bit rows go through
// a carry-save adder, so that a sweep needs one POPC: sums of twice the weight, and the ones left over.
class Sweeps {
 public:
  __device__ __forceinline__ void take(u32& mask, const u32* rows) {
    const u32 top = top_bit(mask) & 31;
    mask &= ~(1u << top);
    sum_ += __popc(mask & rows[top]);
  }
  __device__ __forceinline__ void take(u64& mask, const u64* rows) {
    const u64 row = take_row(mask, rows);
    add(static_cast<u32>(row & mask), static_cast<u32>((row & mask) >> 32));
  }
  // two: a mask from which two vertices are missing; three: one from which three are. One step of either: a vertex of two
  // counts, else one of three becomes a mask two.
  __device__ __forceinline__ void step(u32& two, u32& three, const u32* rows) {
    const bool counts = (two & (two - 1)) != 0;
    u32 mask = counts ? two : three;
    const u32 top = top_bit(mask) & 31;
    mask &= ~(1u << top);
    const u32 adjacent = mask & rows[top];
    sum_ += __popc(counts ? adjacent : 0);
    three = counts ? three : mask;
    two = counts ? mask : adjacent;
  }
  __device__ __forceinline__ void step(u64& two, u64& three, const u64* rows) {
    const bool counts = (two & (two - 1)) != 0;
    u64 mask = counts ? two : three;
    const u64 row = take_row(mask, rows);
    const u64 adjacent = mask & row;
    add(counts ? static_cast<u32>(adjacent) : 0, counts ? static_cast<u32>(adjacent >> 32) : 0);
    three = counts ? three : mask;
    two = counts ? mask : adjacent;
  }
  // Once in 2^26 sweeps at least.
  __device__ __forceinline__ void settle() {
    settled_ += sum_;
    sum_ = 0;
  }
  template <class Mask>
  __device__ __forceinline__ u64 total() const {
    return sizeof(Mask) == 8 ? 2 * (settled_ + sum_) + __popc(ones_) : settled_ + sum_;
  }

 private:
  __device__ __forceinline__ static u64 take_row(u64& mask, const u64* rows) {
    u32 low = static_cast<u32>(mask), high = static_cast<u32>(mask >> 32);
    const bool upper = high != 0;
    const u32 top = (31 - __clz(upper ? high : low)) & 31;
    const u32 keep = ~(1u << top);
    if (upper) {
      high &= keep;
    } else {
      low &= keep;
    }
    mask = static_cast<u64>(high) << 32 | low;
    return rows[top + (upper ? 32 : 0)];
  }
  __device__ __forceinline__ void add(u32 low, u32 high) {
    sum_ += __popc((ones_ & low) | (ones_ & high) | (low & high));
    ones_ ^= low ^ high;
  }

  u32 sum_ = 0;
  u32 ones_ = 0;
  u64 settled_ = 0;
};

}  // namespace cliquestream::cliques
