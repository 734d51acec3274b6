// Where and when a kernel runs: the clock, the multiprocessor, and words that others write meanwhile.
#pragma once

#include "common/common.cuh"

namespace cliquestream {

#ifdef __CUDACC__
__device__ __forceinline__ u64 nanoseconds() {
  u64 now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  return now;
}
// Number of the multiprocessor that the thread runs on.
__device__ __forceinline__ u32 multiprocessor() {
  u32 number;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(number));
  return number;
}
template <class T>
__device__ __forceinline__ T read_volatile(const T* word) {
  return *reinterpret_cast<const volatile T*>(word);
}
// Whether a stop word, which may be null, is up.
__device__ __forceinline__ bool is_up(const u32* stop) { return stop != nullptr && read_volatile(stop) != 0; }
#endif

}  // namespace cliquestream
