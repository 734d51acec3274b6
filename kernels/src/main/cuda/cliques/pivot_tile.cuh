// Pivoting (Jain and Seshadhri, The power of pivoting for exact clique counting, 2020) in a tile of up to 64 vertices.
//
// One tree a warp. Lane v holds row v (and v + 32) in registers, so that one AND and one POPC a lane give the degrees of
// all candidates of a node, ballots give its full vertices, one reduction its pivot, and the children of all
// non-neighbours of the pivot come out side by side, one a lane. Level l of the stack lies in the registers of lane l.
// Children of up to three candidates are leaves: their polynomials go into seven cells at most, and those of all lanes
// are added with two reductions. So only nodes of four candidates and more cost a step of the warp.
//
// A node (candidates P, held h, pivots p) stands for all cliques of its h held vertices, any of its p pivots and any
// clique of P. It closes when
//   - P is a clique, or a clique without a matching (a 2-plex: s disjoint non-edges give (1 + 2x)^s), or
//   - at most two more vertices may be held: then its vertices and edges are all that is asked for.
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

// s disjoint non-edges, s at most 32, beside so many pivots.
__device__ __forceinline__ void add_pairs(const Leaves& leaves, u32 held, u32 pivots, u32 pairs, u32 lane) {
  for (u32 i = lane; i <= pairs; i += 32) {
    leaves.add(held + i, pivots, static_cast<u64>(kPascal.row[pairs][i]) << i);
  }
}

template <class Mask>
class TileTree {
  static constexpr int kSlots = sizeof(Mask) / 4;

 public:
  __device__ __forceinline__ TileTree(Worker& worker, const Mask* tile, u32 size)
      : worker_(worker), tile_(tile), size_(size), lane_(worker.lane) {
#pragma unroll
    for (int s = 0; s < kSlots; s++) {
      row_[s] = lane_ + 32 * s < size ? tile[lane_ + 32 * s] : 0;
    }
  }

  __device__ __forceinline__ void search(Mask candidates, u32 held, u32 pivots) {
    u32 depth = 0;
    for (;;) {
      if (worker_.node()) {
        return;
      }
      if (!search_narrower(candidates, held, pivots) && expand(candidates, held, pivots, depth)) {
        continue;
      }
      if (depth == 0) {
        return;
      }
      next(candidates, held, pivots, depth);
    }
  }

 private:
  // A node that half a tile holds: its subtree costs half as much in a tile of its own, which pays from some nodes on.
  __device__ __forceinline__ bool search_narrower(Mask candidates, u32 held, u32 pivots) {
    if constexpr (kSlots == 2) {
      const u32 count = count_bits(candidates);
      if (count > 32 || count < CliquePolicy::kLeastNarrowed || held + 2 >= worker_.job.most) {
        return false;
      }
      WarpArea& area = worker_.area();
#pragma unroll
      for (int s = 0; s < kSlots; s++) {
        const u32 vertex = lane_ + 32 * s;
        if (candidates >> vertex & 1) {
          area.members[count_bits(static_cast<Mask>(candidates & (bit<Mask>(vertex) - 1)))] = vertex;
        }
      }
      __syncwarp();
      const Mask row = tile_[area.members[lane_ < count ? lane_ : 0]];
      u32 narrow = 0;
      for (u32 q = 0; q < count; q++) {
        narrow |= static_cast<u32>(row >> area.members[q] & 1) << q;
      }
      area.narrow[lane_] = narrow;
      __syncwarp();
      TileTree<u32>(worker_, area.narrow, count).search(low_bits<u32>(count), held, pivots);
      __syncwarp();
      return true;
    } else {
      return false;
    }
  }
  __device__ __forceinline__ Mask row_of(u32 vertex) const {
    if constexpr (kSlots == 1) {
      return __shfl_sync(kFullWarp, row_[0], vertex);
    } else {
      return __shfl_sync(kFullWarp, vertex < 32 ? row_[0] : row_[1], vertex & 31);
    }
  }
  template <class Test>
  __device__ __forceinline__ Mask vote(Test test) const {
    Mask result = __ballot_sync(kFullWarp, test(0));
    if constexpr (kSlots == 2) {
      result |= static_cast<Mask>(__ballot_sync(kFullWarp, test(1))) << 32;
    }
    return result;
  }
  __device__ __forceinline__ void leaf(u32 held, u32 pivots, u64 count) const {
    if (lane_ == 0) {
      worker_.leaves.add(held, pivots, count);
    }
  }

  // Closes the node, or pushes its children, or makes its only open child the node: then the result is true.
  __device__ __forceinline__ bool expand(Mask& candidates, u32& held, u32& pivots, u32& depth) {
    const Job& job = worker_.job;
    const u32 count = count_bits(candidates);
    if (held + pivots + count < job.least) {
      return false;
    }
    if (held + 1 >= job.most) {
      leaf(held, pivots, 1);
      if (lane_ == 0 && held + 1 == job.most && count != 0) {
        worker_.leaves.add(held + 1, 0, count);
      }
      return false;
    }
    u32 degree[kSlots];
    bool inside[kSlots];
#pragma unroll
    for (int s = 0; s < kSlots; s++) {
      inside[s] = candidates >> (lane_ + 32 * s) & 1;
      degree[s] = inside[s] ? count_bits(static_cast<Mask>(candidates & row_[s])) : 0;
    }
    if (held + 2 == job.most) {
      u32 sum = degree[0];
      if constexpr (kSlots == 2) {
        sum += degree[1];
      }
      const u32 edges = __reduce_add_sync(kFullWarp, sum) / 2;
      if (lane_ < 3) {
        const u32 some = lane_ == 0 ? 1 : lane_ == 1 ? count : edges;
        if (some != 0) {
          worker_.leaves.add(held + lane_, lane_ == 2 ? 0 : pivots, some);
        }
      }
      return false;
    }
    const Mask full = vote([&](int s) { return inside[s] && degree[s] + 1 == count; });
    if (full == candidates) {
      leaf(held, pivots + count, 1);
      return false;
    }
    const Mask near = vote([&](int s) { return inside[s] && degree[s] + 2 == count; });
    pivots += count_bits(full);
    candidates ^= full;
    if (near == candidates) {
      add_pairs(worker_.leaves, held, pivots, count_bits(near) / 2, lane_);
      return false;
    }
    u32 key = 0;
#pragma unroll
    for (int s = 0; s < kSlots; s++) {
      const u32 mine = inside[s] && degree[s] + 1 != count ? (degree[s] + 1) << 6 | (lane_ + 32 * s) : 0;
      key = mine > key ? mine : key;
    }
    const u32 pivot = __reduce_max_sync(kFullWarp, key) & 63;
    const Mask neighbours = row_of(pivot);
    const Mask branches = candidates & ~neighbours & ~bit<Mask>(pivot);
    if (held + 3 == job.most) {
      last_children(candidates, branches, held, pivots);
      candidates &= neighbours;
      pivots++;
      return true;
    }
    const Mask open = children(candidates, branches, held, pivots);
    if (open != 0) {
      if (lane_ == depth) {
        candidates_ = candidates;
        branches_ = branches;
        open_ = open;
        held_ = held;
        pivots_ = pivots << 6 | pivot;
      }
      depth++;
      return false;
    }
    candidates &= neighbours;
    pivots++;
    return true;
  }

  __device__ __forceinline__ Mask child_of(Mask candidates, Mask branches, int slot) const {
    return candidates & ~(branches & above<Mask>(lane_ + 32 * slot)) & row_[slot];
  }

  // Closes all children where each may hold two more vertices: one a lane, which counts its edges by itself.
  __device__ __forceinline__ void last_children(Mask candidates, Mask branches, u32 held, u32 pivots) const {
    u32 alive = 0, vertices = 0, edges = 0;
#pragma unroll
    for (int s = 0; s < kSlots; s++) {
      Mask child = child_of(candidates, branches, s);
      const u32 count = count_bits(child);
      if ((branches >> (lane_ + 32 * s) & 1) && held + 1 + pivots + count >= worker_.job.least) {
        alive++;
        vertices += count;
        while ((child & (child - 1)) != 0) {
          const u32 top = top_bit(child);
          child ^= bit<Mask>(top);
          edges += count_bits(static_cast<Mask>(tile_[top] & child));
        }
      }
    }
    __syncwarp();
    alive = __reduce_add_sync(kFullWarp, alive);
    vertices = __reduce_add_sync(kFullWarp, vertices);
    edges = __reduce_add_sync(kFullWarp, edges);
    if (lane_ < 3 && alive != 0) {
      worker_.leaves.add(
          held + 1 + lane_, lane_ == 2 ? 0 : pivots, lane_ == 0 ? alive : lane_ == 1 ? vertices : edges);
    }
  }

  // Closes the children with few candidates, one a lane, and returns the others.
  __device__ __forceinline__ Mask children(Mask candidates, Mask branches, u32 held, u32 pivots) const {
    bool open[kSlots];
    u32 ones = 0, more = 0;
    bool any = false;
#pragma unroll
    for (int s = 0; s < kSlots; s++) {
      const u32 vertex = lane_ + 32 * s;
      const bool branch = branches >> vertex & 1;
      const Mask child = child_of(candidates, branches, s);
      const u32 count = count_bits(child);
      const bool alive = branch && held + 1 + pivots + count >= worker_.job.least;
      open[s] = alive && count > 3;
      if (alive && count <= 3) {
        any = true;
        u32 kind = count;
        if (count >= 2) {
          const u32 top = top_bit(child);
          const Mask rest = child ^ bit<Mask>(top);
          u32 edges = count_bits(static_cast<Mask>(tile_[top] & rest));
          if (count == 3) {
            edges += count_bits(static_cast<Mask>(tile_[top_bit(rest)] & rest));
          }
          kind = 2 * (count - 1) + edges;
        }
        // 0, 1: no or one vertex; 2, 3: two without and with an edge; 4 .. 7: three with 0 .. 3 edges.
        ones += 1u << 8 * (0xD084u >> 2 * kind & 3);
        more += (0xF20u >> 2 * kind & 3) | (kind == 6 ? 0x200u : 0) | (kind == 5 ? 0x10000u : 0);
      }
    }
    if (__any_sync(kFullWarp, any)) {
      // ones: one byte each for 0 .. 3 more pivots; more: one held vertex more, the same with one pivot more, and two.
      ones = __reduce_add_sync(kFullWarp, ones);
      more = __reduce_add_sync(kFullWarp, more);
      const u32 some = (lane_ < 4 ? ones >> 8 * lane_ : more >> 8 * (lane_ & 3)) & 255;
      if (lane_ < 7 && some != 0) {
        const u32 more_held = lane_ < 4 ? 1 : lane_ == 6 ? 3 : 2;
        const u32 more_pivots = lane_ < 4 ? lane_ : lane_ == 5 ? 1 : 0;
        worker_.leaves.add(held + more_held, pivots + more_pivots, some);
      }
    }
    return vote([&](int s) { return open[s]; });
  }

  // The next child of the deepest level becomes the node; large ones go to a waiting warp instead.
  __device__ __forceinline__ void next(Mask& candidates, u32& held, u32& pivots, u32& depth) {
    const u32 level = depth - 1;
    const Mask all = __shfl_sync(kFullWarp, candidates_, level);
    const Mask branches = __shfl_sync(kFullWarp, branches_, level);
    const u32 packed = __shfl_sync(kFullWarp, pivots_, level);
    Mask open = __shfl_sync(kFullWarp, open_, level);
    held = __shfl_sync(kFullWarp, held_, level);
    pivots = packed >> 6;
    for (;;) {
      if (open == 0) {
        depth--;
        candidates = all & row_of(packed & 63);
        pivots++;
        return;
      }
      const u32 vertex = top_bit(open);
      open ^= bit<Mask>(vertex);
      candidates = all & ~(branches & above<Mask>(vertex)) & row_of(vertex);
      if (count_bits(candidates) >= CliquePolicy::kLeastDonated && give_away(candidates, held + 1, pivots)) {
        continue;
      }
      held++;
      if (lane_ == level) {
        open_ = open;
      }
      return;
    }
  }

  // Hands a node to a waiting warp of the block, or of another block; false if there is none.
  __device__ __forceinline__ bool give_away(Mask candidates, u32 held, u32 pivots) {
    const bool near = worker_.somebody_waits();
    if (!near && !worker_.demand) {
      return false;
    }
    const u32 to = near ? worker_.claim() : worker_.claim_anywhere();
    if (to == kNoId) {
      return false;
    }
    Mask* theirs = reinterpret_cast<Mask*>(near ? worker_.areas[to].tile : worker_.job.exchange.mailboxes[to].rows);
#pragma unroll
    for (int s = 0; s < kSlots; s++) {
      theirs[lane_ + 32 * s] = row_[s];
    }
    if (near) {
      worker_.deliver(to, kSlots == 1 ? kNarrowTile : kWideTile, held, pivots, size_, candidates);
    } else {
      worker_.send(to, size_, held, pivots, candidates);
    }
    return true;
  }

  Worker& worker_;
  const Mask* tile_;
  const u32 size_;
  const u32 lane_;
  Mask row_[kSlots];
  // This lane's level of the stack.
  Mask candidates_ = 0, branches_ = 0, open_ = 0;
  u32 held_ = 0, pivots_ = 0;
};

}  // namespace cliquestream::cliques
