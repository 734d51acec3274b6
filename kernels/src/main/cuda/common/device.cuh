// What policies ask of the current device: every size of a launch is a function of these numbers.
#pragma once

#include "common/common.cuh"

namespace cliquestream {

struct DeviceLimits {
  u32 multiprocessors;
  u32 major;  // compute capability
  // Shared memory that a block may ask for, static and dynamic together, and that a multiprocessor has for all of its
  // blocks: the device's, or less where cs_set_shared_memory_limit or the environment says so.
  u32 shared_per_block;
  u32 shared_per_multiprocessor;

  static constexpr u32 kReserved = 1024;  // of each block, by the system

  // Blocks of so many shared bytes that a multiprocessor holds; one at least.
  u32 blocks_of(u64 shared) const {
    const u64 blocks = shared_per_multiprocessor / (shared + kReserved);
    return blocks < 1 ? 1 : static_cast<u32>(blocks);
  }
};

// Asked once per device. Without a device: what every supported one has.
DeviceLimits device_limits();

inline u32 multiprocessors() { return device_limits().multiprocessors; }

}  // namespace cliquestream
