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

#include "enumerate/extend.cuh"
#include "enumerate/search.cuh"

namespace cliquestream::enumerate {

// Two bytes a vertex in shared memory; no degree may pass 16 bits.
class SharedCounters {
 public:
  static constexpr bool kGlobal = false;
  __device__ __forceinline__ SharedCounters(const Job& job, char* shared)
      : words_(reinterpret_cast<u32*>(shared)), vertices_(job.graph.vertices) {
    for (u32 i = threadIdx.x; i < (vertices_ + 1) / 2; i += blockDim.x) {
      words_[i] = 0;
    }
  }
  static __host__ __device__ u32 bytes(u32 vertices) { return (vertices + 7) / 8 * 16; }
  __device__ __forceinline__ void add(u32 x) { atomicAdd(words_ + x / 2, x & 1 ? 0x10000u : 1u); }
  __device__ __forceinline__ u32 get(u32 x) const { return reinterpret_cast<const u16*>(words_)[x]; }
  // Calls take(x, count) for every x after v with a count, and perhaps for some without.
  template <class Take>
  __device__ __forceinline__ void each(u32 v, Take take) const {
    for (u32 i = v / 2 + threadIdx.x; i < (vertices_ + 1) / 2; i += blockDim.x) {
      const u32 word = words_[i];
      take(2 * i, word & 0xFFFF);
      take(2 * i + 1, word >> 16);
    }
  }
  __device__ __forceinline__ void clear(u32 v) {
    for (u32 i = v / 2 + threadIdx.x; i < (vertices_ + 1) / 2; i += blockDim.x) {
      words_[i] = 0;
    }
  }

 private:
  u32* const words_;
  const u32 vertices_;
};

// Four bytes a vertex in global memory, and a list of those that are not 0.
class GlobalCounters {
 public:
  static constexpr bool kGlobal = true;
  __device__ __forceinline__ GlobalCounters(const Job& job, char* shared)
      : counts_(job.large + static_cast<u64>(blockIdx.x) * job.large_ids),
        touched_(counts_ + job.graph.vertices),
        touched_count_(reinterpret_cast<u32*>(shared)) {
    if (threadIdx.x == 0) {
      *touched_count_ = 0;
    }
    for (u32 i = threadIdx.x; i < job.graph.vertices; i += blockDim.x) {
      counts_[i] = 0;
    }
  }
  static __host__ __device__ u32 bytes(u32) { return 16; }
  __device__ __forceinline__ void add(u32 x) {
    if (atomicAdd(counts_ + x, 1u) == 0) {
      touched_[atomicAdd(touched_count_, 1u)] = x;
    }
  }
  // Atomics leave what the first-level cache holds as it is: read past it.
  __device__ __forceinline__ u32 get(u32 x) const { return __ldcg(counts_ + x); }
  template <class Take>
  __device__ __forceinline__ void each(u32, Take take) const {
    for (u32 i = threadIdx.x; i < *touched_count_; i += blockDim.x) {
      const u32 x = __ldcg(touched_ + i);
      take(x, get(x));
    }
  }
  __device__ __forceinline__ void clear(u32) {
    for (u32 i = threadIdx.x; i < *touched_count_; i += blockDim.x) {
      counts_[__ldcg(touched_ + i)] = 0;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
      *touched_count_ = 0;
    }
  }
  __device__ __forceinline__ u32 touched_count() const { return *touched_count_; }
  __device__ __forceinline__ u32 touched(u32 i) const { return __ldcg(touched_ + i); }

 private:
  u32* const counts_;
  u32* const touched_;
  u32* const touched_count_;
};

// w(x) of the hub v. The whole block calls it; a warp takes some neighbours at a time, fewer where there are few.
template <class Counters>
__device__ __forceinline__ u32 count_wedges(const GraphView& graph, Counters& counters, u32 v, const Row& hub) {
  const u32* middles = graph.list(hub) + hub.out_degree;
  const u32 middle_count = hub.degree - hub.out_degree;
  const u32 warps = blockDim.x / 32;
  const u32 batch = min(32u, (middle_count + warps - 1) / warps);
  u32 work = 0;
  for (u32 from = threadIdx.x / 32 * batch; from < middle_count; from += warps * batch) {
    const u32 at = from + lane_id();
    const bool active = lane_id() < batch && at < middle_count;
    const u32 u = active ? middles[at] : 0;
    const Row row = active ? graph.row(u) : Row{0, 0, 0};
    // v is one of u's smaller neighbours; what is after v follows it.
    const u32 after = active ? lower_bound(graph.list(row), row.out_degree, v) + 1 : 0;
    count_flat<WarpGroup>(graph.list(row) + after, row.degree - after, u, kUnbounded, work, [&](u32, u32, u32 x) {
      counters.add(x);
      return false;
    });
  }
  return work;
}

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

// What a hub adds to the number of cycles, this thread's part. Halves: a sum over the neighbours of a hub is even, a thread's
// part of it need not be, so it is halved when all have been added up.
template <class Counters>
__device__ __forceinline__ void add_four(const Counters& counters, u32 v, __int128& sum) {
  u64 pairs = 0;
  counters.each(v, [&](u32, u64 count) { pairs += count * (count - 1) / 2; });
  sum += pairs;
}
template <class Counters>
__device__ __forceinline__ void add_five(
    const Job& job, const Counters& counters, u32 v, const Row& hub, __int128& sum, __int128& halves, u64& looked) {
  sum += sum_edges(job, counters, v, looked);
  for (u32 i = hub.out_degree + threadIdx.x; i < hub.degree; i += blockDim.x) {
    const u32 u = job.graph.list(hub)[i];
    const __int128 count = counters.get(u);
    sum += count * (1 - static_cast<int64_t>(job.graph.row(u).degree));
    halves += count * (1 - static_cast<int64_t>(hub.out_degree));
  }
}

template <class Counters>
__device__ __forceinline__ void run_cycles(const Job& job) {
  extern __shared__ uint4 cs_enumerate_shared[];
  char* const shared = reinterpret_cast<char*>(cs_enumerate_shared);
  BlockSums& sums = *reinterpret_cast<BlockSums*>(shared + plan_bytes());
  __shared__ u32 first_hub, hubs;
  if (threadIdx.x == 0) {
    sums = {};
  }
  Counters counters(job, shared + block_bytes());
  const GraphView& graph = job.graph;
  const bool five = job.plan->vertices == 5;
  const u64 begin = nanoseconds();
  const u64 deadline = begin + u64{1000} * job.slice_microseconds;
  const long long first_cycle = clock64();
  __int128 sum = 0, halves = 0;
  u64 wedges = 0, looked = 0;
  bool begun = false;
  for (;;) {
    __syncthreads();
    if (threadIdx.x == 0) {
      const u64 now = nanoseconds();
      // However short the slice, a launch gets on.
      const bool leave = (now >= deadline && begun) || is_up(job.stop);
      begun = true;
      u64 got = job.roots;
      if (!leave) {
        hubs = read_volatile(&job.control->next_root) < EnumeratePolicy::kLargeHubs ? 1 : EnumeratePolicy::kHubsTaken;
        got = atomicAdd(reinterpret_cast<atomic64*>(&job.control->next_root), static_cast<atomic64>(hubs));
      }
      first_hub = got < job.roots ? static_cast<u32>(got) : kNobody;
    }
    __syncthreads();
    if (first_hub == kNobody) {
      break;
    }
    const u32 end = static_cast<u32>(min(static_cast<u64>(first_hub) + hubs, job.roots));
    for (u32 v = first_hub; v < end; v++) {
      // A hub with one middle has no cycle, but it has walks that the triangles' corrections of later hubs take away.
      const Row hub = graph.row(v);
      const u32 middle_count = hub.degree - hub.out_degree;
      if (middle_count >= (five ? 1 : 2)) {
        wedges += count_wedges(graph, counters, v, hub);
        __syncthreads();
        if (five) {
          add_five(job, counters, v, hub, sum, halves, looked);
        } else {
          add_four(counters, v, sum);
        }
        __syncthreads();
        counters.clear(v);
        __syncthreads();
      }
    }
  }
  // Every match counts as often as the caller wants.
  const __int128 times = max(u64{1}, job.plan->coefficients[0]);
  u64 low, high;
  sum_wide(halves, low, high);
  if (lane_id() == 0) {
    add_wide(&sums.half_low, &sums.half_high, low, high);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    sum += static_cast<__int128>(static_cast<unsigned __int128>(sums.half_high) << 64 | sums.half_low) >> 1;
  }
  sum_wide(sum * times, low, high);
  add_warp_sum(&sums.extensions, lane_id() == 0 ? u64{32} * wedges : 0);
  add_warp_sum(&sums.elements, looked + wedges);
  add_warp_sum(&sums.cycles, lane_id() == 0 ? static_cast<u64>(clock64() - first_cycle) : 0);
  if (lane_id() == 0) {
    add_wide(&sums.low, &sums.high, low, high);
    end_block(job, sums, blockDim.x / 32);
  }
}

}  // namespace cliquestream::enumerate
