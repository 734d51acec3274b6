// The matrix core: wedges between hubs, counted as one-bit matrix products.
//
// A row u of class H (columns) leaves all pairs w < v < H of its neighbours to the core. Let A be the bit rows of the
// class and B the bit rows N+(v) of the first H vertices. Then (A * B^T)[u][v] with AND and POPC is the number of common
// neighbours of u and v below v, and the sum over the set bits (u, v) of A is the number of triangles (u, v, w). Rows of
// B have no bit at or past v, so products over columns [128 j, 128 j + 128) need only the first 128 (j + 1) bits.
//
// The product runs on the b1 matrix unit (m16n8k256, native on sm_80 to sm_90): 128 x 128 results a block, depth in
// steps of 512 bits through a four-stage cp.async pipeline. A step of a row is 64 bytes, so eight rows are one
// contiguous 512-byte shared load without bank conflicts; which bit stands for which id inside a step does not matter as
// long as A and B agree.
#pragma once

#include "common/units.cuh"
#include "triangles/wedge/core_shape.cuh"

namespace cliquestream::wedge {

__device__ __forceinline__ void copy_16_async(void* shared, const void* global) {
  const u32 to = static_cast<u32>(__cvta_generic_to_shared(shared));
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(global));
}
__device__ __forceinline__ void commit_copies() { asm volatile("cp.async.commit_group;"); }
template <int N>
__device__ __forceinline__ void wait_for_copies_but() {
  asm volatile("cp.async.wait_group %0;" ::"n"(N));
}
__device__ __forceinline__ void multiply_bits(int (&sum)[4], u32 a0, u32 a1, u32 a2, u32 a3, u32 b0, u32 b1) {
  asm volatile(
      "mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
      "{%0,%1,%2,%3};"
      : "+r"(sum[0]), "+r"(sum[1]), "+r"(sum[2]), "+r"(sum[3])
      : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
}

// Units are taken from *taken in [first, last); a unit is one tile of 128 rows against 128 columns.
__global__ void __launch_bounds__(WedgePolicy::kCoreThreads, WedgePolicy::kCoreBlocksPerSm) cs_kernel_wedge_core(
    CoreShape shape, const u32* __restrict__ row_bits, const u32* __restrict__ matrix, u32 first, u32 last, u32* taken,
    const u32* stop, u64* done, u64* count) {
  constexpr u32 kTile = WedgePolicy::kCoreTile, kStages = WedgePolicy::kCoreStages;
  constexpr u32 kStepWords = WedgePolicy::kCoreStepBits / 32;      // 16 words, four 16-byte pieces a row
  constexpr u32 kStageWords = 2 * kTile * kStepWords;
  constexpr u32 kPieces = kTile * kStepWords / 4;                  // 16-byte pieces of one operand and stage
  extern __shared__ __align__(16) u32 stages[];
  __shared__ u32 next;
  const u32 thread = threadIdx.x, lane = thread & 31, warp = thread >> 5;
  const u32 group = lane >> 2, part = lane & 3;
  const u32 warp_row = (warp & 1) * 64, warp_column = (warp >> 1) * 32;
  u32 finished = 0;
  u64 total = 0;
  for (;;) {
    if (thread == 0) {
      const bool stopped = is_up(stop);
      next = stopped ? last : first + atomicAdd(taken, 1u);
    }
    __syncthreads();
    const u32 unit = next;
    if (unit >= last) {
      break;
    }
    u32 k = 0;
    while (unit >= shape.first_unit[k + 1]) {
      k++;
    }
    const u32 row_words = core_columns(shape.core_class[k]) / 32, matrix_words = shape.width / 32;
    const u32 index = unit - shape.first_unit[k];
    const u32 column = (row_words * 32 / kTile - 1 - index / shape.tiles[k]) * kTile;  // deepest products first
    const u32 tile = index % shape.tiles[k];
    const u32* a = row_bits + shape.first_word[k] + static_cast<u64>(tile) * kTile * row_words;
    const u32* b = matrix + static_cast<u64>(column) * matrix_words;
    const u32 steps = (column + kTile + WedgePolicy::kCoreStepBits - 1) / WedgePolicy::kCoreStepBits;

    auto load = [&](u32 step) {
      u32* to = stages + step % kStages * kStageWords;
#pragma unroll
      for (u32 i = 0; i < kPieces / WedgePolicy::kCoreThreads; i++) {
        const u32 piece = thread + i * WedgePolicy::kCoreThreads;
        const u32 row = piece >> 2, word = step * kStepWords + (piece & 3) * 4;
        copy_16_async(to + piece * 4, a + static_cast<u64>(row) * row_words + word);
        copy_16_async(to + kTile * kStepWords + piece * 4, b + static_cast<u64>(row) * matrix_words + word);
      }
    };
    int sum[4][4][4] = {};
#pragma unroll
    for (u32 s = 0; s < kStages - 1; s++) {
      if (s < steps) {
        load(s);
      }
      commit_copies();
    }
    for (u32 step = 0; step < steps; step++) {
      wait_for_copies_but<kStages - 2>();
      __syncthreads();  // this stage has arrived for everyone, and everyone is done with the one loaded next
      if (step + kStages - 1 < steps) {
        load(step + kStages - 1);
      }
      commit_copies();
      const u32* from = stages + step % kStages * kStageWords;
      const uint4* rows_here = reinterpret_cast<const uint4*>(from) + (warp_row + group) * 4 + part;
      const uint4* columns_here =
          reinterpret_cast<const uint4*>(from + kTile * kStepWords) + (warp_column + group) * 4 + part;
      uint4 right[4];
#pragma unroll
      for (u32 n = 0; n < 4; n++) {
        right[n] = columns_here[n * 8 * 4];
      }
#pragma unroll
      for (u32 m = 0; m < 4; m++) {
        const uint4 upper = rows_here[m * 16 * 4], lower = rows_here[(m * 16 + 8) * 4];
#pragma unroll
        for (u32 n = 0; n < 4; n++) {
          multiply_bits(sum[m][n], upper.x, lower.x, upper.y, lower.y, right[n].x, right[n].y);
          multiply_bits(sum[m][n], upper.z, lower.z, upper.w, lower.w, right[n].z, right[n].w);
        }
      }
    }
    wait_for_copies_but<0>();
    // The row's own bits say which results are edges: one word covers the warp's 32 columns.
    u32 triangles = 0;
#pragma unroll
    for (u32 m = 0; m < 4; m++) {
#pragma unroll
      for (u32 half = 0; half < 2; half++) {
        const u32 row = warp_row + m * 16 + half * 8 + group;
        const u32 mask = __ldg(a + static_cast<u64>(row) * row_words + (column + warp_column) / 32) >> (part * 2);
#pragma unroll
        for (u32 n = 0; n < 4; n++) {
          triangles += (mask >> (n * 8) & 1) ? sum[m][n][half * 2] : 0;
          triangles += (mask >> (n * 8 + 1) & 1) ? sum[m][n][half * 2 + 1] : 0;
        }
      }
    }
    total += triangles;
    finished++;
    __syncthreads();  // all are done with the stages and with next
  }
  add_warp_sum(count, total);
  report(done, thread == 0 ? finished : 0);
}

}  // namespace cliquestream::wedge
