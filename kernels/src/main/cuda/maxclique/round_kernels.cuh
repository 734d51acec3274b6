// The rounds of a search: roots sorted by out-degree into classes, and what one reduction leaves for the next.
#pragma once

#include "common/search.cuh"
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

// One warp: where each class begins and ends in the sorted roots; clears the rest of the state.
__global__ void cs_kernel_maximum_classes(
    const u32* sorted_keys, u32 active, u32* begin, State* state, cs_maximum_header* header, u32 bound) {
  if (threadIdx.x == 0) {
    *state = {};
    *header = {};
    header->bound = bound;
    header->upper = active == 0 ? 0 : sorted_keys[0] + 1;
    header->roots_left = 1;
  }
  __syncwarp();
  if (threadIdx.x < CS_MAXIMUM_CLASSES) {
    // First position whose key is at most `most`.
    auto position = [&](u32 most) {
      return first_without(0u, active, [&](u32 i) { return sorted_keys[i] > most; });
    };
    begin[threadIdx.x] = position(MaximumPolicy::class_degree(threadIdx.x));
    state->end[threadIdx.x] = position(threadIdx.x == 0 ? 0 : MaximumPolicy::class_degree(threadIdx.x - 1));
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
