// The one way to a kernel. A launch that fails says so by its own status and leaves nothing behind: no error that the
// next launch of this thread would take for its own, and no attribute that another job's launch could find lowered.
#pragma once

#include "common/device.cuh"

namespace cliquestream {

struct Grid {
  u32 blocks;
  u32 threads;
  size_t shared;  // dynamic, bytes
  cudaStream_t stream;
};

enum class Manner {
  kOrdinary,
  kCooperative,  // all blocks at once, or not at all
  // Beginning while the last blocks of the launch before still run ("programmatic dependent launch", from compute
  // capability 9 on; older devices run one after the other). The kernel must call wait_for_launch_before() before it
  // ends, and the one before it let_next_launch_begin().
  kBesideLast,
};

// Loads a kernel and allows it all the dynamic shared memory that a block may have: once for each device and limit, and
// the same whatever job asks, so that launches of several host threads cannot take it from one another. Launches with
// dynamic shared memory do it by themselves; ahead of time it keeps a first launch from waiting for a kernel that runs.
// prefers_cache: the kernel lives off the L1 cache.
int32_t load_kernel(const void* kernel, bool prefers_cache = false);
template <class... Parameters>
int32_t load_kernel(void (*kernel)(Parameters...), bool prefers_cache = false) {
  return load_kernel(reinterpret_cast<const void*>(kernel), prefers_cache);
}

// Blocks of a kernel that the device holds at once; one a multiprocessor at least. More would only wait.
int32_t resident_grid(const void* kernel, u32 threads, size_t shared, u32& blocks);
template <class... Parameters>
int32_t resident_grid(void (*kernel)(Parameters...), u32 threads, size_t shared, u32& blocks) {
  return resident_grid(reinterpret_cast<const void*>(kernel), threads, shared, blocks);
}

int32_t launch_kernel(const Grid& grid, Manner manner, const void* kernel, void** parameters);

template <class T>
struct Same {
  using Type = T;
};

template <class... Parameters>
int32_t launch(
    const Grid& grid, Manner manner, void (*kernel)(Parameters...), typename Same<Parameters>::Type... arguments) {
  void* parameters[] = {const_cast<void*>(static_cast<const void*>(&arguments))..., nullptr};
  return launch_kernel(grid, manner, reinterpret_cast<const void*>(kernel), parameters);
}
template <class... Parameters>
int32_t launch(const Grid& grid, void (*kernel)(Parameters...), typename Same<Parameters>::Type... arguments) {
  void* parameters[] = {const_cast<void*>(static_cast<const void*>(&arguments))..., nullptr};
  return launch_kernel(grid, Manner::kOrdinary, reinterpret_cast<const void*>(kernel), parameters);
}

#ifdef __CUDACC__
__device__ __forceinline__ void let_next_launch_begin() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;");
#endif
}
__device__ __forceinline__ void wait_for_launch_before() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}
#endif

}  // namespace cliquestream
