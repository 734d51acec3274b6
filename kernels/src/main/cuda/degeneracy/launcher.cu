#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>

#include <algorithm>

#include "degeneracy/order_kernels.cuh"
#include "degeneracy/peel_kernels.cuh"
#include "degeneracy/symmetrise_kernels.cuh"
#include "degeneracy/tail_kernels.cuh"

namespace cliquestream::degeneracy {
namespace {

constexpr int kThreads = 256;
constexpr u64 kWholeVertices = 0xFFFF;  // then no degree passes 16 bits
constexpr u64 kTailItemBytes = 2 * PeelPolicy::kTailItems * sizeof(uint2);

// Shared memory a block may ask for, less what the tail's kernel declares itself.
u64 tail_memory() {
  int device = 0, bytes = 0;
  if (cudaGetDevice(&device) != cudaSuccess ||
      cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device) != cudaSuccess) {
    return 0;
  }
  return bytes < 1024 ? 0 : static_cast<u64>(bytes) - 1024;
}
u64 residual_bytes(u64 vertices) { return tail_quads(static_cast<u32>(vertices)) * u64{16}; }

int32_t launch_tail(const Peel& g, u64 vertices, bool whole, u64 memory, cs_core_header* header, cudaStream_t stream) {
  const u64 starts = (vertices + 1) * sizeof(u32);
  const bool starts_shared = whole && kTailItemBytes + residual_bytes(vertices) + starts <= memory;
  const u64 shared = kTailItemBytes + residual_bytes(vertices) + (starts_shared ? starts : 0);
  CS_RETURN_IF_CUDA_FAILED(cudaFuncSetAttribute(
      cs_kernel_core_tail, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shared)));
  cs_kernel_core_tail<<<1, PeelPolicy::kTailThreads, shared, stream>>>(g, whole, starts_shared, header);
  return launch_status();
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
  const u64 tail_edges = std::min<u64>(2 * graph.edges, PeelPolicy::kTailEdges);
  w.items = carver.take<cs_two_words>(
      n + 2 * graph.edges / PeelPolicy::kItemEdges + tail_edges / PeelPolicy::kTailItemEdges + 1024);
  w.remaining[0] = carver.take<u32>(n);
  w.remaining[1] = carver.take<u32>(n);
  // A graph of at most kWholeVertices is the tail itself and needs no copy of what remains.
  const u64 tail = n <= kWholeVertices ? 0 : std::min<u64>(n, PeelPolicy::kTailVertices);
  w.tail_names = carver.take<u32>(tail);
  w.tail_long = carver.take<u32>(tail);
  w.tail_rows = carver.take<cs_two_words>(tail);
  w.tail_result = carver.take<cs_two_words>(tail);
  w.tail_neighbours = carver.take<u32>(tail == 0 ? 0 : tail_edges);
  w.tail = carver.take<TailSizes>(1);
  w.phases = carver.take<GridSums>(3);
  w.state = carver.take<Progress>(1);
  w.header = carver.take<cs_core_header>(1);
  size_t scan = 0, sort = 0;
  scan_degrees(nullptr, scan, nullptr, nullptr, std::max<u64>(n, 1), nullptr);
  sort_by_round(w, nullptr, sort, std::max<u64>(n, 1), nullptr);
  w.scratch_bytes = std::max(scan, sort) + 256;
  w.scratch = carver.take<char>(w.scratch_bytes);
}

int32_t launch_grid(const Peel& g, cs_core_header* header, cudaStream_t stream) {
  Peel peel = g;
  void* arguments[] = {&peel, &header};
  const size_t shared = 2 * PeelPolicy::kBlockItems * sizeof(uint2);
  CS_RETURN_IF_CUDA_FAILED(cudaFuncSetAttribute(
      cs_kernel_core_peel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shared)));
  return status(cudaLaunchCooperativeKernel(
      reinterpret_cast<const void*>(cs_kernel_core_peel), dim3(multiprocessors()), dim3(PeelPolicy::kThreads),
      arguments, shared, stream));
}

bool supported(const cs_graph& graph) { return graph.edges < (u64{1} << 31); }

}  // namespace
}  // namespace cliquestream::degeneracy

using namespace cliquestream;
using namespace cliquestream::degeneracy;

extern "C" uint64_t cs_core_bytes(const cs_graph* graph) {
  Carver carver(nullptr, 0);
  cs_core_work w;
  cut(carver, *graph, w);
  return carver.used();
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
  cs_kernel_core_rows<<<blocks_for(n, kThreads), kThreads, 0, stream>>>(
      w->row_starts, graph->rows, graph->degrees, n, reinterpret_cast<uint2*>(w->rows), w->cursor);
  CS_RETURN_IF_FAILED(launch_status());
  cs_kernel_core_neighbours<<<blocks_for(n * 8, kThreads), kThreads, 0, stream>>>(
      graph->rows, graph->adjacency, w->row_starts, n, w->cursor, w->neighbours);
  return launch_status();
}

extern "C" int32_t cs_core_peel(
    const cs_graph* graph, const cs_core_work* w, const cs_core_options* options, cs_core_header* host_header,
    cs_stream stream) {
  CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(w->header, 0, sizeof *w->header, stream));
  if (graph->active != 0) {
    auto* sums = static_cast<GridSums*>(w->phases);
    cs_kernel_core_reset<<<blocks_for(std::max<u64>(graph->active, 3), kThreads), kThreads, 0, stream>>>(
        reinterpret_cast<const uint2*>(w->rows), w->residual, graph->active, sums,
        static_cast<TailSizes*>(w->tail));
    CS_RETURN_IF_FAILED(launch_status());
    Peel g = {};
    g.active = static_cast<u32>(graph->active);
    g.rows = reinterpret_cast<const uint2*>(w->rows);
    g.neighbours = w->neighbours;
    g.residual = w->residual;
    g.result = reinterpret_cast<uint2*>(w->result);
    g.items = reinterpret_cast<uint2*>(w->items);
    g.remaining[0] = w->remaining[0];
    g.remaining[1] = w->remaining[1];
    g.sums = sums;
    g.state = static_cast<Progress*>(w->state);
    g.block_edges = options->block_edges == 0 ? PeelPolicy::kBlockEdges
        : options->block_edges == 1           ? 0
                                              : options->block_edges;
    g.most_rounds = static_cast<u32>(std::min<u64>(4 * graph->active + 1000, 0x7FFFFFFF));
    g.edge_ends = static_cast<u32>(2 * graph->edges);
    g.tail = static_cast<TailSizes*>(w->tail);
    g.tail_names = w->tail_names;
    g.tail_number = w->cursor;
    g.tail_long = w->tail_long;
    g.tail_rows = reinterpret_cast<uint2*>(w->tail_rows);
    g.tail_neighbours = w->tail_neighbours;
    g.tail_result = reinterpret_cast<uint2*>(w->tail_result);
    const u64 memory = tail_memory(), items = std::min(memory, kTailItemBytes);
    const u64 wanted = options->tail_vertices == 0 ? PeelPolicy::kTailVertices
        : options->tail_vertices == 1              ? 0
                                                   : options->tail_vertices;
    const u64 most = std::min<u64>({wanted, (memory - items) / sizeof(u16) & ~u64{7}, PeelPolicy::kTailVertices});
    if (graph->active <= std::min(most, kWholeVertices) && 2 * graph->edges <= PeelPolicy::kTailEdges) {
      CS_RETURN_IF_FAILED(launch_tail(g, graph->active, true, memory, w->header, stream));
    } else {
      g.tail_vertices = graph->active <= kWholeVertices ? 0 : static_cast<u32>(most);
      CS_RETURN_IF_FAILED(launch_grid(g, w->header, stream));
      if (g.tail_vertices != 0) {
        const u32 blocks = multiprocessors() * PeelPolicy::kCompactBlocksPerSm;
        cs_kernel_core_gather<<<blocks, kThreads, 0, stream>>>(g);
        CS_RETURN_IF_FAILED(launch_status());
        cs_kernel_core_compact<<<blocks, kThreads, 0, stream>>>(g);
        CS_RETURN_IF_FAILED(launch_status());
        CS_RETURN_IF_FAILED(launch_tail(g, std::min<u64>(most, graph->active), false, memory, w->header, stream));
      }
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
  cs_kernel_core_order_keys<<<blocks_for(n, kThreads), kThreads, 0, stream>>>(result, n, w->cursor, w->remaining[0]);
  CS_RETURN_IF_FAILED(launch_status());
  size_t bytes = w->scratch_bytes;
  CS_RETURN_IF_CUDA_FAILED(sort_by_round(*w, w->scratch, bytes, n, stream));
  cs_kernel_core_places<<<blocks_for(n, kThreads), kThreads, 0, stream>>>(w->order, n, result);
  return launch_status();
}

extern "C" int32_t cs_core_numbers(
    const cs_graph* graph, const cs_core_work* w, const uint32_t* order, uint32_t* numbers, cs_stream stream) {
  const u64 n = graph->active;
  if (n == 0) {
    return CS_OK;
  }
  cs_kernel_core_numbers<<<blocks_for(n, kThreads), kThreads, 0, stream>>>(
      reinterpret_cast<const uint2*>(w->result), order, n, numbers);
  return launch_status();
}
