// The public header for enumerations of one's own; docs/write-your-own-enumeration.md is the guide.
//
//   struct MyProgram {
//     static constexpr bool kPrunes = true;
//     static __device__ bool keep(u32 bound, u32 vertices, u32 bitmap, const u64* arguments);
//     static __device__ u32 class_of(u32 vertices, u32 bitmap, const Job& job, const u64* arguments);
//   };
//   CS_ENUMERATION(my_program, MyProgram)
//
// The kernel visits every connected vertex-induced subgraph of a size once (census.cuh says how, and what a program's two
// functions mean); the program prunes, and counts what is left by classes of its own. Stacks, balance, time slices, stop and
// progress are the executor's. Build a fatbin with
//
//   nvcc -std=c++17 -O3 -arch=sm_90 -I kernels/src/main/cuda -I kernels/src/main/cuda/include -fatbin -o my.fatbin my.cu
#pragma once

#include "enumerate/census.cuh"
#include "enumerate/search.cuh"

namespace cliquestream::enumerate {

// Whether vertices i < j of a bitmap of `bound` vertices are adjacent.
__device__ __forceinline__ bool bitmap_adjacent(u32 bound, u32 bitmap, u32 i, u32 j) {
  return bitmap >> (bound * (bound - 1) / 2 - 1 - (j * (j - 1) / 2 + i)) & 1;
}
// Neighbours of vertex v in a bitmap.
__device__ __forceinline__ u32 bitmap_degree(u32 bound, u32 bitmap, u32 v) {
  u32 degree = 0;
  for (u32 other = 0; other < bound; other++) {
    degree += other < v ? bitmap_adjacent(bound, bitmap, other, v) : other > v && bitmap_adjacent(bound, bitmap, v, other);
  }
  return degree;
}

}  // namespace cliquestream::enumerate

#define CS_ENUMERATION(name, Program)                                                              \
  extern "C" __global__ void __launch_bounds__(                                                    \
      cliquestream::enumerate::EnumeratePolicy::kThreads,                                          \
      cliquestream::enumerate::EnumeratePolicy::kBlocksPerMultiprocessor)                          \
      name(const cliquestream::enumerate::Job* job) {                                              \
    using namespace cliquestream::enumerate;                                                       \
    run<SubgraphTraversal<Program, WarpGroup, false>>(*job);                                       \
  }
