// Kernels that turn a prepared graph into the wedge kernel's plan: survey, group, cut into items (and emit_kernels.cuh).
#pragma once

#include "common/search.cuh"
#include "triangles/wedge/format.cuh"

namespace cliquestream::wedge {

// Sum of the whole numbers from..to-1.
__device__ __forceinline__ u64 sum_range(u64 from, u64 to) {
  return to > from ? (to * (to - 1) - from * (from ? from - 1 : 0)) / 2 : 0;
}

struct SurveyOptions {
  u32 core, tiny, split, gain;
};

// Positions of a row whose edge makes an entry, apart from the short rows that the tiny kernel takes over.
struct RowShape {
  u32 length, hub, core;
  u32 hub_from, hub_to;    // edges with a hub entry
  u32 tail_from, tail_to;  // edges with a tail entry
  u32 tail_skip;           // ids of the row that tail prefixes leave out (before rounding down to a unit)
};
__device__ __forceinline__ RowShape shape_of(u32 length, u32 hub, u32 core, bool at_window, bool split) {
  RowShape s;
  s.length = length;
  s.hub = hub;
  s.core = core;
  s.hub_from = max(core, 1u);
  if (split) {
    s.hub_to = hub == 0 ? 0 : length;
    s.tail_from = hub + 1;
    s.tail_skip = hub;
  } else {
    s.hub_to = hub + at_window;  // the owner of rank 65,535 has only hub ids
    s.tail_from = max(s.hub_to, 1u);
    s.tail_skip = 0;
  }
  s.tail_to = length;
  return s;
}

__device__ __forceinline__ bool is_split(u32 option, const cs_prepare_header* header, u64 edges) {
  return option == 1 || (option == 0 && header->hub_targets * 2 > edges);
}

// One thread a row: where the hub window ends, which core class pays, how many entries follow.
__global__ void cs_kernel_wedge_survey(
    const u64* __restrict__ rows, const u32* __restrict__ adjacency, const u32* __restrict__ degrees, u64 active,
    u64 edges, SurveyOptions options, const cs_prepare_header* prepared, u64* split_rows, uint4* counts,
    cs_wedge_header* header) {
  const bool split = is_split(options.split, prepared, edges);
  u64 hub_probes = 0, tail_probes = 0, core_probes = 0, tiny = 0, longest = 0;
  u64 hub_entries = 0, hub_room = 0, tail_entries = 0, octets = 0;
  u64 core_rows[WedgePolicy::kCoreClasses] = {};
  for (u64 u = global_thread(); u < active; u += global_threads()) {
    const u64 row = rows[u];
    const u32 length = row_length(row);
    const u32* list = adjacency + row_quad(row) * 4;
    u32 hub = length, core = 0, core_class = 0;
    bool at_window = false;
    if (length != 0 && list[length - 1] >= WedgePolicy::kHubWindow) {
      hub = lower_bound(list, length, WedgePolicy::kHubWindow);
      at_window = list[hub] == WedgePolicy::kHubWindow;
    }
    if (options.core && length > 8) {
      long long best = 0;
      u32 to = hub;
      for (u32 c = WedgePolicy::kCoreClasses; c > 0; c--) {
        const u32 columns = core_columns(c);
        to = lower_bound(list, to, columns);
        const long long gain = static_cast<long long>(sum_range(0, to)) * options.gain -
            static_cast<long long>(columns) * min(static_cast<u64>(columns), u) / 64;
        if (gain > best && columns < 2 * active) {
          best = gain;
          core_class = c;
          core = to;
        }
      }
    }
    split_rows[u] = SplitRow(core_class, core, hub).bits;
    u32 mine_hub = 0, mine_tail = 0;
    const RowShape s = shape_of(length, hub, core, at_window, split);
    if (options.tiny && length <= WedgePolicy::kTinySource) {
      for (u32 p = 1; p < length; p++) {
        if (row_length(__ldg(rows + list[p])) <= WedgePolicy::kTinyTarget) {
          tiny++;
          continue;
        }
        if (p >= s.hub_from && p < s.hub_to) {
          mine_hub++;
          hub_probes += min(p, hub);
        }
        if (p >= s.tail_from && p < s.tail_to) {
          mine_tail++;
          tail_probes += p - s.tail_skip;
        }
      }
    } else {
      if (s.hub_to > s.hub_from) {
        mine_hub = s.hub_to - s.hub_from;
        const u32 bend = min(max(hub, s.hub_from), s.hub_to);  // from here on the whole hub part is streamed
        hub_probes += sum_range(s.hub_from, bend) + static_cast<u64>(s.hub_to - bend) * hub;
      }
      if (s.tail_to > s.tail_from) {
        mine_tail = s.tail_to - s.tail_from;
        tail_probes += sum_range(s.tail_from - s.tail_skip, s.tail_to - s.tail_skip);
      }
    }
    const u32 mine_octets = (hub + 7) / 8;
    const u32 mine_room = split || u <= WedgePolicy::kHubWindow ? degrees[u] - length : 0;
    counts[u] = make_uint4(mine_octets, mine_room, mine_tail, 0);
    octets += mine_octets;
    hub_room += mine_room;
    hub_entries += mine_hub;
    tail_entries += mine_tail;
    core_probes += sum_range(0, core);
    longest = max(longest, static_cast<u64>(length));
#pragma unroll
    for (u32 c = 0; c < WedgePolicy::kCoreClasses; c++) {
      core_rows[c] += core_class == c + 1;
    }
  }
  block_add<8>(
      {&header->hub_probes, &header->tail_probes, &header->core_probes, &header->tiny_edges, &header->hub_entries,
       &header->tail_entries, &header->hub_octets, &header->hub_room},
      {hub_probes, tail_probes, core_probes, tiny, hub_entries, tail_entries, octets, hub_room});
  if (options.core) {
    block_add<6>(
        {&header->core_rows[0], &header->core_rows[1], &header->core_rows[2], &header->core_rows[3],
         &header->core_rows[4], &header->core_rows[5]},
        {core_rows[0], core_rows[1], core_rows[2], core_rows[3], core_rows[4], core_rows[5]});
  }
  const u32 most = __reduce_max_sync(kFullWarp, static_cast<u32>(longest));
  if (lane_id() == 0) {
    atomicMax(reinterpret_cast<atomic64*>(&header->max_length), static_cast<atomic64>(most));
  }
  if (global_thread() == 0) {
    header->split = split;
  }
}

// The first four ids of every row, padded.
__global__ void cs_kernel_wedge_heads(
    const u64* __restrict__ rows, const u32* __restrict__ adjacency, u64 active, uint4* __restrict__ heads) {
  const u64 u = global_thread();
  if (u < active) {
    const u64 row = rows[u];
    heads[u] = row_length(row) == 0 ? make_uint4(kNoId, kNoId, kNoId, kNoId)
                                    : __ldg(reinterpret_cast<const uint4*>(adjacency) + row_quad(row));
  }
}

// Where each owner's sorted entries start and end, and the units they stream. One segmented sum per warp.
__global__ void cs_kernel_wedge_group(
    const u64* __restrict__ entry, const u32* __restrict__ owner_key, u64 entries, EntryFormat format, u32 ids_per_unit,
    u64* owner_begin, u64* owner_end, u64* owner_work) {
  constexpr u32 kWindows = 4;  // of 32 entries, loaded together
  auto owner_at = [&](u64 at) { return owner_key != nullptr ? owner_key[at] : format.owner(entry[at]); };
  const u32 lane = lane_id();
  const u64 base = (global_thread() - lane) * kWindows + lane;
  u64 mine[kWindows];
  u32 owners[kWindows];
#pragma unroll
  for (u32 w = 0; w < kWindows; w++) {
    const u64 i = base + w * 32;
    mine[w] = i < entries ? entry[i] : 0;
    owners[w] = i >= entries ? kNoId : owner_key != nullptr ? owner_key[i] : format.owner(mine[w]);
  }
#pragma unroll
  for (u32 w = 0; w < kWindows; w++) {
    const u64 i = base + w * 32;
    const bool valid = i < entries;
    const u32 owner = owners[w];
    const u32 units = valid ? (format.length(mine[w]) + ids_per_unit - 1) / ids_per_unit : 0;
    u32 before = __shfl_up_sync(kFullWarp, owner, 1), after = __shfl_down_sync(kFullWarp, owner, 1);
    if (valid && lane == 0) {
      before = i == 0 ? kNoId : owner_at(i - 1);
    }
    if (valid && lane == 31) {
      after = i + 1 >= entries ? kNoId : owner_at(i + 1);
    }
    if (valid && before != owner) {
      owner_begin[owner] = i;
    }
    if (valid && after != owner) {
      owner_end[owner] = i + 1;
    }
    const u32 sum = warp_inclusive_sum(units);
    const u32 heads = __ballot_sync(kFullWarp, lane == 0 || before != owner);
    const u32 start = 31 - __clz(heads & lanes_up_to_mine());
    const u32 earlier = __shfl_sync(kFullWarp, sum, start == 0 ? 0 : start - 1);
    if (valid && (lane == 31 || after != owner)) {
      add_to(owner_work + owner, sum - (start == 0 ? 0 : earlier));
    }
  }
}

struct ItemRule {
  u32 tail;         // 0: hub queue, 1: tail queue
  u32 split;        // tail tables leave out the hub window
  u64 chunk_units;  // most units of one item, unless a single entry has more
  u64 block_units;  // hub owners with at least this work get a block
  bool from_zero;   // hub owners' progress counts from their first place
};
struct OwnerEntries {  // begin and end: of the tail queue
  const u64* begin;
  const u64* end;
  const u64* work;
};
__device__ __forceinline__ u32 class_of(
    const ItemRule& rule, u64 row, SplitRow split_row, u64 work) {
  if (!rule.tail) {
    return split_row.hub_length() == 0 ? kNoClass : work >= rule.block_units ? kHubBlock : kHubWarp;
  }
  const u32 length = row_length(row) - (rule.split ? split_row.hub_length() : 0);
  return length <= WedgePolicy::kMergeOwner ? kNoClass  // the merge kernel finds these by itself
      : length <= WedgePolicy::kPerfectOwner ? kTailSmall
      : length <= WedgePolicy::kMediumSlots / 2 ? kTailMedium
                                                : kTailLarge;
}
// Blocks take large items; an owner left to one warp is cut finer so that it cannot hold up the end.
__device__ __forceinline__ u32 items_of(const ItemRule& rule, u32 item_class, u64 entries, u64 work) {
  const bool block = item_class == 0;
  const u64 chunk = block ? max(rule.chunk_units, WedgePolicy::kLeastChunkUnits)
                          : max(rule.chunk_units / 4, 4 * WedgePolicy::kLeastChunkUnits);
  return static_cast<u32>(min((work + chunk - 1) / chunk, entries));
}

// Two passes over the owners: items is null in the first, which only counts; the second fills.
__global__ void cs_kernel_wedge_items(
    const u64* __restrict__ rows, const u64* __restrict__ split_rows, const RowBases* __restrict__ bases,
    OwnerEntries owner, u64 active, ItemRule rule, u32* state, Item* items) {
  __shared__ u32 wanted[kClasses], base[kClasses];
  if (threadIdx.x < kClasses) {
    wanted[threadIdx.x] = 0;
  }
  __syncthreads();
  const u64 v = global_thread();
  u32 item_class = kNoClass, count = 0, at = 0;
  u64 begin = 0, entries = 0;
  if (v < active) {
    u64 work = owner.work[rule.tail ? v : OwnerProgress::index(static_cast<u32>(v))];
    if (rule.tail) {
      begin = owner.begin[v];
      entries = owner.end[v] - begin;
    } else {
      begin = bases[v].hub_room;
      entries = OwnerProgress::place(work) - (rule.from_zero ? 0 : begin);
      work = OwnerProgress::work(work);
    }
    if (entries != 0) {
      item_class = class_of(rule, rows[v], SplitRow(split_rows[v]), work);
      if (item_class != kNoClass) {
        count = items_of(rule, item_class, entries, work);
        at = atomicAdd(&wanted[item_class], count);
      }
    }
  }
  __syncthreads();
  if (threadIdx.x < kClasses && wanted[threadIdx.x] != 0) {
    const u32 word = (items == nullptr ? kCount : kFilled) + threadIdx.x;
    base[threadIdx.x] = atomicAdd(state + word, wanted[threadIdx.x]);
  }
  if (items == nullptr) {
    return;
  }
  __syncthreads();
  if (count != 0) {
    u32 first = 0;
    for (u32 c = 0; c < item_class; c++) {
      first += state[kCount + c];
    }
    const SplitRow split_row(split_rows[v]);
    const u32 skip = rule.tail && rule.split ? split_row.hub_length() : 0;
    const u64 list = rule.tail ? row_quad(rows[v]) * 4 + skip : bases[v].octets * WedgePolicy::kIdsPerHubUnit;
    const u32 length = rule.tail ? row_length(rows[v]) - skip : split_row.hub_length();
    for (u32 k = 0; k < count; k++) {
      const u64 from = entries * k / count, to = entries * (k + 1) / count;
      items[first + base[item_class] + at + k] = {begin + from, list, static_cast<u32>(to - from), length};
    }
  }
}

}  // namespace cliquestream::wedge
