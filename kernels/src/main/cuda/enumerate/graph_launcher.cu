// Launcher of the symmetric graph.
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>

#include <algorithm>

#include "common/launch.cuh"
#include "enumerate/graph_kernels.cuh"

namespace cliquestream::enumerate {
namespace {

constexpr int kThreads = 256;

struct Scratch {
  u64* starts;
  u64* out_starts;
  u32* targets;
  u32* sources;
  void* cub;
  u64 cub_bytes;
};

cudaError_t scan(void* scratch, size_t& bytes, const u64* in, u64* out, u64 count, cudaStream_t s) {
  return cub::DeviceScan::ExclusiveSum(scratch, bytes, in, out, count, s);
}
cudaError_t scan_degrees(void* scratch, size_t& bytes, const u32* in, u64* out, u64 count, cudaStream_t s) {
  return cub::DeviceScan::ExclusiveScan(scratch, bytes, in, out, cuda::std::plus<u64>{}, u64{0}, count, s);
}
cudaError_t sort(
    const Scratch& w, const cs_enumerate_graph& g, void* scratch, size_t& bytes, u64 edges, u64 active, cudaStream_t s) {
  return cub::DeviceRadixSort::SortPairs(
      scratch, bytes, w.targets, g.smaller_ends, w.sources, g.larger_ends, edges, 0, static_cast<int>(bits_below(active)), s);
}

void cut(Carver& carver, const cs_graph& graph, Scratch& w) {
  w = {};
  const u64 n = graph.active, m = std::max<u64>(graph.edges, 1);
  w.starts = carver.take<u64>(n + 1);
  w.out_starts = carver.take<u64>(n + 1);
  w.targets = carver.take<u32>(m);
  w.sources = carver.take<u32>(m);
  size_t sums = 0, degrees = 0, sorted = 0;
  scan(nullptr, sums, nullptr, nullptr, n + 1, nullptr);
  scan_degrees(nullptr, degrees, nullptr, nullptr, std::max<u64>(n, 1), nullptr);
  sort(w, {}, nullptr, sorted, m, std::max<u64>(n, 1), nullptr);
  w.cub_bytes = std::max({sums, degrees, sorted}) + 256;
  w.cub = carver.take<char>(w.cub_bytes);
}

void cut(Carver& carver, const cs_graph& graph, u64 bit_bytes, cs_enumerate_graph& g) {
  g = {};
  g.vertices = graph.active;
  g.arcs = 2 * graph.edges;
  g.words = (graph.active + 31) / 32;
  g.hubs = g.words == 0 ? 0 : std::min<u64>(graph.active, bit_bytes / (4 * g.words));
  g.rows = carver.take<cs_enumerate_row>(g.vertices);
  g.neighbours = carver.take<u32>(g.arcs);
  g.bits = carver.take<u32>(g.hubs * g.words);
  g.rank_to_id = graph.rank_to_id;
  g.smaller_ends = carver.take<u32>(std::max<u64>(graph.edges, 1));
  g.larger_ends = carver.take<u32>(std::max<u64>(graph.edges, 1));
  g.edge_starts = carver.take<u64>(g.vertices + 1);
}

}  // namespace
}  // namespace cliquestream::enumerate

using namespace cliquestream;
using namespace cliquestream::enumerate;

extern "C" uint64_t cs_enumerate_graph_bytes(const cs_graph* graph, uint64_t bit_bytes) {
  if (graph == nullptr) {
    return 0;
  }
  return carved_bytes<cs_enumerate_graph>(
      [&](Carver& carver, cs_enumerate_graph& unused) { cut(carver, *graph, bit_bytes, unused); }) + 256;
}
extern "C" uint64_t cs_enumerate_graph_scratch_bytes(const cs_graph* graph) {
  if (graph == nullptr) {
    return 0;
  }
  return carved_bytes<Scratch>([&](Carver& carver, Scratch& unused) { cut(carver, *graph, unused); }) + 256;
}
extern "C" int32_t cs_enumerate_graph_bind(
    void* memory, uint64_t bytes, const cs_graph* graph, uint64_t bit_bytes, cs_enumerate_graph* out) {
  if (memory == nullptr || graph == nullptr || out == nullptr) {
    return CS_INVALID_ARGUMENT;
  }
  Carver carver(memory, bytes);
  cut(carver, *graph, bit_bytes, *out);
  return carver.fits() ? CS_OK : CS_WORKSPACE_TOO_SMALL;
}
extern "C" int32_t cs_enumerate_graph_build(
    const cs_graph* graph, const cs_enumerate_graph* target, void* scratch, uint64_t scratch_bytes, cs_stream stream) {
  if (graph == nullptr || target == nullptr || scratch == nullptr || target->vertices != graph->active) {
    return CS_INVALID_ARGUMENT;
  }
  if (graph->edges >= (u64{1} << 31)) {
    return CS_UNSUPPORTED;
  }
  Carver carver(scratch, scratch_bytes);
  Scratch w;
  cut(carver, *graph, w);
  if (!carver.fits()) {
    return CS_WORKSPACE_TOO_SMALL;
  }
  const u64 n = graph->active;
  if (n == 0) {
    return CS_OK;
  }
  // Out-degrees go to `starts` first: it is the only other array of 64-bit words.
  CS_RETURN_IF_FAILED(launch(
      {blocks_for(n + 1, kThreads), kThreads, 0, stream}, cs_kernel_enumerate_out_degrees, graph->rows, n, w.starts));
  size_t bytes = w.cub_bytes;
  CS_RETURN_IF_CUDA_FAILED(scan(w.cub, bytes, w.starts, w.out_starts, n + 1, stream));
  bytes = w.cub_bytes;
  CS_RETURN_IF_CUDA_FAILED(scan_degrees(w.cub, bytes, graph->degrees, w.starts, n, stream));
  CS_RETURN_IF_FAILED(launch(
      {blocks_for(8 * n, kThreads), kThreads, 0, stream}, cs_kernel_enumerate_pairs, graph->rows, graph->adjacency,
      w.out_starts, n, w.targets, w.sources));
  bytes = w.cub_bytes;
  CS_RETURN_IF_CUDA_FAILED(sort(w, *target, w.cub, bytes, graph->edges, n, stream));
  CS_RETURN_IF_FAILED(launch(
      {blocks_for(8 * n, kThreads), kThreads, 0, stream}, cs_kernel_enumerate_rows, graph->rows, graph->adjacency,
      w.starts, w.out_starts, graph->degrees, target->larger_ends, n, graph->edges, target->rows, target->neighbours,
      target->edge_starts));
  if (target->hubs != 0) {
    CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(target->bits, 0, target->hubs * target->words * 4, stream));
    CS_RETURN_IF_FAILED(launch(
        {blocks_for(32 * target->hubs, kThreads), kThreads, 0, stream}, cs_kernel_enumerate_bits, target->rows,
        target->neighbours, target->hubs, target->words, target->bits));
  }
  return CS_OK;
}
