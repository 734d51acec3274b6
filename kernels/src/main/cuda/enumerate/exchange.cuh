// Donation inside the kernel: how a warp without work gets a part of another's.
//
// A warp that has run out of work raises its bit in `hungry` and waits at its mailbox. A working warp takes a bit down (the
// waiting warp is then its own), writes a Part to the mailbox and marks it full. `working` counts the warps that have work or
// have been promised some; a sender raises it for the receiver before it delivers, so that it is 0 only when nothing can come
// any more. A waiting warp leaves by taking its own bit down; if it finds the bit gone, mail is on its way. While blocks of
// the launch have not begun nobody waits: the room is theirs.
#pragma once

#include "enumerate/group.cuh"
#include "enumerate/job.cuh"

namespace cliquestream::enumerate {

// A waiting warp, now the caller's to write to, or kNobody. The whole warp calls it.
__device__ __noinline__ u32 claim(const Job& job, u32 number) {
  const u32 words = (job.warps + 31) / 32;
  const u32 first = number / 32;
  for (u32 base = 0; base < words; base += 32) {
    const u32 i = base + lane_id();
    const u32 word = i < words ? (first + i) % words : 0;
    const u32 seen = i < words ? read_volatile(&job.control->hungry[word]) : 0;
    u32 candidates = __ballot_sync(kFullWarp, seen != 0);
    while (candidates != 0) {
      const u32 lane = __ffs(candidates) - 1;
      candidates &= candidates - 1;
      u32 claimed = kNobody;
      if (lane_id() == lane) {
        const u32 bit = seen & (0u - seen);
        if (atomicAnd(&job.control->hungry[word], ~bit) & bit) {
          atomicAdd(&job.control->working, 1u);
          atomicSub(&job.control->idle, 1u);
          claimed = word * 32 + 31 - __clz(bit);
        }
      }
      claimed = __shfl_sync(kFullWarp, claimed, lane);
      if (claimed != kNobody) {
        return claimed;
      }
    }
  }
  return kNobody;
}

// The rest is for one lane.
__device__ __forceinline__ void deliver(const Job& job, u32 to, const Part& part) {
  Mail& mail = job.mail[to];
  mail.part = part;
  __threadfence();
  *const_cast<volatile u32*>(&mail.state) = kFull;
}

// What a worker sees when it looks up from its work.
enum Seen : u32 { kLeave = 1, kOthersIdle = 2 };
template <class Group>
__device__ __noinline__ u32 observe(const Job& job, u64 deadline) {
  u32 seen = 0;
  if (Group::lane() == 0) {
    const u64 now = nanoseconds();
    const bool leave = now >= deadline || read_volatile(&job.control->pause) != 0 ||
        is_up(job.stop);
    const bool idle = job.balance == CS_ENUMERATE_DONATE && read_volatile(&job.control->idle) != 0;
    seen = (leave ? kLeave : 0u) | (idle ? kOthersIdle : 0u);
  }
  return Group::from(seen, 0);
}

// Waits for mail. False: none can come any more, or the launch ends.
__device__ __noinline__ bool await_mail(const Job& job, u32 number, u64 deadline) {
  Mail& mail = job.mail[number];
  const u32 bit = 1u << (number & 31);
  u32* hungry = &job.control->hungry[number / 32];
  *const_cast<volatile u32*>(&mail.state) = kEmpty;
  __threadfence();
  atomicAdd(&job.control->idle, 1u);
  atomicOr(hungry, bit);
  atomicSub(&job.control->working, 1u);
  for (u32 pause = EnumeratePolicy::kLeastPause;;) {
    if (read_volatile(&mail.state) == kFull) {
      __threadfence();
      return true;
    }
    const u64 now = nanoseconds();
    const bool useless = read_volatile(&job.control->working) == 0 ||
        read_volatile(&job.control->begun) < job.blocks || read_volatile(&job.control->pause) != 0 || now >= deadline;
    if (useless && (atomicAnd(hungry, ~bit) & bit)) {
      return false;
    }
    __nanosleep(pause);
    pause = pause < EnumeratePolicy::kMostPause ? 2 * pause : pause;
  }
}

}  // namespace cliquestream::enumerate
