// Tables of an owner's neighbours, and how a streamed unit is tested against them.
//
// Every table has: Unit (what one lane loads), kIdsPerUnit, clear/fill by `stride` cooperating threads, test(unit) which
// returns the hits among the unit's ids. Ids past the owner, and padding, never hit: the owner has only smaller ids.
#pragma once

#include "triangles/wedge/format.cuh"

namespace cliquestream::wedge {

struct Lists {  // what the counting kernels read
  const u64* rows;
  const u64* split_rows;
  const RowBases* bases;
  const u32* adjacency;
  const u16* hub_ids;
  u32 split;
};

__device__ __forceinline__ u32 bit_of(u32 word, u32 position) {  // position modulo 32
  return __funnelshift_r(word, 0u, position) & 1u;
}

// The hub window as 65,536 bits; the last is never set, so padding misses.
struct HubBitmap {
  using Unit = uint4;
  static constexpr u32 kIdsPerUnit = WedgePolicy::kIdsPerHubUnit;
  static constexpr u32 kWords = WedgePolicy::kBitmapWords;
  u32* bits;
  const uint4* units;
  const u16* ids;
  u32 length;

  __device__ void bind(u32* words, const Lists& lists) {
    bits = words;
    units = reinterpret_cast<const uint4*>(lists.hub_ids);
  }
  __device__ void clear_all(u32 from, u32 stride) {
    for (u32 i = from; i < kWords / 4; i += stride) {
      reinterpret_cast<uint4*>(bits)[i] = make_uint4(0, 0, 0, 0);
    }
  }
  __device__ void select(const Lists& lists, u32 owner) {
    ids = lists.hub_ids + lists.bases[owner].octets * 8;
    length = SplitRow(lists.split_rows[owner]).hub_length();
  }
  __device__ void fill(u32 from, u32 stride) {
    for (u32 i = from; i < length; i += stride) {
      const u32 id = ids[i];
      atomicOr(bits + (id >> 5), 1u << (id & 31));
    }
  }
  __device__ void clear(u32 from, u32 stride) {
    for (u32 i = from; i < length; i += stride) {
      bits[ids[i] >> 5] = 0;
    }
  }
  __device__ Unit load(u32 unit) const { return __ldg(units + unit); }
  __device__ static Unit nothing() { return make_uint4(~0u, ~0u, ~0u, ~0u); }
  __device__ u32 pair(u32 two) const {
    const char* base = reinterpret_cast<const char*>(bits);
    const u32 low = *reinterpret_cast<const u32*>(base + ((two >> 3) & 0x1FFC));
    const u32 high = *reinterpret_cast<const u32*>(base + ((two >> 19) & 0x1FFC));
    return bit_of(low, two) + bit_of(high, two >> 16);
  }
  __device__ u32 test(const Unit& u) const { return pair(u.x) + pair(u.y) + pair(u.z) + pair(u.w); }
};

// Open addressing over 32-bit ids, at most half full. Longer lists are searched where they lie.
template <u32 kSlots>
struct TailHash {
  using Unit = uint4;
  static constexpr u32 kIdsPerUnit = WedgePolicy::kIdsPerTailUnit;
  static constexpr u32 kWords = kSlots;
  static constexpr u32 kCapacity = kSlots / 2;
  u32* slots;
  const uint4* units;
  const u32* ids;
  u32 length;

  __device__ static u32 slot_of(u32 id) { return (id * 0x9E3779B1u) / (0x100000000ull / kSlots); }

  __device__ void bind(u32* words, const Lists& lists) {
    slots = words;
    units = reinterpret_cast<const uint4*>(lists.adjacency);
  }
  __device__ void clear_all(u32 from, u32 stride) {
    for (u32 i = from; i < kWords / 4; i += stride) {
      reinterpret_cast<uint4*>(slots)[i] = nothing();
    }
  }
  __device__ void select(const Lists& lists, u32 owner) {
    const u64 row = lists.rows[owner];
    const u32 skip = lists.split ? SplitRow(lists.split_rows[owner]).hub_length() : 0;
    ids = lists.adjacency + row_quad(row) * 4 + skip;
    length = row_length(row) - skip;
  }
  __device__ void fill(u32 from, u32 stride) {
    if (length > kCapacity) {
      return;
    }
    for (u32 i = from; i < length; i += stride) {
      u32 slot = slot_of(ids[i]);
      while (atomicCAS(slots + slot, kNoId, ids[i]) != kNoId) {
        slot = (slot + 1) & (kSlots - 1);
      }
    }
  }
  __device__ void clear(u32 from, u32 stride) {
    if (length <= kCapacity) {
      clear_all(from, stride);
    }
  }
  __device__ Unit load(u32 unit) const { return __ldg(units + unit); }
  __device__ static Unit nothing() { return make_uint4(kNoId, kNoId, kNoId, kNoId); }
  __device__ u32 one(u32 id) const {
    if (length > kCapacity) {
      u32 low = 0, high = length;
      while (low < high) {
        const u32 middle = (low + high) >> 1;
        if (ids[middle] < id) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return low < length && ids[low] == id;
    }
    u32 slot = slot_of(id);
    for (;;) {
      const u32 found = slots[slot];
      if (found == kNoId) {
        return 0;  // padding looks for kNoId itself and ends here too
      }
      if (found == id) {
        return 1;
      }
      slot = (slot + 1) & (kSlots - 1);
    }
  }
  __device__ u32 test(const Unit& u) const { return one(u.x) + one(u.y) + one(u.z) + one(u.w); }
};

}  // namespace cliquestream::wedge
