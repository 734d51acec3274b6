// Pivoting (Jain and Seshadhri, The power of pivoting for exact clique counting, 2020) in a tile of up to 64 vertices.
//
// One tree a warp. Lane v holds row v (and v + 32) in registers, so that one AND and one POPC a lane and word give the
// degrees of all candidates of a node, ballots give its full vertices, one reduction its pivot, and the children of all
// non-neighbours of the pivot come out side by side, one a lane. Children of up to three candidates are leaves: their
// polynomials go into seven cells at most, and those of all lanes are added with two reductions. So only nodes of four
// candidates and more cost a step of the warp.
//
// A node (candidates P, held h, pivots p) stands for all cliques of its h held vertices, any of its p pivots and any
// clique of P. It closes when
//   - P is a clique, or a clique without a matching (a 2-plex: s disjoint non-edges give (1 + 2x)^s), or
//   - at most two more vertices may be held: then its vertices and edges are all that is asked for; if three may be held,
//     each lane counts the edges of its child by itself.
// Otherwise vertices adjacent to all of P become pivots, a vertex v of largest degree is the pivot, and the children are
// its non-neighbours w in turn, each without those before it (held + 1), and last the neighbours of v (pivots + 1).
#pragma once

#include "cliques/worker.cuh"

namespace cliquestream::cliques {

struct PascalTriangle {
  u32 row[33][33];
};
constexpr PascalTriangle pascal_triangle() {
  PascalTriangle t = {};
  for (int n = 0; n <= 32; n++) {
    t.row[n][0] = 1;
    for (int k = 1; k <= n; k++) {
      t.row[n][k] = t.row[n - 1][k - 1] + (k < n ? t.row[n - 1][k] : 0);
    }
  }
  return t;
}
__device__ constexpr PascalTriangle kPascal = pascal_triangle();

// Hands a node of a tile to a waiting warp of the block, or of another block; false if there is none. Rare, so not inlined,
// and it looks at the tile in shared memory, not at the tree's registers.
template <int kWords>
__device__ __noinline__ bool give_away(
    Worker& worker, u32 tile_at, u32 size, TileSet<kWords> candidates, u32 held, u32 pivots) {
  u32 to = worker.claim();
  const bool near = to != kNoId;
  if (!near && (to = worker.claim_anywhere()) == kNoId) {
    return false;
  }
  const u32* mine = shared_at<u32>(tile_at);
  u32* theirs = near ? worker.area_of(to).tile : worker.job.exchange.mailboxes[to].rows;
  for (u32 i = worker.lane; i < size * kWords; i += 32) {
    theirs[i] = mine[i];
  }
  if (near) {
    worker.deliver(to, kWords, held, pivots, size, candidates.wide());
  } else {
    worker.send(to, size, kWords, held, pivots, candidates.wide());
  }
  return true;
}

template <int kWords>
class TileTree {
  using Set = TileSet<kWords>;

 public:
  // What every node needs is copied out of the worker: it lies in registers then.
  __device__ __forceinline__ TileTree(Worker& worker, u32 tile_in_area, u32 size)
      : worker_(worker),
        tile_at_(worker.area_at(worker.warp) + tile_in_area),
        levels_at_(worker.area_at(worker.warp) + kLevelsAt),
        window_at_(worker.job.layout.window),
        rows_(worker.job.histogram.held),
        least_(worker.job.least),
        most_(worker.job.most),
        size_(size),
        lane_(worker.lane),
        not_above_((2u << lane_) - 1) {
    const u32* tile = this->tile();
#pragma unroll
    for (int s = 0; s < kWords; s++) {
      const u32 vertex = lane_ + 32 * s;
      row_[s] = vertex < size ? Set::load(tile, vertex) : Set{};
    }
  }

  __device__ __forceinline__ void search(Set candidates, u32 held, u32 pivots) {
    u32 depth = 0;
    u32 nodes = 0;
    for (;;) {
      if ((++nodes & (CliquePolicy::kNodesPerDemand - 1)) == 0) {
        if (worker_.nodes(CliquePolicy::kNodesPerDemand)) {
          return;
        }
        demand_ = worker_.demand;
        report_added();
      }
      if (!search_narrower(candidates, held, pivots) && expand(candidates, held, pivots, depth)) {
        continue;
      }
      if (depth == 0) {
        report_added();
        worker_.tally(kNodes, nodes & (CliquePolicy::kNodesPerDemand - 1));
        return;
      }
      next(candidates, held, pivots, depth);
    }
  }

 private:
  static constexpr u32 kLevelsAt =
      kWords == 1 ? offsetof(PivotArea, narrow_levels) : offsetof(PivotArea, wide_levels);

  __device__ __forceinline__ u32* tile() const { return shared_at<u32>(tile_at_); }
  __device__ __forceinline__ TileLevel<kWords>& level(u32 depth) const {
    return shared_at<TileLevel<kWords>>(levels_at_)[depth];
  }
  // See Leaves.
  __device__ __forceinline__ void add(u32 held, u32 pivots, u32 count) {
    if (held < CliquePolicy::kHeldWindow && pivots < CliquePolicy::kPivotWindow && count < Leaves::kMostAdded) {
      if (held < rows_) {
        atomicAdd(shared_at<u32>(window_at_) + held * CliquePolicy::kPivotWindow + pivots, count);
        added_ += count;
      }
    } else {
      worker_.leaves.add(held, pivots, count);
    }
  }
  __device__ __forceinline__ void report_added() {
    worker_.added += added_;
    added_ = 0;
    if (__any_sync(kFullWarp, worker_.added >= Leaves::kAddedBeforeFlush)) {
      worker_.leaves.flush(lane_, 32);
      worker_.added = 0;
    }
  }
  __device__ __forceinline__ bool mine(const Set& set, int slot) const { return set.word[slot] >> lane_ & 1; }

  // Closes the node, or makes its first child that is not closed the node, with the others on the stack: then the result
  // is true.
  __device__ __forceinline__ bool expand(Set& candidates, u32& held, u32& pivots, u32& depth) {
    const u32 count = candidates.count();
    if (held + pivots + count < least_) {
      return false;
    }
    u32 missing[kWords];  // candidates that mine is not adjacent to, itself included; 0 if it is no candidate
    u32 sum = 0;
#pragma unroll
    for (int s = 0; s < kWords; s++) {
      const u32 degree = candidates.count_and(row_[s]);
      missing[s] = mine(candidates, s) ? count - degree : 0;
      sum += mine(candidates, s) ? degree : 0;
    }
    if (held + 2 >= most_) {
      // Cells with one, two more held vertices: vertices and edges.
      const u32 edges = __reduce_add_sync(kFullWarp, sum) / 2;
      const u32 some = lane_ == 0 ? 1 : lane_ == 1 ? count : edges;
      if (held + lane_ <= most_ && lane_ < 3 && some != 0) {
        add(held + lane_, lane_ == 0 || held + lane_ < most_ ? pivots : 0, some);
      }
      return false;
    }
    Set full, near;
    u32 key = ~0u;
#pragma unroll
    for (int s = 0; s < kWords; s++) {
      full.word[s] = __ballot_sync(kFullWarp, missing[s] == 1);
      near.word[s] = __ballot_sync(kFullWarp, missing[s] == 2);
      const u32 candidate = missing[s] << 8 | (lane_ + 32 * s);
      key = missing[s] > 1 && candidate < key ? candidate : key;
    }
    const u32 fulls = full.count();
    pivots += fulls;
    if (fulls == count) {
      if (lane_ == 0) {
        add(held, pivots, 1);
      }
      return false;
    }
    candidates = candidates.without(full);
    if (near == candidates) {
      add_pairs(held, pivots, (count - fulls) / 2);
      return false;
    }
    const u32 pivot = __reduce_min_sync(kFullWarp, key) & 255;
    const Set neighbours = Set::load(tile(), pivot);
    Set branches = candidates.without(neighbours);
    branches.remove(pivot);
    if (held + 3 == most_) {
      last_children(candidates, branches, held, pivots);
    } else {
      Set open = children(candidates, branches, held, pivots);
      if (!open.empty()) {
        const u32 vertex = open.take_top();
        if (lane_ == 0) {
          level(depth) = {candidates, branches, open, held, pivots, pivot};
        }
        __syncwarp();
        depth++;
        held++;
        candidates = branch_at(candidates, branches, vertex);
        return true;
      }
    }
    candidates = candidates & neighbours;
    pivots++;
    return true;
  }

  // s disjoint non-edges.
  __device__ __forceinline__ void add_pairs(u32 held, u32 pivots, u32 pairs) {
    for (u32 i = lane_; i <= pairs; i += 32) {
      const u64 count = static_cast<u64>(kPascal.row[pairs][i]) << i;
      if (count < Leaves::kMostAdded) {
        add(held + i, pivots, static_cast<u32>(count));
      } else {
        worker_.leaves.add(held + i, pivots, count);
      }
    }
  }

  // The candidates of the branch at my vertex: without the branches above it.
  __device__ __forceinline__ Set child_of(const Set& candidates, const Set& branches, int slot) const {
    Set child;
#pragma unroll
    for (int x = 0; x < kWords; x++) {
      const u32 taken = x < slot ? 0 : x == slot ? branches.word[x] & ~not_above_ : branches.word[x];
      child.word[x] = candidates.word[x] & row_[slot].word[x] & ~taken;
    }
    return child;
  }

  // Closes all children where each may hold two more vertices: one a lane, which counts its edges by itself.
  __device__ __forceinline__ void last_children(const Set& candidates, const Set& branches, u32 held, u32 pivots) {
    u32 alive = 0, vertices = 0, edges = 0;
#pragma unroll
    for (int s = 0; s < kWords; s++) {
      Set child = child_of(candidates, branches, s);
      const u32 count = child.count();
      if (mine(branches, s) && held + 1 + pivots + count >= least_) {
        alive++;
        vertices += count;
#pragma unroll
        for (int x = kWords - 1; x >= 0; x--) {
          while (child.word[x] != 0) {
            const u32 top = top_bit(child.word[x]);
            child.word[x] ^= 1u << top;
            edges += child.count_and(Set::load(tile(), top + 32 * x));
          }
        }
      }
    }
    __syncwarp();
    alive = __reduce_add_sync(kFullWarp, alive);
    vertices = __reduce_add_sync(kFullWarp, vertices);
    edges = __reduce_add_sync(kFullWarp, edges);
    if (lane_ < 3 && alive != 0) {
      add(
          held + 1 + lane_, lane_ == 2 ? 0 : pivots, lane_ == 0 ? alive : lane_ == 1 ? vertices : edges);
    }
  }

  // Closes the children with few candidates, one a lane, and returns the others.
  __device__ __forceinline__ Set children(const Set& candidates, const Set& branches, u32 held, u32 pivots) {
    bool open[kWords];
    u32 ones = 0, more = 0;
#pragma unroll
    for (int s = 0; s < kWords; s++) {
      const Set child = child_of(candidates, branches, s);
      const u32 count = child.count();
      const bool alive = mine(branches, s) && held + 1 + pivots + count >= least_;
      open[s] = alive && count > 3;
      if (alive && count <= 3) {
        u32 kind = count;
        if (count >= 2) {
          Set rest = child;
          const u32 first = rest.take_top();
          u32 edges = rest.count_and(Set::load(tile(), first));
          if (count == 3) {
            const u32 second = rest.take_top();
            edges += rest.count_and(Set::load(tile(), second));
          }
          kind = 2 * (count - 1) + edges;
        }
        // 0, 1: no or one vertex; 2, 3: two without and with an edge; 4 .. 7: three with 0 .. 3 edges.
        ones += 1u << 8 * (0xD084u >> 2 * kind & 3);
        more += (0xF20u >> 2 * kind & 3) | (kind == 6 ? 0x200u : 0) | (kind == 5 ? 0x10000u : 0);
      }
    }
    if (__any_sync(kFullWarp, ones != 0)) {
      // ones: one byte each for 0 .. 3 more pivots; more: one held vertex more, the same with one pivot more, and two.
      ones = __reduce_add_sync(kFullWarp, ones);
      more = __reduce_add_sync(kFullWarp, more);
      const u32 some = (lane_ < 4 ? ones >> 8 * lane_ : more >> 8 * (lane_ & 3)) & 255;
      if (lane_ < 7 && some != 0) {
        const u32 more_held = lane_ < 4 ? 1 : lane_ == 6 ? 3 : 2;
        const u32 more_pivots = lane_ < 4 ? lane_ : lane_ == 5 ? 1 : 0;
        add(held + more_held, pivots + more_pivots, some);
      }
    }
    Set result;
#pragma unroll
    for (int s = 0; s < kWords; s++) {
      result.word[s] = __ballot_sync(kFullWarp, open[s]);
    }
    return result;
  }

  // The same for any vertex.
  __device__ __forceinline__ Set branch_at(const Set& candidates, const Set& branches, u32 vertex) const {
    Set child = candidates & Set::load(tile(), vertex);
#pragma unroll
    for (int x = 0; x < kWords; x++) {
      const int above = static_cast<int>(vertex) - 32 * x;
      const u32 taken = above < 0 ? ~0u : above >= 31 ? 0 : ~((2u << above) - 1);
      child.word[x] &= ~(branches.word[x] & taken);
    }
    return child;
  }

  // The next child of the deepest level becomes the node; large ones go to a waiting warp instead.
  __device__ __forceinline__ void next(Set& candidates, u32& held, u32& pivots, u32& depth) {
    TileLevel<kWords>& level = this->level(depth - 1);
    const Set all = level.candidates, branches = level.branches;
    Set open = level.open;
    held = level.held;
    pivots = level.pivots;
    const u32 pivot = level.pivot;
    __syncwarp();
    while (!open.empty()) {
      const u32 vertex = open.take_top();
      candidates = branch_at(all, branches, vertex);
      if (demand_ && candidates.count() >= CliquePolicy::kLeastDonated &&
          give_away<kWords>(worker_, tile_at_, size_, candidates, held + 1, pivots)) {
        continue;
      }
      demand_ = demand_ && worker_.demand;
      held++;
      if (lane_ == 0) {
        level.open = open;
      }
      return;
    }
    depth--;
    candidates = all & Set::load(tile(), pivot);
    pivots++;
  }

  __device__ __forceinline__ bool search_narrower(const Set& candidates, u32 held, u32 pivots);

  Worker& worker_;
  const u32 tile_at_;
  const u32 levels_at_;
  const u32 window_at_;
  const u32 rows_;  // of the histogram
  const u32 least_;
  const u32 most_;
  bool demand_ = false;
  u32 added_ = 0;  // to counters in shared memory, by this lane
  const u32 size_;
  const u32 lane_;
  const u32 not_above_;  // bits up to my lane's
  Set row_[kWords];
};

constexpr u32 kTileAt = offsetof(WarpArea, tile);

// Searches below a node of a tile, which lies there in the warp's area. Not inlined: its callers are many, and its loop should stay in the instruction cache.
template <int kWords>
__device__ __noinline__ void search_tile(
    Worker& worker, u32 tile_in_area, u32 size, TileSet<kWords> candidates, u32 held, u32 pivots) {
  TileTree<kWords>(worker, tile_in_area, size).search(candidates, held, pivots);
  __syncwarp();
}

// A node that half a tile holds: its subtree costs half as much in a tile of its own, which pays from some nodes on.
template <int kWords>
__device__ __forceinline__ bool TileTree<kWords>::search_narrower(const Set& candidates, u32 held, u32 pivots) {
  if constexpr (kWords == 1) {
    return false;
  } else {
    const u32 count = candidates.count();
    if (count > 32 || count < CliquePolicy::kLeastNarrowed || held + 2 >= most_) {
      return false;
    }
    PivotArea& area = *shared_at<PivotArea>(worker_.area_at(worker_.warp));
    u32 before = 0;
#pragma unroll
    for (int s = 0; s < kWords; s++) {
      if (mine(candidates, s)) {
        area.common.members[before + __popc(candidates.word[s] & (not_above_ >> 1))] = lane_ + 32 * s;
      }
      before += __popc(candidates.word[s]);
    }
    __syncwarp();
    const Set row = Set::load(tile(), area.common.members[lane_ < count ? lane_ : 0]);
    u32 narrow = 0;
    for (u32 q = 0; q < count; q++) {
      const u32 member = area.common.members[q];
      u32 word = row.word[0];
#pragma unroll
      for (int x = 1; x < kWords; x++) {
        word = member >> 5 == static_cast<u32>(x) ? row.word[x] : word;
      }
      narrow |= (word >> (member & 31) & 1) << q;
    }
    area.narrow[lane_] = narrow;
    __syncwarp();
    search_tile<1>(worker_, offsetof(PivotArea, narrow), count, TileSet<1>::first(count), held, pivots);
    return true;
  }
}

}  // namespace cliquestream::cliques
