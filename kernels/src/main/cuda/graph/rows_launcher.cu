// Launcher of the pass from symmetric rows to edges.
#include <algorithm>

#include "common/launch.cuh"
#include "graph/rows_kernels.cuh"

using namespace cliquestream;
using namespace cliquestream::graph;

extern "C" int32_t cs_graph_edges_from_rows(
    const uint64_t* offsets, uint64_t vertices, const uint32_t* neighbors, uint64_t first, uint64_t count,
    cs_pair* pairs, uint64_t* written, cs_stream stream) {
  if (count == 0) {
    return CS_OK;
  }
  if (vertices == 0 || offsets == nullptr || neighbors == nullptr || pairs == nullptr || written == nullptr) {
    return CS_INVALID_ARGUMENT;
  }
  constexpr u32 kTile = RowsPolicy::kThreads * RowsPolicy::kItems;
  const u32 blocks = std::min(multiprocessors() * RowsPolicy::kBlocksPerSm, blocks_for(count, kTile));
  return launch(
      {blocks, RowsPolicy::kThreads, 0, stream}, cs_kernel_edges_from_rows, offsets, vertices, neighbors, first, count,
      reinterpret_cast<uint2*>(pairs), written);
}
