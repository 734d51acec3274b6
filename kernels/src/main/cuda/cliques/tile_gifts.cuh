// What a warp gives to waiting warps out of the tree of a tile that it works on.
//
// Levels of a tree keep the branches not taken yet. Any of them can be taken out of turn: a child depends on its level's
// candidates and branches only, not on which children came before. Gifts are the largest subtrees there are, so that a
// warp is asked again as late as possible.
#pragma once

#include "cliques/worker.cuh"

namespace cliquestream::cliques {

// Hands a node of a tile to a waiting warp of the block, or of another block; false if there is none. Rare, so not inlined,
// and it looks at the tile in shared memory, not at the tree's registers.
template <int kWords>
__device__ __noinline__ bool give_away(
    Worker& worker, u32 tile_at, u32 size, bool demand, TileSet<kWords> candidates, u32 held, u32 pivots) {
  u32 to = worker.claim();
  const bool near = to != kNoId;
  if (!near && (!demand || (to = worker.claim_anywhere()) == kNoId)) {
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

// The child of a level at one of its branches: without the branches above it, which come first.
template <int kWords>
__device__ __forceinline__ TileSet<kWords> branch_at(const TileLevel<kWords>& level, const u32* tile, u32 vertex) {
  TileSet<kWords> child = level.candidates & TileSet<kWords>::load(tile, vertex);
#pragma unroll
  for (int x = 0; x < kWords; x++) {
    const int above = static_cast<int>(vertex) - 32 * x;  // bits above it are taken
    const u32 taken = above < 0 ? ~0u : above >= 31 ? 0 : ~((2u << above) - 1);
    child.word[x] &= ~(level.branches.word[x] & taken);
  }
  return child;
}

// Gives a child of a level of a tree to a waiting warp: of the shallowest level that has a large one, because its subtree is
// the largest.
template <int kWords>
__device__ __noinline__ void give_child(
    Worker& worker, u32 tile_at, u32 levels_at, u32 size, u32 depth, bool demand) {
  const u32* tile = shared_at<u32>(tile_at);
  for (u32 at = 0; at < depth; at++) {
    TileLevel<kWords>& level = shared_at<TileLevel<kWords>>(levels_at)[at];
    const TileLevel<kWords> l = level;
    __syncwarp();
    TileSet<kWords> open = l.open;
    u32 pivot = l.pivot, pivots = l.pivots, held = l.held;
    TileSet<kWords> child;
    if (!open.empty()) {
      child = branch_at(l, tile, open.take_top());
      held++;
    } else if (pivot != kNoId) {
      child = l.candidates & TileSet<kWords>::load(tile, pivot);
      pivot = kNoId;
      pivots++;
    } else {
      continue;
    }
    if (child.count() < CliquePolicy::kLeastDonated) {
      continue;
    }
    if (give_away<kWords>(worker, tile_at, size, demand, child, held, pivots)) {
      if (worker.lane == 0) {
        level.open = open;
        level.pivot = pivot;
      }
      __syncwarp();
    }
    return;
  }
}

}  // namespace cliquestream::cliques
