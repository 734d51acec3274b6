#pragma once

namespace cliquestream {

// Most threads that a multiprocessor of the architecture under compilation holds.
#if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ == 860 || __CUDA_ARCH__ == 870 || __CUDA_ARCH__ == 890)
constexpr int kMostThreadsPerSm = 1536;
#else
constexpr int kMostThreadsPerSm = 2048;
#endif

// Blocks of so many threads for __launch_bounds__: as many as wanted, where the multiprocessor holds them.
constexpr int resident_blocks(int wanted, int threads) {
  return wanted * threads <= kMostThreadsPerSm ? wanted : kMostThreadsPerSm / threads;
}

}  // namespace cliquestream
