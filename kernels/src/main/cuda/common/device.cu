#include "common/device.cuh"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <mutex>

namespace cliquestream {
namespace {

constexpr u32 kLeastShared = 48 * 1024;  // what a kernel may have without asking
constexpr DeviceLimits kWithoutDevice = {1, 8, 99 * 1024, 100 * 1024};

u64 limit_of_environment() {
  const char* text = std::getenv("CLIQUESTREAM_SHARED_MEMORY_LIMIT");
  const u64 bytes = text == nullptr ? 0 : std::strtoull(text, nullptr, 10);
  return bytes == 0 ? 0 : std::max<u64>(bytes, kLeastShared);
}

std::atomic<u64>& shared_limit() {
  static std::atomic<u64> bytes{limit_of_environment()};
  return bytes;
}

DeviceLimits asked(int device) {
  const auto number = [device](cudaDeviceAttr attribute, u32 otherwise) {
    int value = 0;
    return cudaDeviceGetAttribute(&value, attribute, device) == cudaSuccess ? static_cast<u32>(value) : otherwise;
  };
  return {
      number(cudaDevAttrMultiProcessorCount, kWithoutDevice.multiprocessors),
      number(cudaDevAttrComputeCapabilityMajor, kWithoutDevice.major),
      number(cudaDevAttrMaxSharedMemoryPerBlockOptin, kWithoutDevice.shared_per_block),
      number(cudaDevAttrMaxSharedMemoryPerMultiprocessor, kWithoutDevice.shared_per_multiprocessor)};
}

DeviceLimits own_limits() {
  constexpr int kDevices = 64;
  static std::once_flag once[kDevices];
  static DeviceLimits known[kDevices];
  int device = 0;
  if (cudaGetDevice(&device) != cudaSuccess) {
    cudaGetLastError();
    return kWithoutDevice;
  }
  if (device >= kDevices) {
    return asked(device);
  }
  std::call_once(once[device], [device] { known[device] = asked(device); });
  return known[device];
}

}  // namespace

DeviceLimits device_limits() {
  DeviceLimits limits = own_limits();
  const u64 most = shared_limit().load(std::memory_order_relaxed);
  if (most != 0 && most < limits.shared_per_block) {
    limits.shared_per_block = static_cast<u32>(most);
    limits.shared_per_multiprocessor =
        std::min(limits.shared_per_multiprocessor, limits.shared_per_block + DeviceLimits::kReserved);
  }
  return limits;
}

}  // namespace cliquestream

extern "C" int32_t cs_set_shared_memory_limit(uint64_t bytes) {
  using namespace cliquestream;
  if (bytes != 0 && bytes < kLeastShared) {
    return CS_INVALID_ARGUMENT;
  }
  shared_limit().store(bytes, std::memory_order_relaxed);
  return CS_OK;
}

extern "C" int32_t cs_abi_version(void) { return CS_ABI_VERSION; }
