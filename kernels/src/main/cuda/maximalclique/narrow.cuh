// The search among at most 32 candidates while cliques are listed, which come in the order of the tree: lane l holds
// candidate l's row, and frame l of the stack. What else excludes cliques is a list of masks over the candidates, of
// which each frame needs a first part only: going down moves those still needed to the front, and their order does not
// matter coming back. Counts: narrow_count.cuh.
#pragma once

#include "maximalclique/work.cuh"

namespace cliquestream::maximalclique {

enum class Visit { kDone, kOpened, kListFull };

// Moves the entries to keep of list[begin .. begin + here) behind the `kept` first ones; entries only change places.
// value: list[begin + lane]. Returns how many are kept now.
__device__ __forceinline__ u32 keep_in_front(u32* list, u32 begin, u32 here, u32 kept, bool keep, u32 value) {
  const u32 lane = lane_id(), keeping = __ballot_sync(kFullWarp, keep), more = __popc(keeping);
  if (more == 0 || (kept == begin && more == here)) {
    return kept + more;
  }
  const u32 moved = min(more, begin - kept);
  const u32 old = lane < moved ? list[kept + lane] : 0;
  __syncwarp();
  const u32 before = __popc(keeping & lanes_below_mine());
  if (keep) {
    list[kept + before] = value;
  } else if (lane < here) {
    list[begin + more - moved + (lane - before)] = value;
  }
  if (lane < moved) {
    list[begin + here - moved + lane] = old;
  }
  __syncwarp();
  return kept + more;
}

struct Narrow {
  u32 row;     // of candidate `lane`, over the candidates
  u32 vertex;  // its number among the root's candidates
  // Of frame `lane`:
  u32 candidates;
  u32 branches;
  u32 common;  // candidates, and those that left them: adjacent to all chosen
  u32 masks;   // of the list, that matter
  u32 branch;  // under way
  // The same in all lanes:
  u32 depth;   // frames
  u32 size;    // vertices chosen before the first branch
  u32 entries; // of the list
  u32 shared_list;
  u32* list;

  // Candidates chosen by the first `frames` frames.
  __device__ __forceinline__ u32 chosen(u32 frames) const {
    return __reduce_or_sync(kFullWarp, lane_id() < frames ? 1u << branch : 0);
  }

  // Looks at the candidates `next` after a choice (bit `choice`, 0 before the first) has made `size` vertices. Opens a
  // frame unless the subtree is done; found(size, set) is called for its only clique, and false means no room for it.
  template <class Found>
  __device__ __forceinline__ Visit visit(
      const View& v, u32 next, u32 next_common, u32 most, u32 choice, u32 now, Found found) {
    const u32 lane = lane_id(), count = __popc(next);
    if (now + count < v.minimum_size) {
      return Visit::kDone;
    }
    const bool common_now = next_common >> lane & 1, candidate = next >> lane & 1;
    const u32 near = row & next;
    const u32 nears = __popc(near);
    if (__any_sync(kFullWarp, common_now && !candidate && near == next)) {
      return Visit::kDone;
    }
    u32 best = common_now ? nears + 1 : 0, best_mask = near, kept = 0;
    for (u32 begin = 0; begin < most; begin += 32) {
      const u32 here = min(most - begin, 32u);
      const u32 mask = lane < here ? list[begin + lane] : 0;
      const bool excludes = lane < here && (mask & choice) == choice;
      const u32 met = mask & next;
      if (__any_sync(kFullWarp, excludes && met == next)) {
        return Visit::kDone;
      }
      const bool keep = excludes && met != 0;
      kept = keep_in_front(list, begin, here, kept, keep, mask);
      // The order of the masks is not fixed, and lists must not depend on it: no pivot among them.
    }
    if (__all_sync(kFullWarp, !candidate || nears == count - 1)) {
      return found(now + count, next) ? Visit::kDone : Visit::kListFull;
    }
    const u32 top = __reduce_max_sync(kFullWarp, best);
    const u32 leader = __ffs(__ballot_sync(kFullWarp, best == top)) - 1;
    const u32 pivot = __shfl_sync(kFullWarp, best_mask, leader);
    if (lane == depth) {
      candidates = next;
      branches = next & ~pivot;
      common = next_common;
      masks = kept;
    }
    depth++;
    return Visit::kOpened;
  }

  // The next branch of the last frame, which has one.
  template <class Found>
  __device__ __forceinline__ Visit step(const View& v, u32 open, Found found) {
    const u32 lane = lane_id(), top = depth - 1;
    const u32 choice = open & -open, place = __ffs(open) - 1;
    const u32 here = __shfl_sync(kFullWarp, candidates, top) & ~choice;
    const u32 near = __shfl_sync(kFullWarp, row, place);
    const u32 here_common = __shfl_sync(kFullWarp, common, top);
    const u32 most = __shfl_sync(kFullWarp, masks, top);
    if (lane == top) {
      candidates = here;
      branches = open ^ choice;
      branch = place;
    }
    const Visit result = visit(v, here & near, here_common & near, most, choice, size + depth, found);
    if (result == Visit::kListFull && lane == top) {
      candidates |= choice;
      branches |= choice;
    }
    return result;
  }
};

}  // namespace cliquestream::maximalclique
