// Tuning constants of k-clique counting.
#pragma once

#include "common/common.cuh"

namespace cliquestream::cliques {

struct CliquePolicy {
  // Classes of roots by out-degree. Up to kWarpRoot a warp takes a root, past it a block does; the last class, and every
  // class whose matrix does not fit a block's shared memory, keeps its matrices in global memory.
  static constexpr u32 kClasses = 11;
  static constexpr u32 kClassMost[kClasses] = {32, 64, 128, 192, 256, 384, 512, 768, 1024, 1280, 0xFFFFFFFFu};
  static constexpr u32 kWarpRoot = 64;
  static constexpr u32 kWarpClasses = 2;

  // Hubs, whose edges with one another are kept as bits: so many at most (64 MB), and so many times the root of the edges.
  static constexpr u32 kMostHubs = 32768;
  static constexpr double kHubsPerRootOfEdges = 16;
  static constexpr int kHubThreads = 256;
  static constexpr int kHubBlocksPerSm = 6;

  // Of kernels whose warps take a root each; a warp with a long tree keeps its block from ending, so these are small.
  static constexpr int kOrientationWarpThreads = 512;
  static constexpr int kPivotWarpThreads = 128;
  static constexpr int kBlockKernelThreads = 512;
  // Resident blocks that the compiler leaves registers for.
  static constexpr int kOrientationWarpBlocks = 3;
  static constexpr int kOrientationBlockBlocks = 2;
  // Trees keep more in registers than 64 hold, and run 15 to 40 per cent faster with half as many warps and no spills.
  static constexpr int kPivotWarpBlocks = 4;
  static constexpr int kPivotBlockBlocks = 1;

  // 4-cliques: a warp takes roots up to this out-degree, in blocks of so many threads, so many resident.
  static constexpr u32 kFourWarpRoot = 128;
  static constexpr u32 kFourWarpClasses = 3;
  static constexpr u32 kFourMergedClasses = 2;  // small roots are handed out together, those of the third class one by one
  static constexpr int kFourWarpThreads = 128;
  static constexpr int kFourWarpBlocks = 9;
  static constexpr int kFourBlockBlocks = 2;

  // Orientation by lanes over the whole matrix of a root: of cliques of so many vertices, in classes of roots first .. last.
  static constexpr u32 kLanesLeast = 5;
  static constexpr u32 kLanesMost = 8;
  static constexpr u32 kLanesFirstClass = 1;
  static constexpr u32 kLanesLastClass = 2;
  static constexpr int kLanesThreads = 128;
  static constexpr int kLanesBlocks = 8;
  static constexpr u32 kLanesRing = 256;  // a row and a warp at least
  static constexpr int kLanesSteps = 4;   // between two looks at who has run out of vertices

  // Induced matrices: a candidate's row is searched for the candidates before it when it is so many times longer than
  // they are, and streamed otherwise.
  static constexpr u32 kSearchRatio = 12;
  static constexpr u32 kWarpRootLanesPerRow = 8;   // four ids a lane
  static constexpr u32 kSmallRootLanesPerRow = 16;
  static constexpr u32 kSmallRoot = 192;

  // Cheap work is handed out together: roots of small classes and rows of large ones, up to 4-cliques.
  static constexpr u32 kRootsAtOnce = 4;
  static constexpr u32 kRowsAtOnce = 4;

  // Sets with so many candidates or fewer are compacted, so that one register or two hold a row.
  static constexpr u32 kTile = 64;

  // A node of a wide tile with so many candidates or more, and at most 32, goes to a tile of its own.
  static constexpr u32 kLeastNarrowed = 14;

  // Nodes of a pivot tree with so many candidates or fewer are closed by lanes, each by itself.
  static constexpr u32 kSmallNode = 8;
  // Of such nodes, how many wait at most: fewer than a warp's of the tile around, a warp's less one and a warp's of this.
  static constexpr u32 kSmallNodesWaiting = 96;

  // Orientation in a tile: lanes wait for so many others to run out of work before they look for more.
  static constexpr u32 kWaitingLanes = 8;
  static constexpr u32 kRing = 128;  // edges of a tile, ready to be taken by lanes
  static constexpr u32 kTriesPerNode = 32;  // candidates that a lane looks at, at most, between two nodes of its warp

  // Leaves (held, pivots) below these bounds are counted in shared memory.
  static constexpr u32 kHeldWindow = 24;
  static constexpr u32 kPivotWindow = 64;

  // Nodes of a tree between two looks at the stop word; a node costs well below a microsecond.
  static constexpr u32 kNodesPerLook = 128;
  // Words of rows, 32 rows side by side, that cost a warp as much as such a node.
  static constexpr u32 kWordsPerNode = 128;
  // A subtree with fewer candidates is never handed to an idle warp.
  static constexpr u32 kLeastDonated = 14;
  // Nodes, a power of two, between two looks at whether other blocks have idle warps, and nanoseconds between two looks into
  // a mailbox.
  static constexpr u32 kNodesPerDemand = 16;
  static constexpr u32 kLeastPause = 250;
  static constexpr u32 kMostPause = 4000;
  // Blocks that find no root left help with a root that has at least so many rows a warp to hand out.
  static constexpr u32 kRowsPerJoiningWarp = 2;

  static constexpr u32 kOwnShared = 1024;  // of the kernels themselves, at most

  // Slices hand out whole roots where a class has at least so many for each, and rows of roots otherwise.
  static constexpr u64 kRootsPerSlice = 32;
};

}  // namespace cliquestream::cliques
