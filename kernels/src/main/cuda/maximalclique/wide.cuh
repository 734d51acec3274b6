// The search among any number of candidates: a warp holds the sets, 32 rows are looked at side by side, frames lie in
// the warp's area. Goes over to the narrow search where at most 32 candidates are left.
//
// Candidates and excluded vertices together are always the common neighbours of the vertices chosen. So a subtree is
// given by its candidates and its chosen vertices alone; everything else follows from the subproblem.
#pragma once

#include <type_traits>

#include "maximalclique/narrow.cuh"
#include "maximalclique/narrow_count.cuh"

namespace cliquestream::maximalclique {

// Shared memory of a warp, in words.
template <int N>
struct WarpShared {
  u32 candidates[WordSet<N>::kWords];
  u32 common[WordSet<N>::kWords];
  u32 chosen[WordSet<N>::kWords];
  u32 members[32];
  u32 waiting[64];  // excluded rows
  u32 rows[32];
  u32 masks[MaximalPolicy::kSharedMasks];
  uint4 nodes[MaximalPolicy::kNodeFrames];  // of the narrow count
};

template <int N, bool kList>
struct Wide {
  static constexpr u32 kSet = WordSet<N>::kWords;
  using NarrowSearch = std::conditional_t<kList, Narrow, NarrowCount>;

  const View& v;
  WarpShared<N>& shared;
  u32* sizes;  // cliques by size, in shared memory
  u32* area;
  Subproblem p;
  const u32* ranks;
  const u32* rows;
  const u32* excluded;
  u32* list;   // of excluded rows
  u32* masks;
  u32* frames;
  u32 place;   // of the subproblem in the round
  WordSet<N> chosen;
  u32 depth;   // frames
  u32 number;  // of the next clique listed
  u32 found;
  NarrowSearch narrow;

  __device__ __forceinline__ Wide(const View& view, WarpShared<N>& own, u32* by_size, u32* mine)
      : v(view), shared(own), sizes(by_size), area(mine), found(0) {}

  __device__ __forceinline__ void open(u32 subproblem) {
    place = subproblem;
    p = v.subproblems[subproblem];
    ranks = v.pool + p.at;
    rows = ranks + p.count;
    excluded = rows + static_cast<u64>(p.count) * p.words;
    list = area + saved_words(kSet);
    masks = list + p.excluded;
    frames = masks + p.excluded + p.count;
    depth = 0;
    narrow.depth = 0;
    number = 0;
  }
  __device__ __forceinline__ const u32* row(u32 vertex) const { return rows + static_cast<u64>(vertex) * p.words; }
  __device__ __forceinline__ const u32* excluded_row(u32 x) const { return excluded + static_cast<u64>(x) * p.words; }
  __device__ __forceinline__ u32* frame(u32 level) const {
    return frames + static_cast<u64>(level) * frame_words(p.words);
  }
  __device__ __forceinline__ u32 met(const u32* from) const {
    u32 bits = 0;
    for (u32 k = 0; k < p.words; k++) {
      bits += __popc(from[k] & shared.candidates[k]);
    }
    return bits;
  }

  // Counts a maximal clique of `size` vertices: the root, the chosen ones, more of `wide`, and of `set` in the narrow
  // search. false: the list has no room for it.
  __device__ __forceinline__ bool clique(u32 size, const WordSet<N>& wide, u32 set) {
    const u32 lane = lane_id();
    if constexpr (kList) {
      State& s = *v.state;
      const u32 length = CS_MAXIMAL_RECORD_WORDS + size;
      u32 at = 0;
      if (lane == 0) {
        at = read_volatile(&s.list_full) != 0 ? kNoId : atomicAdd(&s.listed, length);
        if (at > v.list_words || v.list_words - at < length) {
          atomicMin(&s.list_end, at);
          s.list_full = 1;
          at = kNoId;
        }
      }
      at = __shfl_sync(kFullWarp, at, 0);
      if (at == kNoId) {
        return false;
      }
      u32* out = v.list + at;
      if (lane == 0) {
        out[0] = place;
        out[1] = number;
        out[2] = size;
        out[3] = v.rank_to_id[p.root];
      }
      out += CS_MAXIMAL_RECORD_WORDS + 1;
      u32 mine = 0;
#pragma unroll
      for (int q = 0; q < N; q++) {
        mine += __popc(chosen.word[q] | wide.word[q]);
      }
      const u32 sum = warp_inclusive_sum(mine);
      u32 to = sum - mine;
#pragma unroll
      for (int q = 0; q < N; q++) {
        for (u32 bits = chosen.word[q] | wide.word[q]; bits != 0; bits &= bits - 1) {
          out[to++] = v.rank_to_id[ranks[(q * 32 + lane) * 32 + __ffs(bits) - 1]];
        }
      }
      out += __shfl_sync(kFullWarp, sum, 31);
      if (set >> lane & 1) {
        out[__popc(set & lanes_below_mine())] = v.rank_to_id[ranks[narrow.vertex]];
      }
      number++;
    }
    if (lane == 0) {
      if (size < MaximalPolicy::kSharedSizes) {
        atomicAdd(&sizes[size], 1u);
      } else {
        add_to(&v.histogram[size], 1);
      }
    }
    found++;
    return true;
  }
  // Looks at all `count` candidates in shared.rows and the excluded rows of narrow.list.
  __device__ __forceinline__ Visit narrow_visit(u32 count, u32 entries, u32 size) {
    const u32 all = count == 32 ? ~0u : (1u << count) - 1;
    narrow.depth = 0;
    narrow.size = size;
    narrow.entries = entries;
    if constexpr (kList) {
      WordSet<N> none;
      none.clear();
      return narrow.visit(v, all, all, entries, 0, size, [&](u32 now, u32 set) { return clique(now, none, set); });
    } else {
      narrow.look(v, sizes, shared.rows, shared.nodes, true, 5, all, all, 0, found);
      return Visit::kOpened;
    }
  }
  // The next branch of the last frame, or the next branches, which there are. Returns how many nodes it looked at.
  __device__ __forceinline__ u32 narrow_step(Visit& result) {
    if constexpr (kList) {
      const u32 open = __shfl_sync(kFullWarp, narrow.branches, narrow.depth - 1);
      if (open == 0) {
        narrow.depth--;
        return 0;
      }
      WordSet<N> none;
      none.clear();
      result = narrow.step(
          v, open, [&](u32 now, u32 set) { return clique(now, none, set | narrow.chosen(narrow.depth)); });
      return 1;
    } else {
      return narrow.step(v, sizes, shared.rows, shared.nodes, found);
    }
  }

  // Whether excluded row x is adjacent to what was chosen: to `choice`, the rows before being so already, or to all
  // of shared.chosen where choice is negative.
  __device__ __forceinline__ bool excludes(const u32* of, int choice) const {
    if (choice >= 0) {
      return of[choice >> 5] >> (choice & 31) & 1;
    }
    for (u32 k = 0; k < p.words; k++) {
      if ((shared.chosen[k] & ~of[k]) != 0) {
        return false;
      }
    }
    return true;
  }

  // Looks at candidates and common neighbours after a choice has made `size` vertices. Of the excluded rows it takes
  // the first `most` of the list, or, choice being negative, all there are.
  __device__ __forceinline__ Visit visit(
      const WordSet<N>& candidates, const WordSet<N>& common, u32 most, int choice, u32 size) {
    const u32 count = candidates.size();
    if (size + count < v.minimum_size) {
      return Visit::kDone;
    }
    __syncwarp();
    candidates.store(shared.candidates, kSet);
    common.store(shared.common, kSet);
    if (choice < 0) {
      chosen.store(shared.chosen, kSet);
    }
    __syncwarp();
    return count <= MaximalPolicy::kNarrow ? go_over(candidates, most, choice, size, count)
                                           : open_frame(candidates, common, most, choice, size, count);
  }

  __device__ __forceinline__ Visit open_frame(
      const WordSet<N>& candidates, const WordSet<N>& common, u32 most, int choice, u32 size, u32 count) {
    const u32 lane = lane_id();
    constexpr u32 kExcluded = 1u << 31;
    u32 best = 0, best_row = 0, kept = 0;
    bool whole = true;
    for (u32 w = 0; w < p.words; w++) {
      const u32 members = shared.common[w];
      if (members == 0) {
        continue;
      }
      const bool member = members >> lane & 1, candidate = shared.candidates[w] >> lane & 1;
      const u32 vertex = w * 32 + lane;
      const u32 nears = member ? met(row(vertex)) : 0;
      if (__any_sync(kFullWarp, member && !candidate && nears == count)) {
        return Visit::kDone;
      }
      whole &= !candidate || nears == count - 1;
      if (member && nears + 1 > best) {
        best = nears + 1;
        best_row = vertex;
      }
    }
    for (u32 begin = 0; begin < most; begin += 32) {
      const u32 here = min(most - begin, 32u);
      const u32 x = lane >= here ? 0 : choice < 0 ? begin + lane : list[begin + lane];
      const u32* of = excluded_row(x);
      const bool taken = lane < here && excludes(of, choice);
      const u32 nears = taken ? met(of) : 0;
      if (__any_sync(kFullWarp, taken && nears == count)) {
        return Visit::kDone;
      }
      const bool keep = nears != 0;
      if (choice < 0) {
        const u32 keeping = __ballot_sync(kFullWarp, keep);
        if (keep) {
          list[kept + __popc(keeping & lanes_below_mine())] = x;
        }
        kept += __popc(keeping);
      } else {
        kept = keep_in_front(list, begin, here, kept, keep, x);
      }
      if (keep && !kList && nears + 1 > best) {
        best = nears + 1;
        best_row = kExcluded | x;
      }
    }
    if (__all_sync(kFullWarp, whole)) {
      return clique(size + count, candidates, 0) ? Visit::kDone : Visit::kListFull;
    }
    const u32 top = __reduce_max_sync(kFullWarp, best);
    const u32 leader = __ffs(__ballot_sync(kFullWarp, best == top)) - 1;
    const u32 pivot = __shfl_sync(kFullWarp, best_row, leader);
    WordSet<N> branches = candidates;
    branches.subtract((pivot & kExcluded) != 0 ? excluded_row(pivot ^ kExcluded) : row(pivot), p.words);
    u32* f = frame(depth++);
    candidates.store(f, p.words);
    branches.store(f + p.words, p.words);
    common.store(f + 2 * p.words, p.words);
    if (lane == 0) {
      f[3 * p.words] = kept;
      f[3 * p.words + 1] = kNoId;
    }
    __syncwarp();
    return Visit::kOpened;
  }

  // The few candidates' bits of a row, in the order of shared.members.
  __device__ __forceinline__ u32 pressed(const u32* of, u32 count) const {
    u32 mask = 0;
    for (u32 j = 0; j < count; j++) {
      const u32 member = shared.members[j];
      mask |= (of[member >> 5] >> (member & 31) & 1) << j;
    }
    return mask;
  }

  // Adds masks to the narrow search's list, dropping those that some candidate makes needless (see build_kernels.cuh);
  // false: one of them has all candidates.
  __device__ __forceinline__ bool add_masks(bool taken, const u32* of, u32 count, u32 all, u32& entries) {
    const u32 mask = taken ? pressed(of, count) : 0;
    if (__any_sync(kFullWarp, taken && mask == all)) {
      return false;
    }
    u32 free = all;
    for (u32 bits = mask; bits != 0 && free != 0; bits &= bits - 1) {
      free &= shared.rows[__ffs(bits) - 1];
    }
    const bool keep = mask != 0 && free == 0;
    const u32 keeping = __ballot_sync(kFullWarp, keep);
    if (keep) {
      narrow.list[entries + __popc(keeping & lanes_below_mine())] = mask;
    }
    entries += __popc(keeping);
    return true;
  }

  // Opens a root of at most 32 candidates, whose rows the build has left as the narrow search wants them.
  __device__ __forceinline__ Visit visit_narrow_root() {
    const u32 lane = lane_id();
    if (1 + p.count < v.minimum_size) {
      return Visit::kDone;
    }
    __syncwarp();
    const u32 own_row = lane < p.count ? rows[lane] : 0;
    narrow.vertex = lane;
    if constexpr (kList) {
      narrow.row = own_row;
    }
    shared.rows[lane] = own_row;
    narrow.shared_list = p.excluded <= MaximalPolicy::kSharedMasks;
    narrow.list = narrow.shared_list != 0 ? shared.masks : masks;
    for (u32 x = lane; x < p.excluded; x += 32) {
      narrow.list[x] = excluded[x];
    }
    __syncwarp();
    return narrow_visit(p.count, p.excluded, 1);
  }

  __device__ __forceinline__ Visit go_over(
      const WordSet<N>& candidates, u32 most, int choice, u32 size, u32 count) {
    const u32 lane = lane_id();
    u32 mine = 0, left = 0;
#pragma unroll
    for (int q = 0; q < N; q++) {
      mine += __popc(candidates.word[q]);
      left += __popc(shared.common[q * 32 + lane] & ~candidates.word[q]);
    }
    left = __reduce_add_sync(kFullWarp, left);
    if (count == 0 && left != 0) {
      return Visit::kDone;
    }
    u32 to = warp_inclusive_sum(mine) - mine;
#pragma unroll
    for (int q = 0; q < N; q++) {
      for (u32 bits = candidates.word[q]; bits != 0; bits &= bits - 1) {
        shared.members[to++] = (q * 32 + lane) * 32 + __ffs(bits) - 1;
      }
    }
    __syncwarp();
    const u32 all = count == 32 ? ~0u : (1u << count) - 1;
    narrow.vertex = lane < count ? shared.members[lane] : 0;
    const u32 own_row = lane < count ? pressed(row(narrow.vertex), count) : 0;
    if constexpr (kList) {
      narrow.row = own_row;
    }
    shared.rows[lane] = own_row;
    narrow.shared_list = left + most <= MaximalPolicy::kSharedMasks;
    narrow.list = narrow.shared_list != 0 ? shared.masks : masks;
    __syncwarp();
    u32 entries = 0;
    if (left != 0) {
      for (u32 w = 0; w < p.words; w++) {
        const u32 members = shared.common[w] & ~shared.candidates[w];
        if (members != 0 && !add_masks(members >> lane & 1, row(w * 32 + lane), count, all, entries)) {
          return Visit::kDone;
        }
      }
    }
    // Those that exclude first, side by side in shared memory: few are left.
    u32 waiting = 0;
    for (u32 begin = 0; begin < most; begin += 32) {
      const bool here = begin + lane < most;
      const u32 x = !here ? 0 : choice < 0 ? begin + lane : list[begin + lane];
      const u32 taking = __ballot_sync(kFullWarp, here && excludes(excluded_row(x), choice));
      if (taking >> lane & 1) {
        shared.waiting[waiting + __popc(taking & lanes_below_mine())] = x;
      }
      waiting += __popc(taking);
      __syncwarp();
      while (waiting >= 32 || (waiting != 0 && begin + 32 >= most)) {
        const u32 now = min(waiting, 32u);
        waiting -= now;
        const bool taken = lane < now;
        if (!add_masks(taken, excluded_row(taken ? shared.waiting[waiting + lane] : 0), count, all, entries)) {
          return Visit::kDone;
        }
        __syncwarp();
      }
    }
    __syncwarp();
    return narrow_visit(count, entries, size);
  }

  // The next branch of the last frame; false when it has none, and is gone.
  __device__ __forceinline__ bool step(Visit& result) {
    u32* f = frame(depth - 1);
    const u32 last = f[3 * p.words + 1];
    if (last != kNoId) {
      chosen.remove(last);
    }
    WordSet<N> candidates, branches, common;
    branches.load(f + p.words, p.words);
    const int vertex = branches.first();
    if (vertex < 0) {
      depth--;
      return false;
    }
    candidates.load(f, p.words);
    common.load(f + 2 * p.words, p.words);
    const u32 most = f[3 * p.words];
    __syncwarp();
    WordSet<N> next = candidates, next_common = common;
    candidates.remove(vertex);
    branches.remove(vertex);
    candidates.store(f, p.words);
    branches.store(f + p.words, p.words);
    if (lane_id() == 0) {
      f[3 * p.words + 1] = vertex;
    }
    __syncwarp();
    chosen.insert(vertex);
    next.intersect(row(vertex), p.words);
    next_common.intersect(row(vertex), p.words);
    const u32 level = depth;
    result = visit(next, next_common, most, vertex, chosen.size() + 1);
    if (result == Visit::kListFull) {
      candidates.insert(vertex);
      branches.insert(vertex);
      f = frame(level - 1);
      candidates.store(f, p.words);
      branches.store(f + p.words, p.words);
      __syncwarp();
    }
    return true;
  }
};

}  // namespace cliquestream::maximalclique
