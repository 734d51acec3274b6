// The search: every worker takes chunks of roots, follows the plan, gives and gets work, and leaves what it has not done in its
// slot when the launch has to end.
#pragma once

#include "common/wide_sum.cuh"
#include "enumerate/traversal.cuh"

namespace cliquestream::enumerate {

// Goes on at `level`, not below `base`. True: that part is done. False: the worker leaves, and its state says what is left.
template <class Way>
__device__ __forceinline__ bool search(Way& t, u32 base, u32& level) {
  using Group = typename Way::Group;
  WarpState& s = t.state;
  // However short the slice and long the way back to where the last one ended, every launch gets on by a step.
  for (bool moved = false;; moved = true) {
    if (t.leaving && moved) {
      return false;
    }
    if constexpr (Group::kLanes == 32) {
      if (t.others_idle) {
        t.donations += donate(t.job, s, t.number, base, level, t.last());
        t.others_idle = false;
      }
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
    if (level == t.last()) {
      if (!t.aggregate(next, end)) {
        return false;
      }
      step = Group::kLanes;
    } else {
      const u32 x = t.candidate(level, next);
      if (!t.used(level, x)) {
        if (!t.bind(level, x)) {
          return false;
        }
        t.extensions++;
        const u32 first = t.candidate_begin(level + 1, next);
        const u32 count = t.candidate_count(level + 1);
        Group::sync();
        if (t.lane == 0) {
          s.next[level] = next + 1;
          s.next[level + 1] = first;
          s.end[level + 1] = count;
        }
        Group::sync();
        level++;
        continue;
      }
    }
    Group::sync();
    if (t.lane == 0) {
      s.next[level] = min(next + step, end);
    }
    Group::sync();
  }
}

// The vertex whose row holds an arc: as many rows at a time are looked at as the group has lanes, two at least.
template <class Group>
__device__ __forceinline__ u32 row_of(const GraphView& graph, u64 arc) {
  u32 low = 0, high = graph.vertices;  // the row is in [low, high)
  while (high - low > 1) {
    if constexpr (Group::kLanes == 1) {
      const u32 middle = low + (high - low) / 2;
      (graph.rows[middle].start <= arc ? low : high) = middle;
    } else {
      const u32 step = (high - low + Group::kLanes - 1) / Group::kLanes;
      const u32 at = low + Group::lane() * step;
      const u32 mask = Group::ballot(at < high && graph.rows[at].start <= arc);
      low += (31 - __clz(mask)) * step;
      high = min(high, low + step);
    }
  }
  return low;
}

// Prepares the next run of a chunk. v: the row of the run before, whose successor mostly is the next. False: the chunk holds
// nothing more.
template <class Way>
__device__ __forceinline__ bool next_run(Way& t, Slot& own, u32& base, u32& v) {
  using Group = typename Way::Group;
  WarpState& s = t.state;
  if (t.last() == 0) {
    if (own.chunk >= own.chunk_end) {
      return false;
    }
    Group::sync();
    if (t.lane == 0) {
      s.next[0] = static_cast<u32>(own.chunk);
      s.end[0] = static_cast<u32>(own.chunk_end);
    }
    Group::sync();
    own.chunk = own.chunk_end;
    base = 0;
    return true;
  }
  const bool bounded = t.roots_bounded();
  while (own.chunk < own.chunk_end) {
    v = v + 1 < t.job.graph.vertices ? v + 1 : 0;
    Row row = t.job.graph.row(v);
    if (own.chunk - row.start >= row.degree) {
      v = row_of<Group>(t.job.graph, own.chunk);
      row = t.job.graph.row(v);
    }
    const u64 from = own.chunk - row.start;
    const u64 end = min(own.chunk_end, row.start + row.degree);
    const u64 to = min(end - row.start, static_cast<u64>(bounded ? row.out_degree : row.degree));
    t.worked(1);
    if (from < to && t.is_root(v)) {
      Group::sync();
      if (t.lane == 0) {
        s.matched[0] = v;
        s.next[1] = static_cast<u32>(from);
        s.end[1] = static_cast<u32>(to);
      }
      Group::sync();
      own.chunk = end;
      base = 1;
      return true;
    }
    own.chunk = end;
  }
  return false;
}

// The lanes' sums, in lane 0.
__device__ __forceinline__ void sum_wide(__int128 sum, u64& low, u64& high) {
  low = static_cast<u64>(sum);
  high = static_cast<u64>(sum >> 64);
  warp_sum_wide(low, high);
}

// For one thread of the last block of a launch: tells the host what happened, and clears the queues for the next launch.
__device__ __noinline__ void finish_launch(const Job& job) {
  Control& c = *job.control;
  cs_enumerate_header& h = *job.header;
  const u64 next = read_volatile(&c.next_root);
  const u32 paused = read_volatile(&c.pause);
  h.taken = next < job.roots ? next : job.roots;
  h.pending = read_volatile(&c.busy) + (next < job.roots ? 1 : 0);
  h.listed = read_volatile(&c.listed);
  h.stops += paused;
  c.pause = c.idle = c.working = c.begun = c.ended = c.listed = c.busy = 0;
  for (u32 i = 0; i < (job.warps + 31) / 32; i++) {
    c.hungry[i] = 0;
  }
}
// The last warp of a block brings its sums to the header; the last block ends the launch. For one lane.
__device__ __forceinline__ void end_block(const Job& job, BlockSums& sums, u32 warps) {
  __threadfence();  // what the warp did
  if (atomicAdd(&sums.ended, 1u) + 1 != warps) {
    return;
  }
  __threadfence();
  cs_enumerate_header& header = *job.header;
  add_wide(&header.low, &header.high, sums.low, sums.high);
  add_to(&header.extensions, sums.extensions);
  add_to(&header.elements, sums.elements);
  add_to(&header.donations, sums.donations);
  add_to(&header.cycles, sums.cycles);
  add_to(&header.idle_cycles, sums.idle_cycles);
  if (sums.busy != 0) {
    atomicAdd(&job.control->busy, sums.busy);
  }
  __threadfence();
  if (atomicAdd(&job.control->ended, 1u) + 1 == job.blocks) {
    __threadfence();
    finish_launch(job);
  }
}

// Shared memory: the plan, the block's sums, then every worker's state and what its way of searching keeps.
template <class Way>
__device__ __forceinline__ void run(const Job& job) {
  using Group = typename Way::Group;
  extern __shared__ uint4 cs_enumerate_shared[];
  char* const shared = reinterpret_cast<char*>(cs_enumerate_shared);
  const u32 worker = threadIdx.x / Group::kLanes;
  const u32 lane = Group::lane();
  const u32 number = blockIdx.x * (blockDim.x / Group::kLanes) + worker;
  for (u32 i = threadIdx.x; i < sizeof(cs_enumerate_plan) / sizeof(u64); i += blockDim.x) {
    reinterpret_cast<u64*>(shared)[i] = reinterpret_cast<const u64*>(job.plan)[i];
  }
  BlockSums& sums = *reinterpret_cast<BlockSums*>(shared + plan_bytes());
  if (threadIdx.x == 0) {
    sums = {};
    if (job.balance == CS_ENUMERATE_DONATE) {
      atomicAdd(&job.control->working, blockDim.x / Group::kLanes);
      __threadfence();
      atomicAdd(&job.control->begun, 1u);
    }
  }
  __syncthreads();
  const cs_enumerate_plan& plan = *reinterpret_cast<const cs_enumerate_plan*>(shared);
  char* mine = shared + block_bytes() + worker * job.warp_bytes;
  WarpState& state = *reinterpret_cast<WarpState*>(mine);
  const u64 begin = nanoseconds();
  const long long first_cycle = clock64();
  long long idle_cycles = 0;
  const u64 deadline = begin + u64{1000} * job.slice_microseconds;
  Way t(job, plan, state, mine + sizeof(WarpState), number, deadline);

  Slot& slot = job.slots[number];
  Slot own;
  own.chunk = slot.chunk;
  own.chunk_end = slot.chunk_end;
  bool have = slot.busy != 0;
  u32 base = have ? slot.base : 0;
  u32 level = have ? slot.level : 0;
  if (have) {
    for (u32 i = lane; i < kPositions; i += Group::kLanes) {
      state.matched[i] = slot.matched[i];
      state.next[i] = slot.next[i];
      state.end[i] = slot.end[i];
    }
  }
  Group::sync();
  bool working = true;
  u32 row = kNobody;
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
    if (next_run(t, own, base, row)) {
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
      got = Group::from(got, 0);
      t.worked(4);
      if (got < job.roots) {
        own.chunk = got;
        own.chunk_end = min(got + job.chunk, job.roots);
        continue;
      }
      if constexpr (Group::kLanes == 1) {
        break;
      } else {
        bool mail = false;
        if (lane == 0) {
          if (job.balance == CS_ENUMERATE_DONATE) {
            const long long since = clock64();
            mail = await_mail(job, number, deadline);
            idle_cycles += clock64() - since;
          } else if (
              job.balance != CS_ENUMERATE_STATIC && atomicAdd(&job.control->idle, 1u) + 1 >= job.idle_warps) {
            atomicExch(&job.control->pause, 1u);
          }
        }
        mail = Group::from(mail, 0);
        if (!mail) {
          working = false;
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
        Group::sync();
        have = true;
      }
    }
  }
  if (lane == 0) {
    if (working && job.balance == CS_ENUMERATE_DONATE) {
      atomicSub(&job.control->working, 1u);
    }
    slot.chunk = own.chunk;
    slot.chunk_end = own.chunk_end;
    slot.busy = have ? 1 : 0;
    slot.base = base;
    slot.level = level;
    if (have || own.chunk < own.chunk_end) {
      atomicAdd(&sums.busy, 1u);
    }
  }
  if (have) {
    for (u32 i = lane; i < kPositions; i += Group::kLanes) {
      slot.matched[i] = state.matched[i];
      slot.next[i] = state.next[i];
      slot.end[i] = state.end[i];
    }
  }
  t.leave();
  const u64 cycles = static_cast<u64>(clock64() - first_cycle);
  __syncwarp();
  u64 low, high;
  sum_wide(t.sum, low, high);
  const bool speaks = lane == 0;  // for its worker
  add_warp_sum(&sums.extensions, speaks ? t.extensions : 0);
  add_warp_sum(&sums.elements, speaks ? Group::kLanes * (t.elements + t.work) : 0);
  add_warp_sum(&sums.donations, speaks ? t.donations : 0);
  add_warp_sum(&sums.cycles, speaks ? cycles : 0);
  add_warp_sum(&sums.idle_cycles, speaks ? static_cast<u64>(idle_cycles) : 0);
  if (lane_id() == 0) {
    add_wide(&sums.low, &sums.high, low, high);
    end_block(job, sums, blockDim.x / 32);
  }
}

}  // namespace cliquestream::enumerate
