// Tuning constants of the graph preparation.
#pragma once

namespace cliquestream::graph {

struct PreparePolicy {
  static constexpr int kThreads = 256;           // streaming kernels, one element a thread
  static constexpr int kAccumulateBlocksPerSm = 8;  // grid-stride: few blocks, so that copies run beside it
  static constexpr int kStatisticsBlocksPerSm = 16;
};

// Renumbering sparse ids: random accesses, several of a thread under way at a time.
struct DenseIdsPolicy {
  static constexpr int kThreads = 256;
  static constexpr int kBlocksPerSm = 8;
  static constexpr unsigned kInFlight = 4;  // pairs
};

// Grouping keys by rank: into groups of buckets, into buckets of neighbouring ranks, inside a bucket by rank.
struct BucketPolicy {
  static constexpr int kOrientThreads = 1024;
  static constexpr int kOrientBlocksPerSm = 2;
  static constexpr int kInFlight = 4;             // keys a thread loads before it uses the first
  static constexpr int kMoveThreads = 512;        // one tile at a time goes to its places through shared memory
  static constexpr int kMoveBlocksPerSm = 2;
  static constexpr int kKeysPerThread = 16;
  static constexpr unsigned kTileKeys = kMoveThreads * kKeysPerThread;
  static constexpr unsigned kMostPlaces = 4096;   // of a single step: so many buckets at most
  static constexpr unsigned kMostGroups = 640;    // else: runs of a tile's keys must not get too short in either step
  static constexpr unsigned kGroupWindow = 1024;  // places counted at once: of groups,
  static constexpr unsigned kWindow = 2048;       // of buckets, a whole number of groups
  static constexpr int kCountThreads = 1024;
  static constexpr unsigned kCountKeys = 32768;   // of one block
  static constexpr int kFinishThreads = 256;
  static constexpr int kFinishBlocksPerSm = 4;
  static constexpr int kPieceThreads = 1024;
  static constexpr unsigned kPieceBuckets = 16;   // of one thread, which puts neighbours together
  static constexpr unsigned kPieces = 1024;       // small graphs are cut into so many pieces,
  static constexpr unsigned kLeastPiece = 1024;   // unless they have fewer words then
  static constexpr unsigned kFewWords = 4096;     // ids of a bucket's rows with their padding, in small graphs
  static constexpr unsigned kWords = 8192;        // the same in most
  static constexpr unsigned kMostWords = 16384;   // and in the largest
  static constexpr unsigned kManyBuckets = 1u << 19;
  static constexpr unsigned kMostBuckets = 1u << 20;
};

// Sorting the ids of a row.
struct RowSortPolicy {
  static constexpr unsigned kThreadRow = 32;     // rows up to here are sorted by one thread in registers
  static constexpr unsigned kWarpRow = 1024;     // up to here by a warp, longer ones by a block
  static constexpr int kLongThreads = 512;       // rows that fill more than a bucket
  static constexpr int kLongBlocksPerSm = 1;
  static constexpr unsigned kSharedRow = 49152;  // up to here in shared memory, where a block is given so much
  // Under a degree order no row is longer: its d ids have d edges each, so d * d <= 2 * edges < 2^33. A longer one holds
  // an edge twice.
  static constexpr unsigned kMostRow = 92682;
};

// The pass from rows to edges.
struct RowsPolicy {
  static constexpr int kThreads = 256;
  static constexpr unsigned kItems = 4;         // neighbours a thread looks at in a tile
  static constexpr unsigned kBlocksPerSm = 32;  // tiles beyond them are taken in turn
};

}  // namespace cliquestream::graph
