// Bit rows of the matrix core: which rows take part, and their bits. See core_kernels.cuh for what they are for.
#pragma once

#include "triangles/wedge/core_shape.cuh"

namespace cliquestream::wedge {

// Rows of each class into one list, padded by the caller's 0xFF to whole tiles.
__global__ void cs_kernel_wedge_core_list(
    const u64* __restrict__ split_rows, u64 active, CoreShape shape, u32* cursor, u32* list) {
  __shared__ u32 wanted[WedgePolicy::kCoreClasses], base[WedgePolicy::kCoreClasses];
  if (threadIdx.x < WedgePolicy::kCoreClasses) {
    wanted[threadIdx.x] = 0;
  }
  __syncthreads();
  const u64 u = global_thread();
  u32 slot = kNoId, at = 0;
  if (u < active) {
    const u32 core_class = SplitRow(split_rows[u]).core_class();
    for (u32 k = 0; core_class != 0 && k < shape.classes; k++) {
      if (shape.core_class[k] == core_class) {
        slot = k;
        at = atomicAdd(&wanted[k], 1u);
      }
    }
  }
  __syncthreads();
  if (threadIdx.x < shape.classes && wanted[threadIdx.x] != 0) {
    base[threadIdx.x] = atomicAdd(cursor + threadIdx.x, wanted[threadIdx.x]);
  }
  __syncthreads();
  if (slot != kNoId) {
    list[shape.first_row[slot] + base[slot] + at] = static_cast<u32>(u);
  }
}

// One warp a bit row, of a class first and then of the matrix B.
__global__ void __launch_bounds__(WedgePolicy::kCoreBitsThreads) cs_kernel_wedge_core_bits(
    const u64* __restrict__ rows, const u32* __restrict__ adjacency, const u64* __restrict__ split_rows, u64 active,
    CoreShape shape, u64 padded_rows, const u32* __restrict__ list, u32* __restrict__ row_bits,
    u32* __restrict__ matrix) {
  constexpr u32 kMostWords = (WedgePolicy::kCoreLeast << (WedgePolicy::kCoreClasses - 1)) / 32;
  __shared__ __align__(16) u32 all_words[WedgePolicy::kCoreBitsThreads / 32][kMostWords];
  u32* words = all_words[threadIdx.x / 32];
  const u32 lane = lane_id();
  const u64 r = global_thread() / 32;
  if (r >= padded_rows + shape.width) {
    return;
  }
  u32 columns = shape.width;
  u64 u;
  u32* out;
  if (r < padded_rows) {
    u32 k = 0;
    while (k + 1 < shape.classes && r >= shape.first_row[k + 1]) {
      k++;
    }
    columns = core_columns(shape.core_class[k]);
    u = list[r];
    out = row_bits + shape.first_word[k] + (r - shape.first_row[k]) * (columns / 32);
  } else {
    u = r - padded_rows;
    out = matrix + u * (columns / 32);
  }
  for (u32 i = lane; i < columns / 128; i += 32) {
    reinterpret_cast<uint4*>(words)[i] = make_uint4(0, 0, 0, 0);
  }
  __syncwarp();
  if (u < active) {
    const u64 row = rows[u];
    const u32 hub = SplitRow(split_rows[u]).hub_length();
    const u32* ids = adjacency + row_quad(row) * 4;
    for (u32 i = lane; i < hub; i += 32) {
      const u32 id = ids[i];
      if (id >= columns) {
        break;
      }
      atomicOr(&words[id >> 5], 1u << (id & 31));
    }
  }
  __syncwarp();
  for (u32 i = lane; i < columns / 128; i += 32) {
    reinterpret_cast<uint4*>(out)[i] = reinterpret_cast<const uint4*>(words)[i];
  }
}

}  // namespace cliquestream::wedge
