// Sparse ids made dense. Ids of 32 bits are marked in records of 32, each a word of bits and, after a scan, how many ids
// the records before hold: one load of 8 bytes tells the number of an id. Ids of 64 bits are looked up in their sorted
// array.
#pragma once

#include <cstddef>
#include <iterator>

#include "common/common.cuh"
#include "graph/policy.cuh"

namespace cliquestream::graph {

constexpr u32 kRecordBits = 5;  // a record's ids differ in so many low bits

// How many ids of a record were seen.
struct SeenIds {
  const uint2* records;
  __host__ __device__ u32 operator()(u64 record) const {
#ifdef __CUDA_ARCH__
    return __popc(records[record].x);
#else
    return static_cast<u32>(__builtin_popcount(records[record].x));
#endif
  }
};

// Where the scan writes how many ids lie before each record.
struct SmallerIds {
  using iterator_category = std::random_access_iterator_tag;
  using value_type = u32;
  using difference_type = std::ptrdiff_t;
  using pointer = u32*;
  using reference = u32&;
  uint2* records;
  __host__ __device__ reference operator*() const { return records->y; }
  __host__ __device__ reference operator[](difference_type i) const { return records[i].y; }
  __host__ __device__ SmallerIds operator+(difference_type i) const { return {records + i}; }
  __host__ __device__ SmallerIds& operator+=(difference_type i) {
    records += i;
    return *this;
  }
};

__device__ __forceinline__ void mark_id(u32 id, u64 id_bound, uint2* records) {
  if (id >= id_bound) {
    return;
  }
  u32* word = &records[id >> kRecordBits].x;
  const u32 bit = 1u << (id & 31);
  // Most ids were seen before: reading spares the atomic.
  if ((__ldcg(word) & bit) == 0) {
    atomicOr(word, bit);
  }
}

__global__ void cs_kernel_mark_ids(const uint2* __restrict__ pairs, u64 count, u64 id_bound, uint2* records) {
  constexpr u32 kInFlight = DenseIdsPolicy::kInFlight;
  const u64 threads = global_threads();
  for (u64 base = global_thread(); base < count; base += kInFlight * threads) {
    uint2 pair[kInFlight];
#pragma unroll
    for (u32 k = 0; k < kInFlight; k++) {
      const u64 i = base + k * threads;
      pair[k] = __ldcs(pairs + (i < count ? i : base));
    }
#pragma unroll
    for (u32 k = 0; k < kInFlight; k++) {
      mark_id(pair[k].x, id_bound, records);
      mark_id(pair[k].y, id_bound, records);
    }
  }
}

__device__ __forceinline__ u32 number_of(u32 id, u64 id_bound, const uint2* __restrict__ records) {
  if (id >= id_bound) {
    return kNoId;
  }
  const uint2 record = __ldg(records + (id >> kRecordBits));
  const u32 bit = 1u << (id & 31);
  return (record.x & bit) == 0 ? kNoId : record.y + __popc(record.x & (bit - 1));
}

__global__ void cs_kernel_renumber_marked(
    uint2* __restrict__ pairs, u64 count, u64 id_bound, const uint2* __restrict__ records) {
  constexpr u32 kInFlight = DenseIdsPolicy::kInFlight;
  const u64 threads = global_threads();
  for (u64 base = global_thread(); base < count; base += kInFlight * threads) {
    uint2 pair[kInFlight];
#pragma unroll
    for (u32 k = 0; k < kInFlight; k++) {
      const u64 i = base + k * threads;
      pair[k] = i < count ? __ldcs(pairs + i) : make_uint2(0, 0);
    }
#pragma unroll
    for (u32 k = 0; k < kInFlight; k++) {
      pair[k].x = number_of(pair[k].x, id_bound, records);
      pair[k].y = number_of(pair[k].y, id_bound, records);
    }
#pragma unroll
    for (u32 k = 0; k < kInFlight; k++) {
      const u64 i = base + k * threads;
      if (i < count) {
        __stcs(pairs + i, pair[k]);
      }
    }
  }
}

// The place of an id among sorted ones.
__device__ __forceinline__ u32 place_of(u64 id, const u64* __restrict__ ids, u32 count) {
  u32 first = 0, length = count;
  while (length > 0) {
    const u32 half = length / 2;
    if (__ldg(ids + first + half) < id) {
      first += half + 1;
      length -= half + 1;
    } else {
      length = half;
    }
  }
  return first < count && __ldg(ids + first) == id ? first : kNoId;
}

__global__ void cs_kernel_renumber_sorted(
    const ulonglong2* __restrict__ pairs, u64 count, const u64* __restrict__ ids, const u32* __restrict__ ids_count,
    uint2* __restrict__ out) {
  const u32 length = *ids_count;
  for (u64 i = global_thread(); i < count; i += global_threads()) {
    const ulonglong2 pair = __ldcs(pairs + i);
    __stcs(out + i, make_uint2(place_of(pair.x, ids, length), place_of(pair.y, ids, length)));
  }
}

}  // namespace cliquestream::graph
