// Products of bit matrices on the b1 matrix unit: sum[i][j] += number of bits of row i AND column j.
//
// Operands of lane l, with g = l / 4 and m = l % 4: words m of rows g and g + 8 (and words m + 4 of both, 256 bits deep), word m
// (and m + 4) of column g; sums of row g and columns 2m, 2m + 1, then of row g + 8. Which bit of a word stands for which depth
// does not matter, as long as both operands agree.
//
// Reference: PTX ISA, mma.m16n8k128 and mma.m16n8k256 with .b1 operands.
#pragma once

#include "common/common.cuh"

namespace cliquestream::cliques {

// Later devices have no such instruction of their own and would take many for one; there, AND and POPC count.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 1000
constexpr bool kBitProducts = false;
#else
constexpr bool kBitProducts = true;
#endif

__device__ __forceinline__ void multiply_bits(u32 (&sum)[4], const u32 (&a)[4], const u32 (&b)[2]) {
  asm volatile(
      "mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
      "{%0,%1,%2,%3};"
      : "+r"(sum[0]), "+r"(sum[1]), "+r"(sum[2]), "+r"(sum[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}
__device__ __forceinline__ void multiply_bits_128(u32 (&sum)[4], u32 low, u32 high, u32 column) {
  asm volatile(
      "mma.sync.aligned.m16n8k128.row.col.s32.b1.b1.s32.and.popc {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
      : "+r"(sum[0]), "+r"(sum[1]), "+r"(sum[2]), "+r"(sum[3])
      : "r"(low), "r"(high), "r"(column));
}

}  // namespace cliquestream::cliques
