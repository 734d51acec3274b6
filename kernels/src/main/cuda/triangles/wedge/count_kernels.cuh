// Counting kernels: items of one class, taken dynamically, streamed against their owner's table.
#pragma once

#include "common/units.cuh"
#include "triangles/wedge/stream.cuh"
#include "triangles/wedge/tables.cuh"

namespace cliquestream::wedge {

struct Work {  // of one class
  const Item* items;
  const u32* state;
  u32* taken;  // of this class
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
  if (is_up(work.stop)) {
    return range.end;
  }
  return range.begin + atomicAdd(work.taken, batch);
}
__device__ __forceinline__ Item read_item(const Item* items, u32 i) {
  const u64* words = reinterpret_cast<const u64*>(items + i);
  const u64 sizes = __ldg(words + 2);
  return {__ldg(words), __ldg(words + 1), static_cast<u32>(sizes), static_cast<u32>(sizes >> 32)};
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
  u32 current = next, finished = 0;
  u64 total = 0;
  while (current < range.end) {
    const Item item = read_item(range.items, current);
    const IdList<typename Table::Id> list = {Table::ids(lists) + item.list, item.length};
    const u32 first = thread < list.length ? list.ids[thread] : 0;
    table.fill(list, first, thread, kThreads);
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
      const bool valid = at + lane < item.entries;
      hits += stream_entries<WedgePolicy::kInFlight>(
          table, format, valid ? __ldg(entries + item.begin + at + lane) : 0, valid, lane);
    }
    total += hits;
    __syncthreads();  // probing is over, next is visible
    current = next;
    table.clear(list, first, thread, kThreads);
    finished++;
    __syncthreads();  // empty before the next fill
  }
  add_warp_sum(count, total);
  report(work.done, thread == 0 ? finished : 0);
}

// One warp an item, with a table of its own. Such items are short, so latency would rule: a warp takes several at once,
// its lanes read their descriptions side by side, and the ids and entries of the next item are on their way while one is
// being streamed. (Taking the next batch ahead as well was measured: the uneven end it makes costs more than it hides.)
template <class Table>
__device__ __forceinline__ void count_by_warps(
    const Lists& lists, const EntryFormat& format, const u64* __restrict__ entries, const Work& work, u64* count) {
  extern __shared__ __align__(16) u32 words[];
  using Id = typename Table::Id;
  const u32 lane = lane_id();
  const Range range = range_of(work);
  const u32 warps = static_cast<u32>(global_threads() / 32);
  const u32 batch = min(max((range.end - range.begin) / (warps * WedgePolicy::kBatchesPerWarp), 1u), 32u);
  Table table;
  table.bind(words + threadIdx.x / 32 * Table::kWords, lists);
  table.clear_all(lane, 32);
  __syncwarp();
  u32 finished = 0;
  u64 total = 0;
  for (;;) {
    u32 start = 0;
    if (lane == 0) {
      start = take(work, range, batch);
    }
    start = __shfl_sync(kFullWarp, start, 0);
    if (start >= range.end) {
      break;
    }
    const u32 items = min(batch, range.end - start);
    const Item mine = lane < items ? read_item(range.items, start + lane) : Item{0, 0, 0, 0};
    IdList<Id> list = {Table::ids(lists) + __shfl_sync(kFullWarp, mine.list, 0), __shfl_sync(kFullWarp, mine.length, 0)};
    u64 begin = __shfl_sync(kFullWarp, mine.begin, 0);
    u32 length = __shfl_sync(kFullWarp, mine.entries, 0);
    u32 id = lane < list.length ? list.ids[lane] : 0;
    u64 entry = lane < length ? __ldg(entries + begin + lane) : 0;
    for (u32 k = 0; k < items; k++) {
      const u32 after = min(k + 1, 31u);
      const bool more = k + 1 < items;
      const IdList<Id> next_list = {
          Table::ids(lists) + __shfl_sync(kFullWarp, mine.list, after), __shfl_sync(kFullWarp, mine.length, after)};
      const u64 next_begin = __shfl_sync(kFullWarp, mine.begin, after);
      const u32 next_length = __shfl_sync(kFullWarp, mine.entries, after);
      const u32 next_id = more && lane < next_list.length ? next_list.ids[lane] : 0;
      const u64 next_entry = more && lane < next_length ? __ldg(entries + next_begin + lane) : 0;
      table.fill(list, id, lane, 32);
      __syncwarp();
      u32 hits = stream_entries<WedgePolicy::kInFlight>(table, format, entry, lane < length, lane);
      for (u32 at = 32; at < length; at += 32) {
        const bool valid = at + lane < length;
        hits += stream_entries<WedgePolicy::kInFlight>(
            table, format, valid ? __ldg(entries + begin + at + lane) : 0, valid, lane);
      }
      total += hits;
      __syncwarp();
      table.clear(list, id, lane, 32);
      __syncwarp();
      list = next_list;
      begin = next_begin;
      length = next_length;
      id = next_id;
      entry = next_entry;
    }
    finished += items;
  }
  add_warp_sum(count, total);
  report(work.done, lane == 0 ? finished : 0);
}

struct Signatures {  // of entries and owners, or null
  const u64* of_entry;
  const u64* of_row;
};

__device__ __forceinline__ u32 among_four(u32 id, const uint4& four) {
  return (id == four.x) + (id == four.y) + (id == four.z) + (id == four.w);
}

template <class Table, int kThreads, int kBlocksPerSm>
__global__ void __launch_bounds__(kThreads, kBlocksPerSm) cs_kernel_wedge_blocks(
    Lists lists, EntryFormat format, const u64* entries, Work work, u64* count) {
  count_by_blocks<Table, kThreads>(lists, format, entries, work, count);
}
template <class Table, int kThreads, int kBlocksPerSm>
__global__ void __launch_bounds__(kThreads, kBlocksPerSm) cs_kernel_wedge_warps(
    Lists lists, EntryFormat format, const u64* entries, Work work, u64* count) {
  count_by_warps<Table>(lists, format, entries, work, count);
}

// Entries whose owner has a short tail list (or all, where they are few): one thread an entry, both lists walked four ids
// at a time. No table and no items; neighbouring threads share the owner's list.
__global__ void __launch_bounds__(WedgePolicy::kMergeThreads) cs_kernel_wedge_tail_merge(
    Lists lists, EntryFormat format, const u64* __restrict__ entries, const u32* __restrict__ owner_key,
    Signatures signatures, u64 first, u64 last, u32 most_owner_ids, const u32* stop, u64* done, u64* count) {
  const uint4* quads = reinterpret_cast<const uint4*>(lists.adjacency);
  u64 total = 0;
  u32 finished = 0;
  for (u64 i = first + global_thread(); i < last; i += global_threads(), finished++) {
    const u64 entry = __ldcs(entries + i);
    const u32 owner = owner_key != nullptr ? owner_key[i] : format.owner(entry);
    if (signatures.of_entry != nullptr &&
        (__ldcs(signatures.of_entry + i) & __ldg(signatures.of_row + owner)) == 0) {
      continue;
    }
    const uint4* mine = quads + format.start(entry);
    const uint4* mine_end = mine + (format.length(entry) + 3) / 4;
    uint4 b = __ldg(mine);
    const u64 row = __ldg(lists.rows + owner);
    const u32 skip = lists.split ? SplitRow(__ldg(lists.split_rows + owner)).hub_length() : 0;
    const u32 length = row_length(row) - skip;
    if (length == 0 || length > most_owner_ids) {
      continue;
    }
    const uint4* owners = quads + row_quad(row) + skip / 4;
    const uint4* owners_end = quads + row_quad(row) + (row_length(row) + 3) / 4;
    // Ids below the list's begin, and padding, must not match the prefix's own.
    auto owner_quad = [](uint4 q) {
      return make_uint4(min(q.x, kNoId - 1), min(q.y, kNoId - 1), min(q.z, kNoId - 1), min(q.w, kNoId - 1));
    };
    uint4 a = owner_quad(__ldg(owners));
    const u32 foreign = skip & 3;
    u32 hits = 0;
    const u32 last_a0 = a.w;
    if (foreign > 0) {
      a.x = kNoId - 1;
    }
    if (foreign > 1) {
      a.y = kNoId - 1;
    }
    if (foreign > 2) {
      a.z = kNoId - 1;
    }
    u32 last_a = last_a0;
    for (;;) {
      hits += among_four(a.x, b) + among_four(a.y, b) + among_four(a.z, b) + among_four(a.w, b);
      const bool next_a = last_a <= b.w, next_b = b.w <= last_a;
      if (next_a) {
        if (++owners == owners_end) {
          break;
        }
        a = owner_quad(__ldg(owners));
        last_a = a.w;
      }
      if (next_b) {
        if (++mine == mine_end) {
          break;
        }
        b = __ldg(mine);
      }
    }
    total += hits;
    if (is_up(stop)) {
      break;
    }
  }
  add_warp_sum(count, total);
  report(done, finished);
}

// The same where a plan keeps the heads of all rows, one 16-byte load each and no descriptor before it: what a mesh
// consists of.
__global__ void __launch_bounds__(WedgePolicy::kTinyThreads) cs_kernel_wedge_tiny_heads(
    const uint4* __restrict__ heads, const u64* __restrict__ rows, const u32* __restrict__ adjacency, u64 first,
    u64 last, const u32* stop, u64* done, u64* count) {
  const uint4* quads = reinterpret_cast<const uint4*>(adjacency);
  const uint4 nothing = make_uint4(kNoId, kNoId, kNoId, kNoId);
  u32 hits = 0, finished = 0;
  for (u64 u = first + global_thread(); u < last; u += global_threads(), finished++) {
    const uint4 mine = __ldg(heads + u);
    if (mine.y == kNoId || (mine.w != kNoId && row_length(__ldg(rows + u)) > WedgePolicy::kTinySource)) {
      continue;
    }
    const u32 ids[3] = {mine.y, mine.z, mine.w};
    uint4 others[3];
#pragma unroll
    for (u32 p = 0; p < 3; p++) {
      others[p] = ids[p] != kNoId ? __ldg(heads + ids[p]) : nothing;
    }
#pragma unroll
    for (u32 p = 0; p < 3; p++) {
      auto compare = [&](const uint4& four) {  // padding equals no rank
        hits += among_four(mine.x, four);
        if (p > 0) {
          hits += among_four(mine.y, four);
        }
        if (p > 1) {
          hits += among_four(mine.z, four);
        }
      };
      if (ids[p] == kNoId) {
        break;
      }
      if (others[p].w == kNoId) {
        compare(others[p]);
      } else {
        const u64 other = __ldg(rows + ids[p]);
        if (row_length(other) <= WedgePolicy::kTinyTarget) {
          compare(others[p]);
          if (row_length(other) > 4) {
            compare(__ldg(quads + row_quad(other) + 1));
          }
        }
      }
    }
    if (is_up(stop)) {
      break;
    }
  }
  add_warp_sum(count, static_cast<u64>(hits));
  report(done, finished);
}

// Edges (u, v) with at most four ids in N+(u) and eight in N+(v): one thread a row, lists compared in registers.
__global__ void __launch_bounds__(WedgePolicy::kTinyThreads) cs_kernel_wedge_tiny(
    const u64* __restrict__ rows, const u32* __restrict__ adjacency, u64 first, u64 last, const u32* stop, u64* done,
    u64* count) {
  const uint4* quads = reinterpret_cast<const uint4*>(adjacency);
  u32 hits = 0, finished = 0;
  for (u64 u = first + global_thread(); u < last; u += global_threads(), finished++) {
    const u64 row = __ldg(rows + u);
    const u32 length = row_length(row);
    if (length < 2 || length > WedgePolicy::kTinySource) {
      continue;
    }
    const uint4 mine = __ldg(quads + row_quad(row));
    const u64 others[3] = {
        __ldg(rows + mine.y), length > 2 ? __ldg(rows + mine.z) : 0, length > 3 ? __ldg(rows + mine.w) : 0};
#pragma unroll
    for (u32 p = 1; p < WedgePolicy::kTinySource; p++) {
      const u64 other = others[p - 1];
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
    if (is_up(stop)) {
      break;
    }
  }
  add_warp_sum(count, static_cast<u64>(hits));
  report(done, finished);
}

}  // namespace cliquestream::wedge
