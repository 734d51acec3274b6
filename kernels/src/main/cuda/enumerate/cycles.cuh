// Cycles of four and five vertices, not only induced ones, by the wedges below their hub.
//
// A cycle is found at its hub v, its vertex of least rank (largest degree). Let w(x) be the number of wedges v - u - x with u
// and x after v. A 4-cycle is two wedges with one end, so v is the hub of C(w(x), 2) summed over x (Chiba and Nishizeki, 1985).
// A 5-cycle is an edge xy after v and a wedge to each of its ends whose middles differ; w(x) w(y) summed over the edges also
// counts walks
//   through an end, u = y:   w(y) times the neighbours x of y after v, for every neighbour y of v
//   through both ends:       taken away twice, so one for each triangle at v is added
//   with one middle:         triangles uxy after v with u adjacent to v
// A triangle whose least vertex is a has u = a for all neighbours v of a before a, and u = b for all neighbours of b before a;
// and w_a(b) is the number of triangles at the edge ab whose least vertex is a. So all corrections are sums over the neighbours
// u of v after v, and
//   five-cycles = sum over v of [ sum over edges xy after v of w(x) w(y)
//                                 + sum over u of w(u) (1 - degree(u) + (1 - degree of v towards smaller ranks) / 2) ].
//
// A block takes one hub after the other, the largest first. Edges after v are the end of the list of all edges sorted by smaller
// end: it is streamed, and two counters are looked up an edge. Where two bytes for every vertex fit shared memory they are
// there. Elsewhere each block has counters in global memory and remembers which it has touched, and goes through the rows of
// these. Cost: one step a wedge, and for 5-cycles one an edge and hub (shared) or an edge at a touched vertex (global).
//
// A launch ends between two takings of hubs; nothing else is left over.
#pragma once

#include "enumerate/wedges.cuh"

namespace cliquestream::enumerate {

// Sum of w(x) w(y) over the edges after v, this thread's part.
__device__ __forceinline__ u64 sum_edges(const Job& job, const SharedCounters& counters, u32 v, u64& looked) {
  const u64 begin = job.edge_starts[v + 1], end = job.graph.arcs / 2;
  looked += threadIdx.x == 0 ? end - begin : 0;
  u64 sum = 0;
  for (u64 e = begin + threadIdx.x; e < end; e += 4 * blockDim.x) {
#pragma unroll
    for (u32 i = 0; i < 4; i++) {
      const u64 at = e + i * blockDim.x;
      if (at < end) {
        sum += static_cast<u64>(counters.get(__ldg(job.smaller_ends + at))) * counters.get(__ldg(job.larger_ends + at));
      }
    }
  }
  return sum;
}
// The same by the rows of what was touched: a warp a row, long ones by the block, which are those of the smallest ranks.
__device__ __forceinline__ u64 sum_edges(const Job& job, const GlobalCounters& counters, u32 v, u64& looked) {
  u64 sum = 0;
  const auto row_sum = [&](u32 y, u32 thread, u32 threads) {
    const u64 count = counters.get(y);
    const Row row = job.graph.row(y);
    u64 found = 0;
    for (u32 i = row.out_degree + thread; i < row.degree; i += threads) {
      found += counters.get(__ldg(job.graph.list(row) + i));
      looked++;
    }
    sum += count * found;
  };
  const auto is_long = [&](const Row& row) { return row.degree - row.out_degree > EnumeratePolicy::kLongRow; };
  for (u32 i = threadIdx.x / 32; i < counters.touched_count(); i += blockDim.x / 32) {
    const u32 y = counters.touched(i);
    if (!is_long(job.graph.row(y))) {
      row_sum(y, lane_id(), 32);
    }
  }
  for (u32 y = v + 1; y < job.graph.vertices; y++) {
    const Row row = job.graph.row(y);
    if (row.degree <= EnumeratePolicy::kLongRow) {
      break;
    }
    if (is_long(row) && counters.get(y) != 0) {
      row_sum(y, threadIdx.x, blockDim.x);
    }
  }
  return sum;
}

// What a hub adds to the number of cycles, this thread's part.
template <class Counters>
__device__ __forceinline__ void add_four(const Counters& counters, u32 v, HubSums& mine) {
  u64 pairs = 0;
  counters.each(v, [&](u32, u64 count) { pairs += count * (count - 1) / 2; });
  mine.sum += pairs;
}
template <class Counters>
__device__ __forceinline__ void add_five(
    const Job& job, const Counters& counters, u32 v, const Row& hub, HubSums& mine) {
  mine.sum += sum_edges(job, counters, v, mine.looked);
  for (u32 i = hub.out_degree + threadIdx.x; i < hub.degree; i += blockDim.x) {
    const u32 u = job.graph.list(hub)[i];
    const __int128 count = counters.get(u);
    mine.sum += count * (1 - static_cast<int64_t>(job.graph.row(u).degree));
    mine.halves += count * (1 - static_cast<int64_t>(hub.out_degree));
  }
}

template <class Counters>
__device__ __forceinline__ void run_cycles(const Job& job) {
  const bool five = job.plan->vertices == 5;
  run_hubs<Counters>(job, true, [&](Counters& counters, u32 v, const Row& hub, HubSums& mine) {
    // A hub with one middle has no cycle, but it has walks that the triangles' corrections of later hubs take away.
    const u32 middle_count = hub.degree - hub.out_degree;
    if (middle_count < (five ? 1 : 2)) {
      return;
    }
    mine.wedges += count_wedges(job.graph, counters, v, hub);
    __syncthreads();
    if (five) {
      add_five(job, counters, v, hub, mine);
    } else {
      add_four(counters, v, mine);
    }
    __syncthreads();
    counters.clear(v);
    __syncthreads();
  });
}

}  // namespace cliquestream::enumerate
