// The search: every warp takes chunks of roots, follows the plan, gives and gets work, and leaves what it has not done in its
// slot when the launch has to end.
#pragma once

#include "enumerate/traversal.cuh"

namespace cliquestream::enumerate {

// Goes on at `level`, not below `base`. True: that part is done. False: the warp leaves, and its state says what is left.
template <class Way>
__device__ __forceinline__ bool search(Way& t, u32 base, u32& level) {
  const u32 last = t.last();
  WarpState& s = t.state;
  for (;;) {
    if (t.leaving) {
      return false;
    }
    if (t.others_idle) {
      t.donations += donate(t.job, s, t.number, base, level, last);
      t.others_idle = false;
    }
    const u32 next = s.next[level];
    const u32 end = s.end[level];
    if (next >= end) {
      if (level == base) {
        return true;
      }
      level--;
      t.release(level);
      continue;
    }
    u32 step = 1;
    if (level == last) {
      if (!t.aggregate(next, end)) {
        return false;
      }
      step = 32;
    } else {
      const u32 x = t.candidate(level, next);
      if (!t.used(level, x)) {
        if (!t.bind(level, x)) {
          return false;
        }
        t.extensions++;
        const u32 first = t.candidate_begin(level + 1, next);
        const u32 count = t.candidate_count(level + 1);
        __syncwarp();
        if (t.lane == 0) {
          s.next[level] = next + 1;
          s.next[level + 1] = first;
          s.end[level + 1] = count;
        }
        __syncwarp();
        level++;
        continue;
      }
    }
    __syncwarp();
    if (t.lane == 0) {
      s.next[level] = min(next + step, end);
    }
    __syncwarp();
  }
}

// The vertex whose row holds an arc: 32 rows at a time are looked at.
__device__ __forceinline__ u32 row_of(const GraphView& graph, u64 arc) {
  u32 low = 0, high = graph.vertices;  // the row is in [low, high)
  while (high - low > 1) {
    const u32 step = (high - low + 31) / 32;
    const u32 at = low + lane_id() * step;
    const u32 mask = __ballot_sync(kFullWarp, at < high && graph.rows[at].start <= arc);
    low += (31 - __clz(mask)) * step;
    high = min(high, low + step);
  }
  return low;
}

// Prepares the next run of a chunk. False: the chunk holds nothing more.
template <class Way>
__device__ __forceinline__ bool next_run(Way& t, Slot& own, u32& base) {
  WarpState& s = t.state;
  if (t.last() == 0) {
    if (own.chunk >= own.chunk_end) {
      return false;
    }
    __syncwarp();
    if (t.lane == 0) {
      s.next[0] = static_cast<u32>(own.chunk);
      s.end[0] = static_cast<u32>(own.chunk_end);
    }
    __syncwarp();
    own.chunk = own.chunk_end;
    base = 0;
    return true;
  }
  const bool bounded = t.roots_bounded();
  while (own.chunk < own.chunk_end) {
    const u32 v = row_of(t.job.graph, own.chunk);
    const Row row = t.job.graph.row(v);
    const u64 from = own.chunk - row.start;
    const u64 end = min(own.chunk_end, row.start + row.degree);
    const u64 to = min(end - row.start, static_cast<u64>(bounded ? row.out_degree : row.degree));
    t.worked(1);
    if (from < to) {
      __syncwarp();
      if (t.lane == 0) {
        s.matched[0] = v;
        s.next[1] = static_cast<u32>(from);
        s.end[1] = static_cast<u32>(to);
      }
      __syncwarp();
      own.chunk = end;
      base = 1;
      return true;
    }
    own.chunk = end;
  }
  return false;
}

// Shared memory: the plan, then every warp's state and what its way of searching keeps.
template <template <bool> class Way, bool kAllBits>
__device__ __forceinline__ void run(const Job& job) {
  extern __shared__ uint4 cs_enumerate_shared[];
  char* const shared = reinterpret_cast<char*>(cs_enumerate_shared);
  const u32 warp = threadIdx.x / 32;
  const u32 lane = lane_id();
  const u32 number = blockIdx.x * EnumeratePolicy::kWarpsPerBlock + warp;
  for (u32 i = threadIdx.x; i < sizeof(cs_enumerate_plan) / sizeof(u64); i += blockDim.x) {
    reinterpret_cast<u64*>(shared)[i] = reinterpret_cast<const u64*>(job.plan)[i];
  }
  if (threadIdx.x == 0) {
    atomicAdd(&job.control->working, static_cast<u32>(EnumeratePolicy::kWarpsPerBlock));
    __threadfence();
    atomicAdd(&job.control->begun, 1u);
  }
  __syncthreads();
  const cs_enumerate_plan& plan = *reinterpret_cast<const cs_enumerate_plan*>(shared);
  char* mine = shared + plan_bytes() + warp * job.warp_bytes;
  WarpState& state = *reinterpret_cast<WarpState*>(mine);
  u64 begin;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(begin));
  const long long first_cycle = clock64();
  long long idle_cycles = 0;
  const u64 deadline = begin + u64{1000} * job.slice_microseconds;
  Way<kAllBits> t(job, plan, state, mine + sizeof(WarpState), number, deadline);

  Slot& slot = job.slots[number];
  Slot own;
  own.chunk = slot.chunk;
  own.chunk_end = slot.chunk_end;
  bool have = slot.busy != 0;
  u32 base = have ? slot.base : 0;
  u32 level = have ? slot.level : 0;
  if (have && lane < kPositions) {
    state.matched[lane] = slot.matched[lane];
    state.next[lane] = slot.next[lane];
    state.end[lane] = slot.end[lane];
  }
  __syncwarp();
  bool working = true;
  while (!t.leaving) {
    if (have) {
      if (!t.resume(level) || !search(t, base, level)) {
        break;
      }
      for (u32 i = base; i-- > 0;) {
        t.release(i);
      }
      have = false;
    }
    if (t.leaving) {
      break;
    }
    if (next_run(t, own, base)) {
      level = base;
      have = true;
    } else {
      u64 got = 0;
      if (lane == 0) {
        got = read_volatile(&job.control->next_root);
        if (got < job.roots) {
          got = atomicAdd(reinterpret_cast<atomic64*>(&job.control->next_root), static_cast<atomic64>(job.chunk));
        }
      }
      got = __shfl_sync(kFullWarp, got, 0);
      t.worked(4);
      if (got < job.roots) {
        own.chunk = got;
        own.chunk_end = min(got + job.chunk, job.roots);
        continue;
      }
      bool mail = false;
      if (lane == 0) {
        if (job.balance == CS_ENUMERATE_DONATE) {
          const long long since = clock64();
          mail = await_mail(job, number, deadline);
          idle_cycles += clock64() - since;
        } else if (
            atomicAdd(&job.control->idle, 1u) + 1 >= job.idle_warps && job.balance != CS_ENUMERATE_STATIC) {
          atomicExch(&job.control->pause, 1u);
        }
      }
      mail = __shfl_sync(kFullWarp, mail, 0);
      if (!mail) {
        working = job.balance != CS_ENUMERATE_DONATE;
        break;
      }
      const Part& part = job.mail[number].part;
      base = level = __ldcg(&part.level);
      if (lane < kPositions) {
        state.matched[lane] = __ldcg(&part.matched[lane]);
      }
      if (lane == 0) {
        state.next[level] = __ldcg(&part.from);
        state.end[level] = __ldcg(&part.to);
      }
      __syncwarp();
      have = true;
    }
  }
  if (lane == 0) {
    if (working) {
      atomicSub(&job.control->working, 1u);
    }
    slot.chunk = own.chunk;
    slot.chunk_end = own.chunk_end;
    slot.busy = have ? 1 : 0;
    slot.base = base;
    slot.level = level;
    if (have || own.chunk < own.chunk_end) {
      atomicAdd(&job.control->busy, 1u);
    }
  }
  if (have && lane < kPositions) {
    slot.matched[lane] = state.matched[lane];
    slot.next[lane] = state.next[lane];
    slot.end[lane] = state.end[lane];
  }
  t.leave();
  u64 low = static_cast<u64>(t.sum);
  u64 high = static_cast<u64>(t.sum >> 64);
#pragma unroll
  for (int distance = 16; distance; distance >>= 1) {
    const u64 other = __shfl_down_sync(kFullWarp, low, distance);
    high += __shfl_down_sync(kFullWarp, high, distance);
    low += other;
    high += low < other ? 1 : 0;
  }
  if (lane == 0) {
    cs_enumerate_header& header = *job.header;
    if (low != 0 || high != 0) {
      const u64 before = atomicAdd(reinterpret_cast<atomic64*>(&header.low), static_cast<atomic64>(low));
      add_to(&header.high, high + (before + low < before ? 1 : 0));
    }
    add_to(&header.extensions, t.extensions);
    add_to(&header.elements, 32 * (t.elements + t.work));
    add_to(&header.donations, t.donations);
    add_to(&header.cycles, static_cast<u64>(clock64() - first_cycle));
    add_to(&header.idle_cycles, static_cast<u64>(idle_cycles));
  }
}

}  // namespace cliquestream::enumerate
