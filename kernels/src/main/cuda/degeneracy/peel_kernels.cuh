// Exact degeneracy: peel level by level in one cooperative kernel.
//
// Level k: every remaining vertex of residual degree k leaves, its edges lower their other ends, and whoever falls to k
// leaves in the next sub-round, until none does. Core number = level at which a vertex left. Any order inside a sub-round
// keeps at most `degeneracy` neighbours behind each vertex, because its residual degree when the sub-round starts is at
// most the level; so no sequential order is needed.
//
// Real graphs have hundreds to thousands of sub-rounds, most of them a few vertices: latency, not work. Wide frontiers
// are expanded by the grid (a grid barrier a sub-round), narrow ones by block 0 alone with the frontier in shared memory
// (a block barrier a sub-round) while the others wait at one grid barrier. Hubs are cut into items of 128 edges, and the
// list of remaining vertices is compacted whenever half of it has left. A graph that fits one block's shared memory is
// left to small.cuh.
//
// A path of ten million vertices has five million sub-rounds. So a launch ends after its time slice, or when the stop
// word goes up, and the next one goes on from the state it left: block 0 looks at clock and stop word, and what it sees
// travels with the sums of the step, so that all blocks leave together.
#pragma once

#include <cooperative_groups.h>

#include "degeneracy/step.cuh"

namespace cliquestream::degeneracy {

__device__ __forceinline__ void clear(BlockSums* s) {
  s->vertices = s->items = s->edges = s->kept = s->pause = 0;
  s->least = kNoId;
}
__device__ __forceinline__ bool halved(const Peel& g, const Progress& s) {
  return 2 * static_cast<u64>(g.active - s.removed) <= s.listed;
}
__device__ __forceinline__ void advance(Progress& s, u32 vertices, u32 items, u32 edges) {
  s.items_from = s.items_to;
  s.items_to += items;
  s.removed += vertices;
  s.frontier_items = items;
  s.frontier_edges = edges;
}
__device__ __forceinline__ bool has_to_pause(const Peel& g, u64 deadline) {
  return nanoseconds() >= deadline || is_up(g.stop);
}

// Block 0 until the frontier outgrows it, the remaining list is too long for one block, or all is done.
__device__ __forceinline__ void peel_in_block(
    const Peel& g, Progress& s, uint2* items, BlockSums* rotating, u64 deadline) {
  const u32 warps = blockDim.x / 32, warp = threadIdx.x / 32, lane = lane_id();
  for (u32 i = threadIdx.x; i < s.frontier_items; i += blockDim.x) {
    items[i] = __ldcg(g.items + s.items_from + i);
  }
  if (threadIdx.x < 3) {
    clear(rotating + threadIdx.x);
  }
  __syncthreads();
  u32 side = 0, step = 0;
  for (;;) {
    if (s.rounds > g.most_rounds) {
      s.error = 1;
      s.mode = Mode::kDone;
      break;
    }
    BlockSums* sums = rotating + step % 3;
    if (threadIdx.x == 0) {
      clear(rotating + (step + 1) % 3);
    }
    const u32 share = min(32u, (s.frontier_items + warps - 1) / warps);
    const uint2* mine = items + side * g.block_items;
    uint2* next = items + (side ^ 1) * g.block_items;
    for (u32 at = warp * share; at < s.frontier_items; at += warps * share) {
      const u32 count = min(share, s.frontier_items - at);
      expand<Scope::kBlock>(
          g, lane < count ? mine[at + lane] : make_uint2(0, 0), count, s, {nullptr, sums, next});
    }
    if (threadIdx.x == 0 && step % PeelPolicy::kBlockStepsPerLook == 0 && step != 0 && has_to_pause(g, deadline)) {
      sums->pause = 1;
    }
    __syncthreads();
    const bool pause = step % PeelPolicy::kBlockStepsPerLook == 0 && sums->pause != 0;
    advance(s, sums->vertices, sums->items, sums->edges);
    step++;
    side ^= 1;
    s.rounds++;
    s.block_rounds++;
    bool leave = false;
    while (s.frontier_items == 0) {
      if (s.removed >= g.active) {
        s.mode = Mode::kDone;
        leave = true;
        break;
      }
      s.mode = Mode::kScan;
      if (s.listed > PeelPolicy::kBlockScan) {
        s.level++;
        leave = true;
        break;
      }
      s.mode = Mode::kFrontier;
      // Twice at most: once to learn the next level, once to take its vertices.
      s.level++;
      for (u32 tries = 0;; tries++) {
        sums = rotating + step % 3;
        if (threadIdx.x == 0) {
          clear(rotating + (step + 1) % 3);
        }
        const bool compact = halved(g, s);
        scan<Scope::kBlock>(
            g, warp, warps, s, compact, {nullptr, sums, items + side * g.block_items});
        __syncthreads();
        const u32 vertices = sums->vertices, made = sums->items, edges = sums->edges, least = sums->least;
        const u32 kept = sums->kept;
        step++;
        s.scans++;
        if (compact) {
          s.list = s.list == 0 ? 1 : 0;
          s.listed = kept;
        }
        if (vertices != 0) {
          advance(s, vertices, made, edges);
          s.degeneracy = s.level;
          break;
        }
        if (least == kNoId || tries > 1) {
          s.error = 2;
          s.mode = Mode::kDone;
          leave = true;
          break;
        }
        s.level = least;
      }
      if (leave) {
        break;
      }
    }
    if (leave) {
      break;
    }
    if (pause || s.frontier_items > g.block_items || s.frontier_edges > g.block_edges) {
      s.mode = Mode::kFrontier;
      s.paused = pause;
      break;
    }
  }
  if (threadIdx.x == 0) {
    *g.state = s;
  }
  __threadfence();
}

__global__ void __launch_bounds__(PeelPolicy::kThreads) cs_kernel_core_peel(Peel g, cs_core_header* header) {
  extern __shared__ uint2 shared_items[];
  __shared__ BlockSums rotating[3];
  const cooperative_groups::grid_group grid = cooperative_groups::this_grid();
  const u32 lane = lane_id(), warps = gridDim.x * (blockDim.x / 32);
  const u32 warp = (threadIdx.x / 32) * gridDim.x + blockIdx.x;  // neighbours in the list go to different processors
  const u64 deadline = nanoseconds() + g.slice_nanoseconds;
  const auto read_state = [&] {
    Progress state;
    u32 words[sizeof(Progress) / 4];
#pragma unroll
    for (u32 i = 0; i < sizeof(Progress) / 4; i++) {
      words[i] = __ldcg(reinterpret_cast<const u32*>(g.state) + i);
    }
    memcpy(&state, words, sizeof state);
    return state;
  };
  Progress s = read_state();
  if (s.mode == Mode::kSmall || s.mode == Mode::kDone) {
    return;
  }
  s.paused = 0;
  grid.sync();  // all have read it before block 0 writes it
  for (u32 guard = 0; s.mode != Mode::kDone && s.paused == 0; guard++) {
    if (guard > g.most_rounds) {
      s.error = 3;
      break;
    }
    if (s.mode == Mode::kFrontier && s.frontier_items <= g.block_items && s.frontier_edges <= g.block_edges) {
      if (blockIdx.x == 0) {
        peel_in_block(g, s, shared_items, rotating, deadline);
      }
      grid.sync();
      if (blockIdx.x != 0) {
        s = read_state();
      }
      continue;  // the next step is the grid's, so block 0 cannot write the state before all have read it
    }
    GridSums* sums = g.sums + s.step % 3;
    if (blockIdx.x == 0 && threadIdx.x == 0) {
      GridSums* later = g.sums + (s.step + 1) % 3;
      later->appended.value = 0;
      later->edges.value = 0;
      later->least.value = ~u64{0};
      later->kept.value = 0;
      later->pause.value = 0;
      if (s.step % PeelPolicy::kGridStepsPerLook == PeelPolicy::kGridStepsPerLook - 1 && has_to_pause(g, deadline)) {
        sums->pause.value = 1;
      }
    }
    const bool scanning = s.mode == Mode::kScan;
    const bool compact = scanning && halved(g, s);
    if (scanning) {
      scan<Scope::kGrid>(g, warp, warps, s, compact, {sums, nullptr, nullptr});
    } else {
      const u32 share = min(32u, (s.frontier_items + warps - 1) / warps);
      for (u64 at = static_cast<u64>(warp) * share; at < s.frontier_items; at += static_cast<u64>(warps) * share) {
        const u32 count = min(share, s.frontier_items - static_cast<u32>(at));
        expand<Scope::kGrid>(
            g, lane < count ? __ldcg(g.items + s.items_from + at + lane) : make_uint2(0, 0), count, s,
            {sums, nullptr, nullptr});
      }
    }
    grid.sync();
    const u64 appended = __ldcg(&sums->appended.value);
    const u32 vertices = static_cast<u32>(appended), items = static_cast<u32>(appended >> 32);
    const u32 edges = static_cast<u32>(__ldcg(&sums->edges.value));
    const u32 least = static_cast<u32>(__ldcg(&sums->least.value)), kept = static_cast<u32>(__ldcg(&sums->kept.value));
    s.paused = __ldcg(&sums->pause.value) != 0;
    s.step++;
    if (scanning) {
      s.scans++;
      if (compact) {
        s.list = s.list == 0 ? 1 : 0;
        s.listed = kept;
      }
      if (vertices == 0) {
        if (least == kNoId) {
          s.error = s.removed < g.active ? 4 : 0;
          s.mode = Mode::kDone;
        } else {
          s.level = least;
        }
        continue;
      }
      s.degeneracy = s.level;
    } else {
      s.rounds++;
    }
    advance(s, vertices, items, edges);
    s.mode = Mode::kFrontier;
    if (items == 0) {
      if (s.removed >= g.active) {
        s.mode = Mode::kDone;
      } else {
        s.level++;
        s.mode = Mode::kScan;
      }
    }
  }
  // The slice may have ended in the very step that took the last vertex: nothing is pending then, and another launch
  // would find nothing to do and say nothing.
  s.paused = s.mode == Mode::kDone ? 0 : s.paused;
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    *g.state = s;
    *header = {s.degeneracy, s.removed, s.error, s.rounds, s.block_rounds, s.scans, s.paused, 0};
  }
}

}  // namespace cliquestream::degeneracy
