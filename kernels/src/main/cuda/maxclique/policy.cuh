// Constants of the maximum clique search, measured on an H200 unless they are plain bounds.
#pragma once

#include "common/common.cuh"

namespace cliquestream::maxclique {

struct MaximumPolicy {
  // Roots are classed by out-degree: all but the last class keep their bit matrix in shared memory.
  __host__ __device__ static constexpr u32 class_degree(u32 root_class) { return root_class < 5 ? 64u << root_class : 8192; }
  static constexpr int kClassThreads[6] = {64, 128, 128, 256, 256, 256};
  static constexpr int kMostThreads = 256;
  static constexpr int kGreedyThreads = 128;  // at most: a warp a clique, and more than four of a root find no larger ones
  static constexpr u32 kGreedyRoots = 512;  // enough for the clique number of most real graphs; more cost more than they save
  // Vertices that a growing clique takes from one count of the candidates' neighbours: 4 take less time, but find smaller cliques.
  static constexpr u32 kPicks = 3;
  // Hubs, whose edges with one another are kept as bits where out-degrees may be larger than kHubDegree: so many at most (17 MB),
  // and so many times the root of the edges.
  static constexpr u32 kMostHubs = 16384;
  static constexpr double kHubsPerRootOfEdges = 16;
  static constexpr u32 kHubDegree = 32;
  static constexpr int kHubThreads = 256;
  static constexpr u32 kHubBlocksPerSm = 6;
  static constexpr int kFilterRounds = 12;   // of the degree filter of a root; the colouring follows anyway
  static constexpr int kNodeFilterRounds = 4;
  // Where on average so many of 100 candidates are adjacent to a candidate, and there are so many of them, conflicts
  // between colour classes are looked for.
  static constexpr u32 kConflictPercent = 60;
  static constexpr u32 kConflictCandidates = 16;
  static constexpr u32 kConflictClasses = 128;  // most classes, and most words of all classes: what shared memory gives
  static constexpr u32 kConflictWords = 992;
  static constexpr int kSearchThreads = 128;
  static constexpr int kSearchBlocksPerSm = 8;
  static constexpr u32 kRootBlocksPerSm = 16;
  static constexpr u32 kSplitNodes = 4;   // small: what is left of a drained queue is spread again at once
  static constexpr u32 kClockNodes = 4;   // nodes between two looks at the clock and the stop word
  static constexpr u32 kSliceMicroseconds = 2000;
  // Where memory is short, stacks, blocks of the search and of the reduction, and hubs may take so many times what any buffer
  // takes.
  static constexpr u64 kStackShare = 4;
  static constexpr u64 kSearchShare = 8;
  static constexpr u64 kRootShare = 2;
  static constexpr u64 kHubShare = 2;
  static constexpr u64 kItems = u64{1} << 20;  // divided by the words of a lane
  static constexpr u64 kTasks = u64{1} << 22;
  static constexpr u64 kPoolWords = u64{1} << 28;
};

}  // namespace cliquestream::maxclique
