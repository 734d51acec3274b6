// Pivoting over more candidates than a tile holds: the whole warp works on one node at a time, with candidate masks as
// wide as the matrix and a stack in the warp's own memory. As soon as a tile holds the candidates, the tile's tree takes
// over.
//
// Level l of the stack holds the node's candidates and the branches not yet taken, then for all levels the pivot and the
// number of pivots. A node at level l has l more held vertices than the first; every level takes two vertices at least out
// of the candidates, which bounds the stack.
#pragma once

#include "cliques/matrix.cuh"
#include "cliques/pivot_tile.cuh"
#include "cliques/wide_triangles.cuh"

namespace cliquestream::cliques {

__host__ __device__ __forceinline__ u64 wide_stack_words(u32 levels, u32 words) {
  return static_cast<u64>(levels) * (2 * words + 2);
}

// Searches the tile made of the candidates in the mask.
__device__ __forceinline__ void search_as_tile(
    Worker& worker, const u32* mask, u32 words, u32 count, u32 held, u32 pivots) {
  WarpArea& area = worker.area();
  worker.tally(kTiles, 1);
  worker.tally(kTileVertices, count);
  if (count <= 32) {
    compact<u32, true>(worker.matrix, worker.stride, mask, words, area.members, area.tile, count, worker.lane);
    search_tile<1>(worker, kTileAt, count, TileSet<1>::first(count), held, pivots);
  } else {
    u64* tile = reinterpret_cast<u64*>(area.tile);
    compact<u64, true>(worker.matrix, worker.stride, mask, words, area.members, tile, count, worker.lane);
    search_tile<2>(worker, kTileAt, count, TileSet<2>::first(count), held, pivots);
  }
}

class WideTree {
 public:
  __device__ __forceinline__ WideTree(Worker& worker)
      : worker_(worker),
        lane_(worker.lane),
        row_words_(words_of(worker.job.widest)),
        stack_(worker.stack()),
        marks_(worker.stack() + static_cast<u64>(worker.job.levels) * 2 * row_words_) {}

  // The candidates are in level 0 of the stack.
  __device__ __forceinline__ void search(u32 words, u32 first_held, u32 first_pivots) {
    u32 depth = 0, pivots = first_pivots;
    for (;;) {
      if (expand(words, first_held + depth, pivots, depth)) {
        // Its own memory now holds the level: candidates, branches, marks.
        depth++;
      }
      do {
        if (depth == 0 || worker_.stopped) {
          return;
        }
      } while (!next(words, first_held, pivots, depth));
    }
  }

 private:
  __device__ __forceinline__ u32* candidates_at(u32 level) const {
    return stack_ + static_cast<u64>(level) * 2 * row_words_;
  }
  __device__ __forceinline__ u32* branches_at(u32 level) const { return candidates_at(level) + row_words_; }
  __device__ __forceinline__ const u32* row(u32 vertex) const {
    return worker_.matrix + static_cast<u64>(vertex) * worker_.stride;
  }
  __device__ __forceinline__ void leaf(u32 held, u32 pivots, u64 count) const {
    if (lane_ == 0) {
      worker_.leaves.add(held, pivots, count);
    }
  }

  // Closes the node at the level, or leaves its branches on the stack: then the result is true.
  __device__ __forceinline__ bool expand(u32 words, u32 held, u32& pivots, u32 level) {
    const Job& job = worker_.job;
    u32* candidates = candidates_at(level);
    u32* branches = branches_at(level);
    const u32 count = warp_count_bits(candidates, words, lane_);
    if (held + pivots + count < job.least) {
      return false;
    }
    if (count <= CliquePolicy::kTile) {
      search_as_tile(worker_, candidates, words, count, held, pivots);
      return false;
    }
    if (worker_.node(Worker::weight_of(words, words))) {
      return false;
    }
    worker_.tally(kWideNodes, 1);
    if (held + 1 >= job.most) {
      leaf(held, pivots, 1);
      if (held + 1 == job.most) {
        leaf(held + 1, 0, count);
      }
      return false;
    }
    for (u32 w = lane_; w < words; w += 32) {
      branches[w] = 0;
    }
    __syncwarp();
    u64 sum = 0;
    u32 least = kNoId, best = 0, best_vertex = 0;  // best: degree + 1 of a vertex not adjacent to all
    for (u32 w = 0; w < words; w++) {
      const u32 members = candidates[w];
      if (members == 0) {
        continue;
      }
      const bool inside = members >> lane_ & 1;
      u32 degree = 0;
      if (inside) {
        const u32* mine = row(w * 32 + lane_);
        for (u32 x = 0; x < words; x++) {
          degree += __popc(candidates[x] & mine[x]);
        }
        sum += degree;
        least = degree < least ? degree : least;
        if (degree + 1 < count && degree + 1 > best) {
          best = degree + 1;
          best_vertex = w * 32 + lane_;
        }
      }
      const u32 full = __ballot_sync(kFullWarp, inside && degree + 1 == count);
      if (lane_ == 0 && full != 0) {
        branches[w] = full;
      }
    }
    __syncwarp();
    if (held + (kBitProducts ? 3 : 2) >= job.most) {
      sum = warp_sum(sum);
      leaf(held, pivots, 1);
      leaf(held + 1, pivots, count);
      leaf(held + 2, held + 2 < job.most ? pivots : 0, sum / 2);
      if (held + 3 == job.most) {
        leaf(held + 3, 0, triangles_in_mask<true>(worker_, candidates, words, count));
      }
      return false;
    }
    if (__reduce_min_sync(kFullWarp, least) + 1 == count) {
      leaf(held, pivots + count, 1);
      return false;
    }
    const u32 most = __reduce_max_sync(kFullWarp, best);
    const u32 owner = 31 - __clz(__ballot_sync(kFullWarp, best == most));
    const u32 pivot = __shfl_sync(kFullWarp, best_vertex, owner);
    const u32* neighbours = row(pivot);
    u32 full = 0;
    for (u32 w = lane_; w < words; w += 32) {
      const u32 done = branches[w];
      const u32 rest = candidates[w] & ~done;
      full += __popc(done);
      candidates[w] = rest;
      branches[w] = rest & ~neighbours[w] & ~(w == pivot >> 5 ? 1u << (pivot & 31) : 0);
    }
    pivots += __reduce_add_sync(kFullWarp, full);
    if (lane_ == 0) {
      marks_[2 * level] = pivot;
      marks_[2 * level + 1] = pivots;
    }
    __syncwarp();
    return true;
  }

  // Makes the next child of the deepest level the node at level depth. False: it went to another warp.
  __device__ __forceinline__ bool next(u32 words, u32 first_held, u32& pivots, u32& depth) {
    const u32 level = depth - 1;
    u32* candidates = candidates_at(level);
    u32* branches = branches_at(level);
    const u32 pivot = marks_[2 * level];
    pivots = marks_[2 * level + 1];
    const u32 vertex = warp_top_bit(branches, words, lane_);
    __syncwarp();
    if (vertex == kNoId) {
      depth--;
      pivots++;
      if (lane_ == 0) {
        candidates[pivot >> 5] ^= 1u << (pivot & 31);
      }
      __syncwarp();
      return true;
    }
    if (lane_ == 0) {
      branches[vertex >> 5] ^= 1u << (vertex & 31);
      candidates[vertex >> 5] ^= 1u << (vertex & 31);
    }
    __syncwarp();
    const u32* adjacent = row(vertex);
    u32 to = kNoId;
    if (worker_.somebody_waits()) {
      to = worker_.claim();
    }
    u32* child = to == kNoId ? candidates_at(depth) : worker_.stack_of(to);
    for (u32 w = lane_; w < words; w += 32) {
      child[w] = candidates[w] & adjacent[w];
    }
    __syncwarp();
    if (to != kNoId) {
      worker_.deliver(to, kCandidates, first_held + depth, pivots, words, 0);
      return false;
    }
    return true;
  }

  Worker& worker_;
  const u32 lane_;
  const u32 row_words_;
  u32* stack_;
  u32* marks_;
};

// Works on subtrees that others hand over, until there can be no more: with `anywhere` for warps that are through with
// everything, else for warps that wait for the others of their block.
__device__ __forceinline__ void search_for_others(Worker& worker, bool anywhere) {
  for (;;) {
    Mail mail;
    const long long waits = clock64();
    const bool received = anywhere ? worker.receive_from_anywhere(mail) : worker.receive() != kNoMail;
    worker.waited(waits);
    if (!received) {
      return;
    }
    if (!anywhere) {
      mail = worker.area().mail;
      __syncwarp();
    }
    if (mail.kind == kNarrowTile) {
      search_tile<1>(worker, kTileAt, mail.size, TileSet<1>::of(mail.candidates), mail.held, mail.pivots);
    } else if (mail.kind == kWideTile) {
      search_tile<2>(worker, kTileAt, mail.size, TileSet<2>::of(mail.candidates), mail.held, mail.pivots);
    } else {
      WideTree(worker).search(mail.size, mail.held, mail.pivots);
    }
    __syncwarp();
  }
}

}  // namespace cliquestream::cliques
