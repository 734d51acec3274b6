// Launcher of the wedge kernel: the classes of one slice, side by side where the caller gives streams.
#include <algorithm>

#include "common/lanes.cuh"
#include "triangles/wedge/core_kernels.cuh"
#include "triangles/wedge/count_kernels.cuh"

namespace cliquestream::wedge {
namespace {

using CountKernel = void (*)(Lists, EntryFormat, const uint64_t*, Work, uint64_t*);

// As many blocks as fit the device at once; more would only wait.
template <class Kernel>
int32_t resident_blocks(Kernel kernel, int threads, size_t shared, u32& blocks) {
  CS_RETURN_IF_CUDA_FAILED(
      cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shared)));
  int per_sm = 0;
  CS_RETURN_IF_CUDA_FAILED(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, kernel, threads, shared));
  blocks = static_cast<u32>(std::max(per_sm, 1)) * multiprocessors();
  return CS_OK;
}

int32_t launch_class(
    CountKernel kernel, int threads, u32 words_per_table, bool table_per_warp, const Lists& lists,
    const cs_wedge_queue& queue, u32* taken, u32 item_class, u64 most_items, const cs_slice& slice, u64* count,
    cudaStream_t stream) {
  const size_t shared = sizeof(u32) * words_per_table * (table_per_warp ? threads / 32 : 1);
  u32 blocks = 0;
  CS_RETURN_IF_FAILED(resident_blocks(kernel, threads, shared, blocks));
  const Work work = {
      static_cast<const Item*>(queue.items), queue.class_state, taken + item_class, item_class, slice.index,
      slice.count, slice.stop, slice.done};
  blocks = static_cast<u32>(std::min<u64>(blocks, most_items));
  kernel<<<blocks, threads, shared, stream>>>(
      lists, EntryFormat{queue.start_bits, queue.length_bits}, queue.entry[0], work, count);
  return launch_status();
}

}  // namespace
}  // namespace cliquestream::wedge

using namespace cliquestream;
using namespace cliquestream::wedge;

extern "C" int32_t cs_wedge_count(
    const cs_graph* graph, const cs_wedge_plan* plan, const cs_slice* slice, uint64_t* device_count,
    const cs_lanes* lanes) {
  if (slice->count == 0 || slice->index >= slice->count) {
    return CS_INVALID_ARGUMENT;
  }
  const Lists lists = {
      graph->rows, plan->survey.split_rows, graph->adjacency,
      plan->hub_ids, static_cast<u32>(plan->header.split)};
  if (graph->active == 0) {
    return CS_OK;
  }
  CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(plan->taken, 0, kTakenWords * sizeof(u32), lanes->main));
  const CoreShape shape = core_shape(plan->header);
  Fork fork(*lanes);
  CS_RETURN_IF_FAILED(fork.begin());
  cudaStream_t stream;
  // First of all, while the processors are free: it lives off the L1 cache, and a processor keeps the division between
  // cache and shared memory that its first block asked for.
  if (plan->tail.entries != 0) {
    CS_RETURN_IF_CUDA_FAILED(cudaFuncSetAttribute(
        cs_kernel_wedge_tail_merge, cudaFuncAttributePreferredSharedMemoryCarveout, cudaSharedmemCarveoutMaxL1));
    CS_RETURN_IF_FAILED(fork.next(stream));
    const u64 first = plan->tail.entries * slice->index / slice->count;
    const u64 last = plan->tail.entries * (slice->index + 1) / slice->count;
    const u32 blocks = std::min(multiprocessors() * 64, blocks_for(last - first, WedgePolicy::kMergeThreads));
    cs_kernel_wedge_tail_merge<<<blocks, WedgePolicy::kMergeThreads, 0, stream>>>(
        lists, EntryFormat{plan->tail.start_bits, plan->tail.length_bits}, plan->tail.entry[0],
        plan->tail.owner_key[0], first, last, plan->tail.grouped ? WedgePolicy::kMergeOwner : kNoId, slice->stop,
        device_count);
    CS_RETURN_IF_FAILED(launch_status());
  }
  if (plan->hub.entries != 0) {
    CS_RETURN_IF_FAILED(fork.next(stream));
    CS_RETURN_IF_FAILED(launch_class(
        cs_kernel_wedge_hub_block, WedgePolicy::kHubBlockThreads, HubBitmap::kWords, false, lists, plan->hub,
        plan->taken + kHubTaken, kHubBlock, plan->hub.item_capacity, *slice, device_count, stream));
  }
  if (shape.classes != 0) {
    CS_RETURN_IF_FAILED(fork.next(stream));
    const u64 units = shape.first_unit[shape.classes];
    const u32 first = static_cast<u32>(units * slice->index / slice->count);
    const u32 last = static_cast<u32>(units * (slice->index + 1) / slice->count);
    const size_t shared =
        sizeof(u32) * WedgePolicy::kCoreStages * 2 * WedgePolicy::kCoreTile * (WedgePolicy::kCoreStepBits / 32);
    u32 blocks = 0;
    CS_RETURN_IF_FAILED(resident_blocks(cs_kernel_wedge_core, WedgePolicy::kCoreThreads, shared, blocks));
    if (last > first) {
      cs_kernel_wedge_core<<<std::min(blocks, last - first), WedgePolicy::kCoreThreads, shared, stream>>>(
          shape, plan->core_row_bits, plan->core_matrix, first, last, plan->taken + kCoreTaken, slice->stop,
          device_count);
      CS_RETURN_IF_FAILED(launch_status());
    }
  }
  if (plan->hub.entries != 0) {
    CS_RETURN_IF_FAILED(fork.next(stream));
    CS_RETURN_IF_FAILED(launch_class(
        cs_kernel_wedge_hub_warp, WedgePolicy::kHubWarpThreads, HubBitmap::kWords, true, lists, plan->hub,
        plan->taken + kHubTaken, kHubWarp,
        plan->hub.item_capacity, *slice, device_count, stream));
  }
  if (plan->tail.entries != 0) {
    // A table can only be longer than a class's capacity if some row is.
    if (plan->tail.grouped && plan->header.max_length > WedgePolicy::kMergeOwner) {
      CS_RETURN_IF_FAILED(fork.next(stream));
      CS_RETURN_IF_FAILED(launch_class(
          cs_kernel_wedge_tail_small, WedgePolicy::kTailThreads, WedgePolicy::kPerfectSlots, true, lists, plan->tail,
          plan->taken + kTailTaken, kTailSmall, plan->tail.item_capacity, *slice, device_count, stream));
    }
    if (plan->tail.grouped && plan->header.max_length > WedgePolicy::kPerfectOwner) {
      CS_RETURN_IF_FAILED(fork.next(stream));
      CS_RETURN_IF_FAILED(launch_class(
          cs_kernel_wedge_tail_medium, WedgePolicy::kTailThreads, WedgePolicy::kMediumSlots, true, lists, plan->tail,
          plan->taken + kTailTaken, kTailMedium, plan->tail.item_capacity, *slice, device_count, stream));
    }
    if (plan->tail.grouped && plan->header.max_length > WedgePolicy::kMediumSlots / 2) {
      CS_RETURN_IF_FAILED(fork.next(stream));
      CS_RETURN_IF_FAILED(launch_class(
          cs_kernel_wedge_tail_large, WedgePolicy::kLargeThreads, WedgePolicy::kLargeSlots, false, lists, plan->tail,
          plan->taken + kTailTaken, kTailLarge, plan->tail.item_capacity, *slice, device_count, stream));
    }
  }
  if (plan->header.tiny_edges != 0) {
    CS_RETURN_IF_FAILED(fork.next(stream));
    const u64 first = graph->active * slice->index / slice->count;
    const u64 last = graph->active * (slice->index + 1) / slice->count;
    const u32 blocks = std::min(multiprocessors() * 64, blocks_for(last - first, WedgePolicy::kTinyThreads));
    if (plan->heads != nullptr) {
      cs_kernel_wedge_tiny_heads<<<blocks, WedgePolicy::kTinyThreads, 0, stream>>>(
          reinterpret_cast<const uint4*>(plan->heads), graph->rows, graph->adjacency, first, last, slice->stop,
          device_count);
    } else {
      cs_kernel_wedge_tiny<<<blocks, WedgePolicy::kTinyThreads, 0, stream>>>(
          graph->rows, graph->adjacency, first, last, slice->stop, device_count);
    }
    CS_RETURN_IF_FAILED(launch_status());
  }
  return fork.join();
}
