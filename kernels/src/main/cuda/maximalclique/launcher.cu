#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>

#include <algorithm>

#include "common/launch.cuh"
#include "maximalclique/build_kernels.cuh"
#include "maximalclique/root_kernels.cuh"
#include "maximalclique/search_kernels.cuh"

namespace cliquestream::maximalclique {
namespace {

constexpr int kThreads = 256;
constexpr u32 kWarpsOfSearchBlock = MaximalPolicy::kSearchThreads / 32;

// Words a lane of the search holds: those of a kernel there is.
u32 lane_words(u32 degree) { return degree <= 1024 ? 1 : 8; }
u32 set_words(u32 degree) { return 32 * lane_words(degree); }
u32 item_words(u32 degree) { return 1 + 2 * set_words(degree); }
u32 blocks_of(u64 items) { return std::min(multiprocessors() * 8, blocks_for(items, kThreads)); }

cudaError_t sort_roots(
    void* scratch, size_t& bytes, cub::DoubleBuffer<u32>& keys, cub::DoubleBuffer<u32>& roots, u64 count, u32 bits,
    cudaStream_t stream) {
  return cub::DeviceRadixSort::SortPairsDescending(
      scratch, bytes, keys, roots, static_cast<u32>(count), 0, static_cast<int>(bits), stream);
}
cudaError_t sum_up(void* scratch, size_t& bytes, u64* counts, u64 count, cudaStream_t stream) {
  return cub::DeviceScan::ExclusiveSum(scratch, bytes, counts, counts, static_cast<u32>(count), stream);
}

void cut(
    Carver& carver, const cs_graph& graph, const cs_maximal_options& options, const cs_maximal_sizes& sizes,
    cs_maximal_work& w) {
  w = {};
  w.sizes = sizes;
  const u64 n = graph.active;
  for (int i = 0; i < 2; i++) {
    w.keys[i] = carver.take<u32>(n);
    w.roots[i] = carver.take<u32>(n);
  }
  w.later_begin = carver.take<u64>(n + 1);
  w.later_taken = carver.take<u32>(n);
  w.later = carver.take<u32>(graph.edges);
  w.needs = carver.take<u64>(n + 1);
  w.state = carver.take<State>(1);
  w.header = carver.take<cs_maximal_header>(1);
  w.round_histogram = carver.take<u64>(u64{sizes.max_out_degree} + MaximalPolicy::kSharedSizes);
  w.histogram = carver.take<u64>(u64{sizes.max_out_degree} + MaximalPolicy::kSharedSizes);
  w.subproblems = carver.take<Subproblem>(sizes.subproblems);
  w.pool = carver.take<u32>(sizes.pool_words);
  for (int i = 0; i < 2; i++) {
    w.items[i] = carver.take<u32>(sizes.item_capacity * item_words(sizes.max_out_degree));
  }
  w.published = carver.take<u32>(sizes.item_capacity);
  w.areas = carver.take<u32>(sizes.area_words);
  w.slots = carver.take<Slot>(u64{sizes.search_blocks} * kWarpsOfSearchBlock);
  w.list = carver.take<u32>(options.list_words);
  cub::DoubleBuffer<u32> keys(nullptr, nullptr), roots(nullptr, nullptr);
  size_t sort_bytes = 0, scan_bytes = 0;
  sort_roots(nullptr, sort_bytes, keys, roots, std::max<u64>(n, 1), 32, nullptr);
  sum_up(nullptr, scan_bytes, nullptr, n + 1, nullptr);
  w.scratch_bytes = std::max(sort_bytes, scan_bytes) + 256;
  w.scratch = carver.take<char>(w.scratch_bytes);
}

u64 bytes_of(const cs_graph& graph, const cs_maximal_options& options, const cs_maximal_sizes& sizes) {
  return carved_bytes<cs_maximal_work>(
      [&](Carver& carver, cs_maximal_work& w) { cut(carver, graph, options, sizes, w); });
}

View view_of(const cs_graph& graph, const cs_maximal_options& options, const cs_maximal_work& w, const u32* stop) {
  View v = {};
  v.rows = graph.rows;
  v.adjacency = graph.adjacency;
  v.rank_to_id = graph.rank_to_id;
  v.active = static_cast<u32>(graph.active);
  v.roots = w.roots[0];
  v.later_begin = w.later_begin;
  v.later = w.later;
  v.needs = w.needs;
  v.state = static_cast<State*>(w.state);
  v.header = w.header;
  v.histogram = w.round_histogram;
  v.subproblems = static_cast<Subproblem*>(w.subproblems);
  v.subproblem_capacity = w.sizes.subproblems;
  v.pool = w.pool;
  v.pool_words = w.sizes.pool_words;
  v.items[0] = w.items[0];
  v.items[1] = w.items[1];
  v.published = w.published;
  v.item_capacity = static_cast<u32>(w.sizes.item_capacity);
  v.item_words = item_words(w.sizes.max_out_degree);
  v.areas = w.areas;
  v.area_words = w.sizes.area_words;
  v.slots = static_cast<Slot*>(w.slots);
  v.slot_count = w.sizes.search_blocks * kWarpsOfSearchBlock;
  v.list = w.list;
  v.list_words = options.list_words;
  v.minimum_size = options.minimum_size;
  v.split_nodes = options.split_nodes != 0 ? options.split_nodes : MaximalPolicy::kSplitNodes;
  v.slice_nanoseconds =
      1000ull * (options.slice_microseconds != 0 ? options.slice_microseconds : MaximalPolicy::kSliceMicroseconds);
  v.stop = stop;
  return v;
}

}  // namespace
}  // namespace cliquestream::maximalclique

using namespace cliquestream;
using namespace cliquestream::maximalclique;

extern "C" int32_t cs_maximal_plan(
    const cs_graph* graph, uint64_t max_out_degree, uint64_t max_degree, const cs_maximal_options* options,
    uint64_t budget, cs_maximal_sizes* sizes) {
  if (max_out_degree > CS_MAXIMAL_OUT_DEGREE) {
    return CS_UNSUPPORTED;
  }
  if (options->list_words != 0 && options->list_words < CS_MAXIMAL_RECORD_WORDS + max_out_degree + 1) {
    return CS_INVALID_ARGUMENT;
  }
  const u32 degree = std::max<u32>(1, static_cast<u32>(max_out_degree));
  const u32 most = static_cast<u32>(std::min<u64>(std::max<u64>(max_degree, degree), kNoId));
  const u32 processors = multiprocessors();
  // One root must fit, and no round can need more than all of them.
  const u64 least_pool = degree + u64{most} * words_of(degree);
  const u64 most_pool = std::max(least_pool, graph->edges * (u64{2} * words_of(degree) + 1));
  const u64 least_area = area_of(set_words(degree), degree, most);
  cs_maximal_sizes s = {};
  s.max_out_degree = degree;
  s.search_blocks = processors * MaximalPolicy::kSearchBlocksPerSm;
  s.build_blocks = processors * MaximalPolicy::kBuildBlocksPerSm;
  s.subproblems = static_cast<u32>(std::max<u64>(1, std::min<u64>(graph->active, MaximalPolicy::kSubproblems)));
  s.pool_words = std::min(most_pool, std::max(least_pool, MaximalPolicy::kPoolWords));
  s.area_words = least_area * s.search_blocks * kWarpsOfSearchBlock;
  s.item_capacity = MaximalPolicy::kItems / lane_words(degree);
  for (;;) {
    s.bytes = bytes_of(*graph, *options, s);
    if (s.bytes <= budget) {
      *sizes = s;
      return CS_OK;
    }
    // A smaller pool means more rounds, a smaller area fewer warps beside each other.
    const cs_maximal_sizes before = s;
    if (s.area_words >= s.pool_words || s.pool_words == least_pool) {
      s.area_words = std::max(least_area, s.area_words / 2);
    } else {
      s.pool_words = std::max(least_pool, s.pool_words / 2);
    }
    const u64 whole = std::max(s.area_words, s.pool_words);
    s.subproblems = std::max<u32>(1, static_cast<u32>(std::min<u64>(s.subproblems, whole)));
    s.item_capacity = std::min<u64>(s.item_capacity, std::max<u64>(64, whole / item_words(degree) / 4));
    if (s.area_words == before.area_words && s.pool_words == before.pool_words &&
        s.subproblems == before.subproblems && s.item_capacity == before.item_capacity) {
      // What is left to shrink.
      s.subproblems = std::max(1u, s.subproblems / 2);
      s.item_capacity = s.item_capacity / 2;
      if (s.subproblems == before.subproblems && s.item_capacity == before.item_capacity) {
        return CS_WORKSPACE_TOO_SMALL;
      }
    }
  }
}

extern "C" int32_t cs_maximal_bind(
    void* memory, const cs_graph* graph, const cs_maximal_options* options, const cs_maximal_sizes* sizes,
    cs_maximal_work* out) {
  Carver carver(memory, sizes->bytes);
  cut(carver, *graph, *options, *sizes, *out);
  return carver.fits() ? CS_OK : CS_WORKSPACE_TOO_SMALL;
}

extern "C" int32_t cs_maximal_start(
    const cs_graph* graph, const cs_maximal_options* options, cs_maximal_work* work, cs_stream stream) {
  const u64 n = graph->active;
  const u32 active = static_cast<u32>(n);
  const u64 sizes = u64{work->sizes.max_out_degree} + MaximalPolicy::kSharedSizes;
  CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(work->state, 0, sizeof(State), stream));
  CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(work->published, 0, work->sizes.item_capacity * sizeof(u32), stream));
  CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(work->header, 0, sizeof(cs_maximal_header), stream));
  CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(work->round_histogram, 0, sizes * sizeof(u64), stream));
  CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(work->histogram, 0, sizes * sizeof(u64), stream));
  if (n == 0) {
    return CS_OK;
  }
  CS_RETURN_IF_FAILED(launch(
      {blocks_of(n), kThreads, 0, stream}, cs_kernel_maximal_root_keys, graph->rows, active, work->keys[0],
      work->roots[0], work->later_taken));
  CS_RETURN_IF_FAILED(launch(
      {blocks_of(n + 1), kThreads, 0, stream}, cs_kernel_maximal_later_counts, graph->rows, graph->degrees, active,
      work->later_begin));
  size_t bytes = work->scratch_bytes;
  CS_RETURN_IF_CUDA_FAILED(sum_up(work->scratch, bytes, work->later_begin, n + 1, stream));
  CS_RETURN_IF_FAILED(launch(
      {blocks_of(n * 32), kThreads, 0, stream}, cs_kernel_maximal_later_fill, graph->rows, graph->adjacency, active,
      work->later_begin, work->later_taken, work->later));
  if (options->list_words == 0) {
    cub::DoubleBuffer<u32> keys(work->keys[0], work->keys[1]), roots(work->roots[0], work->roots[1]);
    bytes = work->scratch_bytes;
    CS_RETURN_IF_CUDA_FAILED(sort_roots(
        work->scratch, bytes, keys, roots, n, bits_below(u64{work->sizes.max_out_degree} + 1), stream));
    if (roots.selector != 0) {
      std::swap(work->keys[0], work->keys[1]);
      std::swap(work->roots[0], work->roots[1]);
    }
  }
  CS_RETURN_IF_FAILED(launch(
      {blocks_of(n + 1), kThreads, 0, stream}, cs_kernel_maximal_needs, graph->rows, work->later_begin, work->roots[0],
      active, work->needs));
  bytes = work->scratch_bytes;
  return status(sum_up(work->scratch, bytes, work->needs, n + 1, stream));
}

extern "C" int32_t cs_maximal_pieces(
    const cs_graph* graph, const cs_maximal_work* work, uint32_t pieces, uint32_t* host_places, cs_stream stream) {
  if (pieces == 0 || pieces > graph->active) {
    return CS_INVALID_ARGUMENT;
  }
  // The keys are of no use once the roots are sorted.
  CS_RETURN_IF_FAILED(launch(
      {blocks_of(pieces), kThreads, 0, stream}, cs_kernel_maximal_pieces, work->needs, static_cast<u32>(graph->active),
      pieces, work->keys[0]));
  return status(
      cudaMemcpyAsync(host_places, work->keys[0], u64{pieces} * sizeof(u32), cudaMemcpyDeviceToHost, stream));
}

extern "C" int32_t cs_maximal_build(
    const cs_graph* graph, const cs_maximal_options* options, const cs_maximal_work* work, uint32_t first,
    uint32_t roots, const uint32_t* stop, cs_stream stream) {
  if (first >= graph->active || roots == 0) {
    return CS_INVALID_ARGUMENT;
  }
  const View v = view_of(*graph, *options, *work, stop);
  const u32 degree = work->sizes.max_out_degree, lanes = lane_words(degree), set = set_words(degree);
  const u64 sizes = u64{degree} + MaximalPolicy::kSharedSizes;
  CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(work->round_histogram, 0, sizes * sizeof(u64), stream));
  CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(work->slots, 0, v.slot_count * sizeof(Slot), stream));
  CS_RETURN_IF_FAILED(launch({1, 1, 0, stream}, cs_kernel_maximal_open_round, v, first, roots));
  const u32 most = static_cast<u32>(std::min<u64>({roots, graph->active - first, work->sizes.subproblems}));
  const auto bytes_with = [&](bool shared_ids) {
    return 4 * wide_shared_words(degree, set, MaximalPolicy::kBuildThreads, shared_ids);
  };
  const bool shared_ids = bytes_with(true) + kBuildStaticShared <= device_limits().shared_per_block;
  const auto kernel = lanes == 1 ? cs_kernel_maximal_build<1, true>
      : shared_ids               ? cs_kernel_maximal_build<8, true>
                                 : cs_kernel_maximal_build<8, false>;
  CS_RETURN_IF_FAILED(launch(
      {std::min(most, work->sizes.build_blocks), MaximalPolicy::kBuildThreads, bytes_with(shared_ids), stream}, kernel,
      v, degree, options->list_words == 0));
  return launch({1, 1, 0, stream}, cs_kernel_maximal_close_round, v);
}

extern "C" int32_t cs_maximal_search(
    const cs_graph* graph, const cs_maximal_options* options, const cs_maximal_work* work, const uint32_t* stop,
    cs_maximal_header* host_header, cs_stream stream) {
  const View v = view_of(*graph, *options, *work, stop);
  CS_RETURN_IF_FAILED(launch({1, 1, 0, stream}, cs_kernel_maximal_open_search, v.state));
  const bool one = lane_words(work->sizes.max_out_degree) == 1, list = options->list_words != 0;
  const auto kernel = list ? (one ? cs_kernel_maximal_search<1, true> : cs_kernel_maximal_search<8, true>)
                           : (one ? cs_kernel_maximal_search<1, false> : cs_kernel_maximal_search<8, false>);
  CS_RETURN_IF_FAILED(launch({work->sizes.search_blocks, MaximalPolicy::kSearchThreads, 0, stream}, kernel, v));
  CS_RETURN_IF_FAILED(launch({1, 1, 0, stream}, cs_kernel_maximal_close_search, v));
  return status(
      cudaMemcpyAsync(host_header, work->header, sizeof(cs_maximal_header), cudaMemcpyDeviceToHost, stream));
}

extern "C" int32_t cs_maximal_list_taken(const cs_maximal_work* work, cs_stream stream) {
  return launch({1, 1, 0, stream}, cs_kernel_maximal_list_taken, static_cast<State*>(work->state));
}

extern "C" int32_t cs_maximal_keep(const cs_maximal_work* work, cs_stream stream) {
  const u32 sizes = work->sizes.max_out_degree + MaximalPolicy::kSharedSizes;
  return launch(
      {blocks_of(sizes), kThreads, 0, stream}, cs_kernel_maximal_keep, static_cast<State*>(work->state),
      work->round_histogram, work->histogram, sizes);
}

extern "C" int32_t cs_maximal_histogram(const cs_maximal_work* work, uint64_t* host_histogram, cs_stream stream) {
  return status(cudaMemcpyAsync(
      host_histogram, work->histogram, (u64{work->sizes.max_out_degree} + 2) * sizeof(u64), cudaMemcpyDeviceToHost,
      stream));
}
