#include <algorithm>

#include "common/launch.cuh"
#include "common/units.cuh"
#include "triangles/merge/kernels.cuh"

using namespace cliquestream;
using namespace cliquestream::merge;

extern "C" int32_t cs_merge_count(
    const cs_graph* graph, const cs_slice* slice, uint64_t* device_count, cs_stream stream) {
  if (slice->count == 0 || slice->index >= slice->count) {
    return CS_INVALID_ARGUMENT;
  }
  const u64 first = graph->active * slice->index / slice->count;
  const u64 last = graph->active * (slice->index + 1) / slice->count;
  if (first == last) {
    return CS_OK;
  }
  const u32 blocks = std::min(
      multiprocessors() * MergePolicy::kBlocksPerSm * 8, blocks_for((last - first) * 8, MergePolicy::kThreads));
  return launch(
      {blocks, MergePolicy::kThreads, 0, stream}, cs_kernel_merge_count, graph->rows, graph->adjacency, first, last,
      slice->stop, slice->done, device_count);
}

extern "C" int32_t cs_merge_units(const cs_graph* graph, uint64_t* device_units, cs_stream stream) {
  return write_units(graph->edges, nullptr, nullptr, 0, device_units, stream);
}
