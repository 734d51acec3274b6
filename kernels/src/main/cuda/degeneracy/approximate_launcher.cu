// Launcher of the approximate degeneracy order. No step waits for the host.
#include <cub/device/device_radix_sort.cuh>

#include <algorithm>

#include "common/launch.cuh"
#include "cliquestream_cliques.h"
#include "degeneracy/approximate_kernels.cuh"

namespace cliquestream::degeneracy {
namespace {

cudaError_t sort_keys(
    void* scratch, size_t& bytes, cub::DoubleBuffer<u32>& keys, cub::DoubleBuffer<u32>& ranks, u64 active,
    cudaStream_t stream) {
  return cub::DeviceRadixSort::SortPairs(
      scratch, bytes, keys, ranks, active, 0, static_cast<int>(ApproximatePolicy::kKeyBits), stream);
}

struct Arrays {
  u32* residual;
  u32* keys[2];
  u32* ranks[2];
  Remaining* remaining;
  void* scratch;
  u64 scratch_bytes;

  Arrays(Carver& carver, u64 active) {
    residual = carver.take<u32>(active);
    for (int i = 0; i < 2; i++) {
      keys[i] = carver.take<u32>(active);
      ranks[i] = carver.take<u32>(active);
    }
    remaining = carver.take<Remaining>(ApproximatePolicy::kMostRounds + 1);
    size_t bytes = 0;
    cub::DoubleBuffer<u32> no_keys(nullptr, nullptr), no_ranks(nullptr, nullptr);
    sort_keys(nullptr, bytes, no_keys, no_ranks, std::max<u64>(active, 1), nullptr);
    scratch_bytes = bytes + 256;
    scratch = carver.take<char>(scratch_bytes);
  }
};

}  // namespace
}  // namespace cliquestream::degeneracy

using namespace cliquestream;
using namespace cliquestream::degeneracy;

extern "C" uint64_t cs_approximate_order_bytes(const cs_graph* graph) {
  Carver carver(nullptr, 0);
  Arrays(carver, graph->active);
  return carver.used();
}

extern "C" int32_t cs_approximate_order_run(
    const cs_graph* graph, uint32_t rounds, void* memory, uint64_t bytes, const uint32_t** order, cs_stream stream) {
  rounds = rounds == 0 ? CS_APPROXIMATE_ROUNDS : rounds;
  if (rounds > ApproximatePolicy::kMostRounds) {
    return CS_INVALID_ARGUMENT;
  }
  Carver carver(memory, bytes);
  const Arrays a(carver, graph->active);
  if (!carver.fits()) {
    return CS_WORKSPACE_TOO_SMALL;
  }
  *order = a.ranks[0];
  const u64 n = graph->active;
  if (n == 0) {
    return CS_OK;
  }
  constexpr int kThreads = ApproximatePolicy::kThreads;
  const u32 most = multiprocessors() * ApproximatePolicy::kBlocksPerSm;
  const u32 by_vertex = std::min(most, blocks_for(n, kThreads));
  const u32 by_row = std::min(most, blocks_for(n * ApproximatePolicy::kLanes, kThreads));
  CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(a.remaining, 0, (rounds + 1) * sizeof(Remaining), stream));
  CS_RETURN_IF_FAILED(launch(
      {by_vertex, kThreads, 0, stream}, cs_kernel_approximate_start, graph->degrees, n, graph->edges, a.residual,
      a.keys[0], a.ranks[0], a.remaining));
  for (u32 i = 0; i < rounds; i++) {
    const ApproximateRound round = {
        graph->rows, graph->adjacency, n, a.residual, a.keys[0], a.remaining + i, a.remaining + i + 1, rounds - i};
    CS_RETURN_IF_FAILED(launch({by_vertex, kThreads, 0, stream}, cs_kernel_approximate_select, round));
    CS_RETURN_IF_FAILED(launch({by_row, kThreads, 0, stream}, cs_kernel_approximate_update, round));
  }
  CS_RETURN_IF_FAILED(launch({by_vertex, kThreads, 0, stream}, cs_kernel_approximate_rest, a.residual, n, a.keys[0]));
  cub::DoubleBuffer<u32> keys(a.keys[0], a.keys[1]), ranks(a.ranks[0], a.ranks[1]);
  size_t scratch = a.scratch_bytes;
  CS_RETURN_IF_CUDA_FAILED(sort_keys(a.scratch, scratch, keys, ranks, n, stream));
  *order = ranks.Current();
  return CS_OK;
}
