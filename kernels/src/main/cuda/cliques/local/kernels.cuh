// The number of k-cliques of every vertex, for one k, exactly at any size: as residues modulo two primes below 2^61.
//
// A pivot tree (see pivot_tile.cuh) whose nodes return two sums over the leaves below: a, the cliques of the leaf, C(p, k - h),
// and b, those of them that hold a given pivot of it, C(p - 1, k - h - 1). A vertex that becomes held on the way into a subtree
// is in a of its cliques; one that becomes a pivot is in b of them. So each vertex is looked at once a node, not once a
// leaf. Residues instead of numbers: additions only, and the host puts together as many primes as the bound C(d, k - 1) * n
// asks for, two a run. Lane r keeps the sums of residue r.
//
// A block takes a root and builds the matrix of its out-neighbours in its own memory; its warps take rows, as pairs of held
// vertices, each with a stack of its own.
#pragma once

#include "cliques/leaves.cuh"
#include "cliques/paper/subgraph.cuh"

namespace cliquestream::cliques::local {

struct LocalPolicy {
  static constexpr int kThreads = 128;
  static constexpr u32 kBlocksPerSm = 8;
  static constexpr u32 kResidues = 2;
  static constexpr u32 kNumbers = 12;  // of a level: cursor, pivot, pivots so far, padding, two sums of two residues
};

struct LocalJob {
  paper::PaperJob graph;  // rows, adjacency, taken, slices, stop, done, widest
  const u32* roots;       // largest out-degree first
  u32 root_count;
  u32 k;
  u64 modulus[LocalPolicy::kResidues];
  const u64* binomials;   // [2][widest + 1][k + 1]
  u64* counts;            // [active][2][2]: residues' sums, low and high word
  u64 stack_words;
  u64 block_words;
  u32* memory;
};

// Memory of a block: ids, matrix, then a stack a warp.
__host__ __device__ inline u64 local_stack_words(u32 widest) {
  return ((static_cast<u64>(widest) + 2) * (3ull * words_of(widest) + LocalPolicy::kNumbers) + 31) & ~31ull;
}
__host__ __device__ inline u64 local_block_words(u32 widest) {
  const u64 subgraph = (widest + static_cast<u64>(widest) * words_of(widest) + 31) & ~31ull;
  return subgraph + LocalPolicy::kThreads / 32 * local_stack_words(widest);
}

class LocalTree {
 public:
  __device__ __forceinline__ LocalTree(const LocalJob& job, const paper::Subgraph& s, u32* stack)
      : job_(job),
        s_(s),
        words_(words_of(s.vertices)),
        lane_(threadIdx.x & 31),
        mine_(lane_ < LocalPolicy::kResidues ? lane_ : 0),
        modulus_(job.modulus[mine_]),
        table_(job.binomials + mine_ * (job.graph.widest + 1ull) * (job.k + 1)),
        stack_(stack) {}

  // The candidates are in level 0. Leaves the sums of all leaves in a and b, residue r in lane r. False: cancelled.
  __device__ __forceinline__ bool search(u32 first_held, u64& a, u64& b) {
    u32 level = 0, held = first_held, pivots = 0;
    for (u32 nodes = 1;; nodes++) {
      if (nodes % paper::PaperPolicy::kNodesPerLook == 0 && job_.graph.stop != nullptr &&
          __any_sync(kFullWarp, read_volatile(job_.graph.stop) != 0)) {
        return false;
      }
      bool closed = close(level, held, pivots, a, b);
      while (closed) {
        if (level == 0) {
          return true;
        }
        level--;
        closed = take(level, held, a, b);
      }
      next(level, held, pivots);
      level++;
    }
  }
  __device__ __forceinline__ u32* candidates(u32 level) const { return stack_ + level * level_words(); }
  __device__ __forceinline__ void add(u32 vertex, u64 value) const {
    if (lane_ < LocalPolicy::kResidues && value != 0) {
      u64* pair = job_.counts + (static_cast<u64>(s_.ids[vertex]) * LocalPolicy::kResidues + lane_) * 2;
      add_wide(pair, pair + 1, value);
    }
  }

 private:
  __device__ __forceinline__ u64 level_words() const {
    return 3ull * words_of(job_.graph.widest) + LocalPolicy::kNumbers;
  }
  __device__ __forceinline__ u32* branches(u32 level) const { return candidates(level) + words_of(job_.graph.widest); }
  __device__ __forceinline__ u32* full(u32 level) const { return candidates(level) + 2 * words_of(job_.graph.widest); }
  __device__ __forceinline__ u32* numbers(u32 level) const { return candidates(level) + 3 * words_of(job_.graph.widest); }
  __device__ __forceinline__ u64 sum_at(const u32* words) const { return static_cast<u64>(words[1]) << 32 | words[0]; }
  __device__ __forceinline__ u64 plus(u64 x, u64 y) const { return x + y >= modulus_ ? x + y - modulus_ : x + y; }
  __device__ __forceinline__ u64 choose(u32 n, u32 r) const { return r > job_.k ? 0 : __ldg(table_ + n * (job_.k + 1ull) + r); }
  __device__ __forceinline__ void leaf(u32 held, u32 pivots, u64& a, u64& b) const {
    a = choose(pivots, job_.k - held);
    b = pivots == 0 || held == job_.k ? 0 : choose(pivots - 1, job_.k - held - 1);
  }
  // Adds b, of lane r for residue r, to every vertex of a mask.
  __device__ __forceinline__ void add_to_all(const u32* mask, u64 b) const {
    for (u32 r = 0; r < LocalPolicy::kResidues; r++) {
      const u64 value = __shfl_sync(kFullWarp, b, r);
      for (u32 w = 0; w < words_ && value != 0; w++) {
        if (mask[w] >> lane_ & 1) {
          u64* pair = job_.counts + (static_cast<u64>(s_.ids[w * 32 + lane_]) * LocalPolicy::kResidues + r) * 2;
          add_wide(pair, pair + 1, value);
        }
      }
    }
    __syncwarp();
  }

  // Closes the node at the level, or leaves its branches there.
  __device__ __forceinline__ bool close(u32 level, u32 held, u32 pivots, u64& a, u64& b) {
    u32* mask = candidates(level);
    const u32 count = warp_count_bits(mask, words_, lane_);
    if (held + pivots + count < job_.k) {
      a = b = 0;
      return true;
    }
    if (count == 0 || held == job_.k) {
      leaf(held, pivots, a, b);
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
      leaf(held, pivots + count, a, b);
      add_to_all(mask, b);
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
      number[0] = branch == kNoId ? kNoId : branch;
      mask[vertex >> 5] &= ~(1u << (vertex & 31));
      if (branch != kNoId) {
        open[vertex >> 5] ^= 1u << (vertex & 31);
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

  // Takes the sums of the child just closed into the node at the level. True: that was the last, and a and b are the node's.
  __device__ __forceinline__ bool take(u32 level, u32& held, u64& a, u64& b) {
    u32* number = numbers(level);
    const u32 branch = number[0];
    const u32 pivot = number[1];
    u32* sums = number + 4 + 4 * mine_;
    const u64 all_a = plus(sum_at(sums), a), all_b = plus(sum_at(sums + 2), b);
    if (branch == kNoId) {
      add(pivot, b);
    } else {
      add(branch, a);
      held--;
    }
    __syncwarp();
    if (lane_ < LocalPolicy::kResidues) {
      sums[0] = static_cast<u32>(all_a);
      sums[1] = static_cast<u32>(all_a >> 32);
      sums[2] = static_cast<u32>(all_b);
      sums[3] = static_cast<u32>(all_b >> 32);
    }
    __syncwarp();
    a = all_a;
    b = all_b;
    if (branch != kNoId) {
      return false;
    }
    add_to_all(full(level), b);
    return true;
  }

  const LocalJob& job_;
  const paper::Subgraph& s_;
  const u32 words_;
  const u32 lane_;
  const u32 mine_;
  const u64 modulus_;
  const u64* table_;
  u32* stack_;
};

}  // namespace cliquestream::cliques::local

// Pascal's triangle modulo both primes, one block, a thread a column.
extern "C" __global__ void cs_kernel_clique_local_binomials(
    uint64_t* table, uint32_t widest, uint32_t k, uint64_t first_modulus, uint64_t second_modulus) {
  using namespace cliquestream;
  for (u32 n = 0; n <= widest; n++) {
    for (u32 i = threadIdx.x; i < 2 * (k + 1); i += blockDim.x) {
      const u32 residue = i / (k + 1), r = i % (k + 1);
      u64* row = table + (residue * (widest + 1ull) + n) * (k + 1);
      const u64 modulus = residue == 0 ? first_modulus : second_modulus;
      const u64 sum = r == 0 ? 1 : n == 0 ? 0 : row[static_cast<int64_t>(r) - (k + 1)] + row[static_cast<int64_t>(r) - (k + 1) - 1];
      row[r] = sum >= modulus ? sum - modulus : sum;
    }
    __syncthreads();
  }
}

extern "C" __global__ void __launch_bounds__(cliquestream::cliques::local::LocalPolicy::kThreads)
    cs_kernel_clique_local(cliquestream::cliques::local::LocalJob job) {
  using namespace cliquestream;
  using namespace cliquestream::cliques;
  using namespace cliquestream::cliques::local;
  __shared__ u32 shared_place, shared_row, unused;
  const u32 lane = threadIdx.x & 31, warp = threadIdx.x / 32;
  u32* memory = job.memory + blockIdx.x * job.block_words;
  const u64 subgraph_words = job.block_words - LocalPolicy::kThreads / 32 * job.stack_words;
  paper::Subgraph s = {memory, memory + job.graph.widest, nullptr, 0, 0};
  for (;;) {
    __syncthreads();
    if (threadIdx.x == 0) {
      const u64 turn = atomicAdd(reinterpret_cast<atomic64*>(job.graph.taken), 1ull);
      const u64 place = turn * job.graph.slice_count + job.graph.slice_index;
      const bool stopped = job.graph.stop != nullptr && read_volatile(job.graph.stop) != 0;
      shared_place = stopped || place >= job.root_count ? kNoId : static_cast<u32>(place);
      shared_row = 0;
    }
    __syncthreads();
    if (shared_place == kNoId) {
      return;
    }
    const u32 root = __ldg(job.roots + shared_place);
    const u32 degree = row_length(__ldg(job.graph.rows + root));
    if (degree + 1 < job.k) {
      return;  // so are all that follow
    }
    paper::build<true, true>(job.graph, root, kNoId, s, &unused);
    LocalTree tree(job, s, memory + subgraph_words + warp * job.stack_words);
    u64 total = 0;
    bool complete = true;
    while (complete) {
      u32 i = 0;
      if (lane == 0) {
        i = atomicAdd(&shared_row, 1u);
      }
      i = __shfl_sync(kFullWarp, i, 0);
      if (i >= s.vertices) {
        break;
      }
      u32* candidates = tree.candidates(0);
      for (u32 w = lane; w < words_of(s.vertices); w += 32) {
        const u32 below = w < i >> 5 ? ~0u : w == i >> 5 ? low_bits<u32>(i & 31) : 0;
        candidates[w] = s.row(i)[w] & below;
      }
      __syncwarp();
      u64 a = 0, b = 0;
      complete = tree.search(2, a, b);
      if (complete) {
        tree.add(i, a);
        const u64 modulus = job.modulus[lane < LocalPolicy::kResidues ? lane : 0];
        total = total + a >= modulus ? total + a - modulus : total + a;
      }
    }
    if (lane < LocalPolicy::kResidues && total != 0) {
      u64* pair = job.counts + (static_cast<u64>(root) * LocalPolicy::kResidues + lane) * 2;
      add_wide(pair, pair + 1, total);
    }
    __syncthreads();
    if (threadIdx.x == 0 && job.graph.done != nullptr) {
      add_to(job.graph.done, static_cast<u64>(degree) * (degree + 1) / 2);
    }
  }
}

// Two-word sums to residues: residues[2][active].
extern "C" __global__ void cs_kernel_clique_local_finish(
    const uint64_t* counts, uint64_t active, uint64_t first_modulus, uint64_t second_modulus, uint64_t* residues) {
  using namespace cliquestream;
  for (u64 i = global_thread(); i < 2 * active; i += global_threads()) {
    const u64 modulus = i & 1 ? second_modulus : first_modulus;
    const unsigned __int128 sum = static_cast<unsigned __int128>(counts[2 * i + 1]) << 64 | counts[2 * i];
    residues[(i & 1) * active + i / 2] = static_cast<u64>(sum % modulus);
  }
}
