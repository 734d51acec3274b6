// Counts among at most 32 candidates, many nodes of the tree side by side. A node is four words: its candidates, those
// of them left to branch on, the common neighbours of all chosen, and the candidates chosen; frames of such words lie
// in the warp's shared memory, in no chain. A step takes up to 32 open branches of the last frames, gives each the same
// number of lanes, a power of two, and looks at them together: the lanes of a branch share its common neighbours and
// the excluded rows between them. Where one branch is open it has the whole warp, where there are 32 a lane each.
//
// What comes of a branch is a clique, nothing, or a frame. One branch at a time is taken where room is short: then
// every frame above has had fewer candidates than the one below it, so that 32 more are room enough.
#pragma once

#include "maximalclique/work.cuh"

namespace cliquestream::maximalclique {

struct NarrowCount {
  static constexpr u32 kFrames = MaximalPolicy::kNodeFrames;
  static constexpr u32 kNarrow = MaximalPolicy::kNarrow;
  static_assert(kNarrow == 32 && kFrames >= 3 * kNarrow);

  u32 vertex;  // number of candidate `lane` among the root's candidates
  // The same in all lanes:
  u32 depth;   // frames
  u32 size;    // vertices chosen before the first branch
  u32 entries; // of the list
  u32 shared_list;
  u32* list;   // excluded rows over the candidates

  // Looks at a node for each 2^log_lanes lanes that are live: `candidates` after `chosen`. Adds cliques to `found`.
  __device__ __forceinline__ void look(
      const View& v, u32* sizes, const u32* rows, uint4* frames, bool live, u32 log_lanes, u32 candidates, u32 common,
      u32 chosen, u32& found) {
    const u32 lane = lane_id(), lanes = 1u << log_lanes, place = lane & (lanes - 1);
    const u32 count = __popc(candidates), now = size + __popc(chosen);
    live = live && now + count >= v.minimum_size;
    // Every 2^log_lanes-th candidate.
    u32 share = 1u << place;
#pragma unroll
    for (u32 log = 0; log < 5; log++) {
      share |= log >= log_lanes ? share << (1u << log) : 0;
    }
    share &= live ? common : 0;
    bool dead = false, whole = true;
    u32 best = 0, pivot = 0;
    const auto consider = [&](u32 at) {
      const u32 near = rows[at] & candidates, nears = __popc(near);
      dead |= near == candidates;
      whole &= (candidates >> at & 1) == 0 || nears + 1 == count;
      if (nears >= best) {
        best = nears + 1;
        pivot = near;
      }
    };
    // Two at a time, so that neither waits for the other; the last may come twice.
    while (share != 0) {
      const u32 high = 31 - __clz(share), low = __ffs(share) - 1;
      share &= (share - 1) & ~(1u << high);
      consider(high);
      consider(low);
    }
#pragma unroll 4
    for (u32 i = place; i < entries; i += lanes) {
      const u32 mask = list[i], met = mask & candidates, nears = __popc(met);
      const bool excludes = (chosen & ~mask) == 0;
      dead |= excludes && met == candidates;
      if (excludes && nears >= best) {
        best = nears + 1;
        pivot = met;
      }
    }
    __syncwarp();
    for (u32 distance = 1; distance < lanes; distance <<= 1) {
      const u32 other = __shfl_xor_sync(kFullWarp, best, distance);
      const u32 others = __shfl_xor_sync(kFullWarp, pivot, distance);
      if (other > best) {
        best = other;
        pivot = others;
      }
    }
    const u32 group = (lanes == 32 ? ~0u : (1u << lanes) - 1) << lane;  // of the first lane of a node
    const u32 ended = __ballot_sync(kFullWarp, dead) & group, open = __ballot_sync(kFullWarp, !whole) & group;
    const bool lives = live && place == 0 && ended == 0;
    const bool clique = lives && open == 0, opens = lives && open != 0;
    if (clique) {
      if (now + count < MaximalPolicy::kSharedSizes) {
        atomicAdd(&sizes[now + count], 1u);
      } else {
        add_to(&v.histogram[now + count], 1);
      }
    }
    found += __popc(__ballot_sync(kFullWarp, clique));
    const u32 opening = __ballot_sync(kFullWarp, opens);
    if (opens) {
      frames[depth + __popc(opening & lanes_below_mine())] =
          make_uint4(candidates, candidates & ~pivot, common, chosen);
    }
    depth += __popc(opening);
    __syncwarp();
  }

  // Looks at the next branches; there is a frame. Returns how many.
  __device__ __forceinline__ u32 step(
      const View& v, u32* sizes, const u32* rows, uint4* frames, u32& found) {
    const u32 lane = lane_id();
    const u32 mine = lane < depth ? __popc(frames[depth - 1 - lane].y) : 0;
    const u32 sum = warp_inclusive_sum(mine), begin = sum - mine;
    const u32 most = depth + 2 * kNarrow <= kFrames ? kNarrow : 1;
    const u32 nodes = min(__shfl_sync(kFullWarp, sum, 31), most);
    const u32 log_lanes = __clz(nodes - 1) - 27;
    // Bit i: the branches of another frame begin at node i.
    const u32 begins = __reduce_or_sync(kFullWarp, mine != 0 && begin < nodes ? 1u << begin : 0);
    const u32 node = lane >> log_lanes;
    const u32 before = begins & ((2u << node) - 1);
    const u32 level = depth - __popc(before);
    const uint4 f = frames[level];
    u32 branches = f.y;
    for (u32 i = node < nodes ? node - (31 - __clz(before)) : 0; i != 0; i--) {
      branches &= branches - 1;
    }
    const u32 choice = branches & -branches, left = branches ^ choice;
    const u32 row = rows[(31 - __clz(choice)) & 31];
    __syncwarp();
    const u32 last = (nodes - 1) << log_lanes;
    if (lane == last && left != 0) {
      frames[level] = make_uint4(f.x & ~(f.y ^ left), left, f.z, f.w);
    }
    depth = __shfl_sync(kFullWarp, left != 0 ? level + 1 : level, last);
    __syncwarp();
    look(
        v, sizes, rows, frames, node < nodes, log_lanes, f.x & ~(f.y ^ branches) & row, f.z & row, f.w | choice, found);
    return nodes;
  }
};

}  // namespace cliquestream::maximalclique
