// Bron and Kerbosch's enumeration with the pivot of Tomita, Tanaka and Takahashi, a warp a task. A task is a root's
// subproblem, or a subtree that was split off: its candidates and chosen vertices.
//
// Nothing spins. A warp that finds the queue empty ends; a warp with a long task that sees the queue drained writes its
// open branches as split subtrees and pauses, so that the next launch spreads them over all warps. A launch also ends
// after its time slice. A paused warp leaves its stacks in its area, and the same warp of the next launch goes on from
// there. So a launch has a bounded time, a cancel is prompt, and neither loses work. While cliques are listed nothing
// is split: every clique of a root is found by one warp, in an order that depends on the graph alone.
#pragma once

#include "maximalclique/wide.cuh"

namespace cliquestream::maximalclique {

template <int N>
__device__ __forceinline__ void pause(Wide<N>& w, Slot& slot, u32 subproblem, u32 nodes, bool again) {
  const u32 lane = lane_id();
  u32* to = w.area;
  w.chosen.store(to, w.kSet);
  u32* lanes = to + w.kSet;
  const Narrow& n = w.narrow;
  const u32 words[kLaneWords] = {n.row, n.vertex, n.candidates, n.branches, n.common, n.masks, n.branch, n.size};
#pragma unroll
  for (u32 i = 0; i < kLaneWords; i++) {
    lanes[i * 32 + lane] = words[i];
  }
  if (n.depth != 0 && n.shared_list != 0) {
    for (u32 i = lane; i < n.entries; i += 32) {
      lanes[kLaneWords * 32 + i] = w.shared.masks[i];
    }
  }
  if (lane == 0) {
    slot = {1, subproblem, w.depth, n.depth, nodes, w.number, again ? 1u : 0u, n.entries << 1 | n.shared_list};
  }
}

template <int N>
__device__ __forceinline__ void resume(Wide<N>& w, const Slot& slot) {
  const u32 lane = lane_id();
  const u32* from = w.area;
  w.open(slot.subproblem);
  w.depth = slot.depth;
  w.number = slot.number;
  w.chosen.load(from, w.kSet);
  const u32* lanes = from + w.kSet;
  Narrow& n = w.narrow;
  n.row = lanes[lane];
  n.vertex = lanes[32 + lane];
  n.candidates = lanes[64 + lane];
  n.branches = lanes[96 + lane];
  n.common = lanes[128 + lane];
  n.masks = lanes[160 + lane];
  n.branch = lanes[192 + lane];
  n.size = lanes[224 + lane];
  n.depth = slot.narrow;
  n.entries = slot.masks >> 1;
  n.shared_list = slot.masks & 1;
  n.list = n.shared_list != 0 ? w.shared.masks : w.masks;
  if (n.depth != 0 && n.shared_list != 0) {
    for (u32 i = lane; i < n.entries; i += 32) {
      w.shared.masks[i] = lanes[kLaneWords * 32 + i];
    }
  }
  __syncwarp();
}

// The set of the root's candidates that a set of the narrow search stands for.
template <int N>
__device__ __forceinline__ WordSet<N> widened(Wide<N>& w, u32 set) {
  const u32 lane = lane_id();
  WordSet<N> out;
  out.clear();
  __syncwarp();
  out.store(w.shared.candidates, w.kSet);
  __syncwarp();
  if (set >> lane & 1) {
    atomicOr(&w.shared.candidates[w.narrow.vertex >> 5], 1u << (w.narrow.vertex & 31));
  }
  __syncwarp();
  out.load(w.shared.candidates, w.kSet);
  return out;
}

template <int N>
__device__ __forceinline__ void write_item(
    const Wide<N>& w, u32* item, u32 subproblem, const WordSet<N>& candidates, const WordSet<N>& chosen) {
  const bool useful = 1 + chosen.size() + candidates.size() >= w.v.minimum_size;
  if (lane_id() == 0) {
    item[0] = useful ? subproblem : kNoId;
  }
  candidates.store(item + 1, w.kSet);
  chosen.store(item + 1 + w.kSet, w.kSet);
}

enum class Split { kNothing, kDone, kNoRoom };

// Hands over the open branches of all wide frames and of the lowest narrow frame worth it.
template <int N>
__device__ __forceinline__ Split split(Wide<N>& w, u32 subproblem) {
  const View& v = w.v;
  State& s = *v.state;
  Narrow& n = w.narrow;
  const u32 lane = lane_id();
  WordSet<N> candidates, branches;
  u32 open = 0;
  for (u32 d = 0; d < w.depth; d++) {
    branches.load(w.frame(d) + w.p.words, w.p.words);
    open += branches.size();
  }
  const u32 worth = __ballot_sync(
      kFullWarp, lane < n.depth && n.branches != 0 && __popc(n.candidates) >= MaximalPolicy::kLeastSplit);
  const u32 level = worth != 0 ? __ffs(worth) - 1 : 0;
  u32 narrow_branches = worth != 0 ? __shfl_sync(kFullWarp, n.branches, level) : 0;
  open += __popc(narrow_branches);
  if (open == 0) {
    return Split::kNothing;
  }
  u32 at = 0;
  if (lane == 0) {
    at = atomicAdd(&s.split_size, open);
  }
  at = __shfl_sync(kFullWarp, at, 0);
  u32* items = v.items[s.queue_side ^ 1];
  if (at > 0x7FFFFFFFu || at + open > v.item_capacity) {
    // What was claimed below the capacity must not be read as subtrees.
    for (u32 x = lane; x < open && at < v.item_capacity && at + x < v.item_capacity; x += 32) {
      items[static_cast<u64>(at + x) * v.item_words] = kNoId;
    }
    return Split::kNoRoom;
  }
  auto next_item = [&]() { return items + static_cast<u64>(at++) * v.item_words; };
  if (narrow_branches != 0) {
    u32 here = __shfl_sync(kFullWarp, n.candidates, level);
    WordSet<N> path = widened(w, n.chosen(level));
    path.unite(w.chosen);
    for (; narrow_branches != 0; narrow_branches &= narrow_branches - 1) {
      const u32 b = __ffs(narrow_branches) - 1;
      here &= ~(1u << b);
      WordSet<N> chosen = path;
      chosen.insert(__shfl_sync(kFullWarp, n.vertex, b));
      write_item(w, next_item(), subproblem, widened(w, here & __shfl_sync(kFullWarp, n.row, b)), chosen);
    }
    if (lane == level) {
      n.branches = 0;
    }
  }
  WordSet<N> path = w.chosen;
  for (u32 d = w.depth; d-- > 0;) {
    u32* f = w.frame(d);
    candidates.load(f, w.p.words);
    branches.load(f + w.p.words, w.p.words);
    const u32 last = f[3 * w.p.words + 1];
    if (last != kNoId) {
      path.remove(last);
    }
    for (int vertex = branches.first(); vertex >= 0; vertex = branches.first()) {
      branches.remove(vertex);
      candidates.remove(vertex);
      WordSet<N> next = candidates, chosen = path;
      next.intersect(w.row(vertex), w.p.words);
      chosen.insert(vertex);
      write_item(w, next_item(), subproblem, next, chosen);
    }
    branches.store(f + w.p.words, w.p.words);
  }
  __syncwarp();
  if (lane == 0) {
    atomicAdd(&v.header->splits, 1u);
  }
  return Split::kDone;
}

// Opens the root's subproblem.
template <int N>
__device__ __forceinline__ Visit visit_root(Wide<N>& w) {
  WordSet<N> all;
  all.fill_below(w.p.count);
  w.chosen.clear();
  return w.visit(all, all, w.p.excluded, -1, 1);
}

// Opens a split subtree: common neighbours are those of the chosen vertices.
template <int N>
__device__ __forceinline__ Visit visit_item(Wide<N>& w, const u32* item) {
  WordSet<N> candidates, common;
  candidates.load(item + 1, w.kSet);
  w.chosen.load(item + 1 + w.kSet, w.kSet);
  common.fill_below(w.p.count);
  WordSet<N> left = w.chosen;
  for (int vertex = left.first(); vertex >= 0; vertex = left.first()) {
    left.remove(vertex);
    common.intersect(w.row(vertex), w.p.words);
  }
  return w.visit(candidates, common, w.p.excluded, -1, w.chosen.size() + 1);
}

template <int N>
__device__ __forceinline__ void search(const View& v, WarpShared<N>* all_shared, u32* sizes) {
  State& s = *v.state;
  const u32 lane = lane_id(), warp = threadIdx.x >> 5;
  const u32 slot = blockIdx.x * (blockDim.x >> 5) + warp;
  for (u32 i = threadIdx.x; i < MaximalPolicy::kSharedSizes; i += blockDim.x) {
    sizes[i] = 0;
  }
  __syncthreads();
  u64 nodes = 0;
  u32 found = 0;
  if (slot < s.warps) {
    const u64 end = nanoseconds() + v.slice_nanoseconds;
    const u32 queue = s.queue_size;
    Wide<N> w(v, all_shared[warp], sizes, v.areas + s.warp_words * slot);
    Slot saved = v.slots[slot];
    bool resumed = saved.active != 0, paused = false, may_split = v.item_capacity != 0 && v.list_words == 0;
    u32 ticks = 0, left = 0;  // nodes since the task was split
    saved.active = 0;
    while (!paused) {
      Visit result = Visit::kDone;
      bool again = false;
      if (resumed) {
        resumed = false;
        resume(w, saved);
        left = saved.nodes;
        if (saved.again != 0) {
          result = visit_root(w);
          again = result == Visit::kListFull;
        }
      } else {
        u32 at = kNoId;
        const bool look = ticks >= MaximalPolicy::kNarrowClockNodes;
        ticks = look ? 0 : ticks + 1;
        if (lane == 0 && !(look && nanoseconds() > end) && !stopped(v)) {
          at = atomicAdd(&s.queue_head, 1u);
        }
        at = __shfl_sync(kFullWarp, at, 0);
        if (at >= queue) {
          break;
        }
        left = 0;
        nodes++;
        if (s.queue_items == 0) {
          if (v.subproblems[at].count == 0) {
            continue;
          }
          w.open(at);
          result = visit_root(w);
          again = result == Visit::kListFull;
        } else {
          const u32* item = v.items[s.queue_side] + static_cast<u64>(at) * v.item_words;
          if (item[0] == kNoId) {
            continue;
          }
          w.open(item[0]);
          result = visit_item(w, item);
        }
      }
      for (;;) {
        paused = result == Visit::kListFull;
        if (paused || (w.depth == 0 && w.narrow.depth == 0)) {
          break;
        }
        if (ticks >= MaximalPolicy::kNarrowClockNodes) {
          ticks = 0;
          u32 over = 0, head = 0;
          if (lane == 0) {
            over = nanoseconds() > end || stopped(v);
            head = read_volatile(&s.queue_head);
          }
          over = __shfl_sync(kFullWarp, over, 0);
          head = __shfl_sync(kFullWarp, head, 0);
          if (may_split && over == 0 && left >= v.split_nodes && head >= queue) {
            left = 0;
            const Split handed = split(w, w.place);
            paused = handed == Split::kDone;
            may_split = handed != Split::kNoRoom;
          }
          paused |= over != 0;
          if (paused) {
            break;
          }
        }
        if (w.narrow.depth != 0) {
          const u32 open = __shfl_sync(kFullWarp, w.narrow.branches, w.narrow.depth - 1);
          if (open == 0) {
            w.narrow.depth--;
            continue;
          }
          result = w.narrow_step(open);
          ticks++;
        } else {
          if (!w.step(result)) {
            result = Visit::kDone;
            continue;
          }
          ticks += MaximalPolicy::kNarrowClockNodes / MaximalPolicy::kWideClockNodes;
        }
        nodes++;
        left++;
      }
      if (paused) {
        pause(w, saved, w.place, left, again);
      }
    }
    if (lane == 0) {
      saved.active = paused;
      v.slots[slot] = saved;
      if (paused) {
        atomicAdd(&s.paused, 1u);
      }
    }
    found = w.found;
  }
  if (lane == 0) {
    if (nodes != 0) {
      add_to(&v.header->nodes, nodes);
    }
    if (found != 0) {
      add_to(&s.round_found, found);
    }
  }
  __syncthreads();
  for (u32 i = threadIdx.x; i < MaximalPolicy::kSharedSizes; i += blockDim.x) {
    if (sizes[i] != 0) {
      add_to(&v.histogram[i], sizes[i]);
    }
  }
}

template <int N>
__global__ void __launch_bounds__(MaximalPolicy::kSearchThreads) cs_kernel_maximal_search(const View view) {
  __shared__ WarpShared<N> shared[MaximalPolicy::kSearchThreads / 32];
  __shared__ u32 sizes[MaximalPolicy::kSharedSizes];
  search<N>(view, shared, sizes);
}

// One thread, before a launch of the search.
__global__ void cs_kernel_maximal_open_search(State* state) { state->paused = 0; }

// One thread, after it: the split subtrees become the queue once the last one is drained.
__global__ void cs_kernel_maximal_close_search(const View v) {
  State& s = *v.state;
  if (s.queue_items == 0) {
    v.header->taken = min(s.queue_head, s.queue_size);
  }
  if (s.queue_head >= s.queue_size) {
    s.queue_items = 1;
    s.queue_side ^= 1;
    s.queue_size = min(s.split_size, v.item_capacity);
    s.split_size = 0;
    s.queue_head = 0;
  }
  v.header->pending = s.paused + (s.queue_size - min(s.queue_size, s.queue_head));
  v.header->list_full = s.list_full;
  v.header->listed = min(s.listed, s.list_end);
  v.header->found = s.kept_found + s.round_found;
}

}  // namespace cliquestream::maximalclique
