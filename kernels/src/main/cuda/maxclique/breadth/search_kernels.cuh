// Entry points of the breadth-first search: a slice by blocks, each with a window, or by the grid on one.
#pragma once

#include "maxclique/breadth/search.cuh"

namespace cliquestream::breadth {

__global__ void __launch_bounds__(BreadthPolicy::kTeamThreads) cs_kernel_breadth_blocks(const View view) {
  if (view.state->grid == 0) {
    advance(view, blockIdx.x, BlockTeam{}, nanoseconds() + view.slice_nanoseconds);
  }
}

// The large window first, then what blocks have left, each with the memory it has.
__global__ void __launch_bounds__(BreadthPolicy::kGridThreads) cs_kernel_breadth_grid(const View view) {
  if (view.state->grid == 0) {
    return;
  }
  const GridTeam team;
  const u64 end = nanoseconds() + view.slice_nanoseconds;
  advance(view, view.teams, team, end);
  for (u32 i = 0; i < view.teams; i++) {
    team.sync();
    if (view.team[i].depth != 0) {
      advance(view, i, team, end);
    }
  }
}

// One block, before the first slice.
__global__ void cs_kernel_breadth_open(const View v) {
  if (threadIdx.x == 0) {
    *v.state = {};
    v.state->grid = v.teams == 0;
    *v.header = {};
    v.header->bound = v.given;
    v.header->greedy = v.given;
    v.header->sources = v.active;
    v.header->upper = v.active == 0 ? 0 : v.max_list + 1;
    v.header->pending = 1;
  }
}

// One block, after the heuristic: what it found, and how many vertices a clique can have at all.
__global__ void cs_kernel_breadth_bounds(const View v) {
  u32 largest = 0;
  for (u32 u = threadIdx.x; u < v.active; u += blockDim.x) {
    largest = max(largest, v.bounds[u]);
  }
  largest = __reduce_max_sync(kFullWarp, largest);
  __shared__ u32 most;
  if (threadIdx.x == 0) {
    most = 0;
  }
  __syncthreads();
  if (lane_id() == 0) {
    atomicMax(&most, largest);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    v.header->greedy = v.header->bound;
    v.header->upper = v.active == 0 ? 0 : min(v.max_list, most) + 1;
  }
}

// One block, after a slice: whether more is to do, and by whom.
__global__ void cs_kernel_breadth_close(const View v) {
  __shared__ u32 busy;
  __shared__ u64 peak;
  if (threadIdx.x == 0) {
    busy = 0;
    peak = 0;
  }
  __syncthreads();
  for (u32 i = threadIdx.x; i <= v.teams; i += blockDim.x) {
    if (v.team[i].depth != 0) {
      atomicAdd(&busy, 1u);
    }
    add_to(&peak, v.team[i].peak);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    State& s = *v.state;
    const bool sources = s.next_source < v.active;
    v.header->peak_entries = peak;
    v.header->long_sources = s.long_count;
    v.header->pending = sources || busy != 0 || s.long_taken < s.long_count;
    s.grid = v.teams == 0 || (!sources && busy * BreadthPolicy::kAdoptShare <= v.teams);
    if (v.header->pending == 0) {
      v.header->upper = v.header->bound;
      v.header->found = v.header->bound <= v.max_list + 1 ? v.found[v.header->bound] : 0;
    }
  }
}

// One block: copies one largest clique found, if a team or a seed's block holds it.
__global__ void cs_kernel_breadth_witness(
    const u32* witness, u32 slots, u32 slot_words, const cs_breadth_header* header, u32* clique, u32 capacity) {
  __shared__ u32 holder;
  const u32 size = header->bound;
  if (threadIdx.x == 0) {
    holder = kNoId;
  }
  __syncthreads();
  for (u32 slot = threadIdx.x; slot < slots; slot += blockDim.x) {
    if (size != 0 && witness[static_cast<u64>(slot) * slot_words] == size) {
      atomicMin(&holder, slot);
    }
  }
  __syncthreads();
  for (u32 i = threadIdx.x; i < capacity; i += blockDim.x) {
    clique[i] = holder != kNoId && i < size ? witness[static_cast<u64>(holder) * slot_words + 1 + i] : kNoId;
  }
}

}  // namespace cliquestream::breadth
