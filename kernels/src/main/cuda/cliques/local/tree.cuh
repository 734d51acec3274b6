// The number of k-cliques of every vertex, and of every edge, for one k, exactly at any size: as residues modulo two primes below 2^61.
//
// A pivot tree (see pivot_tile.cuh) whose nodes return two sums over the leaves below: a, the cliques of the leaf, C(p, k - h),
// and b, those of them that hold a given pivot of it, C(p - 1, k - h - 1). A vertex that becomes held on the way into a subtree
// is in a of its cliques; one that becomes a pivot is in b of them. So each vertex is looked at once a node, not once a
// leaf. For edges, a third sum c counts the cliques that hold two given pivots, C(p - 2, k - h - 2): a vertex that is
// decided on the way into a subtree is, together with a vertex decided before it, in a of its cliques (both held), in b (one
// of them) or in c (both pivots). Pairs are summed in a matrix of the block and go to the edges when its root is done.
// Residues instead of numbers: additions only, and the host puts together as many primes as the bound C(d, k - 1) * n
// asks for, two a run. Lane r keeps the sums of residue r.
//
// A block takes a root and builds the matrix of its out-neighbours in its own memory; its warps take rows, as pairs of held
// vertices, each with a stack of its own. All of that lies in memory that outlives a launch, so a pause takes effect at any
// node: a warp notes where it is, and the same block of the next launch goes on from there.
#pragma once

#include "cliques/leaves.cuh"
#include "cliques/paper/subgraph.cuh"

namespace cliquestream::cliques::local {

struct LocalPolicy {
  static constexpr int kThreads = 128;
  static constexpr u32 kBlocksPerSm = 8;
  static constexpr u32 kResidues = 2;
  static constexpr u32 kSums = 3;
  // Of a level: cursor, pivot, pivots so far, padding, the sums of all residues as two words each.
  static constexpr u32 kNumbers = 4 + kResidues * kSums * 2;
  static constexpr u32 kPairWords = kResidues * 2 * 2;  // of a pair of vertices or a vertex: two-word sums
  // What a pause leaves: of a block its root's place and the rows taken, of each warp its row, level, held vertices and pivots.
  static constexpr u32 kWarpLeft = 4;
  static constexpr u32 kBlockLeft = 2 + kThreads / 32 * kWarpLeft;
  // Between two rows, how often it is told how many are done, and looked at the stop word, in clock cycles.
  static constexpr long long kTellCycles = 1 << 20;
};

struct LocalJob {
  paper::PaperJob graph;  // rows, adjacency, taken, slices, stop, done, widest
  const u32* roots;       // largest out-degree first
  u32 root_count;
  u32 k;
  u64 modulus[LocalPolicy::kResidues];
  const u64* binomials;   // [2][widest + 1][k + 1]
  u64* counts;            // [active][2][2]: residues' sums, low and high word
  u64* edge_counts;       // [position of adjacency][2][2]; null: vertices only
  u64 stack_words;
  u64 block_words;
  u32* memory;
  u64* begun;
  u32* left;    // [block][kBlockLeft]
  u32 resumed;  // 1: what the launch before left comes first
};

// Memory of a block: ids and matrix, then a stack a warp, then with edges a number for every pair of the root and its
// out-neighbours. A stack: two masks of the path, then the levels.
__host__ __device__ inline u64 local_subgraph_words(u32 widest) {
  return (widest + static_cast<u64>(widest) * words_of(widest) + 31) & ~31ull;
}
__host__ __device__ inline u64 local_stack_words(u32 widest) {
  return (2ull * words_of(widest) + (widest + 2ull) * (3ull * words_of(widest) + LocalPolicy::kNumbers) + 31) & ~31ull;
}
__host__ __device__ inline u64 local_pair_words(u32 widest) {
  return (widest + 1ull) * widest / 2 * LocalPolicy::kPairWords;
}
__host__ __device__ inline u64 local_block_words(u32 widest, bool edges) {
  const u64 words = local_subgraph_words(widest) + LocalPolicy::kThreads / 32 * local_stack_words(widest) +
      (edges ? local_pair_words(widest) : 0);
  return (words + 31) & ~31ull;
}
// Place of the pair of local vertices i > j. The root is vertex number `degree`.
__device__ __forceinline__ u64 pair_at(u32 i, u32 j) { return static_cast<u64>(i) * (i - 1) / 2 + j; }

// Cliques of a subtree: all, those with a given pivot, those with two given pivots.
struct LocalSums {
  u64 all;
  u64 with_one;
  u64 with_two;
};

// For a whole warp. Lane r keeps the sums of residue r.
template <bool kEdges>
class LocalTree {
 public:
  __device__ __forceinline__ LocalTree(const LocalJob& job, const paper::Subgraph& s, u32* memory, u64* pairs)
      : job_(job),
        s_(s),
        words_(words_of(s.vertices)),
        most_words_(words_of(job.graph.widest)),
        lane_(threadIdx.x & 31),
        mine_(lane_ < LocalPolicy::kResidues ? lane_ : 0),
        modulus_(job.modulus[mine_]),
        table_(job.binomials + mine_ * (job.graph.widest + 1ull) * (job.k + 1)),
        held_path_(memory),
        pivot_path_(memory + most_words_),
        stack_(memory + 2 * most_words_),
        pairs_(pairs) {}

  // Begins the cliques of the root with a second vertex, whose candidates go to level 0.
  __device__ __forceinline__ void begin_row(u32 second) {
    u32* mask = candidates(0);
    for (u32 w = lane_; w < words_; w += 32) {
      const u32 below = w < second >> 5 ? ~0u : w == second >> 5 ? low_bits<u32>(second & 31) : 0;
      mask[w] = s_.row(second)[w] & below;
      held_path_[w] = w == second >> 5 ? 1u << (second & 31) : 0;
      pivot_path_[w] = 0;
    }
    __syncwarp();
    level_ = 0;
    held_ = 2;
    pivots_ = 0;
  }
  // Goes on with the row. False: paused or cancelled at a node to which left leads back.
  __device__ __forceinline__ bool search_row(u32 second, u64& total, u32* left) {
    LocalSums sums;
    if (!search(sums)) {
      if (lane_ == 0) {
        left[0] = second;
        left[1] = level_;
        left[2] = held_;
        left[3] = pivots_;
      }
      return false;
    }
    if (lane_ == 0) {
      held_path_[second >> 5] = 0;
    }
    __syncwarp();
    decide(second, true, sums);
    total = plus(total, sums.all);
    return true;
  }
  // Finds the node again; the result is the row.
  __device__ __forceinline__ u32 find(const u32* left) {
    level_ = left[1];
    held_ = left[2];
    pivots_ = left[3];
    return left[0];
  }

 private:
  __device__ __forceinline__ u64 level_words() const { return 3ull * most_words_ + LocalPolicy::kNumbers; }
  __device__ __forceinline__ u32* candidates(u32 level) const { return stack_ + level * level_words(); }
  __device__ __forceinline__ u32* branches(u32 level) const { return candidates(level) + most_words_; }
  __device__ __forceinline__ u32* full(u32 level) const { return candidates(level) + 2 * most_words_; }
  __device__ __forceinline__ u32* numbers(u32 level) const { return candidates(level) + 3 * most_words_; }
  __device__ __forceinline__ u64 plus(u64 x, u64 y) const { return x + y >= modulus_ ? x + y - modulus_ : x + y; }
  __device__ __forceinline__ u64 choose(u32 n, u32 r) const { return __ldg(table_ + n * (job_.k + 1ull) + r); }

  // Leaves the sums of all leaves below level 0.
  __device__ __forceinline__ bool search(LocalSums& sums) {
    for (u32 nodes = 1;; nodes++) {
      if (nodes % paper::PaperPolicy::kNodesPerLook == 0 && job_.graph.stop != nullptr &&
          __any_sync(kFullWarp, read_volatile(job_.graph.stop) != 0)) {
        return false;
      }
      bool closed = close(level_, held_, pivots_, sums);
      while (closed) {
        if (level_ == 0) {
          return true;
        }
        level_--;
        closed = take(level_, held_, sums);
      }
      next(level_, held_, pivots_);
      level_++;
    }
  }
  __device__ __forceinline__ LocalSums leaf(u32 held, u32 pivots) const {
    const u32 missing = job_.k - held;
    return {
        choose(pivots, missing), pivots < 1 || missing < 1 ? 0 : choose(pivots - 1, missing - 1),
        pivots < 2 || missing < 2 ? 0 : choose(pivots - 2, missing - 2)};
  }
  __device__ __forceinline__ static u64* cell(u64* cells, u64 at, u32 residue) {
    return cells + (at * LocalPolicy::kResidues + residue) * 2;
  }

  // The cliques of a subtree into which the vertex was decided: to the vertex, and to its pairs with the root and with the
  // vertices of the path, of which it is none any more.
  __device__ __forceinline__ void decide(u32 vertex, bool held, const LocalSums& sums) const {
    const u64 mine = held ? sums.all : sums.with_one;
    if (lane_ < LocalPolicy::kResidues && mine != 0) {
      u64* count = cell(job_.counts, s_.ids[vertex], lane_);
      add_wide(count, count + 1, mine);
      if constexpr (kEdges) {
        u64* pair = cell(pairs_, pair_at(s_.vertices, vertex), lane_);
        add_wide(pair, pair + 1, mine);
      }
    }
    if constexpr (kEdges) {
      const u64 with_pivot = held ? sums.with_one : sums.with_two;
      for (u32 r = 0; r < LocalPolicy::kResidues; r++) {
        const u64 to_held = __shfl_sync(kFullWarp, mine, r), to_pivots = __shfl_sync(kFullWarp, with_pivot, r);
        for (u32 w = 0; w < words_; w++) {
          const bool is_held = held_path_[w] >> lane_ & 1, is_pivot = pivot_path_[w] >> lane_ & 1;
          const u64 value = is_held ? to_held : is_pivot ? to_pivots : 0;
          if (value != 0) {
            const u32 other = w * 32 + lane_;
            u64* pair = cell(pairs_, other > vertex ? pair_at(other, vertex) : pair_at(vertex, other), r);
            add_wide(pair, pair + 1, value);
          }
        }
      }
    }
    __syncwarp();
  }
  // The same for pivots decided together.
  __device__ __forceinline__ void decide_pivots(const u32* mask, const LocalSums& sums) const {
    if constexpr (kEdges) {
      // One after the other, each with those left on the path.
      for (u32 w = lane_; w < words_; w += 32) {
        pivot_path_[w] |= mask[w];
      }
      __syncwarp();
      for (u32 w = 0; w < words_; w++) {
        for (u32 left = mask[w]; left != 0; left &= left - 1) {
          const u32 at = __ffs(left) - 1;
          if (lane_ == 0) {
            pivot_path_[w] &= ~(1u << at);
          }
          __syncwarp();
          decide(w * 32 + at, false, sums);
        }
      }
    } else {
      for (u32 r = 0; r < LocalPolicy::kResidues; r++) {
        const u64 value = __shfl_sync(kFullWarp, sums.with_one, r);
        for (u32 w = 0; w < words_ && value != 0; w++) {
          if (mask[w] >> lane_ & 1) {
            u64* count = cell(job_.counts, s_.ids[w * 32 + lane_], r);
            add_wide(count, count + 1, value);
          }
        }
      }
      __syncwarp();
    }
  }

  // Closes the node at the level, or leaves its branches there.
  __device__ __forceinline__ bool close(u32 level, u32 held, u32 pivots, LocalSums& sums) {
    u32* mask = candidates(level);
    const u32 count = warp_count_bits(mask, words_, lane_);
    if (held + pivots + count < job_.k) {
      sums = {};
      return true;
    }
    if (count == 0 || held == job_.k) {
      sums = leaf(held, pivots);
      return true;
    }
    u32 best = 0, best_vertex = 0;
    for (u32 w = 0; w < words_; w++) {
      const bool inside = mask[w] >> lane_ & 1;
      u32 degree = 0;
      if (inside) {
        const u32* row = s_.row(w * 32 + lane_);
        for (u32 x = 0; x < words_; x++) {
          degree += __popc(mask[x] & row[x]);
        }
        if (degree + 1 < count && degree + 1 > best) {
          best = degree + 1;
          best_vertex = w * 32 + lane_;
        }
      }
      const u32 all = __ballot_sync(kFullWarp, inside && degree + 1 == count);
      if (lane_ == 0) {
        full(level)[w] = all;
      }
    }
    __syncwarp();
    const u32 fulls = warp_count_bits(full(level), words_, lane_);
    if (fulls == count) {
      sums = leaf(held, pivots + count);
      decide_pivots(mask, sums);
      return true;
    }
    const u32 most = __reduce_max_sync(kFullWarp, best);
    const u32 pivot =
        __shfl_sync(kFullWarp, best_vertex, 31 - __clz(__ballot_sync(kFullWarp, best == most)));
    const u32* row = s_.row(pivot);
    for (u32 w = lane_; w < words_; w += 32) {
      const u32 rest = mask[w] & ~full(level)[w];
      mask[w] = rest;
      branches(level)[w] = rest & ~row[w] & ~(w == pivot >> 5 ? 1u << (pivot & 31) : 0);
      if (kEdges) {
        pivot_path_[w] |= full(level)[w];
      }
    }
    if (lane_ < LocalPolicy::kNumbers) {
      numbers(level)[lane_] = lane_ == 1 ? pivot : lane_ == 2 ? pivots + fulls : 0;
    }
    __syncwarp();
    return false;
  }

  // The next child of the node at the level, to the level after it.
  __device__ __forceinline__ void next(u32 level, u32& held, u32& pivots) {
    u32* mask = candidates(level);
    u32* open = branches(level);
    u32* number = numbers(level);
    const u32 branch = warp_top_bit(open, words_, lane_);
    const u32 vertex = branch == kNoId ? number[1] : branch;
    pivots = number[2] + (branch == kNoId ? 1 : 0);
    held += branch == kNoId ? 0 : 1;
    __syncwarp();
    if (lane_ == 0) {
      number[0] = branch;
      mask[vertex >> 5] &= ~(1u << (vertex & 31));
      if (branch != kNoId) {
        open[vertex >> 5] ^= 1u << (vertex & 31);
      }
      if (kEdges) {
        (branch == kNoId ? pivot_path_ : held_path_)[vertex >> 5] |= 1u << (vertex & 31);
      }
    }
    __syncwarp();
    const u32* row = s_.row(vertex);
    u32* child = candidates(level + 1);
    for (u32 w = lane_; w < words_; w += 32) {
      child[w] = mask[w] & row[w];
    }
    __syncwarp();
  }

  // Takes the sums of the child just closed into the node at the level. True: that was the last, and they are the node's.
  __device__ __forceinline__ bool take(u32 level, u32& held, LocalSums& sums) {
    u32* number = numbers(level);
    const u32 branch = number[0];
    const u32 vertex = branch == kNoId ? number[1] : branch;
    if (kEdges) {
      if (lane_ == 0) {
        (branch == kNoId ? pivot_path_ : held_path_)[vertex >> 5] &= ~(1u << (vertex & 31));
      }
      __syncwarp();
    }
    decide(vertex, branch != kNoId, sums);
    held -= branch == kNoId ? 0 : 1;
    u32* all = number + 4 + 2 * LocalPolicy::kSums * mine_;
    sums = {
        plus(sum_at(all), sums.all), plus(sum_at(all + 2), sums.with_one), plus(sum_at(all + 4), sums.with_two)};
    __syncwarp();
    if (lane_ < LocalPolicy::kResidues) {
      set_sum(all, sums.all);
      set_sum(all + 2, sums.with_one);
      set_sum(all + 4, sums.with_two);
    }
    __syncwarp();
    if (branch != kNoId) {
      return false;
    }
    decide_pivots(full(level), sums);
    return true;
  }
  __device__ __forceinline__ static u64 sum_at(const u32* words) { return static_cast<u64>(words[1]) << 32 | words[0]; }
  __device__ __forceinline__ static void set_sum(u32* words, u64 value) {
    words[0] = static_cast<u32>(value);
    words[1] = static_cast<u32>(value >> 32);
  }

  const LocalJob& job_;
  const paper::Subgraph& s_;
  const u32 words_;
  const u32 most_words_;
  const u32 lane_;
  const u32 mine_;
  const u64 modulus_;
  const u64* table_;
  u32* held_path_;   // edges only: held vertices on the way to the node, past the root
  u32* pivot_path_;  // likewise the pivots
  u32* stack_;
  u64* pairs_;
  // The node that is looked at next.
  u32 level_ = 0;
  u32 held_ = 0;
  u32 pivots_ = 0;
};

}  // namespace cliquestream::cliques::local
