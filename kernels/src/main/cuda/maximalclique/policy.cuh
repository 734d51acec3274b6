// Constants of the maximal clique enumeration. Bounds and sizes; none changes an answer.
#pragma once

#include "common/common.cuh"

namespace cliquestream::maximalclique {

struct MaximalPolicy {
  static constexpr u32 kNarrow = 32;          // candidates that fit one word: the search goes on in registers
  static constexpr u32 kNodeFrames = 128;     // open nodes of a warp's narrow count, in shared memory
  static constexpr u32 kSharedMasks = 128;    // excluded rows of a narrow search that stay in shared memory
  static constexpr u32 kSharedSizes = 256;    // clique sizes counted in shared memory
  static constexpr u32 kSharedRowWords = 1024;  // rows of a wide root's candidates that are built in shared memory
  static constexpr u32 kStreamed = 256;       // longer rows are searched for a narrow root's candidates, not read
  static constexpr u32 kManyLater = 128;      // a narrow root of more later neighbours is built by a block
  static constexpr int kSearchThreads = 128;
  static constexpr int kSearchBlocksPerSm = 5;
  static constexpr int kBuildThreads = 256;
  static constexpr int kBuildBlocksPerSm = 8;
  static constexpr u32 kSplitNodes = 64;
  static constexpr u32 kLeastSplit = 16;      // a narrow branch of fewer candidates is not worth handing over
  static constexpr u32 kWideClockNodes = 4;   // nodes between two looks at the clock and the stop word
  static constexpr u32 kNarrowClockNodes = 32;
  static constexpr u32 kClockSteps = 8;       // of the narrow count, likewise
  static constexpr u32 kWaitNanoseconds = 500;  // between two looks of a warp that waits for work
  static constexpr u32 kWaitLooks = 8;        // at its own place for each at what all look at
  static constexpr u32 kSliceMicroseconds = 2000;
  static constexpr u64 kPoolWords = u64{1} << 27;
  static constexpr u64 kSubproblems = u64{1} << 22;
  static constexpr u64 kItems = u64{1} << 18;  // divided by the words of a lane
};

}  // namespace cliquestream::maximalclique
