// Launchers of the grouping by rank.
#include <cub/device/device_scan.cuh>

#include <algorithm>
#include <utility>

#include "common/launch.cuh"
#include "graph/bucket_kernels.cuh"
#include "graph/buckets.cuh"
#include "graph/row_kernels.cuh"

namespace cliquestream::graph {
namespace {

constexpr u64 kMostKeys = 0xFFFF0000ull;  // places are 32-bit

// See bucket_map.cuh. Some to spare: octaves that are cut short, and what rounding loses.
u64 most_buckets_for(u64 edges, u64 ranks, u32 words) { return (8 * edges + 12 * ranks) / words + 64; }

u32 words_for(u64 edges, u64 ranks) {
  return most_buckets_for(edges, ranks, BucketPolicy::kFewWords) <= BucketPolicy::kMostPlaces ? BucketPolicy::kFewWords
      : most_buckets_for(edges, ranks, BucketPolicy::kWords) <= BucketPolicy::kManyBuckets ? BucketPolicy::kWords
                                                                                            : BucketPolicy::kMostWords;
}

size_t scan_bytes(u64 counts) {
  size_t bytes = 0;
  cub::DeviceScan::ExclusiveSum(nullptr, bytes, static_cast<u32*>(nullptr), static_cast<u32*>(nullptr), counts);
  return bytes + 256;
}

BucketArea cut(Carver& carver, u32 most_buckets) {
  BucketArea area = {};
  area.map = carver.take<BucketMap>(1);
  area.groups = carver.take<u32>(BucketPolicy::kMostPlaces);
  area.buckets = carver.take<u32>(most_buckets + 1);
  area.states = carver.take<u64>(most_buckets);
  area.cleared_bytes = carver.used();
  area.pieces = carver.take<u32>(most_buckets + 1);
  return area;
}

// From counted groups to buckets; the rank is key >> shift.
int32_t move_keys(
    const BucketShape& shape, const BucketArea& area, u64 count, u32 shift, u64* (&keys)[2], cudaStream_t stream) {
  CS_RETURN_IF_FAILED(launch({1, 512, 0, stream}, cs_kernel_bucket_scan_groups, area.groups));
  const u32 blocks = static_cast<u32>(std::min<u64>(
      multiprocessors() * BucketPolicy::kMoveBlocksPerSm, divide_up(count, BucketPolicy::kTileKeys)));
  const bool at_once = shape.group_bits == 0;
  const auto first_step = at_once ? cs_kernel_bucket_move_at_once : cs_kernel_bucket_move_to_groups;
  const size_t first_shared =
      at_once ? sizeof(MoveShared<BucketPolicy::kMostPlaces>) : sizeof(MoveShared<BucketPolicy::kGroupWindow>);
  CS_RETURN_IF_FAILED(launch(
      {blocks, BucketPolicy::kMoveThreads, first_shared, stream}, first_step, shape, area.map, keys[0], count, shift,
      area.groups, keys[1]));
  std::swap(keys[0], keys[1]);
  if (at_once) {
    return CS_OK;
  }
  CS_RETURN_IF_FAILED(launch(
      {blocks_for(count, BucketPolicy::kCountKeys), BucketPolicy::kCountThreads, 0, stream}, cs_kernel_bucket_count,
      shape, area.map, area.groups, keys[0], shift, area.buckets));
  size_t bytes = area.scratch_bytes;
  CS_RETURN_IF_CUDA_FAILED(cub::DeviceScan::ExclusiveSum(
      area.scratch, bytes, area.buckets, area.buckets, shape.most_buckets + 1, stream));
  constexpr size_t kShared = sizeof(MoveShared<BucketPolicy::kWindow>);
  CS_RETURN_IF_FAILED(launch(
      {blocks, BucketPolicy::kMoveThreads, kShared, stream}, cs_kernel_bucket_move, shape, area.map, area.groups,
      keys[0], shift, area.buckets, keys[1]));
  std::swap(keys[0], keys[1]);
  return CS_OK;
}

u32 orient_blocks(u64 count) {
  constexpr u32 kKeys = BucketPolicy::kOrientThreads * BucketPolicy::kInFlight;
  return std::min(multiprocessors() * BucketPolicy::kOrientBlocksPerSm, blocks_for(count, kKeys));
}

}  // namespace

bool fits_buckets(u64 keys, u64 edges, u64 ranks) {
  const u32 words = words_for(edges, ranks);
  const size_t tile = sizeof(MoveShared<BucketPolicy::kMostPlaces>), bucket = row_shared_bytes(words) + kOwnRowShared;
  return keys <= kMostKeys && most_buckets_for(edges, ranks, words) <= BucketPolicy::kMostBuckets &&
      std::max(tile, bucket) <= device_limits().shared_per_block;
}

BucketShape bucket_shape(u64 edges, u64 ranks) {
  BucketShape shape = {};
  shape.words = words_for(edges, ranks);
  shape.most_buckets = static_cast<u32>(most_buckets_for(edges, ranks, shape.words));
  while (shape.most_buckets > BucketPolicy::kMostPlaces &&
         shape.most_buckets >> shape.group_bits >= BucketPolicy::kMostGroups) {
    shape.group_bits++;
  }
  shape.piece_words = static_cast<u32>(std::clamp<u64>(
      (edges + 3 * ranks) / BucketPolicy::kPieces, BucketPolicy::kLeastPiece, shape.words));
  return shape;
}

u64 bucket_area_bytes(u64 edges, u64 ranks) {
  // The largest shape of all that fit, whichever number of words it has.
  const u64 most = std::min<u64>(
      std::max<u64>(most_buckets_for(edges, ranks, BucketPolicy::kWords), BucketPolicy::kMostPlaces),
      BucketPolicy::kMostBuckets);
  Carver carver(nullptr, 0);
  cut(carver, static_cast<u32>(most));
  return carver.used() + scan_bytes(most + 1) + 256;
}

BucketArea cut_bucket_area(void* memory, u64 bytes, const BucketShape& shape) {
  Carver carver(memory, bytes);
  BucketArea area = cut(carver, shape.most_buckets);
  area.scratch_bytes = bytes - carver.used();
  area.scratch = carver.take<char>(area.scratch_bytes);
  return area;
}

int32_t pairs_to_buckets(
    const BucketShape& shape, const BucketArea& area, const cs_pair* pairs, u64 count, const cs_graph& graph, u32 bits,
    u64* (&keys)[2], cudaStream_t stream) {
  CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(area.map, 0, area.cleared_bytes, stream));
  CS_RETURN_IF_FAILED(launch(
      {orient_blocks(count), BucketPolicy::kOrientThreads, 0, stream}, cs_kernel_bucket_orient, shape,
      reinterpret_cast<const uint2*>(pairs), count, graph.id_to_rank, graph.degrees, graph.active, bits, keys[0],
      area.map, area.groups));
  return move_keys(shape, area, count, bits, keys, stream);
}

int32_t buckets_to_rows(
    const BucketShape& shape, const BucketArea& area, const u64* keys, u32 bits, u32* long_rows, const cs_graph& graph,
    cs_prepare_header* header, cudaStream_t stream) {
  const size_t shared = row_shared_bytes(shape.words);
  CS_RETURN_IF_FAILED(launch(
      {1, BucketPolicy::kPieceThreads, 0, stream}, cs_kernel_bucket_pieces, shape, area.map, area.ends(shape),
      area.pieces));
  const u32 blocks = std::min(multiprocessors() * BucketPolicy::kFinishBlocksPerSm, shape.most_buckets);
  CS_RETURN_IF_FAILED(launch(
      {blocks, BucketPolicy::kFinishThreads, shared, stream}, cs_kernel_bucket_rows, shape, area.map, area.ends(shape),
      area.pieces, keys, bits, area.states, long_rows, {graph.offsets, graph.rows, graph.adjacency, graph.degrees},
      header));
  if (graph.edges <= shape.words / 2) {
    return CS_OK;
  }
  const u32 shared_row = std::min<u32>(
      RowSortPolicy::kSharedRow, static_cast<u32>((device_limits().shared_per_block - kOwnRowShared) / sizeof(u32)));
  const u64 most = std::min<u64>(
      multiprocessors() * RowSortPolicy::kLongBlocksPerSm, divide_up(graph.edges, shape.words / 2));
  return launch(
      {static_cast<u32>(most), RowSortPolicy::kLongThreads, shared_row * sizeof(u32), stream}, cs_kernel_row_sort_long,
      graph.rows, graph.adjacency, long_rows, shared_row, area.map, header);
}

}  // namespace cliquestream::graph
