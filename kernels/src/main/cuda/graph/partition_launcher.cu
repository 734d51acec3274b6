// Launchers of the preparation in parts, for graphs whose sort does not fit the device at once.
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>

#include <algorithm>

#include "common/rows.cuh"
#include "common/launch.cuh"
#include "graph/layout.cuh"
#include "graph/partition_kernels.cuh"

namespace {

using namespace cliquestream;

constexpr int kThreads = graph::PreparePolicy::kThreads;

struct OutDegrees {
  const u32* counts;
  u64 active;
  __host__ __device__ u64 operator()(u64 u) const { return u < active ? counts[u] : 0; }
};

u32 streaming_blocks(u64 count) {
  return std::min(multiprocessors() * graph::PreparePolicy::kAccumulateBlocksPerSm, blocks_for(count, kThreads));
}

bool valid(const cs_partition* plan, u32 part) { return part < plan->parts && plan->parts <= CS_PARTITION_MOST_PARTS; }

u64 keys_of(const cs_partition* plan, u32 part) { return plan->first_key[part + 1] - plan->first_key[part]; }

}  // namespace

using namespace cliquestream::graph;

extern "C" uint64_t cs_partition_part_pairs(uint64_t pairs, uint64_t id_bound, uint64_t budget) {
  const auto fits = [&](u64 part) { return cs_prepare_bytes(part, id_bound) <= budget; };
  const auto all = thrust::make_counting_iterator<u64>(1);
  return *std::partition_point(all, all + pairs, fits) - 1;
}

extern "C" int32_t cs_partition_start(const cs_preparation* p, cs_stream stream) {
  return status(cudaMemsetAsync(p->sort_keys[0], 0, p->id_bound * sizeof(u32), stream));
}

extern "C" int32_t cs_partition_accumulate(
    const cs_preparation* p, const cs_graph* graph, const cs_pair* pairs, uint64_t count, cs_stream stream) {
  if (count == 0) {
    return CS_OK;
  }
  return launch(
      {streaming_blocks(count), kThreads, 0, stream}, cs_kernel_partition_accumulate,
      reinterpret_cast<const uint2*>(pairs), count, graph->id_to_rank, p->sort_keys[0]);
}

extern "C" int32_t cs_partition_plan(
    const cs_preparation* p, const cs_prepare_header* header, uint64_t pairs, cs_graph* graph,
    cs_partition* device_plan, cs_partition* host_plan, cs_prepare_header* host_header, cs_stream stream) {
  if (header->invalid != 0 || pairs < header->loops) {
    return CS_INVALID_ARGUMENT;
  }
  graph->active = header->active;
  graph->edges = pairs - header->loops;
  if (graph->edges + 3 * std::min(graph->edges, graph->active) > graph->adjacency_capacity) {
    return CS_WORKSPACE_TOO_SMALL;
  }
  const auto lengths = each_place(OutDegrees{p->sort_keys[0], graph->active});
  size_t bytes = p->scratch_bytes;
  CS_RETURN_IF_CUDA_FAILED(
      cub::DeviceScan::ExclusiveSum(p->scratch, bytes, lengths, p->row_first, graph->active + 1, stream));
  CS_RETURN_IF_FAILED(lay_out_rows(*p, p->row_first, p->row_first + 1, *graph, stream));
  CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(device_plan, 0, sizeof *device_plan, stream));
  CS_RETURN_IF_FAILED(launch(
      {1, 1, 0, stream}, cs_kernel_partition_ranges, p->row_first, graph->active, p->pairs, device_plan));
  CS_RETURN_IF_CUDA_FAILED(
      cudaMemcpyAsync(host_plan, device_plan, sizeof *host_plan, cudaMemcpyDeviceToHost, stream));
  return status(cudaMemcpyAsync(
      host_header, p->header, sizeof(cs_prepare_header), cudaMemcpyDeviceToHost, stream));
}

extern "C" int32_t cs_partition_select_start(const cs_preparation* p, cs_stream stream) {
  return status(cudaMemsetAsync(&p->header->distinct, 0, sizeof p->header->distinct, stream));
}

extern "C" int32_t cs_partition_select(
    const cs_preparation* p, const cs_graph* graph, const cs_partition* plan, uint32_t part, const cs_pair* pairs,
    uint64_t count, cs_stream stream) {
  if (!valid(plan, part)) {
    return CS_INVALID_ARGUMENT;
  }
  if (count == 0) {
    return CS_OK;
  }
  return launch(
      {streaming_blocks(count), kThreads, 0, stream}, cs_kernel_partition_select, reinterpret_cast<const uint2*>(pairs),
      count, graph->id_to_rank, plan->first_rank[part], plan->first_rank[part + 1], rank_bits(graph->active),
      keys_of(plan, part), p->edge_keys[0], &p->header->distinct);
}

extern "C" int32_t cs_partition_build(
    cs_preparation* p, const cs_graph* graph, const cs_partition* plan, uint32_t part, cs_prepare_header* host_header,
    cs_stream stream) {
  if (!valid(plan, part) || keys_of(plan, part) > p->pairs) {
    return CS_INVALID_ARGUMENT;
  }
  const u64 count = keys_of(plan, part), first = plan->first_rank[part], end = plan->first_rank[part + 1];
  if (count != 0) {
    const u32 bits = rank_bits(graph->active);
    cub::DoubleBuffer<u64> keys(p->edge_keys[0], p->edge_keys[1]);
    size_t bytes = p->scratch_bytes;
    CS_RETURN_IF_CUDA_FAILED(cub::DeviceRadixSort::SortKeys(
        p->scratch, bytes, keys, count, 0, static_cast<int>(bits + bits_below(end - first)), stream));
    p->edge_keys[0] = keys.Current();
    p->edge_keys[1] = keys.Alternate();
    CS_RETURN_IF_FAILED(launch(
        {blocks_for(count, kThreads), kThreads, 0, stream}, cs_kernel_partition_fill, p->edge_keys[0], count, first,
        end, plan->first_key[part], bits, p->row_first, graph->rows, graph->adjacency, p->header));
  }
  return status(cudaMemcpyAsync(
      host_header, p->header, sizeof(cs_prepare_header), cudaMemcpyDeviceToHost, stream));
}

extern "C" int32_t cs_partition_deduplicate(
    const cs_preparation* p, const cs_graph* graph, const cs_partition* plan, uint32_t part, cs_pair* out,
    cs_prepare_header* host_header, cs_stream stream) {
  if (!valid(plan, part)) {
    return CS_INVALID_ARGUMENT;
  }
  CS_RETURN_IF_FAILED(write_distinct(*p, *graph, keys_of(plan, part), plan->first_rank[part], out, stream));
  return status(cudaMemcpyAsync(
      host_header, p->header, sizeof(cs_prepare_header), cudaMemcpyDeviceToHost, stream));
}
