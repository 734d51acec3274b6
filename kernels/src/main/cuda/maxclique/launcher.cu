#include <cub/device/device_radix_sort.cuh>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "common/launch.cuh"
#include "maxclique/root_kernels.cuh"
#include "maxclique/round_kernels.cuh"
#include "maxclique/search_kernels.cuh"

namespace cliquestream::maxclique {
namespace {

constexpr int kThreads = 256;
constexpr u32 kWarpsOfRootBlock = MaximumPolicy::kMostThreads / 32;

// Words a lane of the search holds: those of a kernel there is.
u32 lane_words(u32 degree) { return degree <= 1024 ? 1 : degree <= 2048 ? 2 : 8; }
u32 item_words(u32 degree) { return 2 + 2 * lane_words(degree) * 32; }
// Of the deepest stack that a graph may need.
u64 most_stack_words(u32 degree) { return stack_words(degree, words_of(degree)); }
u32 search_warps(const cs_maximum_sizes& sizes) { return sizes.search_blocks * (MaximumPolicy::kSearchThreads / 32); }
// Words a lane of the reduction holds, and bytes of shared memory of a block, for roots of up to so many out-neighbours.
u32 root_lanes(u32 degree, RootMemory memory) {
  return memory == RootMemory::kAllShared ? 1 : memory == RootMemory::kTablesShared && degree <= 2048 ? 2 : 8;
}
u64 root_shared_bytes(u32 degree, u32 threads, RootMemory memory) {
  return 4 * root_shared_words(degree, root_lanes(degree, memory) * 32, threads, memory);
}
// Where the roots of a class have their matrices and tables on this device.
RootMemory memory_of(u32 root_class, u32 degree) {
  const u32 threads = MaximumPolicy::kClassThreads[root_class];
  const u64 block = device_limits().shared_per_block;
  const bool matrix = root_class + 1 < CS_MAXIMUM_CLASSES;
  return matrix && root_shared_bytes(degree, threads, RootMemory::kAllShared) <= block ? RootMemory::kAllShared
      : root_shared_bytes(degree, threads, RootMemory::kTablesShared) <= block        ? RootMemory::kTablesShared
                                                                                      : RootMemory::kSetsShared;
}
// Words that a block has in global memory: what the roots of any class leave there.
u64 outside_words(u32 max_out_degree) {
  u64 most = 0;
  for (u32 c = 0; c < CS_MAXIMUM_CLASSES; c++) {
    if (c == 0 || max_out_degree > MaximumPolicy::class_degree(c - 1)) {
      const u32 degree = std::min(MaximumPolicy::class_degree(c), max_out_degree);
      most = std::max(most, root_outside_words(degree, memory_of(c, degree)));
    }
  }
  return most;
}

// As many hubs as are worth their bits: 16 bytes of them an edge at most.
u32 hubs_of(const cs_graph& graph, const cs_maximum_options& options, u32 degree) {
  if (options.hubs == 0 && degree <= MaximumPolicy::kHubDegree) {
    return 0;
  }
  const double by_edges = MaximumPolicy::kHubsPerRootOfEdges * std::sqrt(static_cast<double>(graph.edges));
  const u64 wanted = options.hubs != 0 ? options.hubs : static_cast<u64>(by_edges);
  return static_cast<u32>(std::min<u64>({graph.active, MaximumPolicy::kMostHubs, wanted}));
}

cudaError_t sort_roots(
    void* scratch, size_t& bytes, cub::DoubleBuffer<u32>& keys, cub::DoubleBuffer<u32>& values, u64 count, u32 bits,
    cudaStream_t stream) {
  return cub::DeviceRadixSort::SortPairsDescending(
      scratch, bytes, keys, values, static_cast<u32>(count), 0, static_cast<int>(bits), stream);
}

void cut(
    Carver& carver, const cs_graph& graph, const cs_maximum_options& options, const cs_maximum_sizes& sizes,
    cs_maximum_work& w) {
  w = {};
  w.sizes = sizes;
  const u64 n = graph.active;
  const u32 degree = sizes.max_out_degree;
  const u64 witness_words = degree + 1;
  for (int i = 0; i < 2; i++) {
    w.keys[i] = carver.take<u32>(n);
    w.values[i] = carver.take<u32>(n);
  }
  w.begin = carver.take<u32>(CS_MAXIMUM_CLASSES);
  w.deferred = carver.take<u32>(2ull * CS_MAXIMUM_CLASSES * sizes.root_blocks);
  w.state = carver.take<State>(1);
  w.header = carver.take<cs_maximum_header>(1);
  w.root_witness = carver.take<u32>(u64{sizes.root_blocks} * kWarpsOfRootBlock * witness_words);
  w.search_witness = carver.take<u32>(search_warps(sizes) * witness_words);
  w.matrices = carver.take<u32>(sizes.global_blocks * outside_words(degree));
  w.hub_bits = carver.take<u32>(hub_row_start(sizes.hubs));
  w.pool = carver.take<u32>(sizes.pool_words);
  w.survivors = carver.take<Survivor>(sizes.task_capacity);
  w.tasks = carver.take<u64>(sizes.task_capacity);
  for (int i = 0; i < 2; i++) {
    w.items[i] = carver.take<u32>(sizes.item_capacity * item_words(degree));
  }
  w.stacks = carver.take<u32>(sizes.stack_words);
  w.slots = carver.take<Slot>(search_warps(sizes));
  w.list = carver.take<u32>(u64{options.list_capacity} * (u64{options.bound} + 1));
  cub::DoubleBuffer<u32> keys(nullptr, nullptr), values(nullptr, nullptr);
  size_t bytes = 0;
  sort_roots(nullptr, bytes, keys, values, std::max<u64>(n, 1), 32, nullptr);
  w.scratch_bytes = bytes + 256;
  w.scratch = carver.take<char>(w.scratch_bytes);
}

u64 bytes_of(const cs_graph& graph, const cs_maximum_options& options, const cs_maximum_sizes& sizes) {
  return carved_bytes<cs_maximum_work>(
      [&](Carver& carver, cs_maximum_work& w) { cut(carver, graph, options, sizes, w); });
}

// Halves what takes most bytes of all that can be halved, blocks and stacks counting less than buffers: a smaller pool
// means more rounds and fewer items fewer splits, but with fewer blocks all the search is slower, and with smaller stacks
// where subproblems have many colours. False where nothing is left.
bool halve_the_largest(cs_maximum_sizes& s, u64 least_pool, u64 least_tasks) {
  const u32 degree = s.max_out_degree;
  const u64 witness = (u64{degree} + 1) * sizeof(u32), least_stacks = most_stack_words(degree);
  const u64 bytes[] = {
      s.pool_words <= least_pool ? 0 : s.pool_words * sizeof(u32),
      s.task_capacity <= least_tasks ? 0 : s.task_capacity * (sizeof(Survivor) + sizeof(u64)),
      s.item_capacity * item_words(degree) * 2 * sizeof(u32),
      s.stack_words <= least_stacks ? 0 : s.stack_words * sizeof(u32) / MaximumPolicy::kStackShare,
      s.search_blocks <= 1 ? 0 : search_warps(s) * (sizeof(Slot) + witness) / MaximumPolicy::kSearchShare,
      s.root_blocks <= 1 ? 0 : s.root_blocks * kWarpsOfRootBlock * witness / MaximumPolicy::kRootShare,
      s.global_blocks <= 1 ? 0 : s.global_blocks * outside_words(degree) * sizeof(u32),
      u64{hub_row_start(s.hubs)} * sizeof(u32) / MaximumPolicy::kHubShare,
  };
  const u64* most = std::max_element(std::begin(bytes), std::end(bytes));
  if (*most == 0) {
    return false;
  }
  switch (most - bytes) {
    case 0:
      s.pool_words = std::max(least_pool, s.pool_words / 2);
      break;
    case 1:
      s.task_capacity = std::max(least_tasks, s.task_capacity / 2);
      break;
    case 2:
      s.item_capacity = s.item_capacity / 2 < 64 ? 0 : s.item_capacity / 2;
      break;
    case 3:
      s.stack_words = std::max(least_stacks, s.stack_words / 2);
      break;
    case 4:
      s.search_blocks /= 2;
      break;
    case 5:
      s.root_blocks /= 2;
      break;
    case 6:
      s.global_blocks /= 2;
      break;
    default:
      s.hubs /= 2;
  }
  return true;
}

View view_of(const cs_graph& graph, const cs_maximum_options& options, const cs_maximum_work& w, const u32* stop) {
  const u32 degree = w.sizes.max_out_degree;
  View v = {};
  v.rows = graph.rows;
  v.adjacency = graph.adjacency;
  v.rank_to_id = graph.rank_to_id;
  v.active = static_cast<u32>(graph.active);
  v.max_out_degree = degree;
  v.roots = w.values[0];
  v.begin = w.begin;
  v.deferred = w.deferred;
  v.root_blocks = w.sizes.root_blocks;
  v.state = static_cast<State*>(w.state);
  v.header = w.header;
  v.root_witness = w.root_witness;
  v.search_witness = w.search_witness;
  v.witness_words = degree + 1;
  v.root_slots = w.sizes.root_blocks * kWarpsOfRootBlock;
  v.hubs = w.sizes.hubs;
  v.hub_bits = w.hub_bits;
  v.outside = w.matrices;
  v.outside_words = outside_words(degree);
  v.pool = w.pool;
  v.pool_words = w.sizes.pool_words;
  v.survivors = static_cast<Survivor*>(w.survivors);
  v.tasks = w.tasks;
  v.task_capacity = static_cast<u32>(w.sizes.task_capacity);
  v.items[0] = w.items[0];
  v.items[1] = w.items[1];
  v.item_capacity = static_cast<u32>(w.sizes.item_capacity);
  v.item_words = item_words(degree);
  v.stacks = w.stacks;
  v.stack_capacity = w.sizes.stack_words;
  v.search_warps = search_warps(w.sizes);
  v.slots = static_cast<Slot*>(w.slots);
  v.list = w.list;
  v.list_capacity = options.list_capacity;
  v.enumerate = options.enumerate;
  v.split_nodes = options.split_nodes != 0 ? options.split_nodes : MaximumPolicy::kSplitNodes;
  v.slice_nanoseconds =
      1000ull * (options.slice_microseconds != 0 ? options.slice_microseconds : MaximumPolicy::kSliceMicroseconds);
  v.stop = stop;
  return v;
}

using RootKernel = void (*)(const View, u32, u32, u32);

RootKernel root_kernel(u32 degree, RootMemory memory) {
  if (memory == RootMemory::kAllShared) {
    return cs_kernel_maximum_roots<1, RootMemory::kAllShared>;
  }
  if (memory == RootMemory::kSetsShared) {
    return cs_kernel_maximum_roots<8, RootMemory::kSetsShared>;
  }
  return root_lanes(degree, memory) == 2 ? cs_kernel_maximum_roots<2, RootMemory::kTablesShared> : cs_kernel_maximum_roots<8, RootMemory::kTablesShared>;
}

// One launch for each class that can hold a root, largest out-degrees first.
int32_t launch_roots(const View& v, const cs_maximum_sizes& sizes, u32 greedy_roots, cudaStream_t stream) {
  const DeviceLimits device = device_limits();
  for (int c = CS_MAXIMUM_CLASSES - 1; c >= 0; c--) {
    if (c > 0 && sizes.max_out_degree <= MaximumPolicy::class_degree(c - 1)) {
      continue;
    }
    const u32 degree = std::min(MaximumPolicy::class_degree(c), sizes.max_out_degree);
    const u32 most_threads = greedy_roots != 0 ? MaximumPolicy::kGreedyThreads : MaximumPolicy::kMostThreads;
    const u32 threads = std::min<u32>(most_threads, MaximumPolicy::kClassThreads[c]);
    const RootMemory memory = memory_of(c, degree);
    const u64 bytes = root_shared_bytes(degree, threads, memory);
    const u32 resident = std::min({device.blocks_of(bytes), 2048 / threads, MaximumPolicy::kRootBlocksPerSm});
    u32 most = memory == RootMemory::kAllShared ? sizes.root_blocks : std::min(sizes.root_blocks, sizes.global_blocks);
    if (greedy_roots != 0) {
      most = std::min(most, greedy_roots);
    }
    CS_RETURN_IF_FAILED(launch(
        {std::min(most, device.multiprocessors * resident), threads, bytes, stream},
        root_kernel(degree, memory), v, static_cast<u32>(c), degree, greedy_roots));
  }
  return CS_OK;
}

}  // namespace
}  // namespace cliquestream::maxclique

using namespace cliquestream;
using namespace cliquestream::maxclique;

extern "C" int32_t cs_maximum_plan(
    const cs_graph* graph, uint64_t max_out_degree, const cs_maximum_options* options, uint64_t budget,
    cs_maximum_sizes* sizes) {
  if (max_out_degree > CS_MAXIMUM_OUT_DEGREE) {
    return CS_UNSUPPORTED;
  }
  const u32 degree = std::max<u32>(1, static_cast<u32>(max_out_degree));
  const u32 processors = multiprocessors();
  const u64 row_words = words_of(degree) + 2;
  // No round can need more than every root stored whole, and one root must fit.
  const u64 least_pool = degree * row_words, most_pool = std::max(least_pool, graph->edges * row_words);
  const u64 least_tasks = degree, most_tasks = std::max<u64>(degree, graph->edges);
  cs_maximum_sizes s = {};
  s.max_out_degree = degree;
  s.root_blocks = processors * MaximumPolicy::kRootBlocksPerSm;
  s.search_blocks = processors * MaximumPolicy::kSearchBlocksPerSm;
  s.stack_words = search_warps(s) * most_stack_words(degree);
  s.global_blocks = outside_words(degree) == 0 ? 0 : processors;
  s.hubs = hubs_of(*graph, *options, degree);
  s.pool_words = std::min(most_pool, std::max(least_pool, MaximumPolicy::kPoolWords));
  s.task_capacity = std::min(most_tasks, std::max(least_tasks, MaximumPolicy::kTasks));
  s.item_capacity = MaximumPolicy::kItems / lane_words(degree);
  for (;;) {
    s.bytes = bytes_of(*graph, *options, s);
    if (s.bytes <= budget) {
      *sizes = s;
      return CS_OK;
    }
    if (!halve_the_largest(s, least_pool, least_tasks)) {
      return CS_WORKSPACE_TOO_SMALL;
    }
  }
}

extern "C" int32_t cs_maximum_bind(
    void* memory, const cs_graph* graph, const cs_maximum_options* options, const cs_maximum_sizes* sizes,
    cs_maximum_work* out) {
  Carver carver(memory, sizes->bytes);
  cut(carver, *graph, *options, *sizes, *out);
  return carver.fits() ? CS_OK : CS_WORKSPACE_TOO_SMALL;
}

extern "C" int32_t cs_maximum_start(
    const cs_graph* graph, const cs_maximum_options* options, cs_maximum_work* work, cs_stream stream) {
  if (options->part_count != 0 && options->part_index >= options->part_count) {
    return CS_INVALID_ARGUMENT;
  }
  const u64 n = graph->active;
  const u64 warps = search_warps(work->sizes);
  CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(work->slots, 0, warps * sizeof(Slot), stream));
  if (n != 0) {
    CS_RETURN_IF_FAILED(launch(
        {std::min(multiprocessors() * 8, blocks_for(n, kThreads)), kThreads, 0, stream}, cs_kernel_maximum_root_keys,
        graph->rows, static_cast<u32>(n), options->part_index, options->part_count, work->keys[0], work->values[0]));
    cub::DoubleBuffer<u32> keys(work->keys[0], work->keys[1]), values(work->values[0], work->values[1]);
    size_t bytes = work->scratch_bytes;
    CS_RETURN_IF_CUDA_FAILED(sort_roots(
        work->scratch, bytes, keys, values, n, bits_below(u64{work->sizes.max_out_degree} + 1), stream));
    if (keys.selector != 0) {
      std::swap(work->keys[0], work->keys[1]);
      std::swap(work->values[0], work->values[1]);
    }
  }
  if (const u32 hubs = work->sizes.hubs; hubs != 0) {
    const u32 most = multiprocessors() * MaximumPolicy::kHubBlocksPerSm;
    CS_RETURN_IF_FAILED(launch(
        {std::min(most, blocks_for(hubs, MaximumPolicy::kHubThreads / 32)), MaximumPolicy::kHubThreads, 0, stream},
        cs_kernel_maximum_hubs, graph->rows, graph->adjacency, hubs, work->hub_bits));
  }
  return launch(
      {1, 32 * (CS_MAXIMUM_CLASSES + 1), 0, stream}, cs_kernel_maximum_classes, work->keys[0], static_cast<u32>(n),
      work->begin, static_cast<State*>(work->state), work->header, options->bound);
}

extern "C" int32_t cs_maximum_greedy(
    const cs_graph* graph, const cs_maximum_options* options, const cs_maximum_work* work, const uint32_t* stop,
    cs_stream stream) {
  const u32 roots = options->greedy_roots != 0 ? options->greedy_roots : MaximumPolicy::kGreedyRoots;
  return launch_roots(view_of(*graph, *options, *work, stop), work->sizes, roots, stream);
}

extern "C" int32_t cs_maximum_reduce(
    const cs_graph* graph, const cs_maximum_options* options, const cs_maximum_work* work, const uint32_t* stop,
    cs_stream stream) {
  const View v = view_of(*graph, *options, *work, stop);
  CS_RETURN_IF_FAILED(launch({1, 1, 0, stream}, cs_kernel_maximum_open_round, v.state, v.task_capacity));
  CS_RETURN_IF_FAILED(launch_roots(v, work->sizes, 0, stream));
  return launch({1, 1, 0, stream}, cs_kernel_maximum_close_round, v);
}

extern "C" int32_t cs_maximum_search(
    const cs_graph* graph, const cs_maximum_options* options, const cs_maximum_work* work, const uint32_t* stop,
    cs_maximum_header* host_header, cs_stream stream) {
  const View v = view_of(*graph, *options, *work, stop);
  CS_RETURN_IF_FAILED(launch({1, 1, 0, stream}, cs_kernel_maximum_open_search, v.state));
  const u32 lanes = lane_words(work->sizes.max_out_degree);
  const u32 warp_words = lanes == 1 ? kWarpWords<1> : lanes == 2 ? kWarpWords<2> : kWarpWords<8>;
  const u32 bytes = MaximumPolicy::kSearchThreads / 32 * warp_words * 4;
  const auto kernel = lanes == 1 ? cs_kernel_maximum_search<1>
      : lanes == 2               ? cs_kernel_maximum_search<2>
                                 : cs_kernel_maximum_search<8>;
  CS_RETURN_IF_FAILED(launch({work->sizes.search_blocks, MaximumPolicy::kSearchThreads, bytes, stream}, kernel, v));
  CS_RETURN_IF_FAILED(launch({1, 1, 0, stream}, cs_kernel_maximum_close_search, v));
  return status(
      cudaMemcpyAsync(host_header, work->header, sizeof(cs_maximum_header), cudaMemcpyDeviceToHost, stream));
}

extern "C" int32_t cs_maximum_list_taken(const cs_maximum_work* work, cs_stream stream) {
  return status(cudaMemsetAsync(&work->header->listed, 0, sizeof(u32), stream));
}

extern "C" int32_t cs_maximum_witness(
    const cs_maximum_work* work, uint32_t* host_clique, uint32_t capacity, cs_stream stream) {
  const u32 ids = std::min(capacity, work->sizes.max_out_degree + 1);
  View v = {};
  v.state = static_cast<State*>(work->state);
  v.header = work->header;
  v.root_witness = work->root_witness;
  v.search_witness = work->search_witness;
  v.root_slots = work->sizes.root_blocks * kWarpsOfRootBlock;
  v.witness_words = work->sizes.max_out_degree + 1;
  CS_RETURN_IF_FAILED(launch({1, 1024, 0, stream}, cs_kernel_maximum_witness, v, work->keys[1], ids));
  return status(cudaMemcpyAsync(host_clique, work->keys[1], ids * sizeof(u32), cudaMemcpyDeviceToHost, stream));
}
