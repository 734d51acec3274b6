// Launchers that group 64-bit keys by a rank in their high bits. See bucket_kernels.cuh and row_kernels.cuh.
#pragma once

#include "graph/bucket_map.cuh"

namespace cliquestream::graph {

// Whether so many keys can be grouped here, by the ranks of such a graph, on this device; else they are sorted.
bool fits_buckets(u64 keys, u64 edges, u64 ranks);
BucketShape bucket_shape(u64 edges, u64 ranks);

// What a grouping needs beside the keys, cut out of scratch memory.
struct BucketArea {
  BucketMap* map;
  u32* groups;   // keys of each group, then where they go, then where they end
  u32* buckets;  // the same of each bucket
  u32* pieces;   // first bucket of each piece, and the end
  u64* states;   // of the look-back over pieces
  u64 cleared_bytes;
  void* scratch;
  u64 scratch_bytes;
  // Where the keys of each bucket end, once all are moved.
  const u32* ends(const BucketShape& shape) const { return shape.group_bits == 0 ? groups : buckets; }
};
// Enough for any graph of up to so many edges and ranks.
u64 bucket_area_bytes(u64 edges, u64 ranks);
BucketArea cut_bucket_area(void* memory, u64 bytes, const BucketShape& shape);

// Pairs to oriented keys in buckets. The result is in keys[0]; the arrays may have changed places.
int32_t pairs_to_buckets(
    const BucketShape& shape, const BucketArea& area, const cs_pair* pairs, u64 count, const cs_graph& graph, u32 bits,
    u64* (&keys)[2], cudaStream_t stream);
// Rows, sorted, from keys in buckets; fills graph.offsets, graph.rows, graph.adjacency and the header's sums.
int32_t buckets_to_rows(
    const BucketShape& shape, const BucketArea& area, const u64* keys, u32 bits, u32* long_rows, const cs_graph& graph,
    cs_prepare_header* header, cudaStream_t stream);

}  // namespace cliquestream::graph
