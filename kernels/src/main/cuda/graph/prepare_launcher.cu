// Launchers of the graph preparation. See cliquestream_cuda.h for the order of the steps.
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>

#include <algorithm>

#include "common/rows.cuh"
#include "common/launch.cuh"
#include "graph/buckets.cuh"
#include "graph/layout.cuh"
#include "graph/prepare_kernels.cuh"

namespace cliquestream::graph {
namespace {

constexpr int kThreads = PreparePolicy::kThreads;

struct RowQuads {
  const u64* first;
  const u64* end;
  u64 active;
  __host__ __device__ u64 operator()(u64 u) const { return u < active ? (end[u] - first[u] + 3) >> 2 : 0; }
};

auto row_quads(const u64* first, const u64* end, u64 active) {
  return each_place(RowQuads{first, end, active});
}

// The largest temporary storage any of the CUB calls below asks for.
u64 scratch_bytes(u64 pairs, u64 id_bound) {
  size_t most = 0, bytes = 0;
  cub::DoubleBuffer<u32> keys32(nullptr, nullptr), values32(nullptr, nullptr);
  cub::DeviceRadixSort::SortPairs(nullptr, bytes, keys32, values32, id_bound, 0, 32);
  most = std::max(most, bytes);
  cub::DoubleBuffer<u64> keys64(nullptr, nullptr);
  cub::DeviceRadixSort::SortKeys(nullptr, bytes, keys64, pairs, 0, 64);
  most = std::max(most, bytes);
  cub::DeviceScan::ExclusiveSum(
      nullptr, bytes, row_quads(nullptr, nullptr, id_bound), static_cast<u64*>(nullptr), id_bound + 1);
  most = std::max(most, bytes);
  cub::DeviceSelect::Unique(
      nullptr, bytes, static_cast<u64*>(nullptr), static_cast<u64*>(nullptr), static_cast<u64*>(nullptr), pairs);
  most = std::max(most, bytes);
  return std::max<u64>(most, bucket_area_bytes(pairs, id_bound)) + 256;
}

void cut_preparation(Carver& carver, u64 pairs, u64 id_bound, cs_preparation& p) {
  p.pairs = pairs;
  p.id_bound = id_bound;
  p.header = carver.take<cs_prepare_header>(1);
  p.degree_by_id = carver.take<u32>(id_bound);
  for (int i = 0; i < 2; i++) {
    p.sort_keys[i] = carver.take<u32>(id_bound);
    p.sort_values[i] = carver.take<u32>(id_bound);
    p.edge_keys[i] = carver.take<u64>(pairs + 1);
  }
  p.row_first = carver.take<u64>(id_bound + 1);
  p.row_end = carver.take<u64>(id_bound + 1);
  p.scratch_bytes = scratch_bytes(std::max<u64>(pairs, 1), std::max<u64>(id_bound, 1));
  p.scratch = carver.take<char>(p.scratch_bytes);
}

void cut_graph(Carver& carver, u64 pairs, u64 id_bound, cs_graph& g) {
  g = {};
  g.id_bound = id_bound;
  // Every non-empty row wastes at most three ids, and there are at most min(pairs, ids) of them.
  g.adjacency_capacity = (pairs + 3 * std::min(pairs, id_bound) + 3) / 4 * 4;
  g.offsets = carver.take<u64>(id_bound + 1);
  g.rows = carver.take<u64>(id_bound);
  g.adjacency = carver.take<u32>(g.adjacency_capacity + 64);
  g.degrees = carver.take<u32>(id_bound);
  g.rank_to_id = carver.take<u32>(id_bound);
  g.id_to_rank = carver.take<u32>(id_bound);
}

}  // namespace

int32_t sort_and_lay_out(cs_preparation& p, u64 count, u64 edges, const cs_graph& graph, cudaStream_t stream) {
  const u64 active = graph.active;
  const u32 bits = rank_bits(active);
  cub::DoubleBuffer<u64> keys(p.edge_keys[0], p.edge_keys[1]);
  size_t bytes = p.scratch_bytes;
  CS_RETURN_IF_CUDA_FAILED(
      cub::DeviceRadixSort::SortKeys(p.scratch, bytes, keys, count, 0, static_cast<int>(2 * bits), stream));
  p.edge_keys[0] = keys.Current();
  p.edge_keys[1] = keys.Alternate();
  CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(p.row_first, 0, active * sizeof(u64), stream));
  CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(p.row_end, 0, active * sizeof(u64), stream));
  CS_RETURN_IF_FAILED(launch(
      {blocks_for(edges, kThreads * 4), kThreads, 0, stream}, cs_kernel_prepare_bounds, p.edge_keys[0], edges, bits,
      p.row_first, p.row_end, p.header));
  return lay_out_rows(p, p.row_first, p.row_end, graph, stream);
}

int32_t lay_out_rows(
    const cs_preparation& p, const u64* first, const u64* end, const cs_graph& graph, cudaStream_t stream) {
  size_t bytes = p.scratch_bytes;
  CS_RETURN_IF_CUDA_FAILED(cub::DeviceScan::ExclusiveSum(
      p.scratch, bytes, row_quads(first, end, graph.active), graph.offsets, graph.active + 1, stream));
  return launch(
      {blocks_for(graph.active + 1, kThreads), kThreads, 0, stream}, cs_kernel_prepare_rows, first, end, graph.degrees,
      graph.active, graph.offsets, graph.rows, p.header);
}

int32_t fill_rows(const cs_preparation& p, const cs_graph& graph, cudaStream_t stream) {
  if (graph.edges == 0) {
    return CS_OK;
  }
  return launch(
      {blocks_for(graph.edges, kThreads), kThreads, 0, stream}, cs_kernel_prepare_fill, p.edge_keys[0], graph.edges,
      rank_bits(graph.active), p.row_first, graph.rows, graph.adjacency);
}

int32_t write_distinct(
    const cs_preparation& p, const cs_graph& graph, u64 keys, u64 first_rank, cs_pair* out, cudaStream_t stream) {
  if (keys == 0) {
    return CS_OK;
  }
  size_t bytes = p.scratch_bytes;
  CS_RETURN_IF_CUDA_FAILED(cub::DeviceSelect::Unique(
      p.scratch, bytes, p.edge_keys[0], p.edge_keys[1], &p.header->distinct, keys, stream));
  const u32 most = multiprocessors() * PreparePolicy::kStatisticsBlocksPerSm;
  return launch(
      {std::min(most, blocks_for(keys, kThreads)), kThreads, 0, stream}, cs_kernel_prepare_unrank, p.edge_keys[1],
      &p.header->distinct, first_rank, rank_bits(graph.active), graph.rank_to_id, reinterpret_cast<uint2*>(out));
}

namespace {

// The way of most graphs: keys are grouped, each row is sorted by itself. Keys end up in p.edge_keys[0], in buckets.
int32_t build_from_buckets(
    cs_preparation& p, const cs_pair* pairs, u64 count, const cs_graph& graph, cudaStream_t stream) {
  const u32 bits = rank_bits(graph.active);
  const BucketShape shape = bucket_shape(graph.edges, graph.active);
  const BucketArea area = cut_bucket_area(p.scratch, p.scratch_bytes, shape);
  CS_RETURN_IF_FAILED(pairs_to_buckets(shape, area, pairs, count, graph, bits, p.edge_keys, stream));
  return buckets_to_rows(shape, area, p.edge_keys[0], bits, p.sort_keys[0], graph, p.header, stream);
}

// More keys or ranks than buckets are made for: one sort of everything.
int32_t build_from_sorted(
    cs_preparation& p, const cs_pair* pairs, u64 count, const cs_graph& graph, cudaStream_t stream) {
  CS_RETURN_IF_FAILED(launch(
      {blocks_for(count, kThreads), kThreads, 0, stream}, cs_kernel_prepare_orient,
      reinterpret_cast<const uint2*>(pairs), count, graph.id_to_rank, rank_bits(graph.active), p.edge_keys[0]));
  CS_RETURN_IF_FAILED(sort_and_lay_out(p, count, graph.edges, graph, stream));
  return fill_rows(p, graph, stream);
}

}  // namespace
}  // namespace cliquestream::graph

using namespace cliquestream;
using namespace cliquestream::graph;

extern "C" uint64_t cs_prepare_bytes(uint64_t pairs, uint64_t id_bound) {
  return carved_bytes<cs_preparation>(
      [&](Carver& carver, cs_preparation& p) { cut_preparation(carver, pairs, id_bound, p); });
}

extern "C" int32_t cs_prepare_bind(
    void* memory, uint64_t bytes, uint64_t pairs, uint64_t id_bound, cs_preparation* out) {
  if (memory == nullptr || out == nullptr || id_bound > 0xFFFFFFFFull) {
    return CS_INVALID_ARGUMENT;
  }
  Carver carver(memory, bytes);
  cut_preparation(carver, pairs, id_bound, *out);
  return carver.fits() ? CS_OK : CS_WORKSPACE_TOO_SMALL;
}

extern "C" uint64_t cs_graph_bytes(uint64_t pairs, uint64_t id_bound) {
  return carved_bytes<cs_graph>([&](Carver& carver, cs_graph& g) { cut_graph(carver, pairs, id_bound, g); });
}

extern "C" int32_t cs_graph_bind(void* memory, uint64_t bytes, uint64_t pairs, uint64_t id_bound, cs_graph* out) {
  if (memory == nullptr || out == nullptr || id_bound > 0xFFFFFFFFull) {
    return CS_INVALID_ARGUMENT;
  }
  Carver carver(memory, bytes);
  cut_graph(carver, pairs, id_bound, *out);
  return carver.fits() ? CS_OK : CS_WORKSPACE_TOO_SMALL;
}

extern "C" int32_t cs_prepare_start(const cs_preparation* p, cs_stream stream) {
  CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(p->header, 0, sizeof(cs_prepare_header), stream));
  return status(cudaMemsetAsync(p->degree_by_id, 0, p->id_bound * sizeof(u32), stream));
}

extern "C" int32_t cs_prepare_accumulate(
    const cs_preparation* p, const cs_pair* pairs, uint64_t count, cs_stream stream) {
  if (count == 0) {
    return CS_OK;
  }
  const u32 most = multiprocessors() * PreparePolicy::kAccumulateBlocksPerSm;
  return launch(
      {std::min(most, blocks_for(count, kThreads)), kThreads, 0, stream}, cs_kernel_prepare_accumulate,
      reinterpret_cast<const uint2*>(pairs), count, p->id_bound, p->degree_by_id, p->header);
}

extern "C" int32_t cs_prepare_unpack(const cs_preparation* p, const cs_packed_runs* runs, cs_stream stream) {
  if (runs->count > CS_PACKED_RUNS) {
    return CS_INVALID_ARGUMENT;
  }
  u64 blocks = 0;
  for (u32 i = 0; i < runs->count; i++) {
    blocks += packed_blocks(runs->length[i]);
  }
  if (blocks == 0) {
    return CS_OK;
  }
  const u64 most = multiprocessors() * PreparePolicy::kAccumulateBlocksPerSm;
  return launch(
      {static_cast<u32>(std::min(most, blocks)), kThreads, 0, stream}, cs_kernel_prepare_unpack, *runs, blocks,
      p->id_bound, p->degree_by_id, p->header);
}

extern "C" int32_t cs_prepare_summarise(
    const cs_preparation* p, cs_prepare_header* host_header, cs_stream stream) {
  if (p->id_bound != 0) {
    const u32 most = multiprocessors() * PreparePolicy::kAccumulateBlocksPerSm;
    CS_RETURN_IF_FAILED(launch(
        {std::min(most, blocks_for(p->id_bound, kThreads)), kThreads, 0, stream}, cs_kernel_prepare_summarise,
        p->degree_by_id, p->id_bound, p->sort_keys[0], p->sort_values[0], p->header));
  }
  return status(cudaMemcpyAsync(
      host_header, p->header, sizeof(cs_prepare_header), cudaMemcpyDeviceToHost, stream));
}

extern "C" int32_t cs_prepare_order_by_degree(
    const cs_preparation* p, const cs_prepare_header* header, cs_graph* graph, cs_stream stream) {
  graph->active = header->active;
  if (p->id_bound == 0) {
    return CS_OK;
  }
  cub::DoubleBuffer<u32> keys(p->sort_keys[0], p->sort_keys[1]);  // inverted degrees: equal above the bits that differ
  cub::DoubleBuffer<u32> ids(p->sort_values[0], p->sort_values[1]);
  size_t bytes = p->scratch_bytes;
  CS_RETURN_IF_CUDA_FAILED(cub::DeviceRadixSort::SortPairs(
      p->scratch, bytes, keys, ids, p->id_bound, 0, static_cast<int>(bits_below(header->max_degree + 1)), stream));
  return launch(
      {blocks_for(p->id_bound, kThreads), kThreads, 0, stream}, cs_kernel_prepare_ranks, keys.Current(), ids.Current(),
      p->id_bound, header->active, graph->id_to_rank, graph->rank_to_id, graph->degrees);
}

extern "C" int32_t cs_prepare_build(
    cs_preparation* p,
    const cs_prepare_header* header,
    const cs_pair* pairs,
    uint64_t count,
    cs_graph* graph,
    cs_prepare_header* host_header,
    cs_stream stream) {
  if (header->invalid != 0 || count > p->pairs) {
    return CS_INVALID_ARGUMENT;
  }
  const u64 active = header->active;
  const u64 edges = count - header->loops;
  graph->active = active;
  graph->edges = edges;
  if (edges != 0) {
    CS_RETURN_IF_FAILED(
        fits_buckets(count, edges, active) ? build_from_buckets(*p, pairs, count, *graph, stream)
                                    : build_from_sorted(*p, pairs, count, *graph, stream));
  } else {
    CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(graph->offsets, 0, sizeof(u64), stream));
  }
  return status(cudaMemcpyAsync(
      host_header, p->header, sizeof(cs_prepare_header), cudaMemcpyDeviceToHost, stream));
}

extern "C" int32_t cs_prepare_deduplicate(
    const cs_preparation* p, const cs_graph* graph, cs_pair* out, cs_stream stream) {
  if (graph->edges == 0) {
    return CS_OK;
  }
  cs_preparation sorted = *p;
  cub::DoubleBuffer<u64> keys(p->edge_keys[0], p->edge_keys[1]);
  size_t bytes = p->scratch_bytes;
  CS_RETURN_IF_CUDA_FAILED(cub::DeviceRadixSort::SortKeys(
      p->scratch, bytes, keys, graph->edges, 0, static_cast<int>(2 * rank_bits(graph->active)), stream));
  sorted.edge_keys[0] = keys.Current();
  sorted.edge_keys[1] = keys.Alternate();
  return write_distinct(sorted, *graph, graph->edges, 0, out, stream);
}

extern "C" int32_t cs_graph_statistics_collect(
    const cs_graph* graph, cs_graph_statistics* device_out, cs_graph_statistics* host_out, cs_stream stream) {
  CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(device_out, 0, sizeof *device_out, stream));
  if (graph->active != 0) {
    const u32 most = multiprocessors() * PreparePolicy::kStatisticsBlocksPerSm;
    CS_RETURN_IF_FAILED(launch(
        {std::min(most, blocks_for(graph->active * 32, kThreads)), kThreads, 0, stream}, cs_kernel_graph_statistics,
        graph->rows, graph->adjacency, graph->active, device_out));
  }
  return status(cudaMemcpyAsync(host_out, device_out, sizeof *device_out, cudaMemcpyDeviceToHost, stream));
}
