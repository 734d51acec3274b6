// Pivoting (Jain and Seshadhri, The power of pivoting for exact clique counting, 2020) in a tile of up to 64 vertices.
//
// One tree a warp. Lane v holds row v (and v + 32) in registers, so that one AND and one POPC a lane and word give the
// degrees of all candidates of a node, ballots give its full vertices, one reduction its pivot, and the children of all
// non-neighbours of the pivot come out side by side, one a lane. Nodes of up to eight candidates wait until there is one
// for every lane (small_nodes.cuh). So only nodes of nine candidates and more cost a step of the warp.
//
// A node (candidates P, held h, pivots p) stands for all cliques of its h held vertices, any of its p pivots and any
// clique of P. It closes when
//   - P is a clique, or a clique without a matching (a 2-plex: s disjoint non-edges give (1 + 2x)^s), or
//   - at most three more vertices may be held: then its vertices, edges and triangles are all that is asked for, and each
//     lane counts those of the triangles whose largest vertex is its own.
// Otherwise vertices adjacent to all of P become pivots, a vertex v of largest degree is the pivot, and the children are
// its non-neighbours w in turn, each without those before it (held + 1), and last the neighbours of v (pivots + 1).
#pragma once

#include "cliques/small_nodes.cuh"
#include "cliques/sweeps.cuh"
#include "cliques/tile_gifts.cuh"

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

template <int kWords>
class TileTree {
  using Set = TileSet<kWords>;

 public:
  // What every node needs is copied out of the worker: it lies in registers then.
  __device__ __forceinline__ TileTree(Worker& worker, u32 tile_in_area, u32 size, u32 first_waiting)
      : worker_(worker),
        tile_at_(worker.area_at(worker.warp) + tile_in_area),
        levels_at_(worker.area_at(worker.warp) + kLevelsAt),
        window_at_(worker.job.layout.window),
        rows_(worker.job.histogram.held),
        least_(worker.job.least),
        most_(worker.job.most),
        size_(size),
        lane_(worker.lane),
        not_above_((2u << lane_) - 1),
        first_waiting_(first_waiting),
        waiting_(first_waiting),
        demand_(worker.demand) {
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
        // As it was some nodes ago: then nobody waits for the answer.
        demand_ = __shfl_sync(kFullWarp, exchange_has_idle(queue_), 0);
        worker_.demand = demand_;
        queue_ = exchange_queue(worker_.job.exchange);
      }
      if (search_narrower(candidates, held, pivots)) {
        demand_ = worker_.demand;  // as the narrower tree has seen it
      } else if (expand(candidates, held, pivots, depth)) {
        continue;
      }
      if (!next(candidates, held, pivots, depth)) {
        worker_.tally(kNodes, nodes & (CliquePolicy::kNodesPerDemand - 1));
        if (waiting_ != first_waiting_) {
          close_small_nodes<kWords>(worker_, tile_at_, first_waiting_, waiting_ - first_waiting_);
        }
        return;
      }
    }
  }

 private:
  static constexpr u32 kLevelsAt =
      kWords == 1 ? offsetof(PivotArea, narrow_levels) : offsetof(PivotArea, wide_levels);

  __device__ __forceinline__ u32* tile() const { return shared_at<u32>(tile_at_); }
  __device__ __forceinline__ TileLevel<kWords>& level(u32 depth) const {
    return shared_at<TileLevel<kWords>>(levels_at_)[depth];
  }
  __device__ __forceinline__ bool somebody_waits() const {
    return __shfl_sync(kFullWarp, read_volatile(&shared_at<Sharing>(0)->hungry), 0) != 0;
  }
  // As Leaves::add, which takes what is not usual.
  __device__ __forceinline__ void add(u32 held, u32 pivots, u64 count) const {
    if (held < rows_ && held < CliquePolicy::kHeldWindow && pivots < CliquePolicy::kPivotWindow && count >> 31 == 0) {
      const u32 more = static_cast<u32>(count);
      const u32 old = atomicAdd(shared_at<u32>(window_at_) + held * CliquePolicy::kPivotWindow + pivots, more);
      if (old + more >= old) {
        return;
      }
      count = u64{1} << 32;
      worker_.leaves.add_to_histogram(held, pivots, count);
      return;
    }
    worker_.leaves.add(held, pivots, count);
  }
  __device__ __forceinline__ bool mine(const Set& set, int slot) const { return set.word[slot] >> lane_ & 1; }

  // Closes the node, or pushes its children, or makes its only open child the node: then the result is true.
  __device__ __forceinline__ bool expand(Set& candidates, u32& held, u32& pivots, u32& depth) {
    const u32 count = candidates.count();
    if (held + pivots + count < least_) {
      return false;
    }
    if (count <= CliquePolicy::kSmallNode) {
      let_wait(lane_ == 0, candidates, held, pivots);
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
    if (held + 3 >= most_) {
      // Cells with up to three more held vertices: vertices, edges, triangles.
      const u32 edges = __reduce_add_sync(kFullWarp, sum) / 2;
      const u32 triangles = held + 3 == most_ ? __reduce_add_sync(kFullWarp, my_triangles(candidates)) : 0;
      const u32 some = lane_ == 0 ? 1 : lane_ == 1 ? count : lane_ == 2 ? edges : triangles;
      if (held + lane_ <= most_ && lane_ < 4 && some != 0) {
        add(held + lane_, held + lane_ < most_ ? pivots : 0, some);
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
    const Set open = children(candidates, branches, held, pivots);
    if (!open.empty()) {
      if (lane_ == 0) {
        level(depth) = {candidates, branches, open, held, pivots, pivot};
      }
      __syncwarp();
      depth++;
      return false;
    }
    candidates = candidates & neighbours;
    pivots++;
    return true;
  }

  // s disjoint non-edges.
  __device__ __forceinline__ void add_pairs(u32 held, u32 pivots, u32 pairs) const {
    for (u32 i = lane_; i <= pairs; i += 32) {
      add(held + i, pivots, static_cast<u64>(kPascal.row[pairs][i]) << i);
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

  // Triangles of candidates whose largest vertex is mine; with two rows a lane, long ones meet short ones.
  __device__ __forceinline__ u32 my_triangles(const Set& candidates) const {
    Sweeps sweeps;
    if constexpr (kWords == 1) {
      u32 mask = mine(candidates, 0) ? candidates.word[0] & row_[0].word[0] & (not_above_ >> 1) : 0;
      while (mask != 0) {
        sweeps.take(mask, tile());
      }
      return static_cast<u32>(sweeps.total<u32>());
    } else {
      const u64* rows = reinterpret_cast<const u64*>(tile());
      u64 mask = mine(candidates, 1) ? (candidates & row_[1]).wide() & low_bits<u64>(32 + lane_) : 0;
      const u32 other = 31 - lane_;
      u64 later = candidates.word[0] >> other & 1 ? candidates.wide() & rows[other] & low_bits<u64>(other) : 0;
      for (;;) {
        if (mask == 0) {
          mask = later;
          later = 0;
          if (mask == 0) {
            break;
          }
        }
        sweeps.take(mask, rows);
      }
      return static_cast<u32>(sweeps.total<u64>());
    }
  }

  // Nodes, one of each lane that has one, that wait to be closed together.
  __device__ __forceinline__ void let_wait(bool has, const Set& candidates, u32 held, u32 pivots) {
    const u32 those = __ballot_sync(kFullWarp, has);
    if (those == 0) {
      return;
    }
    if (has) {
      shared_at<PivotArea>(levels_at_ - kLevelsAt)->waiting[waiting_ + __popc(those & (not_above_ >> 1))] = {
          candidates.wide(), held, pivots};
    }
    waiting_ += __popc(those);
    if (waiting_ - first_waiting_ >= 32) {
      waiting_ -= 32;
      close_small_nodes<kWords>(worker_, tile_at_, waiting_, 32);
    }
  }

  // Lets children with few candidates wait, and returns the others.
  __device__ __forceinline__ Set children(const Set& candidates, const Set& branches, u32 held, u32 pivots) {
    Set result;
#pragma unroll
    for (int s = 0; s < kWords; s++) {
      const Set child = child_of(candidates, branches, s);
      const u32 count = child.count();
      const bool alive = mine(branches, s) && held + 1 + pivots + count >= least_;
      result.word[s] = __ballot_sync(kFullWarp, alive && count > CliquePolicy::kSmallNode);
      let_wait(alive && count <= CliquePolicy::kSmallNode, child, held + 1, pivots);
    }
    return result;
  }

  // The next child of the deepest level becomes the node. False: there is none left.
  __device__ __forceinline__ bool next(Set& candidates, u32& held, u32& pivots, u32& depth) {
    if (depth != 0 && (demand_ || somebody_waits())) {
      give_child<kWords>(worker_, tile_at_, levels_at_, size_, depth, demand_);
      demand_ = demand_ && worker_.demand;
    }
    for (; depth != 0; depth--) {
      TileLevel<kWords>& level = this->level(depth - 1);
      const TileLevel<kWords> l = level;
      __syncwarp();
      held = l.held;
      pivots = l.pivots;
      Set open = l.open;
      if (!open.empty()) {
        candidates = branch_at(l, tile(), open.take_top());
        held++;
        if (lane_ == 0) {
          level.open = open;
        }
        __syncwarp();
        return true;
      }
      if (l.pivot != kNoId) {
        depth--;
        candidates = l.candidates & Set::load(tile(), l.pivot);
        pivots++;
        return true;
      }
    }
    return false;
  }

  __device__ __forceinline__ bool search_narrower(const Set& candidates, u32 held, u32 pivots);

  Worker& worker_;
  const u32 tile_at_;
  const u32 levels_at_;
  const u32 window_at_;
  const u32 rows_;  // of the histogram
  const u32 least_;
  const u32 most_;
  const u32 size_;
  const u32 lane_;
  const u32 not_above_;  // bits up to my lane's
  const u32 first_waiting_;  // small nodes below it belong to the tile around this one
  u32 waiting_;
  bool demand_;     // warps of other blocks are idle
  u64 queue_ = 0;   // ends of the queue of idle warps when last seen
  Set row_[kWords];
};

constexpr u32 kTileAt = offsetof(WarpArea, tile);

// Searches below a node of a tile, which lies there in the warp's area. Not inlined: its callers are many, and its loop
// should stay in the instruction cache. first_waiting: small nodes that wait already.
template <int kWords>
__device__ __noinline__ void search_tile(
    Worker& worker, u32 tile_in_area, u32 size, TileSet<kWords> candidates, u32 held, u32 pivots, u32 first_waiting = 0) {
  TileTree<kWords>(worker, tile_in_area, size, first_waiting).search(candidates, held, pivots);
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
    search_tile<1>(worker_, offsetof(PivotArea, narrow), count, TileSet<1>::first(count), held, pivots, waiting_);
    return true;
  }
}

}  // namespace cliquestream::cliques
