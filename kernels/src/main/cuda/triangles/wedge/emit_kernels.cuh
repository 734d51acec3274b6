// Entries: written row by row, each to its place at its owner (format.cuh), with signatures where prefixes are short.
#pragma once

#include "triangles/wedge/plan_kernels.cuh"

namespace cliquestream::wedge {

struct HubTarget {
  u64* entry;
  atomic64* progress;     // of every owner
  const RowBases* bases;  // where progress counts from the owner's first place; else null
  EntryFormat format;
  __device__ __forceinline__ u64 reserve(u32 owner, u32 length) const {
    const u32 units = (length + WedgePolicy::kIdsPerHubUnit - 1) / WedgePolicy::kIdsPerHubUnit;
    const u64 before =
        atomicAdd(progress + OwnerProgress::index(owner), static_cast<atomic64>(OwnerProgress::entry(units)));
    return (bases == nullptr ? 0 : bases[owner].hub_room) + OwnerProgress::place(before);
  }
  __device__ __forceinline__ void put(u64 place, u64 start, u32 length) const {
    entry[place] = format.pack(start, length);
  }
};

struct TailTarget {
  u64* entry;
  u32* owner_key;      // null: the owner is inside the entry
  u64* signature;      // null: none are kept
  u64* row_signature;
  EntryFormat format;
  __device__ __forceinline__ void put(u64 at, u32 owner, u64 start, u32 length, u64 signature_here) const {
    const u64 packed = format.pack(start, length);
    if (owner_key != nullptr) {
      entry[at] = packed;
      owner_key[at] = owner;
    } else {
      entry[at] = format.with_owner(packed, owner);
    }
    if (signature != nullptr) {
      signature[at] = signature_here;
    }
  }
};

// Eight lanes that write one row.
struct RowLanes {
  static constexpr u32 kLanes = 8;
  u32 lane, mask;
  __device__ RowLanes() : lane(threadIdx.x % kLanes), mask(0xFFu << (lane_id() & ~(kLanes - 1))) {}
  // Of the lanes up to this one.
  __device__ __forceinline__ u64 inclusive_or(u64 bits) const {
#pragma unroll
    for (u32 distance = 1; distance < kLanes; distance *= 2) {
      const u64 other = __shfl_up_sync(mask, bits, distance, kLanes);
      bits |= lane >= distance ? other : 0;
    }
    return bits;
  }
  // Signatures of the ids before each lane's, and of all so far.
  __device__ __forceinline__ u64 signature_before(u32 id, u64& all) const {
    const u64 mine = id != kNoId ? signature_of(id) : 0, inclusive = inclusive_or(mine);
    const u64 exclusive = __shfl_up_sync(mask, inclusive, 1, kLanes);
    const u64 before = all | (lane == 0 ? 0 : exclusive);
    all |= __shfl_sync(mask, inclusive, kLanes - 1, kLanes);
    return before;
  }
};

struct EmitRows {
  const u64* rows;
  const u32* adjacency;
  u64 active;
  u32 tiny;
  const cs_wedge_header* header;
  const u64* split_rows;
  const RowBases* bases;
  u16* hub_ids;
};

// Writes a row's 16-bit hub part and the entries of its edges.
template <bool kSigned>
__device__ __forceinline__ void emit_row(const EmitRows& g, const HubTarget& hub_target, const TailTarget& tail_target) {
  const RowLanes lanes;
  const u64 u = global_thread() / RowLanes::kLanes;
  if (u >= g.active) {
    return;
  }
  const u64 row = g.rows[u], first_octet = g.bases[u].octets, first_tail = g.bases[u].tail_entries;
  const u32 length = row_length(row);
  const u32* list = g.adjacency + row_quad(row) * 4;
  const SplitRow split_row(g.split_rows[u]);
  const u32 hub = split_row.hub_length();
  const bool split = g.header->split != 0;
  const bool at_window = hub < length && list[hub] == WedgePolicy::kHubWindow;
  const RowShape s = shape_of(length, hub, split_row.core_length(), at_window, split);
  const u32 tail_unit = s.tail_skip / WedgePolicy::kIdsPerTailUnit;
  auto put_tail = [&](u32 v, u32 p, u64 before, u64 signature) {
    tail_target.put(
        first_tail + before, v, row_quad(row) + tail_unit, p - tail_unit * WedgePolicy::kIdsPerTailUnit, signature);
  };
  auto in_hub = [&](u32 p) { return p >= s.hub_from && p < s.hub_to; };
  auto in_tail = [&](u32 p) { return p >= s.tail_from && p < s.tail_to; };
  u64 all = 0;  // signature of the ids so far
  if (g.tiny && length <= WedgePolicy::kTinySource) {  // the row's edges to short rows have no entry
    const u32 p = lanes.lane;
    const u32 v = p < length ? list[p] : kNoId;
    if (hub != 0) {
      g.hub_ids[first_octet * 8 + p] = p < hub ? static_cast<u16>(v) : static_cast<u16>(0xFFFF);
    }
    const bool wanted = p < length && p != 0 && row_length(__ldg(g.rows + v)) > WedgePolicy::kTinyTarget;
    if (wanted && in_hub(p)) {
      hub_target.put(hub_target.reserve(v, min(p, hub)), first_octet, min(p, hub));
    }
    const u64 signature = kSigned ? lanes.signature_before(v, all) : 0;
    const bool is_tail = wanted && in_tail(p);
    const u32 tail_votes = __ballot_sync(lanes.mask, is_tail);
    if (is_tail) {
      put_tail(v, p, __popc(tail_votes & lanes_below_mine()), signature);
    }
  } else {
    constexpr u32 kInFlight = 2;
    const u32 hub_rounded = (hub + 7) & ~7u, end = max(length, hub_rounded);
    for (u32 base = 0; base < end; base += RowLanes::kLanes * kInFlight) {
      const u32 from = base + lanes.lane;
      u32 ids[kInFlight];
      u64 places[kInFlight];
#pragma unroll
      for (u32 k = 0; k < kInFlight; k++) {
        const u32 p = from + k * RowLanes::kLanes;
        ids[k] = p < length ? __ldcs(list + p) : kNoId;
      }
#pragma unroll
      for (u32 k = 0; k < kInFlight; k++) {
        const u32 p = from + k * RowLanes::kLanes;
        places[k] = in_hub(p) ? hub_target.reserve(ids[k], min(p, hub)) : 0;
      }
#pragma unroll
      for (u32 k = 0; k < kInFlight; k++) {
        const u32 p = from + k * RowLanes::kLanes;
        if (p < hub_rounded) {
          g.hub_ids[first_octet * 8 + p] = p < hub ? static_cast<u16>(ids[k]) : static_cast<u16>(0xFFFF);
        }
        if (in_hub(p)) {
          hub_target.put(places[k], first_octet, min(p, hub));
        }
        const u64 signature = kSigned ? lanes.signature_before(ids[k], all) : 0;
        if (in_tail(p)) {
          put_tail(ids[k], p, p - s.tail_from, signature);
        }
      }
    }
  }
  if (kSigned && lanes.lane == 0) {
    tail_target.row_signature[u] = all;
  }
}

// Before any entry is placed.
__global__ void cs_kernel_wedge_start_owners(
    const RowBases* __restrict__ bases, u64 active, bool from_zero, u64* progress) {
  const u64 v = global_thread();
  if (v < active) {
    progress[OwnerProgress::index(static_cast<u32>(v))] = from_zero ? 0 : bases[v].hub_room;
  }
}

// Eight lanes a row.
__global__ void cs_kernel_wedge_emit(EmitRows rows, HubTarget hub_target, TailTarget tail_target) {
  emit_row<false>(rows, hub_target, tail_target);
}

// The same with signatures.
__global__ void cs_kernel_wedge_emit_signed(EmitRows rows, HubTarget hub_target, TailTarget tail_target) {
  emit_row<true>(rows, hub_target, tail_target);
}

}  // namespace cliquestream::wedge
