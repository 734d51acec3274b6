#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>

#include <algorithm>

#include "common/launch.cuh"
#include "degeneracy/order_kernels.cuh"
#include "degeneracy/peel_kernels.cuh"
#include "degeneracy/symmetrise_kernels.cuh"
#include "degeneracy/small_kernels.cuh"

namespace cliquestream::degeneracy {
namespace {

constexpr int kThreads = 256;
constexpr u64 kOwnShared = 1024;  // of the kernels themselves, at most

// Bytes of shared memory that the peel of a small graph needs, with the row starts or without.
u64 small_bytes(u64 vertices, bool starts) {
  return 2 * PeelPolicy::kSmallItems * sizeof(uint2) + small_quads(static_cast<u32>(vertices)) * u64{16} +
      (starts ? (vertices + 1) * sizeof(u32) : 0);
}

cudaError_t scan_degrees(void* scratch, size_t& bytes, const u32* degrees, u64* starts, u64 active, cudaStream_t s) {
  return cub::DeviceScan::ExclusiveScan(
      scratch, bytes, degrees, starts, cuda::std::plus<u64>{}, u64{0}, active, s);
}

// Later sub-rounds first. The arrays of the peel that are of no more use hold the keys.
cudaError_t sort_by_round(const cs_core_work& w, void* scratch, size_t& bytes, u64 active, cudaStream_t s) {
  return cub::DeviceRadixSort::SortPairs(
      scratch, bytes, w.cursor, w.residual, w.remaining[0], w.order, active, 0, static_cast<int>(bits_below(active)), s);
}

void cut(Carver& carver, const cs_graph& graph, cs_core_work& w) {
  w = {};
  const u64 n = graph.active;
  w.row_starts = carver.take<u64>(n + 1);
  w.rows = carver.take<cs_two_words>(n);
  w.neighbours = carver.take<u32>(2 * graph.edges);
  w.cursor = carver.take<u32>(n);
  w.residual = carver.take<u32>(n);
  w.result = carver.take<cs_two_words>(n);
  w.order = carver.take<u32>(n);
  const u64 small_edges = std::min<u64>(2 * graph.edges, PeelPolicy::kSmallEdges);
  w.items = carver.take<cs_two_words>(
      n + 2 * graph.edges / PeelPolicy::kItemEdges + small_edges / PeelPolicy::kSmallItemEdges + 1024);
  w.remaining[0] = carver.take<u32>(n);
  w.remaining[1] = carver.take<u32>(n);
  w.phases = carver.take<GridSums>(3);
  w.state = carver.take<Progress>(1);
  w.header = carver.take<cs_core_header>(1);
  size_t scan = 0, sort = 0;
  scan_degrees(nullptr, scan, nullptr, nullptr, std::max<u64>(n, 1), nullptr);
  sort_by_round(w, nullptr, sort, std::max<u64>(n, 1), nullptr);
  w.scratch_bytes = std::max(scan, sort) + 256;
  w.scratch = carver.take<char>(w.scratch_bytes);
}

int32_t launch_small(const Peel& g, u64 memory, cs_core_header* header, cudaStream_t stream) {
  const bool starts_shared = small_bytes(g.active, true) <= memory;
  return launch(
      {1, PeelPolicy::kSmallThreads, small_bytes(g.active, starts_shared), stream}, cs_kernel_core_small, g,
      starts_shared, header);
}

int32_t launch_grid(const Peel& g, cs_core_header* header, cudaStream_t stream) {
  const size_t shared = 2 * g.block_items * sizeof(uint2);
  u32 resident = 0;
  CS_RETURN_IF_FAILED(resident_grid(cs_kernel_core_peel, PeelPolicy::kThreads, shared, resident));
  return launch(
      {std::min(resident, multiprocessors()), PeelPolicy::kThreads, shared, stream}, Manner::kCooperative,
      cs_kernel_core_peel, g, header);
}

bool supported(const cs_graph& graph) { return graph.edges < (u64{1} << 31); }

}  // namespace
}  // namespace cliquestream::degeneracy

using namespace cliquestream;
using namespace cliquestream::degeneracy;

extern "C" uint64_t cs_core_bytes(const cs_graph* graph) {
  return carved_bytes<cs_core_work>([&](Carver& carver, cs_core_work& w) { cut(carver, *graph, w); });
}

extern "C" int32_t cs_core_bind(void* memory, uint64_t bytes, const cs_graph* graph, cs_core_work* out) {
  if (!supported(*graph)) {
    return CS_UNSUPPORTED;
  }
  Carver carver(memory, bytes);
  cut(carver, *graph, *out);
  return carver.fits() ? CS_OK : CS_WORKSPACE_TOO_SMALL;
}

extern "C" int32_t cs_core_symmetrise(const cs_graph* graph, const cs_core_work* w, cs_stream stream) {
  const u64 n = graph->active;
  if (n == 0) {
    return CS_OK;
  }
  size_t bytes = w->scratch_bytes;
  CS_RETURN_IF_CUDA_FAILED(scan_degrees(w->scratch, bytes, graph->degrees, w->row_starts, n, stream));
  CS_RETURN_IF_FAILED(launch(
      {blocks_for(n, kThreads), kThreads, 0, stream}, cs_kernel_core_rows, w->row_starts, graph->rows, graph->degrees,
      n, reinterpret_cast<uint2*>(w->rows), w->cursor));
  return launch(
      {blocks_for(n * 8, kThreads), kThreads, 0, stream}, cs_kernel_core_neighbours, graph->rows, graph->adjacency,
      w->row_starts, n, w->cursor, w->neighbours);
}

extern "C" int32_t cs_core_start(const cs_graph* graph, const cs_core_work* w, cs_stream stream) {
  CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(w->header, 0, sizeof *w->header, stream));
  return launch(
      {blocks_for(std::max<u64>(graph->active, 3), kThreads), kThreads, 0, stream}, cs_kernel_core_reset,
      reinterpret_cast<const uint2*>(w->rows), w->residual, graph->active, static_cast<GridSums*>(w->phases),
      static_cast<Progress*>(w->state));
}

extern "C" int32_t cs_core_peel(
    const cs_graph* graph, const cs_core_work* w, const cs_core_options* options, cs_core_header* host_header,
    cs_stream stream) {
  if (graph->active != 0) {
    const u64 memory = device_limits().shared_per_block - kOwnShared;
    Peel g = {};
    g.active = static_cast<u32>(graph->active);
    g.rows = reinterpret_cast<const uint2*>(w->rows);
    g.neighbours = w->neighbours;
    g.residual = w->residual;
    g.result = reinterpret_cast<uint2*>(w->result);
    g.items = reinterpret_cast<uint2*>(w->items);
    g.remaining[0] = w->remaining[0];
    g.remaining[1] = w->remaining[1];
    g.sums = static_cast<GridSums*>(w->phases);
    g.state = static_cast<Progress*>(w->state);
    const bool wide = 2 * graph->edges >= PeelPolicy::kWideEnds * graph->active;
    g.block_edges = options->block_edges == 0 ? (wide ? 0 : PeelPolicy::kBlockEdges)
        : options->block_edges == 1           ? 0
                                              : options->block_edges;
    g.most_rounds = static_cast<u32>(std::min<u64>(4 * graph->active + 1000, 0x7FFFFFFF));
    g.block_items = static_cast<u32>(std::min<u64>(PeelPolicy::kBlockItems, memory / (2 * sizeof(uint2))));
    g.slice_nanoseconds =
        1000ull * (options->slice_microseconds != 0 ? options->slice_microseconds : PeelPolicy::kSliceMicroseconds);
    g.stop = options->stop;
    const u64 most = options->small_vertices == 0 ? PeelPolicy::kSmallVertices : options->small_vertices;
    const bool small = graph->active <= std::min<u64>(most, PeelPolicy::kSmallVertices) &&
        2 * graph->edges <= PeelPolicy::kSmallEdges && small_bytes(graph->active, false) <= memory;
    if (small) {
      CS_RETURN_IF_FAILED(launch_small(g, memory, w->header, stream));
    }
    if (!small || graph->active > PeelPolicy::kMostHalf) {
      CS_RETURN_IF_FAILED(launch_grid(g, w->header, stream));
    }
  }
  return status(cudaMemcpyAsync(host_header, w->header, sizeof *w->header, cudaMemcpyDeviceToHost, stream));
}

extern "C" int32_t cs_core_order(const cs_graph* graph, const cs_core_work* w, cs_stream stream) {
  const u64 n = graph->active;
  if (n == 0) {
    return CS_OK;
  }
  auto* result = reinterpret_cast<uint2*>(w->result);
  CS_RETURN_IF_FAILED(launch(
      {blocks_for(n, kThreads), kThreads, 0, stream}, cs_kernel_core_order_keys, result, n, w->cursor,
      w->remaining[0]));
  size_t bytes = w->scratch_bytes;
  CS_RETURN_IF_CUDA_FAILED(sort_by_round(*w, w->scratch, bytes, n, stream));
  return launch({blocks_for(n, kThreads), kThreads, 0, stream}, cs_kernel_core_places, w->order, n, result);
}

extern "C" int32_t cs_core_numbers(
    const cs_graph* graph, const cs_core_work* w, const uint32_t* order, uint32_t* numbers, cs_stream stream) {
  const u64 n = graph->active;
  if (n == 0) {
    return CS_OK;
  }
  return launch(
      {blocks_for(n, kThreads), kThreads, 0, stream}, cs_kernel_core_numbers, reinterpret_cast<const uint2*>(w->result),
      order, n, numbers);
}
