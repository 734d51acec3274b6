// Wedges below a hub, and the hubs one after the other: what cycles (cycles.cuh) and houses (house.cuh) have in common.
//
// Of a hub v, w(x) is the number of wedges v - u - x with u and x after v. A block takes one hub after the other, the largest
// first, and counts w(x) for every x. Where two bytes for every vertex fit shared memory the counters are there. Elsewhere each
// block has counters in global memory and remembers which it has touched.
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

// Calls take(owner, payload, arc) for every arc of every lane's start .. start + length - 1, with the owning lane's payload; the
// whole warp calls it. Flat, as count_flat is: lists that are long on average are gone through one after the other. Returns how
// many arcs there are.
template <class Payload, class Take>
__device__ __forceinline__ u32 each_flat(u64 start, u32 length, Payload payload, Take take) {
  const u32 end = warp_inclusive_sum(length);
  const u32 total = __shfl_sync(kFullWarp, end, 31);
  u32 holders = __ballot_sync(kFullWarp, length != 0);
  if (total >= EnumeratePolicy::kLongList * __popc(holders)) {
    for (; holders != 0; holders &= holders - 1) {
      const u32 owner = __ffs(holders) - 1;
      const u64 its_start = __shfl_sync(kFullWarp, start, owner);
      const u32 its_length = __shfl_sync(kFullWarp, length, owner);
      const Payload its_payload = __shfl_sync(kFullWarp, payload, owner);
#pragma unroll 4
      for (u32 i = lane_id(); i < its_length; i += 32) {
        take(owner, its_payload, its_start + i);
      }
    }
    return total;
  }
  const u64 base = start - (end - length);
  for (u32 i = 0; i < total; i += 32) {
    const u32 t = i + lane_id();
    u32 owner = 0;  // the first lane whose list ends past t
#pragma unroll
    for (u32 step = 16; step != 0; step >>= 1) {
      owner += __shfl_sync(kFullWarp, end, owner + step - 1) <= t ? step : 0;
    }
    owner &= 31;
    const u64 its_base = __shfl_sync(kFullWarp, base, owner);
    const Payload its_payload = __shfl_sync(kFullWarp, payload, owner);
    if (t < total) {
      take(owner, its_payload, its_base + t);
    }
  }
  return total;
}

// This thread's part of what hubs add. Halves: a sum over the neighbours of a hub that is even, while a thread's part of it need
// not be, is halved when all parts have been added up.
struct HubSums {
  __int128 sum = 0;
  __int128 halves = 0;
  u64 wedges = 0;
  u64 looked = 0;
};

// Takes hubs while there are any and time is left; begins none unless `ready`. of_hub(v, row) is called by the whole block for
// every hub.
template <class OfHub>
__device__ __forceinline__ void take_hubs(const Job& job, bool ready, OfHub of_hub) {
  __shared__ u32 first_hub, hubs;
  const u64 deadline = nanoseconds() + u64{1000} * job.slice_microseconds;
  bool begun = false;
  for (;;) {
    __syncthreads();
    if (threadIdx.x == 0) {
      const u64 now = nanoseconds();
      // However short the slice, a launch gets on.
      const bool leave = !ready || (now >= deadline && begun) || is_up(job.stop);
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
      of_hub(v, job.graph.row(v));
    }
  }
}

// The same with counters. of_hub(counters, v, row, sums) finds the counters cleared and leaves them so.
template <class Counters, class OfHub>
__device__ __forceinline__ void run_hubs(const Job& job, bool ready, OfHub of_hub) {
  extern __shared__ uint4 cs_enumerate_shared[];
  char* const shared = reinterpret_cast<char*>(cs_enumerate_shared);
  BlockSums& sums = *reinterpret_cast<BlockSums*>(shared + plan_bytes());
  if (threadIdx.x == 0) {
    sums = {};
  }
  Counters counters(job, shared + block_bytes());
  const long long first_cycle = clock64();
  HubSums mine;
  take_hubs(job, ready, [&](u32 v, const Row& hub) { of_hub(counters, v, hub, mine); });
  // Every match counts as often as the caller wants.
  const __int128 times = max(u64{1}, job.plan->coefficients[0]);
  u64 low, high;
  sum_wide(mine.halves, low, high);
  if (lane_id() == 0) {
    add_wide(&sums.half_low, &sums.half_high, low, high);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    mine.sum += static_cast<__int128>(static_cast<unsigned __int128>(sums.half_high) << 64 | sums.half_low) >> 1;
  }
  sum_wide(mine.sum * times, low, high);
  add_warp_sum(&sums.extensions, lane_id() == 0 ? u64{32} * mine.wedges : 0);
  add_warp_sum(&sums.elements, mine.looked + mine.wedges);
  add_warp_sum(&sums.cycles, lane_id() == 0 ? static_cast<u64>(clock64() - first_cycle) : 0);
  if (lane_id() == 0) {
    add_wide(&sums.low, &sums.high, low, high);
    end_block(job, sums, blockDim.x / 32);
  }
}

}  // namespace cliquestream::enumerate
