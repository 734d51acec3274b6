// Memory of the device and page-locked memory of the host, each with an owner, and the check of every call.
#pragma once

#include <cuda_runtime.h>

#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

namespace cliquestream::harness {

inline void check(int32_t code, const char* what) {
  if (code == 0) {
    return;
  }
  std::string text = code > 0 ? cudaGetErrorString(static_cast<cudaError_t>(code)) : "cs_status " + std::to_string(code);
  throw std::runtime_error(std::string(what) + ": " + text);
}
#define CS_CHECK(call) ::cliquestream::harness::check(static_cast<int32_t>(call), #call)

// Grows when asked for more than it has; keeps what it has otherwise, so repeated runs allocate nothing.
class DeviceMemory {
 public:
  DeviceMemory() = default;
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;
  ~DeviceMemory() { cudaFree(data_); }
  void* at_least(uint64_t bytes) {
    if (bytes > size_) {
      cudaFree(data_);
      data_ = nullptr;
      size_ = 0;
      CS_CHECK(cudaMalloc(&data_, bytes));
      size_ = bytes;
      // Poison, so that a read of memory nothing wrote shows; initcheck sees that by itself and must not be misled.
      if (std::getenv("CS_TEST_NO_POISON") == nullptr) {
        CS_CHECK(cudaMemset(data_, 0xA5, bytes));
        CS_CHECK(cudaDeviceSynchronize());
      }
    }
    return data_;
  }
  uint64_t size() const { return size_; }
  template <class T>
  T* as() const {
    return static_cast<T*>(data_);
  }

 private:
  void* data_ = nullptr;
  uint64_t size_ = 0;
};

class PinnedMemory {
 public:
  PinnedMemory() = default;
  PinnedMemory(const PinnedMemory&) = delete;
  PinnedMemory& operator=(const PinnedMemory&) = delete;
  ~PinnedMemory() { cudaFreeHost(data_); }
  void* at_least(uint64_t bytes) {
    if (bytes > size_) {
      cudaFreeHost(data_);
      data_ = nullptr;
      CS_CHECK(cudaMallocHost(&data_, bytes));
      size_ = bytes;
    }
    return data_;
  }
  template <class T>
  T* as() const {
    return static_cast<T*>(data_);
  }

 private:
  void* data_ = nullptr;
  uint64_t size_ = 0;
};

template <class T>
std::vector<T> download(const T* device, uint64_t count) {
  std::vector<T> host(count);
  if (count != 0) {
    CS_CHECK(cudaMemcpy(host.data(), device, count * sizeof(T), cudaMemcpyDeviceToHost));
  }
  return host;
}

}  // namespace cliquestream::harness
