// Launchers: a host graph's rows to the arcs of parts. See policy.cuh for the whole, chunk_kernels.cuh for the way.
#include <cub/device/device_radix_sort.cuh>

#include <algorithm>

#include "common/launch.cuh"
#include "triangles/grid/chunk_kernels.cuh"
#include "triangles/grid/rank_kernels.cuh"

namespace cliquestream::grid {
namespace {

constexpr int kThreads = GridPolicy::kThreads;
constexpr u64 kMostVertices = u64{1} << 31;
constexpr u64 kMostEntries = u64{1} << 32;

u32 streaming_blocks(u64 count, u32 blocks_per_sm) {
  return std::min(multiprocessors() * blocks_per_sm, blocks_for(count, kThreads));
}

size_t sort_bytes(u64 vertices) {
  size_t bytes = 0;
  cub::DoubleBuffer<u32> keys(nullptr, nullptr), ids(nullptr, nullptr);
  cub::DeviceRadixSort::SortPairs(nullptr, bytes, keys, ids, std::max<u64>(vertices, 1), 0, 32);
  return bytes + 256;
}

void cut(Carver& carver, u64 vertices, cs_grid_ranking& r) {
  r = {};
  r.vertices = vertices;
  r.header = carver.take<cs_grid_header>(1);
  for (int i = 0; i < 2; i++) {
    r.keys[i] = carver.take<u32>(vertices);
    r.ids[i] = carver.take<u32>(vertices);
  }
  r.scratch_bytes = sort_bytes(vertices);
  r.scratch = carver.take<char>(r.scratch_bytes);
}

void cut(Carver& carver, u64 entries, u64 rows, u32 classes, cs_grid_chunk& c) {
  c = {};
  c.entry_capacity = entries;
  c.row_capacity = rows;
  c.classes = classes;
  const u64 parts = u64{classes} * classes;
  c.entries = carver.take<u32>(entries);
  c.offsets = carver.take<u64>(rows + 1);
  c.arcs = carver.take<u32>(entries);
  c.rows = carver.take<cs_two_words>(std::min(entries, rows * classes));
  c.kept = carver.take<u32>(rows);
  c.long_rows = carver.take<u32>(1 + entries / GridPolicy::kWarpRow);
  c.counts = carver.take<u64>(parts);
  c.firsts = carver.take<u64>(parts);
  c.before = carver.take<u64>(parts);
  c.cursors = carver.take<u64>(parts);
}

bool valid(u64 entries, u64 rows, u32 classes) {
  return classes >= 1 && classes <= GridPolicy::kMostClasses && entries < kMostEntries && rows >= 1 &&
      rows <= kMostVertices;
}

}  // namespace
}  // namespace cliquestream::grid

using namespace cliquestream;
using namespace cliquestream::grid;

extern "C" uint64_t cs_grid_ranking_bytes(uint64_t vertices) {
  return carved_bytes<cs_grid_ranking>(
      [&](Carver& carver, cs_grid_ranking& ranking) { cut(carver, vertices, ranking); });
}

extern "C" int32_t cs_grid_ranking_bind(void* memory, uint64_t bytes, uint64_t vertices, cs_grid_ranking* out) {
  if (vertices >= kMostVertices) {
    return CS_UNSUPPORTED;
  }
  Carver carver(memory, bytes);
  cut(carver, vertices, *out);
  return carver.fits() ? CS_OK : CS_WORKSPACE_TOO_SMALL;
}

extern "C" int32_t cs_grid_ranking_start(const cs_grid_ranking* ranking, cs_stream stream) {
  return status(cudaMemsetAsync(ranking->header, 0, sizeof(cs_grid_header), stream));
}

extern "C" int32_t cs_grid_ranking_degrees(
    const cs_grid_ranking* ranking, const uint64_t* offsets, uint64_t first, uint64_t count, cs_stream stream) {
  if (first > ranking->vertices || count > ranking->vertices - first) {
    return CS_INVALID_ARGUMENT;
  }
  if (count == 0) {
    return CS_OK;
  }
  return launch(
      {streaming_blocks(count, 8), kThreads, 0, stream}, cs_kernel_grid_degrees, offsets, first, count,
      ranking->keys[0], ranking->ids[0], ranking->header);
}

extern "C" int32_t cs_grid_ranking_finish(
    const cs_grid_ranking* ranking, uint32_t* rank_by_id, cs_grid_header* host_header, cs_stream stream) {
  if (ranking->vertices != 0) {
    cub::DoubleBuffer<u32> keys(ranking->keys[0], ranking->keys[1]), ids(ranking->ids[0], ranking->ids[1]);
    size_t bytes = ranking->scratch_bytes;
    CS_RETURN_IF_CUDA_FAILED(
        cub::DeviceRadixSort::SortPairs(ranking->scratch, bytes, keys, ids, ranking->vertices, 0, 32, stream));
    CS_RETURN_IF_FAILED(launch(
        {streaming_blocks(ranking->vertices, 16), kThreads, 0, stream}, cs_kernel_grid_ranks, ids.Current(),
        ranking->vertices, rank_by_id));
  }
  return status(cudaMemcpyAsync(
      host_header, ranking->header, sizeof(cs_grid_header), cudaMemcpyDeviceToHost, stream));
}

extern "C" uint64_t cs_grid_chunk_bytes(uint64_t entries, uint64_t rows, uint32_t classes) {
  return carved_bytes<cs_grid_chunk>(
      [&](Carver& carver, cs_grid_chunk& chunk) { cut(carver, entries, rows, classes, chunk); });
}

extern "C" int32_t cs_grid_chunk_bind(
    void* memory, uint64_t bytes, uint64_t entries, uint64_t rows, uint32_t classes, cs_grid_chunk* out) {
  if (!valid(entries, rows, classes)) {
    return CS_INVALID_ARGUMENT;
  }
  Carver carver(memory, bytes);
  cut(carver, entries, rows, classes, *out);
  return carver.fits() ? CS_OK : CS_WORKSPACE_TOO_SMALL;
}

extern "C" int32_t cs_grid_chunk_split(
    const cs_grid_chunk* chunk, const uint32_t* rank_by_id, uint64_t active, uint64_t first_row, uint64_t rows,
    uint64_t entries, uint64_t* totals, uint64_t* host_counts, cs_stream stream) {
  if (!valid(entries, std::max<u64>(rows, 1), chunk->classes)) {
    return CS_INVALID_ARGUMENT;
  }
  if (rows > chunk->row_capacity || entries > chunk->entry_capacity) {
    return CS_WORKSPACE_TOO_SMALL;
  }
  const u32 parts = chunk->classes * chunk->classes;
  const ChunkView view = {
      chunk->classes,
      static_cast<u32>(std::max<u64>(divide_up(active, chunk->classes), 1)),
      static_cast<u32>(rows),
      chunk->entries,
      chunk->offsets,
      rank_by_id + first_row,
      rank_by_id,
      chunk->kept,
      chunk->long_rows,
      chunk->counts};
  CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(chunk->counts, 0, parts * sizeof(u64), stream));
  CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(chunk->long_rows, 0, sizeof(u32), stream));
  if (rows != 0) {
    const u32 by_warp = std::min(
        multiprocessors() * GridPolicy::kOrientBlocksPerSm, blocks_for(rows * 32, GridPolicy::kOrientThreads));
    CS_RETURN_IF_FAILED(launch({by_warp, GridPolicy::kOrientThreads, 0, stream}, cs_kernel_grid_orient, view));
  }
  const u64 most_long = entries / GridPolicy::kWarpRow;
  if (most_long != 0) {
    const u32 by_block =
        static_cast<u32>(std::min<u64>(multiprocessors() * GridPolicy::kLongBlocksPerSm, most_long));
    CS_RETURN_IF_FAILED(launch({by_block, GridPolicy::kLongThreads, 0, stream}, cs_kernel_grid_orient_long, view));
  }
  CS_RETURN_IF_FAILED(launch(
      {1, GridPolicy::kMostParts, 0, stream}, cs_kernel_grid_firsts, chunk->counts, parts, chunk->firsts, chunk->before,
      totals, chunk->cursors));
  if (rows != 0) {
    const u32 blocks = std::min(multiprocessors() * 8, blocks_for(rows, GridPolicy::kPlaceRows));
    CS_RETURN_IF_FAILED(launch(
        {blocks, GridPolicy::kPlaceRows, 0, stream}, cs_kernel_grid_place, view, chunk->firsts, chunk->before,
        chunk->cursors, chunk->arcs, reinterpret_cast<uint2*>(chunk->rows)));
  }
  return status(
      cudaMemcpyAsync(host_counts, chunk->counts, parts * sizeof(u64), cudaMemcpyDeviceToHost, stream));
}

extern "C" int32_t cs_grid_copy(void* to, const void* from, uint64_t bytes, cs_stream stream) {
  return bytes == 0 ? CS_OK : status(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, stream));
}

extern "C" int32_t cs_grid_gather(void* to, const cs_grid_extent* extents, uint64_t count, cs_stream stream) {
  char* next = static_cast<char*>(to);
  for (u64 i = 0; i < count; i++) {
    CS_RETURN_IF_FAILED(cs_grid_copy(next, reinterpret_cast<const void*>(extents[i].address), extents[i].bytes, stream));
    next += extents[i].bytes;
  }
  return CS_OK;
}

extern "C" int32_t cs_grid_fork(const cs_lanes* lanes, uint32_t side) {
  if (side >= 3) {
    return CS_INVALID_ARGUMENT;
  }
  if (lanes->side[side] == nullptr) {
    return CS_OK;
  }
  CS_RETURN_IF_CUDA_FAILED(cudaEventRecord(lanes->fork, lanes->main));
  return status(cudaStreamWaitEvent(lanes->side[side], lanes->fork, 0));
}

extern "C" int32_t cs_grid_join(const cs_lanes* lanes, uint32_t side) {
  if (side >= 3) {
    return CS_INVALID_ARGUMENT;
  }
  if (lanes->side[side] == nullptr) {
    return CS_OK;
  }
  CS_RETURN_IF_CUDA_FAILED(cudaEventRecord(lanes->join[side], lanes->side[side]));
  return status(cudaStreamWaitEvent(lanes->main, lanes->join[side], 0));
}
