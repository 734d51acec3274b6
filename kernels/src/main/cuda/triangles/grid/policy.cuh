// Triangles of a graph that the device's memory does not hold (TRUST's partition; Pandey et al. 2021, section 5).
//
// What moves, for m edges, n classes of ranks and a schedule that brings L parts:
//   up     8 m: the symmetric rows, once, as they lie on the host (and 16 bytes a vertex: offsets, for ranks and rows)
//   down   4 m and 8 for each row of a part that is not empty, beside the way up: the link carries both directions
//   up     L times a part, 4 m / n^2 on average and its rows; L is n^2 where all parts find room, else up to 2 n^3
// No second pass over the rows: the arcs of a row lie in one chunk, so a chunk's arcs are sorted by part and row at once,
// and a part is the chunks' pieces in their order. Its rows then lie in no order of ranks, which nobody minds: an index
// by place, made on the device when the part arrives, says where each begins. So row ends are not moved at all, but for
// each row that is there two words. Filtering on the host, which would save half of the first pass, reads all of it at a
// tenth of the link's rate; sorting parts by rank would move them once more.
//
// What is kept on the device: 4 bytes a vertex and some chunks while parts are made; then as many parts as the budget
// holds, three or more, 4 bytes an arc and 8 a place, one part by targets for the task under way (4 and 4), and the rows
// of one part as they arrive.
//
// What a task does: for each arc (u, v) of part (i, j), in the order of targets v, the part of u's row in (i, k) that can
// meet v's row in (j, k) is looked up in a bitmap of the latter. Over all tasks these are the oriented wedges, as in the
// wedge kernel, and not TRUST's probes, which are four to seven times as many; bitmaps are of places, so that a window of
// 2^15 has the 2^15 n largest hubs.
#pragma once

#include "cliquestream_grid.h"
#include "common/common.cuh"

namespace cliquestream::grid {

struct GridPolicy {
  static constexpr u32 kMostClasses = CS_GRID_MOST_CLASSES;
  static constexpr u32 kMostParts = kMostClasses * kMostClasses;
  static constexpr int kThreads = 256;           // streaming kernels

  // Chunks.
  static constexpr int kOrientThreads = 256;
  static constexpr int kOrientBlocksPerSm = 6;
  static constexpr u32 kWarpRow = 512;           // rows up to here by a warp in shared memory, longer ones by a block
  static constexpr int kLongThreads = 256;
  static constexpr int kLongBlocksPerSm = 4;
  static constexpr u32 kLongInFlight = 4;        // entries a thread loads at a time
  static constexpr u32 kSharedRow = 4096;        // arcs of a long row up to here are sorted in shared memory
  static constexpr u32 kPlaceRows = 256;         // rows of a block that take room together
  static constexpr u32 kPlaceLanes = 8;          // that copy a row

  // Tasks.
  static constexpr u32 kTurnLanes = 8;           // that share a row
  static constexpr int kCountThreads = 128;
  static constexpr int kCountBlocksPerSm = 9;    // of 19 KB; every warp has tables of its own
  static constexpr u32 kHeadBits = 1u << 15;     // places below it have a bit each
  static constexpr u32 kFilterBits = 1u << 12;   // those past it share one, and are then searched for
  static constexpr u32 kInFlight = 4;            // windows of 32 ids a warp loads before it tests the first
  static constexpr u32 kMostPiece = 512;         // arcs a warp takes at a time
  static constexpr u32 kLeastPiece = 32;
  static constexpr u32 kTakesPerWarp = 16;       // but every warp should take so often
  static constexpr u32 kWarpSources = 16;        // targets with so many sources, or
  static constexpr u32 kLaneRow = 64;            // with a longer row, get a warp; else an arc gets a thread
  static constexpr u32 kGallop = 8;              // lists so many times as long are searched, not merged
};

}  // namespace cliquestream::grid
