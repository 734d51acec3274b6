// What comes before the subproblems: the order of the roots, neighbours of larger rank, and where in the pool each
// root's subproblem will lie.
#pragma once

#include "common/search.cuh"
#include "maximalclique/work.cuh"

namespace cliquestream::maximalclique {

// Keys to sort the roots by: out-degrees; and, before the fill, nothing taken.
__global__ void cs_kernel_maximal_root_keys(const u64* rows, u32 active, u32* keys, u32* roots, u32* later_taken) {
  for (u64 u = global_thread(); u < active; u += global_threads()) {
    keys[u] = row_length(rows[u]);
    roots[u] = static_cast<u32>(u);
    later_taken[u] = 0;
  }
}

// Neighbours of larger rank of each rank, to be summed up; entry `active` is 0.
__global__ void cs_kernel_maximal_later_counts(const u64* rows, const u32* degrees, u32 active, u64* counts) {
  for (u64 u = global_thread(); u <= active; u += global_threads()) {
    counts[u] = u < active ? degrees[u] - row_length(rows[u]) : 0;
  }
}

// A warp a row: its rank goes to the later neighbours of all its members, in no order.
__global__ void cs_kernel_maximal_later_fill(
    const u64* rows, const u32* adjacency, u32 active, const u64* later_begin, u32* later_taken, u32* later) {
  for (u64 u = global_thread() >> 5; u < active; u += global_threads() >> 5) {
    const u64 row = rows[u];
    const u32* list = adjacency + row_quad(row) * 4;
    for (u32 p = lane_id(); p < row_length(row); p += 32) {
      const u32 v = list[p];
      later[later_begin[v] + atomicAdd(&later_taken[v], 1u)] = static_cast<u32>(u);
    }
  }
}

// Most words of each root's subproblem, in the order of the roots, to be summed up; entry `active` is 0.
__global__ void cs_kernel_maximal_needs(
    const u64* rows, const u64* later_begin, const u32* roots, u32 active, u64* needs) {
  for (u64 i = global_thread(); i <= active; i += global_threads()) {
    u64 need = 0;
    if (i < active) {
      const u32 u = roots[i], count = row_length(rows[u]);
      const u64 later = later_begin[u + 1] - later_begin[u];
      need = count == 0 ? 0 : count + (count + later) * words_of(count);
    }
    needs[i] = need;
  }
}

// A thread an interval: where it begins, by words of the subproblems before it.
__global__ void cs_kernel_maximal_pieces(const u64* needs, u32 active, u32 pieces, u32* places) {
  for (u64 i = global_thread(); i < pieces; i += global_threads()) {
    const u64 before = static_cast<u64>(static_cast<unsigned __int128>(needs[active]) * i / pieces);
    places[i] = first_without(0u, active, [&](u32 place) { return needs[place] < before; });
  }
}

// One thread: which roots the round takes.
__global__ void cs_kernel_maximal_open_round(const View v, u32 first, u32 roots) {
  State& s = *v.state;
  const u32 most = min(min(roots, v.subproblem_capacity), v.active - first);
  // The last end whose words fit the pool.
  const u32 end = first_without(first + 2, first + most + 1, [&](u32 i) {
                    return v.needs[i] - v.needs[first] <= v.pool_words;
                  }) -
      1;
  const u64 kept = s.kept_found;
  const u32 use = s.buffer_use;
  s = {};
  s.kept_found = kept;
  s.buffer_use = use + 1;
  s.first = first;
  s.end = end;
  s.queue_size = end - first;
  s.list_end = kNoId;
}

// One thread, after the build: the warps whose areas fit.
__global__ void cs_kernel_maximal_close_round(const View v) {
  State& s = *v.state;
  s.warp_words = max(s.most_words, u64{1});
  s.warps = static_cast<u32>(min(static_cast<u64>(v.slot_count), v.area_words / s.warp_words));
  v.header->end = s.end;
  v.header->tasks = s.queue_size;
  v.header->taken = 0;
  v.header->warps = s.warps;
  v.header->list_full = 0;
  v.header->listed = 0;
  v.header->pending = 1;
}

// One thread: the list is empty again.
__global__ void cs_kernel_maximal_list_taken(State* state) {
  state->list_full = 0;
  state->listed = 0;
  state->list_end = kNoId;
}

// What was counted in a round goes to the whole.
__global__ void cs_kernel_maximal_keep(State* state, u64* round_histogram, u64* histogram, u32 sizes) {
  for (u64 i = global_thread(); i < sizes; i += global_threads()) {
    histogram[i] += round_histogram[i];
    round_histogram[i] = 0;
  }
  if (global_thread() == 0) {
    state->kept_found += state->round_found;
    state->round_found = 0;
  }
}

}  // namespace cliquestream::maximalclique
