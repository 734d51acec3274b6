#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_select.cuh>
#include <thrust/iterator/counting_iterator.h>

#include <algorithm>

#include "common/launch.cuh"
#include "triangles/trust/kernels.cuh"

namespace cliquestream::trust {
namespace {

constexpr int kThreads = 256;
constexpr u64 kFarSlots = TrustPolicy::kFarSlots;

using Vertices = thrust::counting_iterator<u32>;

// Ascending: a slice is the same vertices on every device.
cudaError_t list(
    void* scratch, size_t& bytes, const u64* rows, u64 n, u32 least, u32 most, u32* vertices, u32* length,
    cudaStream_t stream) {
  return cub::DeviceSelect::If(
      scratch, bytes, Vertices(0), vertices, length, n, OfDegree{rows, least, most}, stream);
}

void cut(Carver& carver, const cs_graph& graph, u32 order, cs_trust_plan& p) {
  p = {};
  p.order = order;
  const u64 n = graph.active;
  p.block_list = carver.take<u32>(n);
  p.warp_list = carver.take<u32>(n);
  p.state = carver.take<u32>(8);
  const u64 blocks = static_cast<u64>(multiprocessors()) * TrustPolicy::kBlocksPerSm;
  const u64 warps = static_cast<u64>(multiprocessors()) * TrustPolicy::kWarpBlocksPerSm * TrustPolicy::kWarpThreads / 32;
  p.block_slots = carver.take<u32>(blocks * TrustPolicy::kBlockBuckets * kFarSlots);
  p.warp_slots = carver.take<u32>(warps * TrustPolicy::kWarpBuckets * kFarSlots);
  size_t listing = 0;
  list(nullptr, listing, nullptr, std::max<u64>(n, 1), 0, 0, nullptr, nullptr, nullptr);
  if (order == CS_TRUST_RANK_ORDER) {
    p.scratch_bytes = listing + 256;
    p.scratch = carver.take<char>(p.scratch_bytes);
    return;
  }
  p.rows = carver.take<u64>(n);
  p.adjacency = carver.take<u32>(graph.adjacency_capacity + 64);
  p.label = carver.take<u32>(n);
  for (int i = 0; i < 2; i++) {
    p.sort_keys[i] = carver.take<u64>(n);
    p.sort_values[i] = carver.take<u32>(n);
  }
  size_t bytes = 0;
  cub::DoubleBuffer<u64> keys(nullptr, nullptr);
  cub::DoubleBuffer<u32> values(nullptr, nullptr);
  cub::DeviceRadixSort::SortPairs(nullptr, bytes, keys, values, std::max<u64>(n, 1), 0, 64);
  p.scratch_bytes = std::max(bytes, listing) + 256;
  p.scratch = carver.take<char>(p.scratch_bytes);
}

using ClassKernel = void (*)(
    TrustGraph, const u32*, u32, u32, u32, u32*, u32*, const u32*, u64*, u64*);
struct ClassKernels {
  ClassKernel block;
  ClassKernel warp;
};
template <class Lists>
constexpr ClassKernels kernels_of() {
  return {cs_kernel_trust_block<Lists>, cs_kernel_trust_warp<Lists>};
}
const ClassKernels kKernels[CS_TRUST_READINGS] = {
    kernels_of<VirtualLists>(), kernels_of<ListsByLanes<32>>(), kernels_of<ListsByLanes<16>>(),
    kernels_of<ListsByLanes<8>>(), kernels_of<PhysicalLists>()};

int32_t sort(const cs_trust_plan& p, u64 n, cub::DoubleBuffer<u64>& keys, cub::DoubleBuffer<u32>& values, cudaStream_t s) {
  size_t bytes = p.scratch_bytes;
  return status(cub::DeviceRadixSort::SortPairs(p.scratch, bytes, keys, values, n, 0, 64, s));
}

int32_t relabel(const cs_graph& g, const cs_trust_plan& p, cudaStream_t stream) {
  const u64 n = g.active;
  const u32 grid = blocks_for(n, kThreads);
  cub::DoubleBuffer<u64> keys(p.sort_keys[0], p.sort_keys[1]);
  cub::DoubleBuffer<u32> values(p.sort_values[0], p.sort_values[1]);
  if (p.order == CS_TRUST_IN_DEGREE_ORDER) {
    CS_RETURN_IF_FAILED(launch(
        {grid, kThreads, 0, stream}, cs_kernel_trust_in_degree_keys, g.rows, g.degrees, n, keys.Current(),
        values.Current()));
  } else {
    CS_RETURN_IF_FAILED(launch(
        {grid, kThreads, 0, stream}, cs_kernel_trust_collective_keys, g.rows, g.adjacency, g.degrees, n, keys.Current(),
        values.Current()));
    CS_RETURN_IF_FAILED(sort(p, n, keys, values, stream));
    const u32* ordered = values.Current();
    CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(keys.Current(), 0xFF, n * sizeof(u64), stream));
    CS_RETURN_IF_FAILED(launch(
        {grid, kThreads, 0, stream}, cs_kernel_trust_first_lists, ordered, g.rows, g.adjacency, n, keys.Current(),
        values.Alternate()));
    values.selector ^= 1;
  }
  CS_RETURN_IF_FAILED(sort(p, n, keys, values, stream));
  CS_RETURN_IF_FAILED(launch(
      {grid, kThreads, 0, stream}, cs_kernel_trust_labels, values.Current(), g.rows, n, p.label, p.rows));
  return launch(
      {multiprocessors() * 16, kThreads, 0, stream}, cs_kernel_trust_relabel, g.adjacency, g.offsets, n, p.label,
      p.adjacency);
}

}  // namespace
}  // namespace cliquestream::trust

using namespace cliquestream;
using namespace cliquestream::trust;

extern "C" uint64_t cs_trust_plan_bytes(const cs_graph* graph, uint32_t order) {
  return carved_bytes<cs_trust_plan>([&](Carver& carver, cs_trust_plan& p) { cut(carver, *graph, order, p); });
}

extern "C" int32_t cs_trust_plan_run(
    const cs_graph* graph, uint32_t order, uint64_t max_out_degree, void* memory, uint64_t bytes,
    cs_trust_plan* plan, uint32_t* host_classes, cs_stream stream) {
  if (order > CS_TRUST_COLLECTIVE_ORDER) {
    return CS_INVALID_ARGUMENT;
  }
  if (max_out_degree > static_cast<u64>(TrustPolicy::kBlockBuckets) * TrustPolicy::kMostCollisions) {
    return CS_UNSUPPORTED;  // the table could not hold the row
  }
  Carver carver(memory, bytes);
  cut(carver, *graph, order, *plan);
  if (!carver.fits()) {
    return CS_WORKSPACE_TOO_SMALL;
  }
  CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(plan->state, 0, 8 * sizeof(u32), stream));
  if (graph->active != 0) {
    if (order != CS_TRUST_RANK_ORDER) {
      CS_RETURN_IF_FAILED(relabel(*graph, *plan, stream));
    }
    const u64* rows = plan->rows != nullptr ? plan->rows : graph->rows;
    constexpr u32 kMost = TrustPolicy::kBlockDegree;
    size_t room = plan->scratch_bytes;
    CS_RETURN_IF_CUDA_FAILED(list(
        plan->scratch, room, rows, graph->active, kMost + 1, ~0u, plan->block_list, plan->state, stream));
    CS_RETURN_IF_CUDA_FAILED(list(
        plan->scratch, room, rows, graph->active, 2, kMost, plan->warp_list, plan->state + 1, stream));
  }
  return status(cudaMemcpyAsync(host_classes, plan->state, 2 * sizeof(u32), cudaMemcpyDeviceToHost, stream));
}

extern "C" int32_t cs_trust_count(
    const cs_graph* graph, const cs_trust_plan* plan, const uint32_t* classes, uint32_t chunk, uint32_t reading,
    const cs_slice* slice, uint64_t* device_count, cs_stream stream) {
  if (reading >= CS_TRUST_READINGS || slice->count == 0 || slice->index >= slice->count) {
    return CS_INVALID_ARGUMENT;
  }
  const TrustGraph g = {
      plan->rows != nullptr ? plan->rows : graph->rows,
      plan->adjacency != nullptr ? plan->adjacency : graph->adjacency};
  u32* taken = plan->state + 4;
  CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(taken, 0, 2 * sizeof(u32), stream));
  auto part = [&](u32 all, u32 index) { return static_cast<u32>(static_cast<u64>(all) * index / slice->count); };
  u32 first = part(classes[0], slice->index), last = part(classes[0], slice->index + 1);
  if (last > first) {
    const u32 blocks = std::min(multiprocessors() * TrustPolicy::kBlocksPerSm, last - first);
    CS_RETURN_IF_FAILED(launch(
        {blocks, TrustPolicy::kBlockThreads, 0, stream}, kKernels[reading].block, g, plan->block_list, first, last,
        chunk == 0 ? 1 : chunk, taken, plan->block_slots, slice->stop, slice->done,
        device_count));
  }
  first = part(classes[1], slice->index);
  last = part(classes[1], slice->index + 1);
  if (last > first) {
    const u32 blocks = multiprocessors() * TrustPolicy::kWarpBlocksPerSm;
    const u32 takes = blocks * (TrustPolicy::kWarpThreads / 32) * TrustPolicy::kTakesPerWarp;
    const u32 open = std::max(1u, std::min(TrustPolicy::kMostChunk, (last - first) / takes));
    CS_RETURN_IF_FAILED(launch(
        {blocks, TrustPolicy::kWarpThreads, 0, stream}, Manner::kBesideLast, kKernels[reading].warp, g,
        plan->warp_list, first, last, chunk == 0 ? open : chunk, taken + 1, plan->warp_slots, slice->stop, slice->done, device_count));
  }
  return CS_OK;
}

extern "C" int32_t cs_trust_units(const uint32_t* classes, uint64_t* device_units, cs_stream stream) {
  return write_units(u64{classes[0]} + classes[1], nullptr, nullptr, 0, device_units, stream);
}
