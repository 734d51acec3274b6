// Counting kernels: items of one class, taken dynamically, streamed against their owner's table.
#pragma once

#include "triangles/wedge/stream.cuh"
#include "triangles/wedge/tables.cuh"

namespace cliquestream::wedge {

struct Work {  // of one class
  const Item* items;
  u32* state;
  u32 item_class;
  u32 slice, slices;
  const u32* stop;
  u64* done;
};
struct Range {
  u32 begin, end;
  const Item* items;
};
// A slice is an equal share of the class's items, each of bounded work.
__device__ __forceinline__ Range range_of(const Work& work) {
  u32 first = 0;
  for (u32 c = 0; c < work.item_class; c++) {
    first += work.state[kCount + c];
  }
  const u64 all = work.state[kCount + work.item_class];
  return {
      static_cast<u32>(all * work.slice / work.slices), static_cast<u32>(all * (work.slice + 1) / work.slices),
      work.items + first};
}
__device__ __forceinline__ u32 take(const Work& work, const Range& range, u32 batch) {
  if (work.stop != nullptr && *reinterpret_cast<const volatile u32*>(work.stop) != 0) {
    return range.end;
  }
  return range.begin + atomicAdd(work.state + kTaken + work.item_class, batch);
}
__device__ __forceinline__ Item read_item(const Item* items, u32 i) {
  const uint4 raw = __ldg(reinterpret_cast<const uint4*>(items) + i);
  return {raw.x, raw.y, static_cast<u64>(raw.w) << 32 | raw.z};
}

// One block an item; its warps share the owner's table and pull 32 entries at a time.
template <class Table, int kThreads>
__device__ __forceinline__ void count_by_blocks(
    const Lists& lists, const EntryFormat& format, const u64* entries, const Work& work, u64* count) {
  extern __shared__ __align__(16) u32 words[];
  __shared__ u32 next, cursor;
  const u32 thread = threadIdx.x, lane = thread & 31;
  const Range range = range_of(work);
  Table table;
  table.bind(words, lists);
  table.clear_all(thread, kThreads);
  if (thread == 0) {
    next = take(work, range, 1);
  }
  __syncthreads();
  u32 current = next;
  u64 total = 0;
  while (current < range.end) {
    const Item item = read_item(range.items, current);
    table.select(lists, item.owner);
    table.fill(thread, kThreads);
    if (thread == 0) {
      cursor = 0;
    }
    __syncthreads();  // the table stands; everybody has read next
    if (thread == 0) {
      next = take(work, range, 1);
    }
    u32 hits = 0;
    for (;;) {
      u32 at = 0;
      if (lane == 0) {
        at = atomicAdd(&cursor, 32u);
      }
      at = __shfl_sync(kFullWarp, at, 0);
      if (at >= item.entries) {
        break;
      }
      hits += stream_entries(table, format, entries, item.begin + at, item.begin + item.entries, lane);
    }
    total += hits;
    __syncthreads();  // probing is over, next is visible
    current = next;
    table.clear(thread, kThreads);
    if (thread == 0 && work.done != nullptr) {
      add_to(work.done, item.entries);
    }
    __syncthreads();  // empty before the next fill
  }
  add_warp_sum(count, total);
}

// One warp an item, with a table of its own.
template <class Table, u32 kBatch>
__device__ __forceinline__ void count_by_warps(
    const Lists& lists, const EntryFormat& format, const u64* entries, const Work& work, u64* count) {
  extern __shared__ __align__(16) u32 words[];
  const u32 lane = lane_id();
  const Range range = range_of(work);
  Table table;
  table.bind(words + threadIdx.x / 32 * Table::kWords, lists);
  table.clear_all(lane, 32);
  __syncwarp();
  u64 total = 0;
  for (;;) {
    u32 current = 0;
    if (lane == 0) {
      current = take(work, range, kBatch);
    }
    current = __shfl_sync(kFullWarp, current, 0);
    if (current >= range.end) {
      break;
    }
    const u32 end = min(current + kBatch, range.end);
    u64 finished = 0;
    for (; current < end; current++) {
      const Item item = read_item(range.items, current);
      table.select(lists, item.owner);
      table.fill(lane, 32);
      __syncwarp();
      u32 hits = 0;
      for (u32 at = 0; at < item.entries; at += 32) {
        hits += stream_entries(table, format, entries, item.begin + at, item.begin + item.entries, lane);
      }
      total += hits;
      finished += item.entries;
      __syncwarp();
      table.clear(lane, 32);
      __syncwarp();
    }
    if (lane == 0 && work.done != nullptr) {
      add_to(work.done, finished);
    }
  }
  add_warp_sum(count, total);
}

__device__ __forceinline__ u32 among_four(u32 id, const uint4& four) {
  return (id == four.x) + (id == four.y) + (id == four.z) + (id == four.w);
}

}  // namespace cliquestream::wedge

#define CS_WEDGE_PARAMETERS                                                                              \
  cliquestream::wedge::Lists lists, cliquestream::wedge::EntryFormat format, const uint64_t *entries,     \
      cliquestream::wedge::Work work, uint64_t *count

extern "C" __global__ void __launch_bounds__(
    cliquestream::wedge::WedgePolicy::kHubBlockThreads, cliquestream::wedge::WedgePolicy::kHubBlocksPerSm)
    cs_kernel_wedge_hub_block(CS_WEDGE_PARAMETERS) {
  using namespace cliquestream::wedge;
  count_by_blocks<HubBitmap, WedgePolicy::kHubBlockThreads>(lists, format, entries, work, count);
}

extern "C" __global__ void __launch_bounds__(
    cliquestream::wedge::WedgePolicy::kHubWarpThreads, cliquestream::wedge::WedgePolicy::kHubWarpBlocksPerSm)
    cs_kernel_wedge_hub_warp(CS_WEDGE_PARAMETERS) {
  using namespace cliquestream::wedge;
  count_by_warps<HubBitmap, WedgePolicy::kHubWarpBatch>(lists, format, entries, work, count);
}

extern "C" __global__ void __launch_bounds__(cliquestream::wedge::WedgePolicy::kTailThreads, 12)
    cs_kernel_wedge_tail_small(CS_WEDGE_PARAMETERS) {
  using namespace cliquestream::wedge;
  count_by_warps<TailHash<WedgePolicy::kSmallSlots>, 4>(lists, format, entries, work, count);
}

extern "C" __global__ void __launch_bounds__(cliquestream::wedge::WedgePolicy::kTailThreads, 12)
    cs_kernel_wedge_tail_medium(CS_WEDGE_PARAMETERS) {
  using namespace cliquestream::wedge;
  count_by_warps<TailHash<WedgePolicy::kMediumSlots>, 2>(lists, format, entries, work, count);
}

extern "C" __global__ void __launch_bounds__(cliquestream::wedge::WedgePolicy::kLargeThreads, 3)
    cs_kernel_wedge_tail_large(CS_WEDGE_PARAMETERS) {
  using namespace cliquestream::wedge;
  count_by_blocks<TailHash<WedgePolicy::kLargeSlots>, WedgePolicy::kLargeThreads>(lists, format, entries, work, count);
}

// Edges (u, v) with at most four ids in N+(u) and eight in N+(v): one thread a row, lists compared in registers.
extern "C" __global__ void __launch_bounds__(cliquestream::wedge::WedgePolicy::kTinyThreads) cs_kernel_wedge_tiny(
    const uint64_t* __restrict__ rows,
    const uint32_t* __restrict__ adjacency,
    uint64_t first,
    uint64_t last,
    const uint32_t* stop,
    uint64_t* count) {
  using namespace cliquestream;
  using namespace cliquestream::wedge;
  const uint4* quads = reinterpret_cast<const uint4*>(adjacency);
  u32 hits = 0;
  for (u64 u = first + global_thread(); u < last; u += global_threads()) {
    const u64 row = __ldg(rows + u);
    const u32 length = row_length(row);
    if (length < 2 || length > WedgePolicy::kTinySource) {
      continue;
    }
    const uint4 mine = __ldg(quads + row_quad(row));
#pragma unroll
    for (u32 p = 1; p < WedgePolicy::kTinySource; p++) {
      if (p >= length) {
        break;
      }
      const u64 other = __ldg(rows + (p == 1 ? mine.y : p == 2 ? mine.z : mine.w));
      const u32 other_length = row_length(other);
      if (other_length == 0 || other_length > WedgePolicy::kTinyTarget) {
        continue;
      }
      for (u32 q = 0; q < (other_length + 3) / 4; q++) {
        const uint4 four = __ldg(quads + row_quad(other) + q);  // padding equals no rank
        hits += among_four(mine.x, four);
        if (p > 1) {
          hits += among_four(mine.y, four);
        }
        if (p > 2) {
          hits += among_four(mine.z, four);
        }
      }
    }
    if (stop != nullptr && *reinterpret_cast<const volatile u32*>(stop) != 0) {
      break;
    }
  }
  add_warp_sum(count, static_cast<u64>(hits));
}
