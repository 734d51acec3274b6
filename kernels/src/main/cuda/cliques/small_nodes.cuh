// Nodes of a pivot tree with up to eight candidates: gathered by the warp, and closed thirty-two at a time, one a lane.
//
// Such a node is not searched. All sets of its vertices are looked at together, as the bits of eight words: bit i of word w
// stands for the set of those of vertices 0 .. 4 that are bits of i, and of those of vertices 5 .. 7 that are bits of w.
// Vertex by vertex, the cliques with it are the cliques before it, less those with a vertex it is not adjacent to; so
// every word is one AND of another, and 28 pairs of vertices cost two or three instructions each. The cliques of s
// vertices are then the bits at places of s vertices, and places of different sizes do not meet in a word: words with
// equally many of vertices 5 .. 7 are added by carry-save adders, laid on top of one another, and two population counts
// give a size. No branch depends on the node, so all lanes stay together. Three of four nodes
// that the tree of a warp would visit are such nodes or lie below one (counted on ego-twitter, socfb-Cornell5, rmat16).
//
// A node with h held vertices and p pivots leaves its cliques of s vertices in cell (h + s, p).
#pragma once

#include "cliques/worker.cuh"

namespace cliquestream::cliques {

// Sets of vertices 0 .. 4, as bits of a word.
class FiveVertices {
 public:
  // Sets with the vertex.
  __device__ __forceinline__ static constexpr u32 with(u32 vertex) {
    constexpr u32 kWith[5] = {0xAAAAAAAAu, 0xCCCCCCCCu, 0xF0F0F0F0u, 0xFF00FF00u, 0xFFFF0000u};
    return kWith[vertex];
  }
  // Sets of so many of them; none past five.
  __device__ __forceinline__ static constexpr u32 of_size(u32 size) {
    constexpr u32 kOfSize[6] = {0x00000001u, 0x00010116u, 0x01161668u, 0x16686880u, 0x68808000u, 0x80000000u};
    return size > 5 ? 0 : kOfSize[size];
  }
};

// The cliques of a graph of up to eight vertices, by size.
template <int kWords>
class SmallGraph {
 public:
  static constexpr u32 kMost = CliquePolicy::kSmallNode;
  static_assert(kMost == 8, "three vertices beyond a word's five");

  // The subgraph of a tile that the members induce. most: at least their number, the same in all lanes.
  __device__ __forceinline__ SmallGraph(const u32* tile, TileSet<kWords> members, u32 most) {
    TileSet<kWords> one[kMost];
    u32 cliques = 1;  // within vertices 0 .. 4
#pragma unroll
    for (u32 v = 0; v < 5; v++) {
      const TileSet<kWords> row = next(tile, members, one[v]);
      u32 allowed = one[v].empty() ? 0 : ~0u;
#pragma unroll
      for (u32 w = 0; w < v; w++) {
        allowed &= (row & one[w]).empty() ? ~FiveVertices::with(w) : ~0u;
      }
      cliques |= (cliques & allowed) << (1u << v);
    }
    word_[0] = cliques;
#pragma unroll
    for (u32 x = 1; x < 8; x++) {
      word_[x] = 0;
    }
#pragma unroll
    for (u32 v = 5; v < kMost; v++) {
      if (most <= v) {
        break;
      }
      const TileSet<kWords> row = next(tile, members, one[v]);
      u32 allowed = one[v].empty() ? 0 : ~0u;
#pragma unroll
      for (u32 w = 0; w < 5; w++) {
        allowed &= (row & one[w]).empty() ? ~FiveVertices::with(w) : ~0u;
      }
      u32 high = 0;  // those of vertices 5 .. v - 1 that v is not adjacent to, as bits of an index of a word
#pragma unroll
      for (u32 w = 5; w < v; w++) {
        high |= (row & one[w]).empty() ? 1u << (w - 5) : 0;
      }
#pragma unroll
      for (u32 x = 0; x < 1u << (v - 5); x++) {
        word_[x + (1u << (v - 5))] = (high & x) != 0 ? 0 : word_[x] & allowed;
      }
    }
    one_sum_ = word_[1] ^ word_[2] ^ word_[4];
    one_carry_ = (word_[1] & word_[2]) | (word_[1] & word_[4]) | (word_[2] & word_[4]);
    two_sum_ = word_[3] ^ word_[5] ^ word_[6];
    two_carry_ = (word_[3] & word_[5]) | (word_[3] & word_[6]) | (word_[5] & word_[6]);
  }

  // Cliques of so many vertices; the empty one counts.
  __device__ __forceinline__ u32 of_size(u32 size) const {
    const u32 low = FiveVertices::of_size(size);
    const u32 with_one = size < 1 ? 0 : FiveVertices::of_size(size - 1);
    const u32 with_two = size < 2 ? 0 : FiveVertices::of_size(size - 2);
    const u32 with_three = size < 3 ? 0 : FiveVertices::of_size(size - 3);
    const u32 ones =
        (word_[0] & low) | (one_sum_ & with_one) | (two_sum_ & with_two) | (word_[7] & with_three);
    const u32 carries = (one_carry_ & with_one) | (two_carry_ & with_two);
    return __popc(ones) + 2 * __popc(carries);
  }

 private:
  // Removes a member, which becomes `one`, and returns its row; of no members, nothing.
  __device__ __forceinline__ static TileSet<kWords> next(
      const u32* tile, TileSet<kWords>& members, TileSet<kWords>& one) {
    u32 vertex;
    if constexpr (kWords == 1) {
      const u32 low = members.word[0];
      one.word[0] = low & (0u - low);
      vertex = top_bit(one.word[0]) & 31;
      members.word[0] = low ^ one.word[0];
    } else {
      const u32 low = members.word[0], high = members.word[1];
      one.word[0] = low & (0u - low);
      one.word[1] = low != 0 ? 0 : high & (0u - high);
      vertex = low != 0 ? top_bit(one.word[0]) : 32 + (top_bit(one.word[1]) & 31);
      members.word[0] = low ^ one.word[0];
      members.word[1] = high ^ one.word[1];
    }
    return TileSet<kWords>::load(tile, vertex);
  }

  u32 word_[8];
  u32 one_sum_, one_carry_, two_sum_, two_carry_;
};

// Closes the last `count` nodes that wait, at most one a lane. They lie in the warp's area, and so does their tile.
template <int kWords>
__device__ __noinline__ void close_small_nodes(const Worker& worker, u32 tile_at, u32 first, u32 count) {
  const SmallNode* nodes = shared_at<PivotArea>(worker.area_at(worker.warp))->waiting;
  __syncwarp();
  const SmallNode node = worker.lane < count ? nodes[first + worker.lane] : SmallNode{};
  const TileSet<kWords> members = TileSet<kWords>::of(node.candidates);
  const u32 most = __reduce_max_sync(kFullWarp, members.count());
  const SmallGraph<kWords> graph(shared_at<u32>(tile_at), members, most);
  const u32 least = worker.job.least;
  if (worker.lane < count) {
#pragma unroll
    for (u32 size = 0; size <= CliquePolicy::kSmallNode; size++) {
      if (size > most) {
        break;
      }
      const u32 cliques = graph.of_size(size);
      // A cell that no clique of interest comes from would be right, too.
      if (cliques != 0 && node.held + size + node.pivots >= least) {
        worker.leaves.add(node.held + size, node.pivots, cliques);
      }
    }
  }
  __syncwarp();
}

}  // namespace cliquestream::cliques
