// What happens around the launches of the search: everything is cleared before the first, and work is dealt anew between two
// where a policy stops the kernel for that.
#pragma once

#include "enumerate/job.cuh"

namespace cliquestream::enumerate {

// Gives half of the outermost level that can be shared to a slot without work.
__device__ __forceinline__ bool give(Slot& donor, Slot& idle, u32 last) {
  for (u32 l = donor.base; l <= donor.level; l++) {
    const u32 left = donor.end[l] - donor.next[l];
    if (left < (l == last ? 64 : EnumeratePolicy::kLeastDonated)) {
      continue;
    }
    const u32 middle = donor.next[l] + left / 2;
    idle.chunk = idle.chunk_end = 0;
    idle.base = idle.level = l;
    for (u32 i = 0; i < l; i++) {
      idle.matched[i] = donor.matched[i];
    }
    idle.next[l] = middle;
    idle.end[l] = donor.end[l];
    donor.end[l] = middle;
    idle.busy = 1;
    return true;
  }
  return false;
}
__device__ __forceinline__ u32 weight(const Slot& slot) {
  u32 sum = 0;
  for (u32 l = slot.base; l <= slot.level; l++) {
    sum += min(slot.end[l] - slot.next[l], 0xFFFFFu);
  }
  return sum;
}

__global__ void cs_kernel_enumerate_start(
    const cs_enumerate_plan from, cs_enumerate_plan* to, Job job, u64 roots) {
  for (u64 i = global_thread(); i < sizeof(cs_enumerate_plan) / 8; i += global_threads()) {
    reinterpret_cast<u64*>(to)[i] = reinterpret_cast<const u64*>(&from)[i];
  }
  for (u64 i = global_thread(); i < job.warps; i += global_threads()) {
    job.slots[i] = {};
  }
  for (u64 i = global_thread(); i < job.large_stacks; i += global_threads()) {
    job.large_taken[i] = 0;
  }
  for (u64 i = global_thread(); i < (job.warps + 31) / 32; i += global_threads()) {
    job.control->hungry[i] = 0;
  }
  if (global_thread() == 0) {
    *job.header = {};
    job.header->total = roots;
    Control& c = *job.control;
    c.next_root = c.next_edge = 0;
    c.pause = c.idle = c.working = c.begun = c.ended = c.listed = c.busy = 0;
  }
}

// One thread: roots from here on are handed out next.
__global__ void cs_kernel_enumerate_range(Control* control, u64 first) { control->next_root = first; }

// Labels by rank; an id past those that have any has none.
__global__ void cs_kernel_enumerate_labels(const u32* rank_to_id, u64 vertices, const u8* by_id, u64 ids, u8* labels) {
  for (u64 v = global_thread(); v < vertices; v += global_threads()) {
    labels[v] = rank_to_id[v] < ids ? by_id[rank_to_id[v]] : 0;
  }
}

// Leaves the job where a kernel that is not of this library finds it.
__global__ void cs_kernel_enumerate_job(const __grid_constant__ Job job, Job* to) {
  *to = job;
}

// Slots without work get some: in turn (round robin), or from those with more than the average, most first served.
__global__ void cs_kernel_enumerate_deal(Job job, u32 last, u32 weighted, u32 donations, u32* lists) {
  __shared__ u32 donors, idle, served;
  __shared__ u64 total;
  u32* donor_list = lists;
  u32* idle_list = lists + job.warps;
  if (threadIdx.x == 0) {
    donors = idle = served = 0;
    total = 0;
  }
  __syncthreads();
  for (u32 i = threadIdx.x; i < job.warps; i += blockDim.x) {
    const Slot& slot = job.slots[i];
    if (slot.busy != 0) {
      donor_list[atomicAdd(&donors, 1u)] = i;
      add_to(&total, weight(slot));
    } else if (slot.chunk >= slot.chunk_end) {
      idle_list[atomicAdd(&idle, 1u)] = i;
    }
  }
  __syncthreads();
  if (donors == 0 || job.control->next_root < job.roots) {
    return;
  }
  const u64 average = total / donors;
  for (u32 d = threadIdx.x; d < donors; d += blockDim.x) {
    Slot& donor = job.slots[donor_list[d]];
    if (!weighted) {
      for (u32 at = d, given = 0; at < idle && given < donations; at += donors, given++) {
        if (!give(donor, job.slots[idle_list[at]], last)) {
          break;
        }
      }
    } else {
      for (u32 given = 0; given < donations && weight(donor) > average; given++) {
        const u32 at = atomicAdd(&served, 1u);
        if (at >= idle || !give(donor, job.slots[idle_list[at]], last)) {
          break;
        }
      }
    }
  }
}

}  // namespace cliquestream::enumerate
