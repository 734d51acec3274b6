// Kernels of k-clique counting: a warp or a block a root, by orientation or by pivoting.
//
// A root u stands for the cliques whose vertex of largest rank is u; their other vertices are out-neighbours of u. Blocks
// hand out the rows of their root's matrix to their warps: row i stands for the cliques whose second vertex is i. A block
// that finds no root left builds the matrix of the root with most rows left once more and takes rows from the same
// counter, so nobody waits for it. Warps without a row take subtrees from the other warps of their block (worker.cuh), and
// warps without a root from all others (exchange.cuh).
#pragma once

#include "cliques/orientation_wide.cuh"
#include "cliques/pivot_wide.cuh"
#include "cliques/root_choice.cuh"

namespace cliquestream::cliques {

// What a warp needs to build the matrix of a small root.
struct alignas(16) SmallBuild {
  static constexpr u32 kFilterBits = 12;
  static constexpr u32 kSlotBits = 7;
  u32 ids[CliquePolicy::kWarpRoot];
  u32 filter[1 << (kFilterBits - 5)];
  u32 slots[1 << kSlotBits];
};

// Units of progress: row i of a root counts i + 1.
__device__ __forceinline__ u64 units_of(u64 rows) { return rows * (rows + 1) / 2; }

template <class Mask, bool kPivot>
__device__ __forceinline__ void count_small_roots(const Job& job) {
  char* shared = CS_CLIQUE_SHARED;
  const u32 lane = threadIdx.x & 31, warp = threadIdx.x >> 5, warps = blockDim.x >> 5;
  Sharing& sharing = *reinterpret_cast<Sharing*>(shared);
  SmallBuild& build = reinterpret_cast<SmallBuild*>(shared + job.layout.matrix)[warp];
  const Leaves leaves(job.histogram, reinterpret_cast<u32*>(shared + job.layout.window));
  const long long start = clock64();
  if (threadIdx.x == 0) {
    sharing.hungry = 0;  // small trees are shared by way of the exchange only
    sharing.at_work = warps;
    if (kPivot) {
      exchange_enter(job.exchange, warps);
    }
  }
  if (kPivot) {
    leaves.clear(threadIdx.x, blockDim.x);
  }
  __syncthreads();
  Worker worker(job, leaves, sharing, kPivot ? sizeof(PivotArea) : sizeof(OrientationArea), nullptr, lane, warp);
  Mask* tile = reinterpret_cast<Mask*>(worker.area().tile);
  const Lookup empty = {build.ids, 0, build.filter, SmallBuild::kFilterBits, build.slots, SmallBuild::kSlotBits};
  worker.look();
  while (!worker.stopped) {
    u32 first = 0;
    if (lane == 0) {
      first = worker.paused ? job.root_count : atomicAdd(job.taken, job.roots_at_once);
    }
    first = __shfl_sync(kFullWarp, first, 0);
    bool last = false;
    u64 finished = 0;
    for (u32 i = first; i < first + job.roots_at_once && !last; i++) {
      const u64 place = static_cast<u64>(i) * job.slice_count + job.slice_index;
      if (place >= job.root_count) {
        last = true;
        break;
      }
      const u64 row = __ldg(job.rows + __ldg(job.roots + place));
      Lookup lookup = empty;
      lookup.count = row_length(row);
      if (lookup.count + 1 < job.least) {
        last = true;  // so are all that follow
        break;
      }
      __syncwarp();
      const u32 words = kPivot ? words_of(lookup.count) : sizeof(Mask) / 4;
      build_matrix<kPivot, false>(
          job, lookup, job.adjacency + row_quad(row) * 4, build.ids, reinterpret_cast<u32*>(tile), words,
          CliquePolicy::kWarpRootLanesPerRow, lane, 32);
      worker.tally(kTiles, 1);
      worker.tally(kTileVertices, lookup.count);
      if constexpr (kPivot) {
        if (sizeof(Mask) == 4 || words == 1) {
          search_tile<1>(worker, kTileAt, lookup.count, TileSet<1>::first(lookup.count), 1, 0);
        } else {
          search_tile<2>(worker, kTileAt, lookup.count, TileSet<2>::first(lookup.count), 1, 0);
        }
      } else {
        worker.counted += count_in_tile<Mask>(worker, tile, lookup.count, job.most - 1);
      }
      finished += units_of(lookup.count);
    }
    worker.look();
    if (worker.stopped) {
      break;
    }
    if (lane == 0 && job.done != nullptr && finished != 0) {
      add_to(job.done, finished);
    }
    if (last) {
      break;
    }
  }
  if constexpr (kPivot) {
    search_for_others(worker, true);
  }
  worker.publish(start);
  if constexpr (kPivot) {
    __syncthreads();
    leaves.flush(threadIdx.x, blockDim.x);
  }
}

// Out-neighbours that can be in a clique of interest and are not adjacent to all the others: the result is their mask.
// Those adjacent to all others are counted in *full. For a whole block.
__device__ __forceinline__ const u32* open_vertices(
    const Worker& worker, u32 degree, u32* masks, u32* full_count) {
  constexpr u32 kPasses = 4;
  const u32 words = words_of(degree), lane = worker.lane, warps = blockDim.x >> 5;
  u32* alive = masks;
  u32* next = masks + words;
  u32* full = masks + 2 * words;
  for (u32 w = threadIdx.x; w < words; w += blockDim.x) {
    alive[w] = low_bits<u32>(degree - w * 32 < 32 ? degree - w * 32 : 32);
  }
  __syncthreads();
  for (u32 pass = 0; pass < kPasses; pass++) {
    const u32 count = warp_count_bits(alive, words, lane);
    bool changed = false;
    for (u32 w = worker.warp; w < words; w += warps) {
      const bool inside = alive[w] >> lane & 1;
      u32 adjacent = 0;
      if (inside) {
        const u32* row = worker.matrix + static_cast<u64>(w * 32 + lane) * worker.stride;
        for (u32 x = 0; x < words; x++) {
          adjacent += __popc(row[x] & alive[x]);
        }
      }
      const u32 keep = __ballot_sync(kFullWarp, inside && adjacent + 2 >= worker.job.least);
      const u32 all = __ballot_sync(kFullWarp, inside && adjacent + 1 == count);
      changed = changed || keep != alive[w];
      if (lane == 0) {
        next[w] = keep;
        full[w] = all & keep;  // adjacent to all of a set: adjacent to all of its subsets
      }
    }
    changed = __syncthreads_or(changed);
    u32* const swapped = alive;
    alive = next;
    next = swapped;
    if (!changed) {
      break;
    }
  }
  for (u32 w = threadIdx.x; w < words; w += blockDim.x) {
    next[w] = alive[w] & ~full[w];
  }
  *full_count = warp_count_bits(full, words, lane);
  __syncthreads();
  return next;
}

template <bool kPivot>
__device__ __forceinline__ void count_row(Worker& worker, u32 i, const u32* open, u32 full) {
  const u32* row = worker.matrix + static_cast<u64>(i) * worker.stride;
  const u32 words = (i >> 5) + 1;
  if constexpr (kPivot) {
    u32* candidates = worker.stack();
    for (u32 w = worker.lane; w < words; w += 32) {
      candidates[w] = row[w] & open[w] & (w == i >> 5 ? low_bits<u32>(i & 31) : ~0u);
    }
    __syncwarp();
    WideTree(worker).search(words, 2, full);
  } else {
    count_in_mask(worker, row, words, worker.job.most - 2);
  }
}

template <bool kPivot, bool kGlobal>
__device__ __forceinline__ void count_large_roots(const Job& job) {
  char* shared = CS_CLIQUE_SHARED;
  const u32 lane = threadIdx.x & 31, warp = threadIdx.x >> 5, warps = blockDim.x >> 5;
  Sharing& sharing = *reinterpret_cast<Sharing*>(shared);
  const Leaves leaves(job.histogram, reinterpret_cast<u32*>(shared + job.layout.window));
  u32* const own = kGlobal ? job.matrices + blockIdx.x * job.matrix_words : nullptr;
  u32* const matrix = kGlobal ? own : reinterpret_cast<u32*>(shared + job.layout.matrix);
  u32* const masks = kGlobal ? own + (job.matrix_words - 3 * words_of(job.widest))
                             : reinterpret_cast<u32*>(shared + job.layout.masks);
  const long long start = clock64();
  if (kPivot) {
    leaves.clear(threadIdx.x, blockDim.x);
    if (threadIdx.x == 0) {
      sharing.at_work = warps;
      exchange_enter(job.exchange, warps);
    }
  }
  if (threadIdx.x == 0) {
    sharing.left = job.resumed != 0 ? blockIdx.x : job.blocks;
  }
  Worker worker(
      job, leaves, sharing, kPivot ? sizeof(PivotArea) : sizeof(OrientationArea),
      job.stacks + static_cast<u64>(blockIdx.x) * warps * job.stack_words, lane, warp);
  worker.matrix = matrix;
  for (;;) {
    __syncthreads();
    if (warp == 0) {
      choose_root(worker);
    }
    __syncthreads();
    const u32 place = sharing.root;
    if (place == kNoId) {
      break;
    }
    const u64 row = __ldg(job.rows + __ldg(job.roots + place));
    const u32 degree = row_length(row);
    const RowPart part(job, place);
    const u32 rows = part.rows(degree);
    if (rows == 0) {
      continue;  // none of its rows is in this slice
    }
    const u32* list = job.adjacency + row_quad(row) * 4;
    u32* ids = reinterpret_cast<u32*>(shared + job.layout.ids);
    const Lookup lookup = {
        kGlobal ? list : ids,
        degree,
        reinterpret_cast<u32*>(shared + job.layout.filter),
        job.layout.filter_bits,
        kGlobal ? nullptr : reinterpret_cast<u32*>(shared + job.layout.slots),
        job.layout.slot_bits};
    worker.stride = stride_of(degree);
    build_matrix<kPivot, true>(
        job, lookup, list, ids, matrix, worker.stride,
        degree <= CliquePolicy::kSmallRoot ? CliquePolicy::kSmallRootLanesPerRow : 32, threadIdx.x, blockDim.x);
    // The warps' areas share memory with the lookup.
    if (lane == 0) {
      worker.area().mail.kind = kNoMail;
    }
    __syncthreads();
    u32 full = 0;
    const u32* open = nullptr;
    if constexpr (kPivot) {
      open = open_vertices(worker, degree, masks, &full);
      // The cliques of the root and vertices adjacent to all others.
      if (threadIdx.x == 0 && !sharing.joined && part.first == 0) {
        leaves.add(1, full, 1);
      }
    }
    for (;;) {
      u32 first = 0;
      if (lane == 0) {
        first = worker.paused ? rows : atomicAdd(job.rows_taken + place, job.rows_at_once);
      }
      first = __shfl_sync(kFullWarp, first, 0);
      if (first >= rows) {
        break;
      }
      u64 finished = 0;
      for (u32 x = first; x < rows && x < first + job.rows_at_once; x++) {
        const u32 i = degree - 1 - part.first - x * part.step;
        // With pivoting, the vertices adjacent to all others may lie above i.
        if (i + 2 + full >= job.least && (!kPivot || open[i >> 5] >> (i & 31) & 1)) {
          count_row<kPivot>(worker, i, open, full);
        }
        finished += i + 1;
      }
      // A row of orientation may be one step, and a long one; trees look for themselves.
      if (worker.node(kPivot ? 1 : Worker::weight_of(words_of(degree), words_of(degree)))) {
        break;
      }
      if (lane == 0 && job.done != nullptr) {
        add_to(job.done, finished);
      }
    }
    if constexpr (kPivot) {
      search_for_others(worker, false);
    } else {
      count_for_others(worker);
    }
  }
  if constexpr (kPivot) {
    search_for_others(worker, true);
  }
  worker.publish(start);
  if constexpr (kPivot) {
    __syncthreads();
    leaves.flush(threadIdx.x, blockDim.x);
  }
}

__global__ void __launch_bounds__(CliquePolicy::kOrientationWarpThreads, CliquePolicy::kOrientationWarpBlocks)
    cs_kernel_clique_orientation_32(Job job) {
  count_small_roots<u32, false>(job);
}
__global__ void __launch_bounds__(CliquePolicy::kOrientationWarpThreads, CliquePolicy::kOrientationWarpBlocks)
    cs_kernel_clique_orientation_64(Job job) {
  count_small_roots<u64, false>(job);
}
__global__ void __launch_bounds__(CliquePolicy::kPivotWarpThreads, CliquePolicy::kPivotWarpBlocks)
    cs_kernel_clique_pivot_32(Job job) {
  count_small_roots<u32, true>(job);
}
__global__ void __launch_bounds__(CliquePolicy::kPivotWarpThreads, CliquePolicy::kPivotWarpBlocks)
    cs_kernel_clique_pivot_64(Job job) {
  count_small_roots<u64, true>(job);
}
__global__ void __launch_bounds__(CliquePolicy::kBlockKernelThreads, CliquePolicy::kOrientationBlockBlocks)
    cs_kernel_clique_orientation_block(Job job) {
  count_large_roots<false, false>(job);
}
__global__ void __launch_bounds__(CliquePolicy::kBlockKernelThreads, CliquePolicy::kOrientationBlockBlocks)
    cs_kernel_clique_orientation_global(Job job) {
  count_large_roots<false, true>(job);
}
__global__ void __launch_bounds__(CliquePolicy::kBlockKernelThreads, CliquePolicy::kPivotBlockBlocks)
    cs_kernel_clique_pivot_block(Job job) {
  count_large_roots<true, false>(job);
}
__global__ void __launch_bounds__(CliquePolicy::kBlockKernelThreads, CliquePolicy::kPivotBlockBlocks)
    cs_kernel_clique_pivot_global(Job job) {
  count_large_roots<true, true>(job);
}

}  // namespace cliquestream::cliques
