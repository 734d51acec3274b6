#include "common/launch.cuh"

#include <mutex>
#include <set>
#include <tuple>

namespace cliquestream {
namespace {

// Kernels that are loaded, by device and limit.
using Key = std::tuple<const void*, int, u32>;

struct Loaded {
  std::mutex mutex;
  std::set<Key> keys;
};

Loaded& loaded() {
  static Loaded kernels;
  return kernels;
}

int32_t key_of(const void* kernel, Key& key) {
  int device = 0;
  CS_RETURN_IF_CUDA_FAILED(cudaGetDevice(&device));
  key = {kernel, device, device_limits().shared_per_block};
  return CS_OK;
}

int32_t load(const void* kernel, u32 shared_per_block, bool prefers_cache) {
  cudaFuncAttributes own = {};
  CS_RETURN_IF_CUDA_FAILED(cudaFuncGetAttributes(&own, kernel));
  CS_RETURN_IF_CUDA_FAILED(cudaFuncSetAttribute(
      kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
      static_cast<int>(shared_per_block > own.sharedSizeBytes ? shared_per_block - own.sharedSizeBytes : 0)));
  if (prefers_cache) {
    CS_RETURN_IF_CUDA_FAILED(
        cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, cudaSharedmemCarveoutMaxL1));
  }
  return CS_OK;
}

}  // namespace

int32_t load_kernel(const void* kernel, bool prefers_cache) {
  Key key;
  CS_RETURN_IF_FAILED(key_of(kernel, key));
  {
    const std::lock_guard<std::mutex> lock(loaded().mutex);
    if (loaded().keys.count(key) != 0) {
      return CS_OK;
    }
  }
  // Not under the lock: loading may wait for a kernel that runs.
  CS_RETURN_IF_FAILED(load(kernel, std::get<2>(key), prefers_cache));
  const std::lock_guard<std::mutex> lock(loaded().mutex);
  loaded().keys.insert(key);
  return CS_OK;
}

int32_t resident_grid(const void* kernel, u32 threads, size_t shared, u32& blocks) {
  CS_RETURN_IF_FAILED(load_kernel(kernel));
  int resident = 0;
  CS_RETURN_IF_CUDA_FAILED(
      cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, static_cast<int>(threads), shared));
  blocks = (resident < 1 ? 1 : static_cast<u32>(resident)) * multiprocessors();
  return CS_OK;
}

int32_t launch_kernel(const Grid& grid, Manner manner, const void* kernel, void** parameters) {
  cudaLaunchAttribute attribute = {};
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(grid.blocks);
  config.blockDim = dim3(grid.threads);
  config.dynamicSmemBytes = grid.shared;
  config.stream = grid.stream;
  config.attrs = &attribute;
  if (manner == Manner::kCooperative) {
    attribute.id = cudaLaunchAttributeCooperative;
    attribute.val.cooperative = 1;
    config.numAttrs = 1;
  } else if (manner == Manner::kBesideLast && device_limits().major >= 9) {
    attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute.val.programmaticStreamSerializationAllowed = 1;
    config.numAttrs = 1;
  }
  if (grid.shared == 0) {
    return status(cudaLaunchKernelExC(&config, kernel, parameters));
  }
  CS_RETURN_IF_FAILED(load_kernel(kernel));
  const cudaError_t error = cudaLaunchKernelExC(&config, kernel, parameters);
  if (error != cudaErrorInvalidValue) {
    return status(error);
  }
  // Once more: a context that was made anew knows nothing of what was allowed before.
  forget_last_error();
  Key key;
  CS_RETURN_IF_FAILED(key_of(kernel, key));
  CS_RETURN_IF_FAILED(load(kernel, std::get<2>(key), false));
  return status(cudaLaunchKernelExC(&config, kernel, parameters));
}

}  // namespace cliquestream
