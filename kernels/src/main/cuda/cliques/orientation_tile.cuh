// Orientation in a tile of up to 64 vertices: number of cliques of so many vertices, by lanes.
//
// Rows are lower triangular: bit j < i of row i. A clique is found from its largest vertex down, and a mask ANDed with the
// row of a vertex of it holds smaller vertices only. Lanes take edges of the tile from a small ring in shared memory that
// the warp refills row by row, and each works down from its edge by itself; the last levels are one branch-free step, so
// that lanes at different depths stay together. Cost: one AND and POPC sweep for each clique of one vertex less.
#pragma once

#include "cliques/sweeps.cuh"
#include "cliques/worker.cuh"

namespace cliquestream::cliques {

template <class Mask>
__device__ __forceinline__ bool at_least_two(Mask mask) {
  return (mask & (mask - 1)) != 0;
}

// Cliques of `size` vertices in the tile; each lane returns its part.
template <class Mask>
__device__ __forceinline__ u64 count_in_tile(Worker& worker, const Mask* rows, u32 count, u32 size) {
  constexpr u32 kHalves = sizeof(Mask) / 4;
  const u32 lane = worker.lane;
  if (size <= 1) {
    return lane != 0 ? 0 : size == 1 ? count : 1;
  }
  if (size == 2) {
    u64 edges = lane < count ? count_bits(rows[lane]) : 0;
    if (kHalves == 2 && lane + 32 < count) {
      edges += count_bits(rows[lane + 32]);
    }
    return edges;
  }
  Sweeps sweeps;
  if (size == 3) {
    // Long rows and short ones meet in one lane.
    Mask mask = lane < count ? rows[count - 1 - lane] : 0;
    Mask later = lane + 32 < count ? rows[lane] : 0;
    for (;;) {
      if (mask == 0) {
        mask = later;
        later = 0;
        if (mask == 0) {
          break;
        }
      }
      sweeps.take(mask, rows);
      worker.sweeps++;
    }
    __syncwarp();
    return sweeps.total<Mask>();
  }
  const u32 missing = size - 2;  // vertices missing once an edge is taken; at least 2
  Mask stack[CliquePolicy::kTile - 3];
  u32 depth = 0;  // level x of the stack holds a mask from which missing - x vertices are missing, at least 4
  Mask two = 0, three = 0;
  u16* ring = shared_at<OrientationArea>(worker.area_at(worker.warp))->ring;
  u32 ring_first = 0, ring_end = 0;
  int next_row = static_cast<int>(count) - 1;
  for (;;) {
    const bool more = next_row >= 0 || ring_first < ring_end;
    for (;;) {
      const bool busy = at_least_two(two) || at_least_two(three);
      const u32 waiting = __ballot_sync(kFullWarp, !busy && (depth > 0 || more));
      if (__ballot_sync(kFullWarp, busy) == 0 || __popc(waiting) >= CliquePolicy::kWaitingLanes) {
        break;
      }
      if (missing == 2) {
#pragma unroll
        for (int i = 0; i < 2; i++) {
          sweeps.take(two, rows);
        }
        worker.sweeps += busy ? 2 : 0;
      } else {
#pragma unroll
        for (int i = 0; i < 4; i++) {
          sweeps.step(two, three, rows);
        }
        worker.sweeps += busy ? 4 : 0;
      }
      sweeps.settle();
      if (worker.node()) {
        return 0;
      }
    }
    // A lane may look for long where cliques of so many vertices are rare: it comes back for a look at the stop word.
    bool free = !at_least_two(two) && !at_least_two(three);
    for (u32 tries = 0; free && depth > 0 && tries < CliquePolicy::kTriesPerNode; tries++) {
      Mask level = stack[depth - 1];
      const u32 left = missing - (depth - 1);
      if (level == 0) {
        depth--;
        continue;
      }
      const u32 top = top_bit(level);
      level ^= bit<Mask>(top);
      stack[depth - 1] = level;
      const Mask child = level & rows[top];
      if (count_bits(child) + 1 >= left) {
        if (left == 4) {
          three = child;
          free = false;
        } else {
          stack[depth++] = child;
        }
      }
    }
    if (missing > 3 && worker.node()) {
      return 0;
    }
    const u32 want = __ballot_sync(kFullWarp, free && depth == 0);
    if (want != 0) {
      const u32 wanted = __popc(want);
      while (ring_end - ring_first < wanted && next_row >= 0) {
        const Mask row = rows[next_row];
#pragma unroll
        for (u32 half = 0; half < kHalves; half++) {
          const u32 word = static_cast<u32>(row >> (32 * half));
          if (word >> lane & 1) {
            const u32 at = ring_end + __popc(word & lanes_below_mine());
            ring[at & (CliquePolicy::kRing - 1)] = static_cast<u16>(next_row << 6 | (half * 32 + lane));
          }
          ring_end += __popc(word);
        }
        next_row--;
      }
      __syncwarp();
      const u32 mine = ring_first + __popc(want & lanes_below_mine());
      if ((want >> lane & 1) && mine < ring_end) {
        const u32 edge = ring[mine & (CliquePolicy::kRing - 1)];
        const Mask both = rows[edge >> 6] & rows[edge & 63];  // both rows: below the smaller end
        if (missing == 2) {
          two = both;
          free = !at_least_two(both);
        } else if (count_bits(both) >= missing) {
          if (missing == 3) {
            three = both;
            free = false;
          } else {
            stack[0] = both;
            depth = 1;
          }
        }
      }
      ring_first = ring_end - ring_first < wanted ? ring_end : ring_first + wanted;
      __syncwarp();
    }
    if (__ballot_sync(kFullWarp, !free || depth > 0) == 0 && ring_first >= ring_end && next_row < 0) {
      break;
    }
  }
  return sweeps.total<Mask>();
}

}  // namespace cliquestream::cliques
