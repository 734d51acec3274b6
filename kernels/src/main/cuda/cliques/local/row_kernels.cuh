// Kernels of the k-cliques of vertices and edges along the orientation (row_count.cuh): a warp or a block a root.
//
// Blocks hand out the rows of their root to their warps, the largest first. A block that finds no root left builds the matrix of
// the root with most rows left once more and takes rows from the same counter. What a row brings is added at once, or to sums
// of the block that are added when its root's rows are gone; so a launch that is paused leaves nothing behind but counters,
// and which root each block was busy with.
#pragma once

#include "cliques/local/row_count.cuh"
#include "cliques/local/tree.cuh"

namespace cliquestream::cliques::local {

// Rows of the root at a place that nobody has taken.
__device__ __forceinline__ u32 local_rows_left(const Job& job, u32 place) {
  const u32 rows = row_length(__ldg(job.rows + __ldg(job.roots + place)));
  const u32 taken = read_volatile(job.rows_taken + place);
  return taken < rows ? rows - taken : 0;
}

// The next root whose turn it is, kNoId past the last one with enough out-neighbours.
__device__ __forceinline__ u32 local_root_at(const Job& job, u32 turn) {
  const u64 place = static_cast<u64>(turn) * job.slice_count + job.slice_index;
  const bool there = place < job.root_count && row_length(__ldg(job.rows + __ldg(job.roots + place))) + 1 >= job.least;
  return there ? static_cast<u32>(place) : kNoId;
}

// What a warp has done of it, in units of cs_clique_units, told now and then.
class LocalUnits {
 public:
  __device__ __forceinline__ explicit LocalUnits(u64* done) : done_(done) { told_ = clock64(); }
  __device__ __forceinline__ void add(u64 units) { units_ += units; }
  __device__ __forceinline__ void tell(u32 lane) {
    if (lane == 0 && done_ != nullptr && units_ != 0) {
      add_to(done_, units_);
    }
    units_ = 0;
    told_ = clock64();
  }
  __device__ __forceinline__ void tell_now_and_then(u32 lane) {
    if (clock64() - told_ > LocalPolicy::kTellCycles) {
      tell(lane);
    }
  }

 private:
  u64* done_;
  u64 units_ = 0;
  long long told_ = 0;
};

__device__ __forceinline__ RowSpace row_space(const RowJob& job, u32 base, u32 warp) {
  const u32 area = base + job.layout.areas + warp * job.layout.area_bytes;
  RowSpace s;
  s.degree = 0;
  s.stride = 1;
  s.low = shared_at<u32>(base + job.layout.low);
  s.high = shared_at<u32>(base + job.layout.high);
  s.ids = shared_at<u32>(base + job.layout.ids);
  s.matrix = shared_at<u32>(base + job.layout.matrix);
  s.tile = shared_at<u32>(area);
  s.masks = shared_at<u32>(area + job.layout.masks);
  s.members = shared_at<u16>(area + job.layout.members);
  return s;
}

// The root's matrix, for a warp or a block; ends with its barrier.
template <bool kBlock>
__device__ __forceinline__ void build_rows(
    const RowJob& job, u32 base, u64 descriptor, RowSpace& s, u32 lanes, u32 thread, u32 threads) {
  s.degree = row_length(descriptor);
  s.stride = stride_of(s.degree);
  const Lookup lookup = {
      s.ids, s.degree, shared_at<u32>(base + job.layout.filter), job.layout.filter_bits,
      shared_at<u32>(base + job.layout.slots), job.layout.slot_bits};
  build_matrix<true, kBlock>(
      job.graph, lookup, job.graph.adjacency + row_quad(descriptor) * 4, s.ids, s.matrix, s.stride, lanes, thread, threads);
}

// What the root's rows have brought to its vertices and to itself, or to its edges.
template <bool kEdges>
__device__ __forceinline__ void give_sums(
    const RowJob& job, u32 root, u64 descriptor, const RowSpace& s, u32 thread, u32 threads) {
  for (u32 j = thread; j <= s.degree; j += threads) {
    const u64 sum = s.take(j);
    if (sum == 0) {
      continue;
    }
    if constexpr (kEdges) {
      add_sum(job.edge_sums, row_quad(descriptor) * 4 + j, sum, job.sum_words);
    } else {
      add_sum(job.sums, j == s.degree ? root : s.ids[j], sum, 2);
    }
  }
}

template <u32 kSize, bool kEdges>
__device__ __forceinline__ void count_rows_by_warp(const RowJob& job) {
  const Job& graph = job.graph;
  const u32 lane = threadIdx.x & 31, warp = threadIdx.x >> 5, base = warp * job.layout.bytes;
  RowSpace space = row_space(job, base, 0);
  for (u32 i = lane; i <= graph.widest; i += 32) {
    space.take(i);
  }
  if (threadIdx.x == 0) {
    add_to(job.begun, 1);
  }
  __syncwarp();
  LocalUnits units(graph.done);
  for (bool more = true; more;) {
    u32 first = kNoId;
    if (lane == 0 && !is_up(graph.stop)) {
      first = atomicAdd(graph.taken, graph.roots_at_once);
    }
    first = __shfl_sync(kFullWarp, first, 0);
    if (first == kNoId) {
      break;
    }
    for (u32 turn = first; turn < first + graph.roots_at_once; turn++) {
      const u32 place = local_root_at(graph, turn);
      if (place == kNoId) {
        more = false;
        break;
      }
      const u32 root = __ldg(graph.roots + place);
      const u64 descriptor = __ldg(graph.rows + root);
      build_rows<false>(job, base, descriptor, space, CliquePolicy::kWarpRootLanesPerRow, lane, 32);
      RowCount<kSize, kEdges> rows(job, space, lane);
      for (u32 i = space.degree; i-- > 1;) {
        rows.count(i);
      }
      give_sums<kEdges>(job, root, descriptor, space, lane, 32);
      __syncwarp();
      units.add(static_cast<u64>(space.degree) * (space.degree + 1) / 2);
    }
    units.tell_now_and_then(lane);
  }
  units.tell(lane);
}

// The block's next root, by its first warp. left: whether the launch before may have left the block's root.
__device__ __forceinline__ u32 choose_local_root(const Job& job, bool& left, bool& paused, u32 lane) {
  paused = paused || __shfl_sync(kFullWarp, is_up(job.stop), 0);
  if (paused) {
    return kNoId;  // and the next launch has to know which root this one leaves
  }
  u32 place = kNoId;
  if (left) {
    left = false;
    const u32 busy = read_volatile(job.busy_with + blockIdx.x);
    if (busy != 0 && local_rows_left(job, busy - 1) != 0) {
      return busy - 1;
    }
  }
  u32 turn = 0;
  if (lane == 0) {
    turn = atomicAdd(job.taken, 1u);
  }
  place = local_root_at(job, __shfl_sync(kFullWarp, turn, 0));
  if (place == kNoId) {
    u32 most = 0, where = kNoId;
    for (u32 b = lane; b < gridDim.x; b += 32) {
      const u32 other = read_volatile(job.busy_with + b);
      const u32 rows = other == 0 ? 0 : local_rows_left(job, other - 1);
      if (rows > most) {
        most = rows;
        where = other - 1;
      }
    }
    const u32 best = __reduce_max_sync(kFullWarp, most);
    if (best >= RowPolicy::kRowsPerJoiningWarp * (blockDim.x >> 5) * job.rows_at_once) {
      place = __shfl_sync(kFullWarp, where, 31 - __clz(__ballot_sync(kFullWarp, most == best)));
    }
  }
  if (lane == 0) {
    *const_cast<volatile u32*>(job.busy_with + blockIdx.x) = place == kNoId ? 0 : place + 1;
  }
  return place;
}

template <u32 kSize, bool kEdges>
__device__ __forceinline__ void count_rows_by_block(const RowJob& job) {
  __shared__ u32 shared_place;
  const Job& graph = job.graph;
  const u32 lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  RowSpace space = row_space(job, 0, warp);
  for (u32 i = threadIdx.x; i <= graph.widest; i += blockDim.x) {
    space.take(i);
  }
  if (threadIdx.x == 0) {
    add_to(job.begun, 1);
  }
  LocalUnits units(graph.done);
  bool left = graph.resumed != 0, paused = false;
  for (;;) {
    __syncthreads();
    if (warp == 0) {
      const u32 chosen = choose_local_root(graph, left, paused, lane);
      if (lane == 0) {
        shared_place = chosen;
      }
    }
    __syncthreads();
    const u32 place = shared_place;
    if (place == kNoId) {
      break;
    }
    const u32 root = __ldg(graph.roots + place);
    const u64 descriptor = __ldg(graph.rows + root);
    const u32 lanes = row_length(descriptor) <= CliquePolicy::kSmallRoot ? CliquePolicy::kSmallRootLanesPerRow : 32;
    build_rows<true>(job, 0, descriptor, space, lanes, threadIdx.x, blockDim.x);
    RowCount<kSize, kEdges> rows(job, space, lane);
    while (!paused) {
      u32 first = kNoId;
      if (lane == 0 && !is_up(graph.stop)) {
        first = atomicAdd(graph.rows_taken + place, graph.rows_at_once);
      }
      first = __shfl_sync(kFullWarp, first, 0);
      paused = first == kNoId;
      if (first >= space.degree) {
        break;
      }
      for (u32 x = first; x < space.degree && x < first + graph.rows_at_once; x++) {
        const u32 i = space.degree - 1 - x;
        rows.count(i);
        units.add(i + 1);
      }
      units.tell_now_and_then(lane);
    }
    __syncthreads();
    give_sums<kEdges>(job, root, descriptor, space, threadIdx.x, blockDim.x);
  }
  units.tell(lane);
}

template <u32 kSize, bool kEdges>
__global__ void __launch_bounds__(RowPolicy::kMostThreads, RowPolicy::kResidentBlocks)
    cs_kernel_clique_local_rows_warp(const __grid_constant__ RowJob job) {
  count_rows_by_warp<kSize, kEdges>(job);
}
template <u32 kSize, bool kEdges>
__global__ void __launch_bounds__(RowPolicy::kMostThreads, RowPolicy::kResidentBlocks)
    cs_kernel_clique_local_rows_block(const __grid_constant__ RowJob job) {
  count_rows_by_block<kSize, kEdges>(job);
}

// Sums of vertices from those of edges: k - 1 times too large. sums must be 0 before.
__global__ void cs_kernel_clique_local_ends(
    const u64* __restrict__ rows, const u32* __restrict__ adjacency, u64 active, const u64* edge_sums, u32 sum_words,
    u64* sums) {
  const u32 lane = threadIdx.x & 31;
  for (u64 u = global_thread() >> 5; u < active; u += global_threads() >> 5) {
    const u64 row = __ldg(rows + u), first = row_quad(row) * 4;
    u64 low = 0, high = 0;
    for (u64 at = first + lane; at < first + row_length(row); at += 32) {
      const u64 more = edge_sums[at * sum_words], more_high = sum_words == 1 ? 0 : edge_sums[at * 2 + 1];
      const u64 vertex = __ldg(adjacency + at);
      add_wide(sums + 2 * vertex, sums + 2 * vertex + 1, more, more_high);
      low += more;
      high += more_high + (low < more ? 1 : 0);
    }
    warp_sum_wide(low, high);
    if (lane == 0) {
      add_wide(sums + 2 * u, sums + 2 * u + 1, low, high);
    }
  }
}

}  // namespace cliquestream::cliques::local
