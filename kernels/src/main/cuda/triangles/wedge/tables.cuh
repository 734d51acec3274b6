// Tables of an owner's neighbours, and how a streamed unit is tested against them.
//
// Every table has: Unit (what one lane loads), kIdsPerUnit, the array its lists lie in, fill and clear by `stride`
// cooperating threads, and test(unit), the hits among the unit's ids. Ids past the owner, and padding, never hit: the
// owner has only smaller ids.
#pragma once

#include "common/search.cuh"
#include "triangles/wedge/format.cuh"

namespace cliquestream::wedge {

struct Lists {  // what the counting kernels read
  const u64* rows;
  const u64* split_rows;
  const u32* adjacency;
  const u16* hub_ids;
  u32 split;
};

__device__ __forceinline__ u32 bit_of(u32 word, u32 position) {  // position modulo 32
  return __funnelshift_r(word, 0u, position) & 1u;
}

// Where an owner's ids lie.
template <class Id>
struct IdList {
  const Id* ids;
  u32 length;
};

// The hub window as 65,536 bits; the last is never set, so padding misses.
struct HubBitmap {
  using Unit = uint4;
  using Id = u16;
  static constexpr u32 kIdsPerUnit = WedgePolicy::kIdsPerHubUnit;
  static constexpr u32 kWords = WedgePolicy::kBitmapWords;
  u32* bits;
  const uint4* units;

  __device__ void bind(u32* words, const Lists& lists) {
    bits = words;
    units = reinterpret_cast<const uint4*>(lists.hub_ids);
  }
  __device__ static const u16* ids(const Lists& lists) { return lists.hub_ids; }
  __device__ void clear_all(u32 from, u32 stride) {
    for (u32 i = from; i < kWords / 4; i += stride) {
      reinterpret_cast<uint4*>(bits)[i] = make_uint4(0, 0, 0, 0);
    }
  }
  // first is the list's id at `from`, loaded by the caller ahead of time.
  __device__ void fill(const IdList<u16>& list, u32 first, u32 from, u32 stride) {
    if (from < list.length) {
      atomicOr(bits + (first >> 5), 1u << (first & 31));
    }
    for (u32 i = from + stride; i < list.length; i += stride) {
      const u32 id = list.ids[i];
      atomicOr(bits + (id >> 5), 1u << (id & 31));
    }
  }
  __device__ void clear(const IdList<u16>& list, u32 first, u32 from, u32 stride) {
    if (from < list.length) {
      bits[first >> 5] = 0;
    }
    for (u32 i = from + stride; i < list.length; i += stride) {
      bits[list.ids[i] >> 5] = 0;
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

__device__ __forceinline__ u32 search_list(const IdList<u32>& list, u32 id) {
  return contains(list.ids, list.length, id);
}

// A collision-free hash for one warp: multipliers are tried until every id has a slot of its own, so that a lookup is
// one load and one comparison. Lists for which none of the tries works are searched where they lie.
//
// An empty slot holds an id that belongs elsewhere: 0, or 1 in slot 0, where 0 itself belongs. So neither an id that is
// not there nor padding, which is never stored, equals what it finds, and no lookup asks whether a slot is empty.
struct TailPerfectHash {
  using Unit = uint4;
  using Id = u32;
  static constexpr u32 kIdsPerUnit = WedgePolicy::kIdsPerTailUnit;
  static constexpr u32 kWords = WedgePolicy::kPerfectSlots;
  static constexpr u32 kShift = 32 - 10;
  static_assert(kWords == 1u << (32 - kShift), "the hash gives as many bits as there are slots");
  static_assert(WedgePolicy::kPerfectOwner <= 64, "two ids a lane");
  u32* slots;
  const uint4* units;
  u32 multiplier;         // its upper bits are not all 0, so that 1 has another slot than 0
  IdList<u32> searched;   // length 0 unless no multiplier worked

  __device__ void bind(u32* words, const Lists& lists) {
    slots = words;
    units = reinterpret_cast<const uint4*>(lists.adjacency);
  }
  __device__ static const u32* ids(const Lists& lists) { return lists.adjacency; }
  __device__ void clear_all(u32 from, u32 stride) {
    for (u32 i = from; i < kWords; i += stride) {
      empty(i);
    }
  }
  __device__ void empty(u32 slot) { slots[slot] = slot == 0; }
  __device__ u32 slot_of(u32 id) const { return (id * multiplier) >> kShift; }
  __device__ void fill(const IdList<u32>& list, u32 first, u32 from, u32 stride) {
    const bool has_first = from < list.length, has_second = from + 32 < list.length;
    const u32 second = has_second ? list.ids[from + 32] : 0;
    multiplier = 0x9E3779B1u;
    searched = {list.ids, 0};
    for (u32 tries = 0;; tries++) {
      const u32 slot1 = slot_of(first), slot2 = slot_of(second);
      if (has_first) {
        slots[slot1] = first;
      }
      if (has_second) {
        slots[slot2] = second;
      }
      __syncwarp();
      const bool lost = (has_first && slots[slot1] != first) || (has_second && slots[slot2] != second);
      if (!__any_sync(kFullWarp, lost)) {
        return;
      }
      __syncwarp();
      if (has_first) {
        empty(slot1);
      }
      if (has_second) {
        empty(slot2);
      }
      __syncwarp();
      if (tries == WedgePolicy::kPerfectTries) {
        searched = list;
        return;
      }
      multiplier = (multiplier * 0x2C1B3C6Du + 0x297A2D38u) | 0x80000001u;
    }
  }
  __device__ void clear(const IdList<u32>& list, u32 first, u32 from, u32 stride) {
    if (searched.length == 0) {
      if (from < list.length) {
        empty(slot_of(first));
      }
      if (from + 32 < list.length) {
        empty(slot_of(list.ids[from + 32]));
      }
    }
  }
  __device__ Unit load(u32 unit) const { return __ldg(units + unit); }
  __device__ static Unit nothing() { return make_uint4(kNoId, kNoId, kNoId, kNoId); }
  __device__ u32 one(u32 id) const { return slots[slot_of(id)] == id; }
  __device__ u32 test(const Unit& u) const {
    if (searched.length != 0) {
      return search_list(searched, u.x) + search_list(searched, u.y) + search_list(searched, u.z) +
          search_list(searched, u.w);
    }
    return one(u.x) + one(u.y) + one(u.z) + one(u.w);
  }
};

// Open addressing over 32-bit ids, at most half full. Longer lists are searched where they lie.
template <u32 kSlots>
struct TailHash {
  using Unit = uint4;
  using Id = u32;
  static constexpr u32 kIdsPerUnit = WedgePolicy::kIdsPerTailUnit;
  static constexpr u32 kWords = kSlots;
  static constexpr u32 kCapacity = kSlots / 2;
  u32* slots;
  const uint4* units;
  IdList<u32> searched;

  __device__ static u32 slot_of(u32 id) { return (id * 0x9E3779B1u) / (0x100000000ull / kSlots); }

  __device__ void bind(u32* words, const Lists& lists) {
    slots = words;
    units = reinterpret_cast<const uint4*>(lists.adjacency);
  }
  __device__ static const u32* ids(const Lists& lists) { return lists.adjacency; }
  __device__ void clear_all(u32 from, u32 stride) {
    for (u32 i = from; i < kWords / 4; i += stride) {
      reinterpret_cast<uint4*>(slots)[i] = nothing();
    }
  }
  __device__ void fill(const IdList<u32>& list, u32, u32 from, u32 stride) {
    searched = {list.ids, list.length > kCapacity ? list.length : 0};
    if (searched.length != 0) {
      return;
    }
    for (u32 i = from; i < list.length; i += stride) {
      const u32 id = list.ids[i];
      u32 slot = slot_of(id);
      while (atomicCAS(slots + slot, kNoId, id) != kNoId) {
        slot = (slot + 1) & (kSlots - 1);
      }
    }
  }
  __device__ void clear(const IdList<u32>&, u32, u32 from, u32 stride) {
    if (searched.length == 0) {
      clear_all(from, stride);
    }
  }
  __device__ Unit load(u32 unit) const { return __ldg(units + unit); }
  __device__ static Unit nothing() { return make_uint4(kNoId, kNoId, kNoId, kNoId); }
  __device__ u32 one(u32 id) const {
    if (searched.length != 0) {
      return search_list(searched, id);
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
