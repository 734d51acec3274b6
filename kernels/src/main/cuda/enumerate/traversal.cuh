// A warp's depth-first traversal: DuMato's traversal-enumeration structure (Ferraz et al., JPDC 2024).
//
// In shared memory a worker (group.cuh: a warp, or a thread) keeps the vertices it has bound and, for every level, where its
// candidates go on and end. Candidates are a function of the vertices bound before and never change, so that a range says what
// is left and any worker can take it over. Sets are kept on the worker's stack: its own small one, or one of a few large ones
// that hold whatever the largest degree asks. A worker waits for a large stack holding none, and one that has one needs nothing
// else, so waiting always ends.
//
// Two ways of searching have this in common: along a plan (plan_traversal.cuh) and over all connected subgraphs (census.cuh).
#pragma once

#include "enumerate/exchange.cuh"
#include "enumerate/group.cuh"

namespace cliquestream::enumerate {

// Donation: half of what the outermost level with candidates left has still to do goes to a warp without work, if there is
// one. Returns how many parts were given.
__device__ __noinline__ u32 donate(const Job& job, WarpState& state, u32 number, u32 base, u32 level, u32 last) {
  for (u32 l = base; l <= level; l++) {
    const u32 next = state.next[l];
    const u32 left = state.end[l] - next;
    if (left < (l == last ? 64 : EnumeratePolicy::kLeastDonated)) {
      continue;
    }
    const u32 to = claim(job, number);
    if (to == kNobody) {
      return 0;
    }
    const u32 middle = next + left / 2;
    __syncwarp();
    if (lane_id() == 0) {
      Part part = {};
      part.level = l;
      part.from = middle;
      part.to = state.end[l];
      for (u32 i = 0; i < l; i++) {
        part.matched[i] = state.matched[i];
      }
      deliver(job, to, part);
      state.end[l] = middle;
    }
    __syncwarp();
    return 1;
  }
  return 0;
}

// A large stack, now the caller's, or kNobody when the worker has to leave before one is free.
template <class Group>
__device__ __noinline__ u32 take_large(const Job& job, u32 number, u64 deadline) {
  for (;;) {
    u32 got = kNobody;
    if (Group::lane() == 0) {
      for (u32 i = 0; i < job.large_stacks && got == kNobody; i++) {
        const u32 at = (number + i) % job.large_stacks;
        if (read_volatile(&job.large_taken[at]) == 0 && atomicExch(&job.large_taken[at], 1u) == 0) {
          got = at;
        }
      }
      __threadfence();
    }
    got = Group::from(got, 0);
    if (got != kNobody || (observe<Group>(job, deadline) & kLeave) != 0) {
      return got;
    }
    __nanosleep(EnumeratePolicy::kMostPause);
  }
}

// What every way of searching shares: a look at the world now and then, and the counters of a worker.
template <class WorkingGroup>
class Walk {
 public:
  using Group = WorkingGroup;
  const Job& job;
  const cs_enumerate_plan& plan;  // in shared memory
  WarpState& state;
  const u32 number;  // of the worker
  const u32 lane;
  const u64 deadline;
  u32 work = 0;  // since the last look
  bool leaving = false;
  bool others_idle = false;
  u64 elements = 0;
  u64 extensions = 0;
  u64 donations = 0;
  __int128 sum = 0;  // this lane's

  __device__ __forceinline__ Walk(const Job& j, const cs_enumerate_plan& p, WarpState& s, u32 n, u64 d)
      : job(j), plan(p), state(s), number(n), lane(Group::lane()), deadline(d) {}

  __device__ __forceinline__ u32 last() const { return plan.enumerated - 1; }

  // Control. True: it was time to look.
  __device__ __forceinline__ bool worked(u32 more) {
    work += more;
    if (work < EnumeratePolicy::kWorkPerLook) {
      return false;
    }
    elements += work;
    work = 0;
    const u32 seen = observe<Group>(job, deadline);
    leaving = leaving || (seen & kLeave) != 0;
    others_idle = (seen & kOthersIdle) != 0;
    return true;
  }
};

}  // namespace cliquestream::enumerate
