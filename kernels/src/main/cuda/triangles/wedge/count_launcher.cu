// Launchers of the wedge kernel: the classes of one slice, side by side where the caller gives streams; and a single
// count that begins while its plan is being made.
#include <algorithm>

#include "common/launch.cuh"
#include "common/lanes.cuh"
#include "triangles/wedge/core_kernels.cuh"
#include "triangles/wedge/count_kernels.cuh"
#include "triangles/wedge/plan.cuh"

namespace cliquestream::wedge {
namespace {

using CountKernel = void (*)(Lists, EntryFormat, const uint64_t*, Work, uint64_t*);

// A class of items: its kernel, and the tables in its shared memory.
struct ClassLaunch {
  CountKernel kernel;
  u32 threads;
  u32 table_words;
  u32 item_class;
};

template <class Table, int kThreads, int kBlocksPerSm>
constexpr ClassLaunch blocks_of(u32 item_class) {
  return {cs_kernel_wedge_blocks<Table, kThreads, kBlocksPerSm>, kThreads, Table::kWords, item_class};
}
template <class Table, int kThreads, int kBlocksPerSm>
constexpr ClassLaunch warps_of(u32 item_class) {
  return {
      cs_kernel_wedge_warps<Table, kThreads, kBlocksPerSm>, kThreads, Table::kWords * (kThreads / 32), item_class};
}

const ClassLaunch kHubBlocks =
    blocks_of<HubBitmap, WedgePolicy::kHubBlockThreads, WedgePolicy::kHubBlocksPerSm>(kHubBlock);
const ClassLaunch kHubWarps =
    warps_of<HubBitmap, WedgePolicy::kHubWarpThreads, WedgePolicy::kHubWarpBlocksPerSm>(kHubWarp);
const ClassLaunch kSmallTails =
    warps_of<TailPerfectHash, WedgePolicy::kTailThreads, WedgePolicy::kTailBlocksPerSm>(kTailSmall);
const ClassLaunch kMediumTails =
    warps_of<TailHash<WedgePolicy::kMediumSlots>, WedgePolicy::kTailThreads, WedgePolicy::kTailBlocksPerSm>(kTailMedium);
const ClassLaunch kLargeTails =
    blocks_of<TailHash<WedgePolicy::kLargeSlots>, WedgePolicy::kLargeThreads, WedgePolicy::kLargeBlocksPerSm>(kTailLarge);
const ClassLaunch kLessTails =
    blocks_of<TailHash<WedgePolicy::kLessSlots>, WedgePolicy::kLargeThreads, WedgePolicy::kLargeBlocksPerSm>(kTailLarge);

// The launches of one slice.
class Count {
 public:
  Count(const cs_graph& graph, const cs_wedge_plan& plan, const cs_slice& slice, u64* count)
      : graph_(graph), plan_(plan), slice_(slice), count_(count),
        lists_{graph.rows, plan.survey.split_rows, graph.adjacency, plan.hub_ids, static_cast<u32>(plan.header.split)},
        shape_(core_shape(plan.header)) {}

  int32_t start(cudaStream_t stream) const {
    return status(cudaMemsetAsync(plan_.taken, 0, kTakenWords * sizeof(u32), stream));
  }

  // All that goes through entries. The core and very short rows need none: `beside` is called where they go best.
  template <class Beside>
  int32_t through_entries(Fork& fork, Beside beside) const {
    cudaStream_t stream;
    // First of all, while the processors are free: it lives off the L1 cache, and a processor keeps the division between
    // cache and shared memory that its first block asked for.
    if (plan_.tail.entries != 0) {
      CS_RETURN_IF_FAILED(fork.next(stream));
      CS_RETURN_IF_FAILED(tail_merge(stream));
    }
    const cs_wedge_queue& hub = plan_.hub;
    if (hub.entries != 0) {
      CS_RETURN_IF_FAILED(fork.next(stream));
      CS_RETURN_IF_FAILED(items(kHubBlocks, hub, kHubTaken, stream));
    }
    CS_RETURN_IF_FAILED(beside());
    if (hub.entries != 0) {
      CS_RETURN_IF_FAILED(fork.next(stream));
      CS_RETURN_IF_FAILED(items(kHubWarps, hub, kHubTaken, stream));
    }
    if (plan_.tail.entries != 0 && plan_.tail.grouped) {
      // A table can only be longer than a class's capacity if some row is.
      const struct {
        u32 least;
        const ClassLaunch& of;
      } tails[] = {
          {WedgePolicy::kMergeOwner, kSmallTails},
          {WedgePolicy::kPerfectOwner, kMediumTails},
          {WedgePolicy::kMediumSlots / 2, large_table_fits(device_limits()) ? kLargeTails : kLessTails}};
      for (const auto& tail : tails) {
        if (plan_.header.max_length > tail.least) {
          CS_RETURN_IF_FAILED(fork.next(stream));
          CS_RETURN_IF_FAILED(items(tail.of, plan_.tail, kTailTaken, stream));
        }
      }
    }
    return CS_OK;
  }

  bool has_core() const { return shape_.classes != 0; }
  // Several launches may share the slice's units: each takes what the others leave.
  int32_t core(u32 most_blocks, cudaStream_t stream) const {
    const u64 units = shape_.first_unit[shape_.classes];
    const u32 first = static_cast<u32>(units * slice_.index / slice_.count);
    const u32 last = static_cast<u32>(units * (slice_.index + 1) / slice_.count);
    u32 blocks = 0;
    CS_RETURN_IF_FAILED(resident_grid(cs_kernel_wedge_core, WedgePolicy::kCoreThreads, kCoreShared, blocks));
    blocks = std::min({blocks, most_blocks, last - first});
    return blocks == 0 ? CS_OK
                       : launch(
                             {blocks, WedgePolicy::kCoreThreads, kCoreShared, stream}, cs_kernel_wedge_core, shape_,
                             plan_.core_row_bits, plan_.core_matrix, first, last, plan_.taken + kCoreTaken,
                             slice_.stop, slice_.done, count_);
  }

  bool has_tiny() const { return plan_.header.tiny_edges != 0; }
  int32_t tiny(cudaStream_t stream) const {
    const u64 first = graph_.active * slice_.index / slice_.count;
    const u64 last = graph_.active * (slice_.index + 1) / slice_.count;
    const u32 blocks = std::min(multiprocessors() * 64, blocks_for(last - first, WedgePolicy::kTinyThreads));
    return plan_.heads != nullptr
        ? launch(
              {blocks, WedgePolicy::kTinyThreads, 0, stream}, cs_kernel_wedge_tiny_heads,
              reinterpret_cast<const uint4*>(plan_.heads), graph_.rows, graph_.adjacency, first, last, slice_.stop,
              slice_.done, count_)
        : launch(
              {blocks, WedgePolicy::kTinyThreads, 0, stream}, cs_kernel_wedge_tiny, graph_.rows, graph_.adjacency, first,
              last, slice_.stop, slice_.done, count_);
  }

 private:
  int32_t tail_merge(cudaStream_t stream) const {
    const cs_wedge_queue& tail = plan_.tail;
    CS_RETURN_IF_FAILED(load_kernel(cs_kernel_wedge_tail_merge, true));
    const u64 first = tail.entries * slice_.index / slice_.count;
    const u64 last = tail.entries * (slice_.index + 1) / slice_.count;
    const u32 blocks = std::min(multiprocessors() * 64, blocks_for(last - first, WedgePolicy::kMergeThreads));
    return launch(
        {blocks, WedgePolicy::kMergeThreads, 0, stream}, cs_kernel_wedge_tail_merge, lists_,
        EntryFormat{tail.start_bits, tail.length_bits}, tail.entry[0], tail.owner_key[0],
        Signatures{tail.signature[0], tail.row_signature}, first, last, tail.grouped ? WedgePolicy::kMergeOwner : kNoId,
        slice_.stop, slice_.done, count_);
  }

  int32_t items(const ClassLaunch& of, const cs_wedge_queue& queue, u32 taken, cudaStream_t stream) const {
    const size_t shared = sizeof(u32) * of.table_words;
    u32 blocks = 0;
    CS_RETURN_IF_FAILED(resident_grid(of.kernel, of.threads, shared, blocks));
    blocks = static_cast<u32>(std::min<u64>(blocks, queue.item_capacity));
    const Work work = {
        static_cast<const Item*>(queue.items), queue.class_state, plan_.taken + taken + of.item_class,
        of.item_class, slice_.index, slice_.count, slice_.stop, slice_.done};
    return launch(
        {blocks, of.threads, shared, stream}, of.kernel, lists_, EntryFormat{queue.start_bits, queue.length_bits},
        queue.entry[0], work, count_);
  }

  const cs_graph& graph_;
  const cs_wedge_plan& plan_;
  const cs_slice& slice_;
  u64* count_;
  Lists lists_;
  CoreShape shape_;
};

constexpr u32 kAllBlocks = ~0u;

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
  if (graph->active == 0) {
    return CS_OK;
  }
  const Count count(*graph, *plan, *slice, device_count);
  CS_RETURN_IF_FAILED(count.start(lanes->main));
  Fork fork(*lanes);
  CS_RETURN_IF_FAILED(fork.begin());
  cudaStream_t stream;
  CS_RETURN_IF_FAILED(count.through_entries(fork, [&] {
    if (!count.has_core()) {
      return static_cast<int32_t>(CS_OK);
    }
    CS_RETURN_IF_FAILED(fork.next(stream));
    return count.core(kAllBlocks, stream);
  }));
  if (count.has_tiny()) {
    CS_RETURN_IF_FAILED(fork.next(stream));
    CS_RETURN_IF_FAILED(count.tiny(stream));
  }
  return fork.join();
}

// The core multiplies while entries are written: that waits for atomics and memory, this for the matrix unit. One block a
// multiprocessor leaves room for both; more join it with the count. Entries wait until the core can begin, for once they
// are being written their blocks leave it no room.
extern "C" int32_t cs_wedge_count_once(
    const cs_graph* graph, const cs_wedge_options* options, const cs_wedge_survey* survey,
    const cs_wedge_header* header, void* memory, uint64_t bytes, cs_wedge_plan* plan, const uint32_t* stop,
    uint64_t* device_done, uint64_t* device_count, const cs_lanes* lanes) {
  CS_RETURN_IF_FAILED(bind_plan(*graph, *options, *survey, *header, memory, bytes, *plan));
  if (graph->active == 0) {
    return CS_OK;
  }
  // The last side stream is for what needs no entries, the others are for the rest.
  const cudaStream_t main = lanes->main;
  Side side(*lanes, 2);
  cs_lanes late = *lanes;
  late.side[2] = nullptr;
  const cs_slice all = {0, 1, stop, device_done};
  const Count early(*graph, *plan, all, device_count);
  CS_RETURN_IF_FAILED(early.start(main));
  cudaStream_t beside = main;
  if (side.given()) {
    CS_RETURN_IF_CUDA_FAILED(cudaEventRecord(lanes->fork, main));
    CS_RETURN_IF_FAILED(side.open(beside));
  }
  CS_RETURN_IF_FAILED(start_entries(*graph, *plan, main));
  if (early.has_core()) {
    CS_RETURN_IF_FAILED(build_core(*graph, *plan, beside));
    if (side.given()) {
      CS_RETURN_IF_FAILED(side.join());
      CS_RETURN_IF_FAILED(side.open(beside));
    }
    CS_RETURN_IF_FAILED(early.core(multiprocessors(), beside));
  }
  const bool tiny_early = early.has_tiny() && plan->heads == nullptr;
  if (tiny_early) {
    CS_RETURN_IF_FAILED(early.tiny(beside));
  }
  CS_RETURN_IF_FAILED(build_entries(*graph, *plan, main));
  const Count count(*graph, *plan, all, device_count);  // arrays of the plan may have changed places
  Fork fork(late);
  CS_RETURN_IF_FAILED(fork.begin());
  cudaStream_t stream;
  CS_RETURN_IF_FAILED(count.through_entries(fork, [&] {
    if (!count.has_core()) {
      return static_cast<int32_t>(CS_OK);
    }
    CS_RETURN_IF_FAILED(fork.next(stream));
    return count.core(multiprocessors(), stream);
  }));
  if (count.has_tiny() && !tiny_early) {
    CS_RETURN_IF_FAILED(fork.next(stream));
    CS_RETURN_IF_FAILED(count.tiny(stream));
  }
  CS_RETURN_IF_FAILED(fork.join());
  return side.join();
}

extern "C" int32_t cs_wedge_units(
    const cs_graph* graph, const cs_wedge_plan* plan, uint64_t* device_units, cs_stream stream) {
  const CoreShape shape = core_shape(plan->header);
  const u64 known = shape.first_unit[shape.classes] + plan->tail.entries +
      (plan->header.tiny_edges != 0 ? graph->active : 0);
  return write_units(
      graph->active == 0 ? 0 : known, plan->hub.class_state, plan->tail.class_state, kClasses, device_units, stream);
}
