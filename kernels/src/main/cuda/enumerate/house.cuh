// Houses, not only induced ones: a triangle and a 4-cycle that share an edge, counted over both.
//
// Let t(e) be the number of triangles at an edge and c(e) that of 4-cycles. A house is a 4-cycle, one of its edges (the floor of
// the roof) and a triangle at that edge whose third vertex is not on the cycle; every house is found so exactly once, for its
// six edges say which is the shared one. So
//   houses = sum over edges of t(e) c(e), less the pairs whose third vertex lies on the cycle.
// If it does, let the cycle be a - b - c - d, the edge ab and the third vertex c: then ac is an edge, and the triangles abc and acd
// make a diamond about ac that has ab for one of its four outer edges. The other way round, a diamond and an outer edge say which
// cycle, edge and third vertex it was (a cycle with two diagonals is two diamonds). So every diamond is taken away once for each
// of its four outer edges, and there are C(t(e), 2) diamonds about an edge e:
//   houses = sum over edges of [ t(e) c(e) - 4 C(t(e), 2) ].
//
// c(e) is never kept. With w(x) the wedges v - u - x of a hub v (wedges.cuh), each wedge makes a 4-cycle with each of the
// w(x) - 1 others that end at x, and a cycle is two wedges with one end, which hold its four edges once. So
//   sum over edges of t(e) c(e) = sum over hubs v and wedges v - u - x of (w(x) - 1) (t(vu) + t(ux)),
// one pass over a hub's wedges to count w and a second to add up. An edge's diamonds are taken away at its end of smaller rank,
// so the sums over any parts of the hubs add up to the whole.
//
// t is made first, a lane an edge as pairs are counted (pair_traversal.cuh), and kept for both directions of an edge, where the
// second pass reads it beside the row. Its launch ends when the slice does, between two takings of edges; hubs are begun once no
// edge is left. Every device that shares the hubs makes t for itself: it costs what diamonds do, little beside the wedges.
//
// Sizes: w(x) - 1 and t are below 2^31 each, so a wedge adds less than 2^63, and a thread adds to 128 bits.
#pragma once

#include "enumerate/wedges.cuh"

namespace cliquestream::enumerate {

// Where the triangles of an edge are kept, by its index among all edges: in the row of either end.
__device__ __forceinline__ void keep_triangles(const Job& job, u64 edge, u32 smaller, u32 larger, u32 triangles) {
  const GraphView& graph = job.graph;
  const Row near = graph.row(smaller), far = graph.row(larger);
  job.triangles[near.start + near.out_degree + (edge - job.edge_starts[smaller])] = triangles;
  job.triangles[far.start + lower_bound(graph.list(far), far.out_degree, smaller)] = triangles;
}

// A launch's part of all t. However short the slice, every warp takes edges once.
template <bool kAllBits>
__device__ __forceinline__ void run_edge_triangles(const Job& job) {
  const GraphView& graph = job.graph;
  const u64 edges = graph.arcs / 2;
  const u64 deadline = nanoseconds() + u64{1000} * job.slice_microseconds;
  u64 elements = 0;
  for (bool begun = false;; begun = true) {
    u64 got = edges;
    if (lane_id() == 0 && !is_up(job.stop) && !(begun && nanoseconds() >= deadline) &&
        read_volatile(&job.control->next_edge) < edges) {
      got = atomicAdd(reinterpret_cast<atomic64*>(&job.control->next_edge), static_cast<atomic64>(EnumeratePolicy::kEdgesTaken));
    }
    got = __shfl_sync(kFullWarp, got, 0);
    if (got >= edges) {
      break;
    }
    const u64 edge = got + lane_id();
    const bool active = lane_id() < EnumeratePolicy::kEdgesTaken && edge < edges;
    const u32 smaller = active ? __ldg(job.smaller_ends + edge) : 0;
    const u32 larger = active ? __ldg(job.larger_ends + edge) : 0;
    const Row near = active ? graph.row(smaller) : Row{0, 0, 0};
    const Row far = active ? graph.row(larger) : Row{0, 0, 0};
    // The end of larger rank has the shorter row, and the other one the bits.
    u32 work = 0;
    const u32 triangles = count_flat<WarpGroup, EnumeratePolicy::kLongPair, EnumeratePolicy::kPairSteps>(
        graph.list(far), far.degree, smaller, kUnbounded, work,
        [&](u32, u32 other, u32 y) { return graph.template adjacent<kAllBits>(other, y); });
    if (active) {
      keep_triangles(job, edge, smaller, larger, triangles);
    }
    elements += u64{32} * work;
  }
  add_warp_sum(&job.header->elements, lane_id() == 0 ? elements : 0);
}

// The sum over a hub's wedges of (w(x) - 1) (t(vu) + t(ux)), this thread's part. The whole block calls it; middles are handed to
// warps as count_wedges does.
template <class Counters>
__device__ __forceinline__ void sum_wedges(const Job& job, const Counters& counters, u32 v, const Row& hub, HubSums& mine) {
  const GraphView& graph = job.graph;
  const u64 first = hub.start + hub.out_degree;
  const u32 middle_count = hub.degree - hub.out_degree;
  const u32 warps = blockDim.x / 32;
  const u32 batch = min(32u, (middle_count + warps - 1) / warps);
  for (u32 from = threadIdx.x / 32 * batch; from < middle_count; from += warps * batch) {
    const u32 at = from + lane_id();
    const bool active = lane_id() < batch && at < middle_count;
    const u32 floor = active ? __ldg(job.triangles + first + at) : 0;
    const Row row = active ? graph.row(__ldg(graph.neighbours + first + at)) : Row{0, 0, 0};
    const u32 after = active ? lower_bound(graph.list(row), row.out_degree, v) + 1 : 0;
    const u32 total = each_flat(row.start + after, row.degree - after, floor, [&](u32, u32 its_floor, u64 arc) {
      const u64 others = counters.get(__ldg(graph.neighbours + arc)) - 1;
      if (others != 0) {
        mine.sum += others * (u64{its_floor} + __ldg(job.triangles + arc));
      }
    });
    mine.looked += lane_id() == 0 ? total : 0;
  }
}

template <class Counters>
__device__ __forceinline__ void run_houses(const Job& job) {
  const bool ready = read_volatile(&job.control->next_edge) >= job.graph.arcs / 2;
  run_hubs<Counters>(job, ready, [&](Counters& counters, u32 v, const Row& hub, HubSums& mine) {
    const u32 middle_count = hub.degree - hub.out_degree;
    for (u32 i = hub.out_degree + threadIdx.x; i < hub.degree; i += blockDim.x) {
      const __int128 triangles = __ldg(job.triangles + hub.start + i);
      mine.sum -= 2 * triangles * (triangles - 1);
    }
    if (middle_count < 2) {
      return;
    }
    mine.wedges += count_wedges(job.graph, counters, v, hub);
    __syncthreads();
    sum_wedges(job, counters, v, hub, mine);
    __syncthreads();
    counters.clear(v);
    __syncthreads();
  });
}

}  // namespace cliquestream::enumerate
