// What every kernel folder shares: integer names, the status type, cutting an area into arrays, warp primitives.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cuda_runtime.h>

#include "cliquestream_cuda.h"

namespace cliquestream {

using u8 = uint8_t;
using u16 = uint16_t;
using u32 = uint32_t;
using u64 = uint64_t;
using atomic64 = unsigned long long;  // the type CUDA's 64-bit atomics are declared for

constexpr u32 kFullWarp = 0xFFFFFFFFu;
constexpr u32 kNoId = 0xFFFFFFFFu;  // padding of rows: larger than every rank

// A row descriptor holds where the row starts, in units of four ids, and how long it is.
constexpr u32 kRowLengthBits = 24;
constexpr u64 kRowLengthMask = (1ull << kRowLengthBits) - 1;

__host__ __device__ __forceinline__ u64 row_quad(u64 row) { return row >> kRowLengthBits; }
__host__ __device__ __forceinline__ u32 row_length(u64 row) { return static_cast<u32>(row & kRowLengthMask); }

// Bits needed to write any number below bound.
inline u32 bits_below(u64 bound) {
  u32 bits = 1;
  while (bits < 64 && (bound - (bound != 0)) >> bits) {
    bits++;
  }
  return bits;
}

// Words that hold so many bits.
__host__ __device__ constexpr u32 words_of(u32 bits) { return (bits + 31) / 32; }

inline u64 divide_up(u64 a, u64 b) { return (a + b - 1) / b; }

// The runtime keeps the last error of a thread until somebody asks, and CUB asks after its launches: an error that is
// told by status is not left behind for the next call to find.
inline int32_t status(cudaError_t error) {
  if (error != cudaSuccess) {
    cudaGetLastError();
  }
  return static_cast<int32_t>(error);
}
// Somebody else's error, left behind on this thread, is not of the call that follows.
inline void forget_last_error() { cudaGetLastError(); }

#define CS_RETURN_IF_FAILED(call)       \
  do {                                  \
    const int32_t cs_status_ = (call);  \
    if (cs_status_ != CS_OK) {          \
      return cs_status_;                \
    }                                   \
  } while (0)
#define CS_RETURN_IF_CUDA_FAILED(call) \
  CS_RETURN_IF_FAILED((::cliquestream::forget_last_error(), ::cliquestream::status(call)))

// Cuts one area into 256-byte aligned arrays. With a null base it only adds up what would be needed.
class Carver {
 public:
  Carver(void* base, u64 capacity) : base_(static_cast<char*>(base)), capacity_(capacity) {}

  template <class T>
  T* take(u64 count) {
    const u64 at = (used_ + 255) & ~u64{255};
    used_ = at + count * sizeof(T);
    return base_ == nullptr || used_ > capacity_ ? nullptr : reinterpret_cast<T*>(base_ + at);
  }
  u64 used() const { return (used_ + 255) & ~u64{255}; }
  bool fits() const { return base_ != nullptr && used_ <= capacity_; }

 private:
  char* base_;
  u64 capacity_;
  u64 used_ = 0;
};

// Bytes of the memory that a record is cut from.
template <class Record, class Cut>
u64 carved_bytes(Cut cut) {
  Carver carver(nullptr, 0);
  Record unused;
  cut(carver, unused);
  return carver.used();
}

// One thread per element, refused where the grid would pass CUDA's bound.
inline u32 blocks_for(u64 count, u32 threads) {
  const u64 blocks = divide_up(count, threads);
  return blocks < 1 ? 1u : blocks > 0x7FFFFFFFull ? 0x7FFFFFFFu : static_cast<u32>(blocks);
}

#ifdef __CUDACC__
__device__ __forceinline__ u64 global_thread() { return static_cast<u64>(blockIdx.x) * blockDim.x + threadIdx.x; }
__device__ __forceinline__ u64 global_threads() { return static_cast<u64>(gridDim.x) * blockDim.x; }
__device__ __forceinline__ u32 lane_id() { return threadIdx.x & 31; }
__device__ __forceinline__ u32 lanes_up_to_mine() {
  u32 mask;
  asm("mov.u32 %0, %%lanemask_le;" : "=r"(mask));
  return mask;
}
__device__ __forceinline__ u32 lanes_below_mine() {
  u32 mask;
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(mask));
  return mask;
}
template <class T>
__device__ __forceinline__ T warp_sum(T value) {
#pragma unroll
  for (int distance = 16; distance; distance >>= 1) {
    value += __shfl_down_sync(kFullWarp, value, distance);
  }
  return value;
}
template <class T>
__device__ __forceinline__ T warp_inclusive_sum(T value) {
  const u32 lane = lane_id();
#pragma unroll
  for (int distance = 1; distance < 32; distance <<= 1) {
    const T other = __shfl_up_sync(kFullWarp, value, distance);
    if (lane >= distance) {
      value += other;
    }
  }
  return value;
}
__device__ __forceinline__ void add_to(u64* target, u64 value) {
  atomicAdd(reinterpret_cast<atomic64*>(target), static_cast<atomic64>(value));
}
// Warp-wide sum of value added to *target once.
__device__ __forceinline__ void add_warp_sum(u64* target, u64 value) {
  value = warp_sum(value);
  if (lane_id() == 0 && value != 0) {
    add_to(target, value);
  }
}
// Block-wide sums, one atomic each. Every thread of the block calls it.
template <int N>
__device__ __forceinline__ void block_add(u64* const (&target)[N], const u64 (&value)[N]) {
  __shared__ u64 sums[N];
  if (threadIdx.x < N) {
    sums[threadIdx.x] = 0;
  }
  __syncthreads();
#pragma unroll
  for (int i = 0; i < N; i++) {
    const u64 sum = warp_sum(value[i]);
    if (lane_id() == 0 && sum != 0) {
      add_to(&sums[i], sum);
    }
  }
  __syncthreads();
  if (threadIdx.x == 0) {
#pragma unroll
    for (int i = 0; i < N; i++) {
      if (sums[i] != 0) {
        add_to(target[i], sums[i]);
      }
    }
  }
}
#endif

}  // namespace cliquestream
