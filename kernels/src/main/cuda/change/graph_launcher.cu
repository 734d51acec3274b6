// Launchers: an evolving graph's memory, loading, moving, reading out.
#include <cub/device/device_radix_sort.cuh>

#include <algorithm>

#include "change/area.cuh"
#include "change/layout_kernels.cuh"
#include "common/launch.cuh"

namespace cliquestream::change {
namespace {

constexpr int kThreads = ChangePolicy::kThreads;

void cut(Carver& carver, u64 id_bound, u64 most_changes, u64 hub_rows, cs_evolving& e) {
  const u64 entries = 2 * most_changes;
  e.id_bound = id_bound;
  e.most_changes = most_changes;
  e.hub_rows = hub_rows;
  e.hub_words = divide_up(id_bound, 32);
  for (int i = 0; i < 2; i++) {
    e.rows[i] = carver.take<u64>(id_bound);
    e.keys[i] = carver.take<u64>(entries);
  }
  e.hub_of = carver.take<u32>(id_bound);
  e.changed = carver.take<u32>(id_bound);
  e.hub_bits = carver.take<u32>(hub_rows * e.hub_words);
  e.hub_tags = carver.take<u32>(hub_rows * e.hub_words);
  e.unit_of_row = carver.take<u32>(id_bound + 1);
  e.place = carver.take<u32>(entries);
  e.heads = carver.take<u32>(entries);
  e.sums = carver.take<cs_two_words>(entries + 1);
  e.unit_first = carver.take<u32>(entries + 1);
  e.probe_first = carver.take<u64>(entries + 1);
  e.records = carver.take<RowChange>(entries);
  e.edges = carver.take<ChangedEdge>(entries);
  e.look_back = carver.take<u64>(4 * most_tiles(id_bound, most_changes));
  e.control = carver.take<Control>(1);
  size_t bytes = 0;
  cub::DoubleBuffer<u64> keys(nullptr, nullptr);
  cub::DeviceRadixSort::SortKeys(nullptr, bytes, keys, std::max<u64>(entries, 1), 1, 64);
  e.scratch_bytes = bytes + 256;
  e.scratch = carver.take<char>(e.scratch_bytes);
}

bool valid(u64 id_bound, u64 most_changes, u64 hub_rows) {
  return id_bound != 0 && id_bound <= CS_CHANGE_MOST_IDS && most_changes != 0 && most_changes <= (1u << 29) &&
      hub_rows < kNoId;
}

// rows[0] are the rows before, wherever they come from; afterwards both are those in the pool.
template <class Rows>
int32_t lay_out(const cs_evolving& e, const Rows& from, cudaStream_t stream) {
  const Graph g = graph_of(e);
  const u32 tiles = static_cast<u32>(divide_up(e.id_bound, ChangePolicy::kTileThreads * ChangePolicy::kTileItems));
  CS_RETURN_IF_FAILED(launch(
      {tiles, ChangePolicy::kTileThreads, 0, stream}, cs_kernel_change_places<Rows>, g, from, e.unit_of_row));
  CS_RETURN_IF_FAILED(
      launch({walking_blocks(), kThreads, 0, stream}, cs_kernel_change_copy<Rows>, g, from, e.unit_of_row));
  return launch({walking_blocks(), kThreads, 0, stream}, cs_kernel_change_placed, g, tiles);
}

}  // namespace
}  // namespace cliquestream::change

using namespace cliquestream;
using namespace cliquestream::change;

extern "C" uint64_t cs_evolving_bytes(uint64_t id_bound, uint64_t most_changes, uint64_t hub_rows) {
  if (!valid(id_bound, most_changes, hub_rows)) {
    return 0;
  }
  Carver carver(nullptr, 0);
  cs_evolving e = {};
  cut(carver, id_bound, most_changes, hub_rows, e);
  return carver.used();
}

extern "C" int32_t cs_evolving_bind(
    void* memory, uint64_t bytes, uint64_t id_bound, uint64_t most_changes, uint64_t hub_rows, uint64_t hub_degree,
    cs_evolving* out) {
  if (!valid(id_bound, most_changes, hub_rows)) {
    return CS_INVALID_ARGUMENT;
  }
  Carver carver(memory, bytes);
  *out = {};
  cut(carver, id_bound, most_changes, hub_rows, *out);
  out->hub_degree = hub_degree;
  return carver.fits() ? CS_OK : CS_WORKSPACE_TOO_SMALL;
}

extern "C" uint64_t cs_evolving_units(uint64_t ids, uint64_t rows) {
  return divide_up(ids, kUnit) + std::min(ids, rows);
}

extern "C" int32_t cs_evolving_load(
    cs_evolving* e, void* pool, uint64_t pool_units, const uint64_t* offsets, const uint32_t* neighbors,
    cs_stream stream) {
  e->pool = static_cast<u32*>(pool);
  e->pool_units = pool_units;
  e->entries = 0;
  CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(e->control, 0, sizeof(Control), stream));
  CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(
      e->look_back, 0, 4 * most_tiles(e->id_bound, e->most_changes) * sizeof(u64), stream));
  CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(e->hub_of, 0xFF, e->id_bound * sizeof(u32), stream));
  CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(e->changed, 0xFF, e->id_bound * sizeof(u32), stream));
  if (e->hub_rows != 0) {
    CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(e->hub_bits, 0, e->hub_rows * e->hub_words * sizeof(u32), stream));
    CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(e->hub_tags, 0, e->hub_rows * e->hub_words * sizeof(u32), stream));
  }
  return lay_out(*e, HostRows{offsets, neighbors}, stream);
}

extern "C" int32_t cs_evolving_move(cs_evolving* e, void* pool, uint64_t pool_units, cs_stream stream) {
  const PoolRows from = {e->rows[0], e->pool};
  e->pool = static_cast<u32*>(pool);
  e->pool_units = pool_units;
  e->entries = 0;
  return lay_out(*e, from, stream);
}

extern "C" int32_t cs_evolving_edges(const cs_evolving* e, cs_pair* pairs, uint64_t* written, cs_stream stream) {
  const Graph g = graph_of(*e);
  const u32 tiles = static_cast<u32>(divide_up(e->id_bound, ChangePolicy::kTileThreads * ChangePolicy::kTileItems));
  CS_RETURN_IF_FAILED(
      launch({tiles, ChangePolicy::kTileThreads, 0, stream}, cs_kernel_change_units, g, e->unit_of_row));
  CS_RETURN_IF_FAILED(launch(
      {walking_blocks(), kThreads, 0, stream}, cs_kernel_change_pairs, g, e->unit_of_row, pairs, written));
  return launch({multiprocessors(), kThreads, 0, stream}, cs_kernel_change_units_done, g, tiles);
}
