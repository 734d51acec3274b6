// A launch that begins while the last blocks of the one before it still run ("programmatic dependent launch", from
// compute capability 9 on; older devices run one after the other).
#pragma once

#include "common/common.cuh"

namespace cliquestream {

// The kernel must call wait_for_launch_before() before it ends, and the one before it let_next_launch_begin().
template <class... Parameters, class... Arguments>
int32_t launch_beside_last(
    void (*kernel)(Parameters...), u32 blocks, int threads, cudaStream_t stream, Arguments... arguments) {
  int device = 0, major = 0;
  CS_RETURN_IF_CUDA_FAILED(cudaGetDevice(&device));
  CS_RETURN_IF_CUDA_FAILED(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device));
  cudaLaunchAttribute attribute = {};
  attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(blocks);
  config.blockDim = dim3(static_cast<u32>(threads));
  config.stream = stream;
  config.attrs = &attribute;
  config.numAttrs = major >= 9 ? 1 : 0;
  return status(cudaLaunchKernelEx(&config, kernel, static_cast<Parameters>(arguments)...));
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
