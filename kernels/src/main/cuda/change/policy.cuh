// Tuning constants of graphs that change.
#pragma once

namespace cliquestream::change {

struct ChangePolicy {
  static constexpr int kThreads = 256;
  static constexpr int kTileThreads = 256;        // of passes with look-back
  static constexpr int kTileItems = 4;            // entries a thread in them, in large batches; one in small ones
  static constexpr unsigned kFewEntries = 8192;   // up to here keys are ranked by comparing each with all,
  static constexpr unsigned kRankedByBlock = 32;  // so many by a block;
  static constexpr unsigned kRankLanes = 8;       // lanes for each. More entries are sorted by CUB.
  static constexpr unsigned kSmallTiles = 65536;  // up to here entries a pass takes small tiles
  static constexpr int kBlocksPerSm = 8;
  static constexpr int kTriangleBlocksPerSm = 4;
  static constexpr int kIdsInFlight = 4;          // that a lane looks up together
  // k-cliques:
  static constexpr unsigned kMostSize = 32;    // largest k
  static constexpr unsigned kMostWords = 512;  // of a set of common neighbours, for k > 5
  static constexpr int kDeepBlocksPerSm = 4;
  // Patterns:
  static constexpr int kPatternBlocksPerSm = 4;
  static constexpr unsigned kDeepGroup = 4;    // third vertices that a warp takes, for patterns of five vertices and more
};

}  // namespace cliquestream::change
