// Launchers: a batch applied, counted, settled.
#include <cub/device/device_radix_sort.cuh>

#include <algorithm>

#include "change/area.cuh"
#include "change/batch_kernels.cuh"
#include "change/edge_kernels.cuh"
#include "change/row_kernels.cuh"
#include "change/triangle_kernels.cuh"
#include "common/launch.cuh"

using namespace cliquestream;
using namespace cliquestream::change;

namespace {

constexpr int kThreads = ChangePolicy::kThreads;

u32 blocks_of(u64 count) { return std::min(blocks_for(count, kThreads), walking_blocks()); }

// Sorted keys in keys[0].
int32_t sort(cs_evolving& e, const Graph& g, u64* written, cudaStream_t stream) {
  const u32 entries = g.entries;
  if (entries <= ChangePolicy::kFewEntries && entries * sizeof(u64) <= device_limits().shared_per_block) {
    u64* sorted = written == e.keys[0] ? e.keys[1] : e.keys[0];
    CS_RETURN_IF_FAILED(launch(
        {blocks_for(entries, ChangePolicy::kRankedByBlock), kThreads, entries * sizeof(u64), stream},
        Manner::kBesideLast, cs_kernel_change_rank, written, entries, sorted));
    if (sorted != e.keys[0]) {
      std::swap(e.keys[0], e.keys[1]);
    }
    return CS_OK;
  }
  cub::DoubleBuffer<u64> keys(written, written == e.keys[0] ? e.keys[1] : e.keys[0]);
  size_t bytes = e.scratch_bytes;
  CS_RETURN_IF_CUDA_FAILED(cub::DeviceRadixSort::SortKeys(
      e.scratch, bytes, keys, entries, 1, static_cast<int>(2 * g.target_bits + 1), stream));
  if (keys.Current() != e.keys[0]) {
    std::swap(e.keys[0], e.keys[1]);
  }
  return CS_OK;
}

template <int kItems>
int32_t passes(const Graph& g, cudaStream_t stream) {
  const u32 tiles = static_cast<u32>(divide_up(g.entries, ChangePolicy::kTileThreads * kItems));
  const Grid grid = {tiles, ChangePolicy::kTileThreads, 0, stream};
  CS_RETURN_IF_FAILED(launch(grid, Manner::kBesideLast, cs_kernel_change_entries<kItems>, g));
  CS_RETURN_IF_FAILED(launch(grid, Manner::kBesideLast, cs_kernel_change_rows<kItems>, g));
  CS_RETURN_IF_FAILED(launch({walking_blocks(), kThreads, 0, stream}, Manner::kBesideLast, cs_kernel_change_write, g));
  return launch(grid, Manner::kBesideLast, cs_kernel_change_edges<kItems>, g);
}

}  // namespace

extern "C" int32_t cs_evolving_apply(
    cs_evolving* e, const cs_change* changes, uint64_t count, cs_change_header* host_header, cs_stream stream) {
  if (count == 0 || count > e->most_changes) {
    return CS_INVALID_ARGUMENT;
  }
  e->entries = 2 * count;
  Graph g = graph_of(*e);
  CS_RETURN_IF_FAILED(launch(
      {blocks_of(count), kThreads, 0, stream}, cs_kernel_change_keys,
      reinterpret_cast<const uint2*>(changes), static_cast<u32>(count), g, e->keys[1]));
  CS_RETURN_IF_FAILED(sort(*e, g, e->keys[1], stream));
  g = graph_of(*e);
  CS_RETURN_IF_FAILED(
      e->entries <= ChangePolicy::kSmallTiles ? passes<1>(g, stream) : passes<ChangePolicy::kTileItems>(g, stream));
  return host_header == nullptr
      ? static_cast<int32_t>(CS_OK)
      : launch({1, 1, 0, stream}, cs_kernel_change_header, g.control, host_header);
}

extern "C" int32_t cs_evolving_triangles(
    cs_evolving* e, int64_t* by_vertex, cs_change_header* host_header, cs_stream stream) {
  if (host_header == nullptr) {
    return CS_INVALID_ARGUMENT;
  }
  const Grid grid = {multiprocessors() * ChangePolicy::kTriangleBlocksPerSm, kThreads, 0, stream};
  const auto kernel = by_vertex != nullptr ? cs_kernel_change_triangles<true> : cs_kernel_change_triangles<false>;
  return launch(grid, Manner::kBesideLast, kernel, graph_of(*e), reinterpret_cast<u64*>(by_vertex), host_header);
}

extern "C" int32_t cs_evolving_settle(cs_evolving* e, cs_stream stream) {
  if (e->entries == 0) {
    return CS_OK;
  }
  const Graph g = graph_of(*e);
  const u32 states = 3 * g.look_back_stride;
  CS_RETURN_IF_FAILED(launch(
      {blocks_of(std::max<u64>(e->entries, states)), kThreads, 0, stream}, Manner::kBesideLast, cs_kernel_change_settle, g, states));
  e->entries = 0;
  return CS_OK;
}
