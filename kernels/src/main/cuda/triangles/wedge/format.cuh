// How the wedge kernel's plan is written down.
//
// For the edge (u, v), v at position p of N+(u), only the prefix N+(u)[0..p) can meet N+(v). An *entry* says "stream
// this prefix against the table of its owner v". Ids below 65,535 live in 16-bit rows (the hub window), so an owner's
// table for them is an 8 KB bitmap that answers exactly; the rest of a row is its tail. Entries are grouped by owner,
// owners are cut into *items* of bounded work, and items fall into classes by work and table size.
//
// Hub entries need no sort for that: an owner has at most as many as there are edges towards it, its degree less the
// length of its row, so sums over owners give each a place of its own, and one atomic an entry fills it. In which order
// depends on timing and decides nothing. Tail entries are sorted, because the merge kernel walks all of them in a row.
#pragma once

#include "common/common.cuh"
#include "triangles/wedge/policy.cuh"

namespace cliquestream::wedge {

// What the survey decides for each row: how much of it is in the hub window, and the columns left to the core.
struct SplitRow {
  u64 bits;
  __host__ __device__ SplitRow(u64 b) : bits(b) {}
  __host__ __device__ SplitRow(u32 core_class, u32 core_length, u32 hub_length)
      : bits(static_cast<u64>(core_class) << 48 | static_cast<u64>(core_length) << 24 | hub_length) {}
  __host__ __device__ u32 hub_length() const { return static_cast<u32>(bits & 0xFFFFFF); }
  __host__ __device__ u32 core_length() const { return static_cast<u32>(bits >> 24 & 0xFFFFFF); }
  __host__ __device__ u32 core_class() const { return static_cast<u32>(bits >> 48); }  // 0: none, i: 512 << (i-1)
};

__host__ __device__ __forceinline__ u32 core_columns(u32 core_class) {
  return WedgePolicy::kCoreLeast << (core_class - 1);
}

struct RowCounts {  // of one row; hub_room: edges towards it
  u32 octets, hub_room, tail_entries, unused;
};
struct RowBases {  // exclusive sums of RowCounts; hub_room: where the row's own entries begin
  u64 octets, hub_room, tail_entries;
  __host__ __device__ RowBases operator+(const RowBases& o) const {
    return {octets + o.octets, hub_room + o.hub_room, tail_entries + o.tail_entries};
  }
};

// An entry in one word: owner | first unit | length in ids. Where that does not fit, the owner travels beside it. Hub
// entries leave the owner out.
struct EntryFormat {
  u32 start_bits, length_bits;
  __host__ __device__ u64 pack(u64 start, u32 length) const { return start << length_bits | length; }
  __host__ __device__ u64 with_owner(u64 entry, u32 owner) const {
    return static_cast<u64>(owner) << (start_bits + length_bits) | entry;
  }
  __host__ __device__ u32 owner(u64 entry) const { return static_cast<u32>(entry >> (start_bits + length_bits)); }
  __host__ __device__ u32 start(u64 entry) const {
    return static_cast<u32>(entry >> length_bits) & static_cast<u32>((1ull << start_bits) - 1);
  }
  __host__ __device__ u32 length(u64 entry) const {
    return static_cast<u32>(entry) & static_cast<u32>((1ull << length_bits) - 1);
  }
};

// A set of ids as 64 bits, one for each of 64 hash values. Two sets with no bit in common have no id in common, so most
// short prefixes of a graph with few triangles need not be fetched at all (Ding and Koenig, Fast Set Intersection in
// Memory, 2011).
__host__ __device__ __forceinline__ u64 signature_of(u32 id) { return u64{1} << (id * 0x9E3779B1u >> 26); }

// How far an owner's hub entries have come, moved on by one atomic an entry: units of work in the upper half, in the
// lower one the place after the last entry; counted from the owner's first place where places take more than 32 bits. An
// owner's work is at most edges / 8 units and one for each entry.
//
// The counters of the busiest owners, those of the smallest ranks, would share few cache lines, and all atomics on a line
// go through one slice of L2; so those of the hub window lie 4,096 owners apart inside a line.
struct OwnerProgress {
  static constexpr u32 kSpread = 65536, kApart = 4096;
  static __host__ __device__ u32 index(u32 owner) {
    return owner < kSpread ? owner % kApart * (kSpread / kApart) + owner / kApart : owner;
  }
  static u64 words(u64 owners) { return owners < kSpread ? kSpread : owners; }
  static __host__ __device__ u64 entry(u32 units) { return static_cast<u64>(units) << 32 | 1; }
  static __host__ __device__ u32 place(u64 progress) { return static_cast<u32>(progress); }
  static __host__ __device__ u64 work(u64 progress) { return progress >> 32; }
};

// Part of an owner's entries, with the place of the owner's list (in 16-bit hub ids or in the adjacency), so that a
// warp that takes it has no descriptor to look up.
struct Item {
  u64 begin;
  u64 list;
  u32 entries, length;
};

// Item classes of a queue, and the words of its state.
enum HubClass : u32 { kHubBlock = 0, kHubWarp = 1 };
enum TailClass : u32 { kTailLarge = 0, kTailMedium = 1, kTailSmall = 2 };
constexpr u32 kClasses = 4;
constexpr u32 kNoClass = kClasses;
enum StateWord : u32 { kCount = 0, kFilled = kClasses, kStateWords = 2 * kClasses };

// Items taken so far, of every class of both queues and of the core: together, so that one launch node clears them.
enum TakenWord : u32 { kHubTaken = 0, kTailTaken = kClasses, kCoreTaken = 2 * kClasses, kTakenWords = 2 * kClasses + 1 };

}  // namespace cliquestream::wedge
