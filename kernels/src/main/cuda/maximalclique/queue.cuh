// How work comes to a warp: the queue of a launch's tasks, and what other warps hand over while it runs.
//
// Each warp draws tickets. The first ones are the tasks that the launch began with; a later one is a place of the
// buffer of handed over subtrees, whose warp waits there until something is put in it. A warp with a long task that
// sees more tickets drawn than places filled hands over its open branches. Who waits gives up when no warp has work
// left, and when the launch's time is over; a warp at work waits for nobody. What nobody took is the next launch's
// queue.
//
// `busy` counts the warps at work and the subtrees in the buffer that nobody has taken; a place is filled for others to
// see once `published` has the number of the buffer's use.
#pragma once

#include "maximalclique/wide.cuh"

namespace cliquestream::maximalclique {

// The set of the root's candidates that a set of the narrow search stands for.
template <int N, bool kList>
__device__ __forceinline__ WordSet<N> widened(Wide<N, kList>& w, u32 set) {
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

template <int N, bool kList>
__device__ __forceinline__ void write_item(
    const Wide<N, kList>& w, u32* item, u32 subproblem, const WordSet<N>& candidates, const WordSet<N>& chosen) {
  const bool useful = 1 + chosen.size() + candidates.size() >= w.v.minimum_size;
  if (lane_id() == 0) {
    item[0] = useful ? subproblem : kNoId;
  }
  candidates.store(item + 1, w.kSet);
  chosen.store(item + 1 + w.kSet, w.kSet);
}

// Shows other warps places begin .. end - 1 of the buffer.
__device__ __forceinline__ void publish(const View& v, u32 begin, u32 end) {
  if (begin >= end) {
    return;
  }
  State& s = *v.state;
  if (lane_id() == 0) {
    atomicAdd(&s.busy, end - begin);
  }
  __threadfence();
  __syncwarp();
  for (u32 at = begin + lane_id(); at < end; at += 32) {
    *static_cast<volatile u32*>(v.published + at) = s.buffer_use;
  }
}

// Hands over the open branches of all wide frames, and of the lower half of the narrow frames where more are wanted;
// false: there is no room for them.
template <int N>
__device__ __forceinline__ bool hand_over(Wide<N, false>& w, u32 wanted) {
  const View& v = w.v;
  State& s = *v.state;
  NarrowCount& n = w.narrow;
  const u32 lane = lane_id();
  WordSet<N> candidates, branches;
  u32 open = 0;
  for (u32 d = 0; d < w.depth; d++) {
    branches.load(w.frame(d) + w.p.words, w.p.words);
    open += branches.size();
  }
  const u32 lower = min((n.depth + 1) / 2, 32u);
  u32 mine = 0;
  if (lane < lower && __popc(w.shared.nodes[lane].x) >= MaximalPolicy::kLeastSplit) {
    mine = __popc(w.shared.nodes[lane].y);
  }
  mine = open + warp_inclusive_sum(mine) - mine < wanted ? mine : 0;
  const u32 worth = __ballot_sync(kFullWarp, mine != 0);
  open += __reduce_add_sync(kFullWarp, mine);
  if (open == 0) {
    return true;
  }
  u32 at = 0;
  if (lane == 0) {
    at = atomicAdd(&s.split_size, open);
  }
  at = __shfl_sync(kFullWarp, at, 0);
  u32* items = v.items[s.queue_side ^ 1];
  const u32 begin = at;
  if (at > 0x7FFFFFFFu || at + open > v.item_capacity) {
    // What was claimed below the capacity holds nothing.
    const u32 end = at > v.item_capacity ? at : v.item_capacity;
    for (u32 x = at + lane; x < end; x += 32) {
      items[static_cast<u64>(x) * v.item_words] = kNoId;
    }
    publish(v, at, end);
    return false;
  }
  auto next_item = [&]() { return items + static_cast<u64>(at++) * v.item_words; };
  // From the last on, so that the frames that fill the gaps are not among those.
  for (u32 rest = worth; rest != 0;) {
    const u32 level = 31 - __clz(rest);
    rest ^= 1u << level;
    const uint4 node = w.shared.nodes[level];
    u32 here = node.x;
    WordSet<N> path = widened(w, node.w);
    path.unite(w.chosen);
    for (u32 branches_left = node.y; branches_left != 0; branches_left &= branches_left - 1) {
      const u32 b = __ffs(branches_left) - 1;
      here &= ~(1u << b);
      WordSet<N> chosen = path;
      chosen.insert(__shfl_sync(kFullWarp, n.vertex, b));
      write_item(w, next_item(), w.place, widened(w, here & w.shared.rows[b]), chosen);
    }
    n.depth--;
    if (lane == 0 && level != n.depth) {
      w.shared.nodes[level] = w.shared.nodes[n.depth];
    }
    __syncwarp();
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
      write_item(w, next_item(), w.place, next, chosen);
    }
    branches.store(f + w.p.words, w.p.words);
  }
  __syncwarp();
  if (lane == 0) {
    atomicAdd(&v.header->splits, 1u);
  }
  publish(v, begin, at);
  return true;
}

// Waits for what is put in a place of the buffer, the warp having no work. false: nothing is.
__device__ __forceinline__ bool await_item(const View& v, u32 place, u64 end) {
  State& s = *v.state;
  u32 came = 0;
  if (lane_id() == 0) {
    __threadfence();
    atomicSub(&s.busy, 1u);
    // All who wait read the same `busy`: seldom.
    for (u32 looks = 0; place < v.item_capacity && came == 0; looks++) {
      bool over = false;
      if (looks % MaximalPolicy::kWaitLooks == 0) {
        // Who fills a place is at work until it has: then nothing comes any more.
        over = read_volatile(&s.busy) == 0 || nanoseconds() > end || stopped(v);
        __threadfence();
      }
      came = read_volatile(v.published + place) == s.buffer_use;
      if (over) {
        break;
      }
      if (came == 0) {
        __nanosleep(MaximalPolicy::kWaitNanoseconds);
      }
    }
    __threadfence();
  }
  return __shfl_sync(kFullWarp, came, 0) != 0;
}

// Takes a subtree, handed over in this launch or before it, from its buffer: which subproblem's, or kNoId for none.
__device__ __forceinline__ u32 take_item(const View& v, u32* item, bool handed) {
  u32 subproblem = kNoId;
  if (lane_id() == 0) {
    subproblem = read_volatile(item);
    *static_cast<volatile u32*>(item) = kNoId;
    if (handed) {
      atomicAdd(&v.state->taken_items, 1u);
    }
  }
  return __shfl_sync(kFullWarp, subproblem, 0);
}

}  // namespace cliquestream::maximalclique
