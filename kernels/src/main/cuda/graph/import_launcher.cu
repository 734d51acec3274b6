// Launchers: a graph oriented on the host becomes a prepared graph.
#include <algorithm>

#include "common/launch.cuh"
#include "graph/import_kernels.cuh"
#include "graph/layout.cuh"

using namespace cliquestream;
using namespace cliquestream::graph;

namespace {

constexpr int kThreads = PreparePolicy::kThreads;

int32_t copy_header(const cs_preparation& p, cs_prepare_header* host_header, cudaStream_t stream) {
  return status(cudaMemcpyAsync(
      host_header, p.header, sizeof(cs_prepare_header), cudaMemcpyDeviceToHost, stream));
}

}  // namespace

extern "C" uint64_t cs_graph_import_bytes(uint64_t id_bound) { return cs_prepare_bytes(0, id_bound); }

extern "C" int32_t cs_graph_import_rows(
    const cs_preparation* p, uint64_t active, uint64_t edges, cs_graph* graph, cs_prepare_header* host_header,
    cs_stream stream) {
  if (active > graph->id_bound || (active == 0 && edges != 0)) {
    return CS_INVALID_ARGUMENT;
  }
  if (graph->id_bound > p->id_bound || edges + 3 * std::min(edges, active) > graph->adjacency_capacity) {
    return CS_WORKSPACE_TOO_SMALL;
  }
  graph->active = active;
  graph->edges = edges;
  CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(p->header, 0, sizeof(cs_prepare_header), stream));
  if (graph->id_bound != 0) {
    CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(graph->id_to_rank, 0xFF, graph->id_bound * sizeof(u32), stream));
    CS_RETURN_IF_FAILED(launch(
        {blocks_for(graph->id_bound, kThreads), kThreads, 0, stream}, cs_kernel_import_ids, graph->rank_to_id,
        graph->id_bound, graph->id_to_rank, p->header));
  }
  if (active != 0) {
    CS_RETURN_IF_FAILED(launch(
        {blocks_for(active, kThreads), kThreads, 0, stream}, cs_kernel_import_rows, p->row_first, active, edges,
        graph->degrees, p->header));
    CS_RETURN_IF_FAILED(lay_out_rows(*p, p->row_first, p->row_first + 1, *graph, stream));
  } else {
    CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(graph->offsets, 0, sizeof(u64), stream));
  }
  return copy_header(*p, host_header, stream);
}

extern "C" int32_t cs_graph_import_targets(
    const cs_preparation* p, const cs_graph* graph, uint64_t first_row, uint64_t last_row, const uint32_t* targets,
    cs_stream stream) {
  if (first_row > last_row || last_row > graph->active) {
    return CS_INVALID_ARGUMENT;
  }
  if (first_row == last_row) {
    return CS_OK;
  }
  constexpr int kImportThreads = 512;
  const u32 most = multiprocessors() * 2;
  return launch(
      {std::min(most, blocks_for((last_row - first_row) * kImportLanes, kImportThreads)), kImportThreads, 0, stream},
      cs_kernel_import_targets, targets, p->row_first, first_row, last_row, graph->rows, graph->adjacency,
      graph->degrees, p->header);
}

extern "C" int32_t cs_graph_import_finish(
    const cs_preparation* p, const cs_graph* graph, cs_prepare_header* host_header, cs_stream stream) {
  if (graph->active != 0) {
    const u32 most = multiprocessors() * PreparePolicy::kAccumulateBlocksPerSm;
    CS_RETURN_IF_FAILED(launch(
        {std::min(most, blocks_for(graph->active, kThreads)), kThreads, 0, stream}, cs_kernel_import_sums, graph->rows,
        graph->degrees, graph->active, p->header));
  }
  return copy_header(*p, host_header, stream);
}
