// The rounds of a search: roots sorted by out-degree into classes, and what one reduction leaves for the next.
#pragma once

#include "common/hub_bits.cuh"
#include "maxclique/work.cuh"

namespace cliquestream::maxclique {

// One thread: the key of a root is its out-degree, roots without out-neighbours sort to the end.
// What is not of the part is no root either.
__global__ void cs_kernel_maximum_root_keys(
    const u64* rows, u32 active, u32 part_index, u32 part_count, u32* keys, u32* values) {
  for (u64 u = global_thread(); u < active; u += global_threads()) {
    keys[u] = part_count == 0 || u % part_count == part_index ? row_length(rows[u]) : 0;
    values[u] = static_cast<u32>(u);
  }
}

// The first place of the falling keys whose key is at most `most`, by a warp.
__device__ __forceinline__ u32 first_at_most(const u32* keys, u32 count, u32 most) {
  u32 low = 0, high = count;
  while (low < high) {
    const u32 step = (high - low + 31) / 32, place = low + lane_id() * step;
    const u32 larger = __popc(__ballot_sync(kFullWarp, place < high && keys[place] > most));
    high = min(high, low + larger * step);
    low = larger == 0 ? high : low + (larger - 1) * step + 1;
  }
  return low;
}

// A warp a class, and one: where each class begins and ends in the sorted roots; clears the rest of the state.
__global__ void __launch_bounds__(32 * (CS_MAXIMUM_CLASSES + 1)) cs_kernel_maximum_classes(
    const u32* sorted_keys, u32 active, u32* begin, State* state, cs_maximum_header* header, u32 bound) {
  if (threadIdx.x == 0) {
    *state = {};
    *header = {};
    header->bound = bound;
    header->upper = active == 0 ? 0 : sorted_keys[0] + 1;
    header->roots_left = 1;
  }
  __syncthreads();
  const u32 warp = threadIdx.x >> 5;  // 0: behind the last class, c: where class c - 1 begins
  const u32 place = first_at_most(sorted_keys, active, warp == 0 ? 0 : MaximumPolicy::class_degree(warp - 1));
  if (lane_id() == 0) {
    if (warp > 0) {
      begin[warp - 1] = place;
    }
    if (warp < CS_MAXIMUM_CLASSES) {
      state->end[warp] = place;
    }
  }
}

// The hubs' bits, a warp a hub.
__global__ void __launch_bounds__(MaximumPolicy::kHubThreads) cs_kernel_maximum_hubs(
    const u64* __restrict__ rows, const u32* __restrict__ adjacency, u32 hubs, u32* bits) {
  constexpr u32 kWarps = MaximumPolicy::kHubThreads / 32;
  __shared__ u32 words_of_row[kWarps][MaximumPolicy::kMostHubs / 32];
  const u32 warp = threadIdx.x >> 5;
  for (u32 hub = blockIdx.x * kWarps + warp; hub < hubs; hub += gridDim.x * kWarps) {
    const u64 row = __ldg(rows + hub);
    write_hub_row(hub, adjacency + row_quad(row) * 4, row_length(row), words_of_row[warp], bits);
  }
}

// One thread, before a reduction: an empty pool and queue.
__global__ void cs_kernel_maximum_open_round(State* state, u32 task_capacity) {
  state->pool_full = 0;
  state->survivors = 0;
  state->tasks = 0;
  state->task_limit = task_capacity;
  state->most_colors = 0;
  state->most_words = 0;
  state->pool_used = 0;
}

// One thread, after it: roots taken are gone, roots deferred come first in the next round, the queue is the tasks, and
// as many warps search as the stacks have room for.
__global__ void cs_kernel_maximum_close_round(const View v) {
  State& s = *v.state;
  const u32 side = s.deferred_side, bound = v.header->bound;
  u32 left = 0, upper = s.most_colors + 1;
  for (u32 c = 0; c < CS_MAXIMUM_CLASSES; c++) {
    const u32 waiting = s.deferred_count[side][c];
    const u32* from = v.deferred + (side * CS_MAXIMUM_CLASSES + c) * v.root_blocks;
    u32* to = v.deferred + ((side ^ 1) * CS_MAXIMUM_CLASSES + c) * v.root_blocks;
    u32& count = s.deferred_count[side ^ 1][c];
    for (u32 i = s.taken[c]; i < waiting; i++) {
      to[count++] = from[i];
    }
    const u32 roots = s.taken[c] > waiting ? s.taken[c] - waiting : 0;
    v.begin[c] = min(s.end[c], v.begin[c] + roots);
    s.deferred_count[side][c] = 0;
    s.taken[c] = 0;
    if (v.begin[c] < s.end[c]) {
      const u32 degree = row_length(v.rows[v.roots[v.begin[c]]]);
      left |= degree + 1 > bound;
      upper = max(upper, degree + 1);
    }
    for (u32 i = 0; i < count; i++) {
      const u32 degree = row_length(v.rows[to[i]]);
      left |= degree + 1 > bound;
      upper = max(upper, degree + 1);
    }
  }
  s.deferred_side = side ^ 1;
  v.header->roots_left = left;
  v.header->upper = min(v.header->upper, max(bound, upper));
  v.header->tasks = min(s.tasks, s.task_limit);
  s.stack_words = stack_words(s.most_colors, s.most_words);
  s.search_warps = static_cast<u32>(min(v.stack_capacity / s.stack_words, static_cast<u64>(v.search_warps)));
  s.queue_items = 0;
  s.queue_size = v.header->tasks;
  s.queue_head = 0;
  s.split_size = 0;
}

}  // namespace cliquestream::maxclique
