// Bron and Kerbosch's enumeration with the pivot of Tomita, Tanaka and Takahashi, a warp a task. A task is a root's
// subproblem, or a subtree that was split off: its candidates and chosen vertices.
//
// A launch ends when no warp has work left, or after its time slice: a paused warp leaves its stacks in its area, and
// the same warp of the next launch goes on from there. So a launch has a bounded time, a cancel is prompt, and neither
// loses work. Within a launch, warps with long tasks hand subtrees over to those without one (queue.cuh). While cliques
// are listed nothing is handed over: every clique of a root is found by one warp, in an order that depends on the graph
// alone.
#pragma once

#include "maximalclique/queue.cuh"
#include "maximalclique/wide.cuh"

namespace cliquestream::maximalclique {

template <int N, bool kList>
__device__ __forceinline__ void pause(Wide<N, kList>& w, Slot& slot, u32 subproblem, u32 nodes, bool again) {
  const u32 lane = lane_id();
  u32* to = w.area;
  w.chosen.store(to, w.kSet);
  u32* lanes = to + w.kSet;
  const auto& n = w.narrow;
  if constexpr (kList) {
    const u32 words[kLaneWords] = {n.row, n.vertex, n.candidates, n.branches, n.common, n.masks, n.branch, n.size};
#pragma unroll
    for (u32 i = 0; i < kLaneWords; i++) {
      lanes[i * 32 + lane] = words[i];
    }
  } else {
    lanes[lane] = w.shared.rows[lane];
    lanes[32 + lane] = n.vertex;
    lanes[64 + lane] = n.size;
    u32* nodes = lanes + kLaneWords * 32 + MaximalPolicy::kSharedMasks;
    for (u32 i = lane; i < 4 * n.depth; i += 32) {
      nodes[i] = reinterpret_cast<const u32*>(w.shared.nodes)[i];
    }
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

template <int N, bool kList>
__device__ __forceinline__ void resume(Wide<N, kList>& w, const Slot& slot) {
  const u32 lane = lane_id();
  const u32* from = w.area;
  w.open(slot.subproblem);
  w.depth = slot.depth;
  w.number = slot.number;
  w.chosen.load(from, w.kSet);
  const u32* lanes = from + w.kSet;
  auto& n = w.narrow;
  n.depth = slot.narrow;
  n.vertex = lanes[32 + lane];
  if constexpr (kList) {
    n.row = lanes[lane];
    n.candidates = lanes[64 + lane];
    n.branches = lanes[96 + lane];
    n.common = lanes[128 + lane];
    n.masks = lanes[160 + lane];
    n.branch = lanes[192 + lane];
    n.size = lanes[224 + lane];
  } else {
    w.shared.rows[lane] = lanes[lane];
    n.size = lanes[64];
    const u32* nodes = lanes + kLaneWords * 32 + MaximalPolicy::kSharedMasks;
    for (u32 i = lane; i < 4 * n.depth; i += 32) {
      reinterpret_cast<u32*>(w.shared.nodes)[i] = nodes[i];
    }
  }
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

// Opens the root's subproblem.
template <int N, bool kList>
__device__ __forceinline__ Visit visit_root(Wide<N, kList>& w) {
  w.chosen.clear();
  if (w.p.count <= MaximalPolicy::kNarrow) {
    return w.visit_narrow_root();
  }
  WordSet<N> all;
  all.fill_below(w.p.count);
  return w.visit(all, all, w.p.excluded, -1, 1);
}

// Opens a subtree that was handed over: common neighbours are those of the chosen vertices.
template <int N>
__device__ __forceinline__ Visit visit_item(Wide<N, false>& w, const u32* item) {
  WordSet<N> candidates, common;
  candidates.load_from_others(item + 1);
  w.chosen.load_from_others(item + 1 + w.kSet);
  common.fill_below(w.p.count);
  WordSet<N> left = w.chosen;
  for (int vertex = left.first(); vertex >= 0; vertex = left.first()) {
    left.remove(vertex);
    common.intersect(w.row(vertex), w.p.words);
  }
  return w.visit(candidates, common, w.p.excluded, -1, w.chosen.size() + 1);
}

template <int N, bool kList>
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
    constexpr u32 kLook = MaximalPolicy::kNarrowClockNodes;  // ticks between two looks at the clock
    constexpr u32 kWideTicks = kLook / MaximalPolicy::kWideClockNodes;
    constexpr u32 kNarrowTicks = kList ? 1 : kLook / MaximalPolicy::kClockSteps;
    const u64 end = nanoseconds() + v.slice_nanoseconds;
    const u32 queue = s.queue_size;
    Wide<N, kList> w(v, all_shared[warp], sizes, v.areas + s.warp_words * slot);
    Slot saved = v.slots[slot];
    bool resumed = saved.active != 0, paused = false, room = v.item_capacity != 0;
    u32 ticks = 0, left = 0;  // nodes since the task was split
    saved.active = 0;
    if (!kList && lane == 0) {
      atomicAdd(&s.busy, 1u);
    }
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
        const bool look = ticks >= kLook;
        ticks = look ? 0 : ticks + 1;
        if (lane == 0 && !(look && nanoseconds() > end) && !stopped(v)) {
          at = atomicAdd(&s.queue_head, 1u);
        }
        at = __shfl_sync(kFullWarp, at, 0);
        const bool handed = at >= queue;
        if (at == kNoId || (handed && (kList || !await_item(v, at - queue, end)))) {
          break;
        }
        left = 0;
        if (kList || (!handed && s.queue_items == 0)) {
          nodes++;
          if (v.subproblems[at].count == 0) {
            continue;
          }
          w.open(at);
          result = visit_root(w);
          again = result == Visit::kListFull;
        } else if constexpr (!kList) {
          u32* item = handed ? v.items[s.queue_side ^ 1] + static_cast<u64>(at - queue) * v.item_words
                             : v.items[s.queue_side] + static_cast<u64>(at) * v.item_words;
          const u32 subproblem = take_item(v, item, handed);
          if (subproblem == kNoId) {
            continue;
          }
          nodes++;
          w.open(subproblem);
          result = visit_item(w, item);
        }
      }
      for (;;) {
        paused = result == Visit::kListFull;
        if (paused || (w.depth == 0 && w.narrow.depth == 0)) {
          break;
        }
        if (ticks >= kLook) {
          ticks = 0;
          u32 over = 0, wanted = 0;
          if (lane == 0) {
            over = nanoseconds() > end || stopped(v);
            const u32 drawn = read_volatile(&s.queue_head), filled = read_volatile(&s.split_size);
            wanted = drawn > queue && drawn - queue > filled ? drawn - queue - filled : 0;
          }
          over = __shfl_sync(kFullWarp, over, 0);
          wanted = __shfl_sync(kFullWarp, wanted, 0);
          if constexpr (!kList) {
            if (room && over == 0 && left >= v.split_nodes && wanted != 0) {
              left = 0;
              room = hand_over(w, wanted);
            }
          }
          paused = over != 0;
          if (paused) {
            break;
          }
          continue;
        }
        u32 looked = 1;
        if (w.narrow.depth != 0) {
          looked = w.narrow_step(result);
          ticks += kNarrowTicks;
        } else if (w.step(result)) {
          ticks += kWideTicks;
        } else {
          result = Visit::kDone;
          looked = 0;
        }
        nodes += looked;
        left += looked;
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

template <int N, bool kList>
__global__ void __launch_bounds__(MaximalPolicy::kSearchThreads) cs_kernel_maximal_search(const View view) {
  __shared__ WarpShared<N> shared[MaximalPolicy::kSearchThreads / 32];
  __shared__ u32 sizes[MaximalPolicy::kSharedSizes];
  search<N, kList>(view, shared, sizes);
}

// One thread, before a launch of the search.
__global__ void cs_kernel_maximal_open_search(State* state) {
  state->paused = 0;
  state->busy = 0;
}

// One thread, after it: the subtrees handed over that nobody took become the queue once the last one is drained.
__global__ void cs_kernel_maximal_close_search(const View v) {
  State& s = *v.state;
  if (s.queue_items == 0) {
    v.header->taken = min(s.queue_head, s.queue_size);
  }
  if (s.queue_head >= s.queue_size) {
    const u32 handed = min(s.split_size, v.item_capacity);
    s.queue_items = 1;
    s.queue_side ^= 1;
    s.queue_size = s.taken_items == handed ? 0 : handed;
    s.split_size = 0;
    s.taken_items = 0;
    s.queue_head = 0;
    s.buffer_use++;
  }
  v.header->pending = s.paused + (s.queue_size - min(s.queue_size, s.queue_head));
  v.header->list_full = s.list_full;
  v.header->listed = min(s.listed, s.list_end);
  v.header->found = s.kept_found + s.round_found;
}

}  // namespace cliquestream::maximalclique
