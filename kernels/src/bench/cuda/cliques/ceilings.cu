// The rates that counts of cliques are measured against: words of 32 bits ANDed and counted a second, by AND and POPC in
// registers, and by the b1 matrix unit.
//
//   ceilings
#include <cstdio>

#include "cliques/bit_products.cuh"
#include "runner.h"

using namespace cliquestream;
using namespace cliquestream::harness;

namespace {

constexpr u32 kRounds = 4096;

__global__ void and_popc(u32 seed, u32* out) {
  u32 a[8], sums[8] = {};
#pragma unroll
  for (u32 x = 0; x < 8; x++) {
    a[x] = seed * (threadIdx.x + x + 1);
  }
  for (u32 i = 0; i < kRounds; i++) {
#pragma unroll
    for (u32 x = 0; x < 8; x++) {
      sums[x] += __popc(a[x] & (seed + i));
    }
  }
  u32 sum = 0;
#pragma unroll
  for (u32 x = 0; x < 8; x++) {
    sum += sums[x];
  }
  out[global_thread()] = sum;
}

template <bool kWide>
__global__ void products(u32 seed, u32* out) {
  u32 sums[8][4] = {};
  const u32 a[4] = {seed, seed + threadIdx.x, seed * threadIdx.x, ~seed}, b[2] = {seed, seed ^ threadIdx.x};
  for (u32 i = 0; i < kRounds; i++) {
#pragma unroll
    for (u32 x = 0; x < 8; x++) {
      if constexpr (kWide) {
        cliques::multiply_bits(sums[x], a, b);
      } else {
        cliques::multiply_bits_128(sums[x], a[0], a[1], b[0]);
      }
    }
  }
  u32 sum = 0;
#pragma unroll
  for (u32 x = 0; x < 8; x++) {
    sum += sums[x][0] + sums[x][1] + sums[x][2] + sums[x][3];
  }
  out[global_thread()] = sum;
}

template <class Launch>
void measure(const char* what, double words, Launch launch) {
  cudaEvent_t begin, end;
  CS_CHECK(cudaEventCreate(&begin));
  CS_CHECK(cudaEventCreate(&end));
  float best = 1e9f;
  for (int i = 0; i < 4; i++) {
    CS_CHECK(cudaEventRecord(begin));
    launch();
    CS_CHECK(cudaEventRecord(end));
    CS_CHECK(cudaEventSynchronize(end));
    CS_CHECK(cudaGetLastError());
    float ms;
    CS_CHECK(cudaEventElapsedTime(&ms, begin, end));
    best = std::min(best, ms);
  }
  std::printf("%-24s %.3g words/s\n", what, words / (best * 1e-3));
}

}  // namespace

int main() try {
  int device = 0, multiprocessors = 0;
  CS_CHECK(cudaGetDevice(&device));
  CS_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
  constexpr u32 kThreads = 512;
  const u32 blocks = multiprocessors * 4;
  DeviceMemory memory;
  auto* out = static_cast<u32*>(memory.at_least(uint64_t{blocks} * kThreads * sizeof(u32)));
  const double threads = double{1} * blocks * kThreads, warps = threads / 32;
  measure("AND and POPC", threads * kRounds * 8, [&] { and_popc<<<blocks, kThreads>>>(12345, out); });
  measure("b1 products, 128 deep", warps * kRounds * 8 * 512, [&] { products<false><<<blocks, kThreads>>>(12345, out); });
  measure("b1 products, 256 deep", warps * kRounds * 8 * 1024, [&] { products<true><<<blocks, kThreads>>>(12345, out); });
  return 0;
} catch (const std::exception& e) {
  std::printf("FAILED: %s\n", e.what());
  return 1;
}
