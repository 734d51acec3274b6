// Tuning constants of the wedge kernel.
#pragma once

#include "common/device.cuh"

namespace cliquestream::wedge {

struct WedgePolicy {
  // Owners' tables.
  static constexpr u32 kHubWindow = 65535;       // ids below it stream as 16 bits; 0xFFFF pads
  static constexpr u32 kBitmapWords = 65536 / 32;
  static constexpr u32 kIdsPerHubUnit = 8;       // one 16-byte load of 16-bit ids
  static constexpr u32 kIdsPerTailUnit = 4;      // one 16-byte load of 32-bit ids

  // Blocks of the counting kernels: 12 bitmaps of 8 KB and 48 warps a multiprocessor, or 24 warps with one each.
  static constexpr int kHubBlockThreads = 128;
  static constexpr int kHubBlocksPerSm = 12;
  static constexpr int kHubWarpThreads = 64;
  static constexpr int kHubWarpBlocksPerSm = 12;
  static constexpr u32 kInFlight = 2;            // windows a warp loads before it tests the first
  static constexpr u32 kBatchesPerWarp = 8;      // warps take items in batches, at least so many each
  static constexpr int kTailThreads = 128;
  static constexpr int kTailBlocksPerSm = 8;     // more would spill registers
  static constexpr u32 kMergeOwner = 16;         // tail lists up to here are walked, one thread an entry
  static constexpr u64 kFewTailEntries = 1 << 18;  // up to here all are walked, unsorted: a plan would cost more
  static constexpr u64 kWalkedPrefix = 32;       // mean prefix up to which grouping costs more than one count gains
  static constexpr u64 kSignedPrefix = 8;        // mean prefix up to which entries that are walked have signatures
  static constexpr int kMergeThreads = 256;
  static constexpr u32 kPerfectOwner = 48;       // up to here a warp finds a hash without collisions
  static constexpr u32 kPerfectSlots = 1024;
  static constexpr u32 kPerfectTries = 15;
  static constexpr u32 kMediumSlots = 1024;      // warp hash, at most half full
  static constexpr u32 kLargeSlots = 16384;      // block hash; longer lists are searched in global memory
  static constexpr u32 kLessSlots = 8192;        // the same where a block has little shared memory
  static constexpr int kLargeThreads = 512;
  static constexpr int kLargeBlocksPerSm = 3;
  static constexpr int kTinyThreads = 256;
  static constexpr u32 kTinySource = 4;          // rows compared in registers: sources, targets
  static constexpr u32 kTinyTarget = 8;

  // Items: enough of them for balance, none so small that building its table shows.
  static constexpr u64 kItemsPerBlock = 12;
  static constexpr u64 kLeastChunkProbes = 8 * 1024;
  static constexpr u64 kLeastChunkUnits = 64;    // whatever a caller asks for
  static constexpr u64 kMostChunkProbes = 256 * 1024;
  static constexpr u32 kBlockProbes = 4 * 1024;

  // The matrix core: classes of 512 << i columns.
  static constexpr u32 kCoreClasses = CS_WEDGE_CORE_CLASSES;
  static constexpr u32 kCoreLeast = 512;
  static constexpr u32 kCoreTile = 128;          // rows and columns of one product
  static constexpr u32 kCoreStepBits = 512;      // depth of one pipeline stage
  static constexpr u32 kCoreStages = 4;
  static constexpr int kCoreThreads = 256;
  static constexpr int kCoreBlocksPerSm = 2;
  static constexpr int kCoreBitsThreads = 128;
  // Word-ANDs the matrix unit does in the time of one probe: 50e12 / 1.7e12 on an H200.
  static constexpr u32 kCoreGain = 30;
  static constexpr u32 kCoreGainOnce = 60;       // for a single count, whose core multiplies while entries are written
};

constexpr u32 kCoreShared =
    sizeof(u32) * WedgePolicy::kCoreStages * 2 * WedgePolicy::kCoreTile * (WedgePolicy::kCoreStepBits / 32);
constexpr u32 kOwnShared = 64;  // of the kernels of core and tables, at most

// What a device's shared memory holds. Without the core, prefixes are streamed; with fewer slots, more lists are searched.
inline bool core_fits(const DeviceLimits& device) { return kCoreShared + kOwnShared <= device.shared_per_block; }
inline bool large_table_fits(const DeviceLimits& device) {
  return WedgePolicy::kLargeSlots * sizeof(u32) + kOwnShared <= device.shared_per_block;
}

}  // namespace cliquestream::wedge
