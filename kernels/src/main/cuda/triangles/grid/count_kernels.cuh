// A task (i, j, k): for each arc (u, v) of part (i, j) the ids that u's row in (i, k) and v's in (j, k) share.
//
// Arcs stand by target. A warp takes a piece of them, which holds a run of targets, and looks at 32 targets at a time. One
// with many sources or a long row gets the warp: its row's bits are set in the warp's bitmap, the rows of 32 sources are
// one virtual array as far as the row's last id, and their ids are tested in windows of 32; then the bits are taken out
// again. Ids past the bitmap go by a filter and are then searched for. Other targets' arcs get a thread each.
//
// Units are arcs, whatever was found: all pieces of a part together have as many as the part.
#pragma once

#include "common/search.cuh"
#include "common/units.cuh"
#include "triangles/grid/policy.cuh"

namespace cliquestream::grid {

struct PartView {
  const u32* columns;
  const uint2* rows;  // first arc, number of arcs
};

struct TaskView {
  const u32* ends;
  const u32* sources;
  u32 arcs;
  u32 class_size;
  PartView ik;
  PartView jk;
};

struct RowTables {
  static constexpr u32 kHeadWords = GridPolicy::kHeadBits / 32, kFilterWords = GridPolicy::kFilterBits / 32;
  u32 head[kHeadWords];
  u32 filter[kFilterWords];
  uint2 rows[32];  // of sources, without gaps

  __device__ __forceinline__ u32* word(u32 id) {
    return id < GridPolicy::kHeadBits ? head + id / 32 : filter + id / 32 % kFilterWords;
  }
  __device__ __forceinline__ void clear() {
    for (u32 i = lane_id(); i < kHeadWords; i += 32) {
      head[i] = 0;
    }
    for (u32 i = lane_id(); i < kFilterWords; i += 32) {
      filter[i] = 0;
    }
    __syncwarp();
  }
  __device__ __forceinline__ void put(const u32* row, u32 length) {
    for (u32 i = lane_id(); i < length; i += 32) {
      const u32 id = __ldg(row + i);
      atomicOr(word(id), 1u << id % 32);
    }
    __syncwarp();
  }
  __device__ __forceinline__ void take(const u32* row, u32 length) {
    __syncwarp();
    for (u32 i = lane_id(); i < length; i += 32) {
      *word(__ldg(row + i)) = 0;
    }
    __syncwarp();
  }
  __device__ __forceinline__ u32 contains(u32 id, const u32* row, u32 length) {
    const u32 bit = *word(id) >> id % 32 & 1;
    return bit == 0 || id < GridPolicy::kHeadBits ? bit : row_contains(row, length, id);
  }
};

// A source's row a lane, cut to where it can meet the table's row: how many of their ids are in it.
__device__ __forceinline__ u32 probe_sources(
    RowTables& table, const u32* __restrict__ columns, uint2 mine, const u32* row, u32 length) {
  constexpr u32 kInFlight = GridPolicy::kInFlight;
  const u32 lane = lane_id();
  const u32 filled = __ballot_sync(kFullWarp, mine.y != 0);
  if (filled == 0) {
    return 0;
  }
  if (filled & (filled + 1)) {  // empty rows between: close the gaps
    if (mine.y != 0) {
      table.rows[__popc(filled & lanes_below_mine())] = mine;
    }
    __syncwarp();
    mine = lane < __popc(filled) ? table.rows[lane] : make_uint2(0, 0);
    __syncwarp();
  }
  const u32 inclusive = warp_inclusive_sum(mine.y), total = __shfl_sync(kFullWarp, inclusive, 31);
  const u32 exclusive = inclusive - mine.y;
  const u32 displacement = mine.x - exclusive;  // modulo 2^32, as the places that follow
  u32 found = 0, started = 0;                   // rows that start before the window
  for (u32 base = 0; base < total; base += 32 * kInFlight) {
    u32 id[kInFlight];
    bool wanted[kInFlight];
#pragma unroll
    for (u32 j = 0; j < kInFlight; j++) {
      const u32 from = base + j * 32, offset = exclusive - from;
      const u32 heads = __reduce_or_sync(kFullWarp, mine.y != 0 && offset < 32 ? 1u << offset : 0);
      const u32 owner = (started + __popc(heads & lanes_up_to_mine()) - 1) & 31;
      const u32 place = __shfl_sync(kFullWarp, displacement, owner) + from + lane;
      wanted[j] = from + lane < total;
      id[j] = wanted[j] ? __ldg(columns + place) : 0;
      started += __popc(heads);
    }
#pragma unroll
    for (u32 j = 0; j < kInFlight; j++) {
      if (wanted[j]) {
        found += table.contains(id[j], row, length);
      }
    }
  }
  return found;
}

// A whole warp for a target: the sources in [first, end).
__device__ __forceinline__ u32 count_target(
    const TaskView& t, RowTables& table, u32 first, u32 end, uint2 target) {
  const u32* row = t.jk.columns + target.x;
  table.put(row, target.y);
  const u32 last = __ldg(row + target.y - 1);
  u32 found = 0;
  for (u64 base = first; base < end; base += 32) {
    const u64 at = base + lane_id();
    uint2 source = make_uint2(0, 0);
    if (at < end) {
      source = __ldg(t.ik.rows + __ldg(t.sources + at));
      // Also where rows are short: streamed whole, kron21 took 92 ms and not 58.
      if (source.y != 0) {
        source.y = row_lower_bound(t.ik.columns + source.x, source.y, last + 1);
      }
    }
    found += probe_sources(table, t.ik.columns, source, row, target.y);
  }
  table.take(row, target.y);
  return found;
}

// By one thread: ids that two ascending lists share.
__device__ __forceinline__ u32 shared_ids(const u32* a, u32 a_length, const u32* b, u32 b_length) {
  if (a_length > b_length) {
    const u32* list = a;
    a = b;
    b = list;
    const u32 length = a_length;
    a_length = b_length;
    b_length = length;
  }
  u32 found = 0;
  if (b_length > GridPolicy::kGallop * a_length) {
    for (u32 i = 0; i < a_length; i++) {
      found += row_contains(b, b_length, __ldg(a + i));
    }
    return found;
  }
  for (u32 i = 0, j = 0; i < a_length && j < b_length;) {
    const u32 x = __ldg(a + i), y = __ldg(b + j);
    found += x == y;
    i += x <= y;
    j += y <= x;
  }
  return found;
}

// The arcs of a lane's target, where it has no warp to itself; count is 0 where it has.
__device__ __forceinline__ u32 count_by_threads(const TaskView& t, u32 first, u32 count, uint2 target) {
  const u32 lane = lane_id();
  const u32 inclusive = warp_inclusive_sum(count), total = __shfl_sync(kFullWarp, inclusive, 31);
  u32 found = 0;
  for (u32 base = 0; base < total; base += 32) {
    const u32 wanted = base + lane;
    u32 owner = 0;  // the first lane whose sum is past it
#pragma unroll
    for (u32 step = 16; step != 0; step /= 2) {
      owner += __shfl_sync(kFullWarp, inclusive, owner + step - 1) <= wanted ? step : 0;
    }
    const u32 before = __shfl_sync(kFullWarp, inclusive - count, owner);
    const u32 at = __shfl_sync(kFullWarp, first, owner) + wanted - before;
    const u32 row = __shfl_sync(kFullWarp, target.x, owner), length = __shfl_sync(kFullWarp, target.y, owner);
    if (wanted < total) {
      const uint2 source = __ldg(t.ik.rows + __ldg(t.sources + at));
      if (source.y != 0) {
        found += shared_ids(t.ik.columns + source.x, source.y, t.jk.columns + row, length);
      }
    }
  }
  return found;
}

// The target that an arc belongs to: the first one that ends behind it. By a whole warp, 32 places at a time.
__device__ __forceinline__ u32 target_of(const u32* __restrict__ ends, u32 class_size, u32 arc) {
  u32 low = 0, high = class_size;  // the last one below high ends behind it
  while (high - low > 1) {
    const u32 step = (high - low + 31) / 32;
    const u32 probe = min(low + (lane_id() + 1) * step, high) - 1;
    const u32 behind = __ballot_sync(kFullWarp, __ldg(ends + probe) > arc);
    const u32 nearest = __ffs(behind) - 1;
    const u32 next = __shfl_sync(kFullWarp, probe, nearest) + 1;
    const u32 before = __shfl_sync(kFullWarp, probe, nearest == 0 ? 0 : nearest - 1) + 1;
    low = nearest == 0 ? low : before;
    high = next;
  }
  return low;
}

// A piece: arcs [first, end) of the part. Returns what a lane found, and adds to the arcs that it has seen.
__device__ __forceinline__ u64 count_piece(const TaskView& t, RowTables& table, u32 first, u32 end, u64& finished) {
  const u32 lane = lane_id();
  u64 found = 0;
  u32 at = first;
  for (u32 base = target_of(t.ends, t.class_size, first); at < end; base += 32) {
    const u32 v = base + lane;
    const u32 own_end = v < t.class_size ? min(__ldg(t.ends + v), end) : end;
    const u32 end_before = __shfl_up_sync(kFullWarp, own_end, 1);
    const u32 own_first = lane == 0 ? at : end_before;
    const u32 sources = own_end - own_first;
    const uint2 row = sources != 0 ? __ldg(t.jk.rows + v) : make_uint2(0, 0);
    const bool heavy = row.y != 0 && (sources >= GridPolicy::kWarpSources || row.y > GridPolicy::kLaneRow);
    found += count_by_threads(t, own_first, row.y != 0 && !heavy ? sources : 0, row);
    for (u32 left = __ballot_sync(kFullWarp, heavy); left != 0; left &= left - 1) {
      const u32 owner = __ffs(left) - 1;
      const uint2 target = make_uint2(__shfl_sync(kFullWarp, row.x, owner), __shfl_sync(kFullWarp, row.y, owner));
      const u32 from = __shfl_sync(kFullWarp, own_first, owner), to = __shfl_sync(kFullWarp, own_end, owner);
      found += count_target(t, table, from, to, target);
    }
    finished += sources;
    at = __shfl_sync(kFullWarp, own_end, 31);
  }
  return found;
}

__global__ void __launch_bounds__(GridPolicy::kCountThreads, GridPolicy::kCountBlocksPerSm) cs_kernel_grid_count(
    TaskView t, u32 first_piece, u32 last_piece, u32 piece, u32* taken, const u32* stop, u64* done, u64* count) {
  __shared__ RowTables tables[GridPolicy::kCountThreads / 32];
  RowTables& table = tables[threadIdx.x / 32];
  table.clear();
  u64 found = 0, finished = 0;
  for (;;) {
    u32 index = 0;
    if (lane_id() == 0) {
      index = is_up(stop) ? last_piece : first_piece + atomicAdd(taken, 1u);
    }
    index = __shfl_sync(kFullWarp, index, 0);
    if (index >= last_piece) {
      break;
    }
    const u64 first = u64{index} * piece, end = min(first + piece, u64{t.arcs});
    found += count_piece(t, table, static_cast<u32>(first), static_cast<u32>(end), finished);
  }
  add_warp_sum(count, found);
  report(done, finished);
}

}  // namespace cliquestream::grid
