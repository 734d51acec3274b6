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
  static constexpr int kBlockThreads = 1024;
  static constexpr u32 kSuperWarp = 64;       // threads that share one virtual array inside a block
  static constexpr int kWarpThreads = 256;
  static constexpr int kBlocksPerSm = 2;      // of the block kernel
  static constexpr int kWarpBlocksPerSm = 8;  // of the warp kernel
};

}  // namespace cliquestream::trust
