// Constants of the TRUST kernels, the published values.
#pragma once

#include "common/common.cuh"

namespace cliquestream::trust {

struct TrustPolicy {
  static constexpr u32 kBlockDegree = 100;    // out-degrees above it get a block, 2 up to it a warp
  static constexpr u32 kBlockBuckets = 1024;
  static constexpr u32 kWarpBuckets = 32;
  static constexpr u32 kSharedSlots = 6;      // first slots of every bucket in shared memory
  static constexpr u32 kMostCollisions = 128; // slots of a bucket altogether; more overflow to the next bucket
  static constexpr u32 kFarSlots = kMostCollisions - kSharedSlots;
  static constexpr int kBlockThreads = 512;
  static constexpr int kWarpThreads = 256;
  static constexpr u32 kWindows = 4;          // windows of 32 ids a warp has in flight
  static constexpr u32 kCopied = 256;         // ids that a warp copies before it looks them up, where it copies
  static constexpr int kBlocksPerSm = 3;      // of the block kernel
  static constexpr int kWarpBlocksPerSm = 6;  // of the warp kernel
  static constexpr u32 kMostChunk = 32;       // vertices a warp takes at a time where the caller leaves it open
  static constexpr u32 kTakesPerWarp = 64;    // but every warp should take so often
};

}  // namespace cliquestream::trust
