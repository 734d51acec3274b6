#include <algorithm>

#include "common/launch.cuh"
#include "common/units.cuh"
#include "triangles/local/kernels.cuh"

using namespace cliquestream;
using namespace cliquestream::local;

namespace {
constexpr int kThreads = LocalPolicy::kThreads;
}

extern "C" int32_t cs_local_edges(
    const cs_graph* graph, const cs_slice* slice, uint32_t* support, uint64_t* device_count, cs_stream stream) {
  if (slice->count == 0 || slice->index >= slice->count) {
    return CS_INVALID_ARGUMENT;
  }
  const u64 first = graph->active * slice->index / slice->count;
  const u64 last = graph->active * (slice->index + 1) / slice->count;
  if (first == last) {
    return CS_OK;
  }
  const u32 blocks = std::min(multiprocessors() * LocalPolicy::kBlocksPerSm, blocks_for((last - first) * 32, kThreads));
  return launch(
      {blocks, kThreads, 0, stream}, cs_kernel_local_edges, graph->rows, graph->adjacency, first, last, slice->stop,
      support, slice->done, device_count);
}

extern "C" int32_t cs_local_units(const cs_graph* graph, uint64_t* device_units, cs_stream stream) {
  return write_units(graph->active, nullptr, nullptr, 0, device_units, stream);
}

extern "C" int32_t cs_local_vertices(
    const cs_graph* graph, const uint32_t* support, uint64_t* vertices, double* coefficients, cs_stream stream) {
  CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(coefficients, 0, sizeof(double), stream));
  if (graph->active == 0) {
    return CS_OK;
  }
  CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(vertices, 0, graph->active * sizeof(u64), stream));
  const u32 most = multiprocessors() * LocalPolicy::kBlocksPerSm;
  CS_RETURN_IF_FAILED(launch(
      {std::min(most, blocks_for(graph->active * 32, kThreads)), kThreads, 0, stream}, cs_kernel_local_spread,
      graph->rows, graph->adjacency, support, graph->active, vertices));
  return launch(
      {std::min(most, blocks_for(graph->active, kThreads)), kThreads, 0, stream}, cs_kernel_local_finish,
      graph->degrees, graph->active, vertices, coefficients);
}
