// Kernels of the k-cliques of every vertex and every edge: Pascal's triangle, the trees of the roots, residues of the sums.
#pragma once

#include "cliques/local/tree.cuh"

namespace cliquestream::cliques::local {

// What the block's root has brought to pairs, to the edges; clears the pairs. For a whole block, between barriers.
__device__ __forceinline__ void give_to_edges(const LocalJob& job, const paper::Subgraph& s, u32 root, u64* pairs) {
  for (u32 i = 1 + threadIdx.x / 32; i <= s.vertices; i += blockDim.x / 32) {
    const u64 row = __ldg(job.graph.rows + (i == s.vertices ? root : s.ids[i]));
    const u32* list = job.graph.adjacency + row_quad(row) * 4;
    for (u32 j = threadIdx.x & 31; j < i; j += 32) {
      u64* sums = pairs + pair_at(i, j) * LocalPolicy::kResidues * 2;
      u64* edge = nullptr;
      for (u32 r = 0; r < LocalPolicy::kResidues; r++) {
        if ((sums[2 * r] | sums[2 * r + 1]) == 0) {
          continue;
        }
        if (edge == nullptr) {
          const u32 at = row_lower_bound(list, row_length(row), s.ids[j]);
          edge = job.edge_counts + (row_quad(row) * 4 + at) * LocalPolicy::kResidues * 2;
        }
        add_wide(edge + 2 * r, edge + 2 * r + 1, sums[2 * r], sums[2 * r + 1]);
        sums[2 * r] = 0;
        sums[2 * r + 1] = 0;
      }
    }
  }
}

// Pascal's triangle modulo both primes, one block, a thread a column.
__global__ void cs_kernel_clique_local_binomials(u64* table, u32 widest, u32 k, u64 first_modulus, u64 second_modulus) {
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

// Rows that are done, in units of cs_clique_units.
__device__ __forceinline__ void tell(const LocalJob& job, u32 lane, u64& units) {
  if (lane == 0 && job.graph.done != nullptr && units != 0) {
    add_to(job.graph.done, units);
  }
  units = 0;
}

template <bool kEdges>
__device__ __forceinline__ void count_roots(const LocalJob& job) {
  __shared__ u32 shared_place, shared_row, unused;
  const u32 lane = threadIdx.x & 31, warp = threadIdx.x / 32;
  u32* memory = job.memory + blockIdx.x * job.block_words;
  u32* stacks = memory + local_subgraph_words(job.graph.widest);
  u64* pairs = reinterpret_cast<u64*>(stacks + LocalPolicy::kThreads / 32 * job.stack_words);
  u32* left = job.left + blockIdx.x * LocalPolicy::kBlockLeft;
  u32* mine = left + 2 + warp * LocalPolicy::kWarpLeft;
  paper::Subgraph s = {memory, memory + job.graph.widest, nullptr, 0, 0};
  bool found_again = job.resumed != 0 && left[0] != kNoId;
  if (threadIdx.x == 0) {
    add_to(job.begun, 1);
  }
  for (;;) {
    __syncthreads();
    if (threadIdx.x == 0) {
      shared_place = kNoId;
      shared_row = 0;
      if (found_again) {
        shared_place = left[0];
        shared_row = left[1];
      } else if (!is_up(job.graph.stop)) {
        const u64 turn = atomicAdd(reinterpret_cast<atomic64*>(job.graph.taken), 1ull);
        const u64 place = turn * job.graph.slice_count + job.graph.slice_index;
        if (place < job.root_count && row_length(__ldg(job.graph.rows + __ldg(job.roots + place))) + 1 >= job.k) {
          shared_place = static_cast<u32>(place);  // else no root that follows has enough out-neighbours
        }
      }
      left[0] = shared_place;
    }
    __syncthreads();
    const u32 place = shared_place;
    if (place == kNoId) {
      return;
    }
    const u32 root = __ldg(job.roots + place);
    if (found_again) {
      s.vertices = row_length(__ldg(job.graph.rows + root));
      s.row_words = paper::Sets<true>::words(s.vertices);
    } else {
      paper::build<true, true>(job.graph, root, kNoId, s, &unused);
    }
    LocalTree<kEdges> tree(job, s, stacks + warp * job.stack_words, pairs);
    u32 row = found_again ? tree.find(mine) : kNoId;
    found_again = false;
    u64 total = 0, units = 0;
    bool stopped = false;
    long long told = clock64();
    for (;;) {
      if (row == kNoId) {
        if (lane == 0) {
          row = stopped ? kNoId : atomicAdd(&shared_row, 1u);
        }
        row = __shfl_sync(kFullWarp, row, 0);
        if (row >= s.vertices) {
          row = kNoId;
          break;
        }
        tree.begin_row(row);
      }
      if (!tree.search_row(row, total, mine)) {
        break;
      }
      units += row + 1;
      row = kNoId;
      if (clock64() - told > LocalPolicy::kTellCycles) {
        tell(job, lane, units);
        stopped = is_up(job.graph.stop);
        told = clock64();
      }
    }
    tell(job, lane, units);
    if (lane < LocalPolicy::kResidues && total != 0) {
      u64* pair = job.counts + (static_cast<u64>(root) * LocalPolicy::kResidues + lane) * 2;
      add_wide(pair, pair + 1, total);
    }
    if (lane == 0) {
      mine[0] = row;
    }
    // Also a barrier: all rows that were taken are in shared_row behind it.
    if (__syncthreads_or(row != kNoId) != 0 || shared_row < s.vertices) {
      if (threadIdx.x == 0) {
        left[1] = shared_row;
      }
      return;
    }
    if constexpr (kEdges) {
      give_to_edges(job, s, root, pairs);
    }
  }
}

__global__ void __launch_bounds__(LocalPolicy::kThreads) cs_kernel_clique_local(LocalJob job) {
  count_roots<false>(job);
}
__global__ void __launch_bounds__(LocalPolicy::kThreads) cs_kernel_clique_local_edges(LocalJob job) {
  count_roots<true>(job);
}

// Sums of so many vertices or edges to residues: residues[2][number]. trees: two-word sums of residues, or null; whole: sums of
// so many words, `times` too large, or null.
__global__ void cs_kernel_clique_local_finish(
    const u64* trees, const u64* whole, u32 words, u32 times, u64 number, u64 first_modulus, u64 second_modulus,
    u64* residues) {
  using u128 = unsigned __int128;
  for (u64 i = global_thread(); i < 2 * number; i += global_threads()) {
    const u64 modulus = i & 1 ? second_modulus : first_modulus, at = i / 2;
    u64 residue = 0;
    if (trees != nullptr) {
      residue = static_cast<u64>((static_cast<u128>(trees[2 * i + 1]) << 64 | trees[2 * i]) % modulus);
    }
    if (whole != nullptr) {
      const u64 low = whole[at * words], high = words == 1 ? 0 : whole[at * words + 1];
      residue += high == 0 ? low / times % modulus : static_cast<u64>((static_cast<u128>(high) << 64 | low) / times % modulus);
      residue -= residue >= modulus ? modulus : 0;
    }
    residues[(i & 1) * number + at] = residue;
  }
}

}  // namespace cliquestream::cliques::local
