// Lengths of oriented rows, for CUB's scans.
#pragma once

#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include "common/common.cuh"

namespace cliquestream {

struct RowLength {
  const u64* rows;
  __host__ __device__ u64 operator()(u64 u) const { return row_length(rows[u]); }
};

// A function of the places 0, 1, ... as an iterator.
template <class Of>
auto each_place(Of of) {
  return thrust::make_transform_iterator(thrust::make_counting_iterator<u64>(0), of);
}
inline auto row_lengths(const u64* rows) { return each_place(RowLength{rows}); }

}  // namespace cliquestream
