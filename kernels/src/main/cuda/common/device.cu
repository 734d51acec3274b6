#include "common/common.cuh"

#include <atomic>

namespace cliquestream {

u32 multiprocessors() {
  constexpr int kDevices = 64;
  static std::atomic<u32> known[kDevices];
  int device = 0;
  if (cudaGetDevice(&device) != cudaSuccess || device >= kDevices) {
    return 1;
  }
  u32 count = known[device].load(std::memory_order_relaxed);
  if (count == 0) {
    int asked = 1;
    cudaDeviceGetAttribute(&asked, cudaDevAttrMultiProcessorCount, device);
    count = static_cast<u32>(asked);
    known[device].store(count, std::memory_order_relaxed);
  }
  return count;
}

}  // namespace cliquestream

extern "C" int32_t cs_abi_version(void) { return CS_ABI_VERSION; }
