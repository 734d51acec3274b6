// Proof that a count is whole: every kernel of a sliced count reports the units of work it has finished, and their sum
// over all slices is a number that follows from graph and plan alone. A slice that was lost, a launch that never came, a
// stop that was left standing: each leaves units out, so a part of a count cannot pass for all of it.
#pragma once

#include "common/clock.cuh"

namespace cliquestream {

// *device_units = known + the first `words` words of both arrays, either of which may be null.
int32_t write_units(
    u64 known, const u32* counts, const u32* more_counts, u32 words, u64* device_units, cudaStream_t stream);

#ifdef __CUDACC__
// By whole warps, once each.
__device__ __forceinline__ void report(u64* done, u64 finished) {
  if (done != nullptr) {
    add_warp_sum(done, finished);
  }
}
#endif

}  // namespace cliquestream
