// Constants of the breadth-first clique search.
#pragma once

#include "common/common.cuh"

namespace cliquestream::breadth {

struct BreadthPolicy {
  static constexpr int kTeamThreads = 256;  // of a block with a window of its own
  static constexpr int kTeamsPerSm = 4;
  static constexpr int kGridThreads = 512;  // of a block when all share a window
  static constexpr int kGridBlocksPerSm = 2;
  static constexpr u32 kSeedThreads = 64;     // of a block that grows cliques from many seeds
  static constexpr u32 kSingleThreads = 512;  // of the one block of a single run
  static constexpr int kSeedBlocksPerSm = 16;
  static constexpr u32 kMostClaim = 64;       // sources that a team takes at a time
  // Lookups of one step, so that a launch ends soon after its time: about two milliseconds.
  static constexpr u64 kTeamLookups = u64{1} << 20;
  static constexpr u64 kGridLookups = u64{1} << 28;
  static constexpr u32 kLeastWindow = 64;     // no window is made smaller by an estimate
  static constexpr u32 kMostTeamWindow = 1u << 14;
  static constexpr u32 kMostLargeWindow = 1u << 22;
  static constexpr u32 kSourceLanes = 8;      // lanes that read a source's row
  static constexpr u32 kWarpList = 96;        // sub-lists so long are tested by a warp an entry
  static constexpr u32 kOctetList = 16;       // so long, by eight lanes
  static constexpr u32 kMostColored = 320;    // entries of a sub-list that is colored; longer ones go as they are
  static constexpr u32 kSliceMicroseconds = 2000;
  static constexpr u64 kLeastTeamEntries = u64{1} << 11;
  // Block teams whose windows the whole grid finishes once no sources are left: a share of all teams.
  static constexpr u32 kAdoptShare = 4;
};

}  // namespace cliquestream::breadth
