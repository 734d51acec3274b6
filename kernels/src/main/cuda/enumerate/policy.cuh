// Tuning constants of subgraph enumeration.
#pragma once

#include "common/clock.cuh"

namespace cliquestream::enumerate {

struct EnumeratePolicy {
  static constexpr int kThreads = 256;
  static constexpr int kWarpsPerBlock = kThreads / 32;
  static constexpr int kBlocksPerMultiprocessor = 4;  // resident blocks that the compiler leaves registers for

  // Chunks of 32 elements or candidates between two looks at the stop word, the clock and idle warps: some 10 microseconds.
  static constexpr u32 kWorkPerLook = 256;
  static constexpr u32 kSliceMicroseconds = 20000;

  // A warp's own stack, in ids. Candidate sets that do not fit go to one of the large stacks, each as long as the largest
  // degree wants: memory does not grow with warps times degree.
  static constexpr u32 kArenaIds = 4096;
  static constexpr u32 kLargeStacks = 64;
  static constexpr u64 kLargeBytes = 4ull << 30;  // all large stacks together, unless one is longer

  // Arcs handed out at a time: so many chunks a warp, between the bounds. All warps take them from one word, and on small graphs
  // smaller chunks cost more than an even end gains.
  static constexpr u64 kChunksPerWarp = 16;
  static constexpr u64 kLeastChunk = 8;
  static constexpr u64 kMostChunk = 256;

  // Edges that a warp takes at a time where a lane takes an edge: so many chunks a warp, between the bounds. Fewer than lanes
  // unless the graph is large, for the first are those of the largest hubs and nothing of a chunk is given away.
  static constexpr u64 kPairChunksPerWarp = 64;
  static constexpr u64 kLeastPairs = 16;
  static constexpr u64 kMostPairs = 64;

  // Members of a set that the rest of a plan goes on in as a bit matrix: 2 KB a warp. 64 or 128.
  static constexpr u32 kTileVertices = 128;

  // Plain DFS: ids of a thread's stack at most, and bytes of all of them; there are fewer threads where that does not suffice.
  static constexpr u32 kThreadIds = 4096;
  static constexpr u64 kThreadBytes = 8ull << 30;
  static constexpr u64 kMostThreadChunk = 8;

  // Cycles and houses: threads of a block, blocks a multiprocessor at most, and where counters of every vertex do not fit shared
  // memory, bytes of all blocks' counters in global memory.
  static constexpr int kCycleThreads = 512;
  static constexpr u32 kCycleBlocks = 4;
  static constexpr u64 kCycleBytes = 2ull << 30;
  // Hubs that a block takes one by one, and how many at a time after these.
  static constexpr u64 kLargeHubs = 16384;
  static constexpr u32 kHubsTaken = 16;
  // Houses: edges whose triangles a warp counts at a time, at most 32. A slice ends between two takings.
  static constexpr u32 kEdgesTaken = 32;
  // Sums of motifs: threads of a block and blocks a multiprocessor, which share its memory; fewer where less than so many bytes
  // would be left to each for matrix and rows.
  static constexpr int kSumThreads = 256;
  static constexpr u32 kSumBlocks = 4;
  static constexpr u32 kSumLeastBytes = 8192;
  // Neighbours of a root whose rows' ends a block keeps, instead of looking for them again.
  static constexpr u32 kSumEnds = 1024;
  // Words of a row of common neighbours that one lane looks at by itself.
  static constexpr u32 kLaneWords = 16;
  // Largest degree that a matrix of bits is kept for in global memory, and bytes of all blocks' matrices there.
  static constexpr u32 kMatrixDegree = 4096;
  static constexpr u64 kMatrixBytes = 256ull << 20;
  // Edges at a vertex that a block goes through together instead of a warp.
  static constexpr u32 kLongRow = 2048;

  // Homomorphisms: threads of a block, blocks a multiprocessor at most, and bytes of all blocks' rows in global memory.
  static constexpr int kMapThreads = 512;
  static constexpr u32 kMapBlocks = 2;
  static constexpr u64 kMapBytes = 4ull << 30;
  // Vertices of at least so many neighbours are gathered by a warp, those of at least so many by eight lanes, others by one.
  static constexpr u32 kWarpRow = 64;
  static constexpr u32 kLanesRow = 8;

  // Lists that 32 candidates are counted over are taken one by one when they have so many elements on average, else flat, so many
  // steps of 32 elements at once. Pairs have registers for more steps, which are the better choice up to longer lists.
  static constexpr u32 kLongList = 40;
  static constexpr u32 kFlatSteps = 1;
  static constexpr u32 kLongPair = 96;
  static constexpr u32 kPairSteps = 4;

  // A part with fewer candidates is never given away.
  static constexpr u32 kLeastDonated = 2;
  static constexpr u32 kIdlePercent = 30;  // DuMato's threshold
  static constexpr u32 kDonations = 16;    // and its jobs a donor
  static constexpr u32 kLeastPause = 100;  // nanoseconds between two looks into a mailbox
  static constexpr u32 kMostPause = 2000;
};

}  // namespace cliquestream::enumerate
