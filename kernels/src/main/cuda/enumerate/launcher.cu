// Launcher of subgraph enumeration: memory of a job, and one time slice.
#include <algorithm>

#include "common/launch.cuh"
#include "enumerate/plan_rules.cuh"
#include "enumerate/search_kernels.cuh"
#include "enumerate/turn_kernels.cuh"

namespace cliquestream::enumerate {
namespace {

constexpr int kThreads = 256;
constexpr u32 kOwnShared = 64;  // of the kernels themselves, at most
// Connected graphs of 0 .. 7 vertices up to isomorphism.
constexpr u32 kConnectedGraphs[CS_ENUMERATE_CENSUS_VERTICES + 1] = {1, 1, 1, 2, 6, 21, 112, 853};

u64 control_bytes(u32 warps) { return sizeof(Control) + (warps + 31) / 32 * sizeof(u32); }

// Workers of a plain DFS: threads, in blocks of as many as shared memory has room for, fewer where their stacks would be too much.
void cut_threads(
    const DeviceLimits& device, const cs_enumerate_plan& p, const cs_enumerate_options& o, u64 needed, cs_enumerate_work& w) {
  const u32 state = static_cast<u32>(sizeof(WarpState)) +
      (census(p) ? CensusTraversal<ThreadGroup, false>::warp_bytes(w.classes)
                 : PlanTraversal<ThreadGroup, false, false>::warp_bytes(p));
  w.warp_bytes = (state + 7) / 16 * 16 + 8;  // an odd number of 8-byte words: neighbours in a warp use different banks
  w.threads = EnumeratePolicy::kThreads;
  while (w.threads > 32 && block_bytes() + w.threads * w.warp_bytes > device.shared_per_multiprocessor / 2 - DeviceLimits::kReserved) {
    w.threads /= 2;
  }
  w.shared_bytes = block_bytes() + w.threads * w.warp_bytes;
  w.arena_ids = static_cast<u32>(std::max<u64>(
      32, std::min<u64>(needed, o.arena_ids == 0 ? EnumeratePolicy::kThreadIds : o.arena_ids)));
  const u64 blocks = std::min<u64>(device.blocks_of(w.shared_bytes), EnumeratePolicy::kBlocksPerMultiprocessor);
  const u64 resident = multiprocessors() * blocks * w.threads;
  const u64 fit = EnumeratePolicy::kThreadBytes / (4 * u64{w.arena_ids});
  const u64 wanted = std::min(o.warps == 0 ? resident : std::min<u64>(o.warps, resident), fit);
  w.warps = static_cast<u32>(divide_up(std::max<u64>(wanted, 1), w.threads) * w.threads);
}

// Blocks and counters of what is counted by wedges.
void cut_wedges(
    const DeviceLimits& device,
    const cs_enumerate_graph& g,
    u64 max_degree,
    const cs_enumerate_options& o,
    cs_enumerate_work& w) {
  const u32 vertices = static_cast<u32>(g.vertices);
  w.threads = EnumeratePolicy::kCycleThreads;
  u64 blocks;
  if (max_degree <= 0xFFFF && vertices <= (o.arena_ids == 0 ? kUnbounded : o.arena_ids) &&
      u64{2} * vertices + block_bytes() + DeviceLimits::kReserved <= device.shared_per_block) {
    w.shared_bytes = block_bytes() + SharedCounters::bytes(vertices);
    blocks = u64{std::min(device.blocks_of(w.shared_bytes), EnumeratePolicy::kCycleBlocks)} * device.multiprocessors;
  } else {
    w.shared_bytes = block_bytes() + GlobalCounters::bytes(vertices);
    w.large_ids = 2 * u64{vertices};
    blocks = std::max<u64>(1, std::min<u64>(EnumeratePolicy::kCycleBytes / (4 * std::max<u64>(w.large_ids, 1)),
                                            u64{multiprocessors()} * EnumeratePolicy::kCycleBlocks));
    blocks = o.large_stacks == 0 ? blocks : std::min<u64>(blocks, o.large_stacks);
    w.large_stacks = static_cast<u32>(blocks);
  }
  const u32 warps = w.threads / 32;
  w.warps = static_cast<u32>(o.warps == 0 ? blocks : std::min<u64>(blocks, divide_up(o.warps, warps))) * warps;
}

// Blocks of the homomorphisms, and their rows.
void cut_maps(
    const DeviceLimits& device,
    const cs_enumerate_graph& g,
    u64 max_degree,
    const cs_enumerate_options& o,
    cs_enumerate_work& w) {
  const u32 vertices = static_cast<u32>(g.vertices);
  w.threads = EnumeratePolicy::kMapThreads;
  const u32 warps = w.threads / 32;
  const u32 kept = block_bytes() + static_cast<u32>(sizeof(MapState));
  const u64 in_shared = u64{2} * vertices + (vertices + 7) / 8 + 64;
  w.shared_counters = max_degree <= 0xFFFF && vertices <= (o.arena_ids == 0 ? kUnbounded : o.arena_ids) &&
      in_shared + kept + kOwnShared + DeviceLimits::kReserved <= device.shared_per_block;
  if (w.shared_counters != 0) {
    w.shared_bytes = kept + SharedCounters::bytes(vertices) + MapRows<SharedCounters>::mask_bytes(vertices);
    w.large_ids = MapRows<SharedCounters>::words(vertices, max_degree, warps);
  } else {
    w.shared_bytes = kept + GlobalCounters::bytes(vertices);
    w.large_ids = MapRows<GlobalCounters>::words(vertices, max_degree, warps);
  }
  u64 blocks = u64{std::clamp(device.blocks_of(w.shared_bytes), 1u, EnumeratePolicy::kMapBlocks)} * device.multiprocessors;
  blocks = std::max<u64>(1, std::min<u64>(blocks, EnumeratePolicy::kMapBytes / (4 * std::max<u64>(w.large_ids, 1))));
  blocks = o.large_stacks == 0 ? blocks : std::min<u64>(blocks, o.large_stacks);
  w.large_stacks = static_cast<u32>(o.warps == 0 ? blocks : std::min<u64>(blocks, divide_up(o.warps, warps)));
  w.warps = w.large_stacks * warps;
  w.classes = 2 * CS_ENUMERATE_MAP_COUNT;
}

// Blocks of the sums, what each has of its multiprocessor's shared memory, and matrices in global memory.
void cut_sums(
    const DeviceLimits& device,
    const cs_enumerate_graph& g,
    u64 max_degree,
    const cs_enumerate_options& o,
    cs_enumerate_work& w) {
  constexpr u32 kLeastRows = 33;  // words that a page has for each word of a row: 32 rows and an odd stride
  w.threads = EnumeratePolicy::kSumThreads;
  const u32 kept = block_bytes() + static_cast<u32>(sizeof(RootState));
  const u32 least = kept + kOwnShared + EnumeratePolicy::kSumLeastBytes + DeviceLimits::kReserved;
  const u32 resident = std::clamp(device.shared_per_multiprocessor / least, 1u, EnumeratePolicy::kSumBlocks);
  const u32 part = device.shared_per_multiprocessor / resident - DeviceLimits::kReserved;
  const u32 room = (std::min(part, device.shared_per_block) - kOwnShared - kept) / 16 * 16;
  w.warp_bytes = o.arena_ids == 0 ? room : std::min(room, std::max(o.arena_ids, 4 * kLeastRows) * 4);
  w.shared_bytes = kept + w.warp_bytes;
  const u32 words = w.warp_bytes / 4;
  u64 blocks = u64{std::min(device.blocks_of(w.shared_bytes), EnumeratePolicy::kSumBlocks)} * device.multiprocessors;
  blocks = o.large_stacks == 0 ? blocks : std::min<u64>(blocks, o.large_stacks);
  blocks = o.warps == 0 ? blocks : std::min<u64>(blocks, divide_up(o.warps, w.threads / 32));
  const auto is_far = [&](u32 degree) { return Matrix::words(degree) > words / 2; };
  u32 degree = static_cast<u32>(std::min<u64>(max_degree, EnumeratePolicy::kMatrixDegree));
  degree = std::min(o.chunk == 0 ? degree : std::min(degree, o.chunk), words / kLeastRows * 32);
  while (is_far(degree) && 4 * blocks * Matrix::words(degree) > EnumeratePolicy::kMatrixBytes) {
    degree -= degree / 16;
  }
  w.matrix_degree = degree;
  const u64 matrix = is_far(degree) ? Matrix::words(degree) : 0;
  const u64 marks = max_degree > degree && words_of(static_cast<u32>(g.vertices)) > words ? words_of(static_cast<u32>(g.vertices)) : 0;
  w.large_ids = std::max(matrix, marks);
  w.large_stacks = w.large_ids == 0 ? 0 : static_cast<u32>(blocks);
  w.warps = static_cast<u32>(blocks) * (w.threads / 32);
  w.classes = 2 * CS_ENUMERATE_SUM_COUNT;
}

void cut(
    Carver& carver,
    const cs_enumerate_graph& g,
    u64 max_degree,
    const cs_enumerate_plan& p,
    const cs_enumerate_options& o,
    cs_enumerate_work& w) {
  w = {};
  w.options = o;
  w.enumerated = p.enumerated;
  w.kind = p.kind;
  if (census(p)) {
    w.classes = p.kind == CS_ENUMERATE_MODULE ? p.size_count : kConnectedGraphs[p.vertices];
  }
  w.tile_bases = tile_bases(p, o);
  w.one_size = one_size(p) ? 1 : 0;
  w.pairs = !by_pairs(p, o) ? 0 : byte_at(p.positions[1], 0) & 1 ? 1 : 2;
  const DeviceLimits device = device_limits();
  const u64 needed = w.pairs != 0 ? 0 : filtered_sets(p) * ((max_degree + 31) / 32 * 32);
  if (p.kind == CS_ENUMERATE_MAPS) {
    cut_maps(device, g, max_degree, o, w);
  } else if (p.kind == CS_ENUMERATE_SUMS) {
    cut_sums(device, g, max_degree, o, w);
  } else if (by_wedges(p.kind)) {
    cut_wedges(device, g, max_degree, o, w);
  } else if (o.balance == CS_ENUMERATE_THREADS) {
    cut_threads(device, p, o, needed, w);
    if (w.shared_bytes + kOwnShared > device.shared_per_block) {
      w.options.balance = CS_ENUMERATE_STATIC;  // what 32 threads keep does not fit: warps search instead
    }
  }
  if (!by_wedges(p.kind) && w.options.balance != CS_ENUMERATE_THREADS) {
    const u32 resident = multiprocessors() * EnumeratePolicy::kBlocksPerMultiprocessor * EnumeratePolicy::kWarpsPerBlock;
    const u32 wanted = o.warps == 0 ? resident : std::min(o.warps, resident);
    w.warps = (wanted + EnumeratePolicy::kWarpsPerBlock - 1) / EnumeratePolicy::kWarpsPerBlock * EnumeratePolicy::kWarpsPerBlock;
    const u64 arena = o.arena_ids == 0 ? EnumeratePolicy::kArenaIds : o.arena_ids;
    w.arena_ids = static_cast<u32>(std::min(arena, std::max<u64>(needed, 32)));
    const auto block = [](u32 warps, u32 more) {
      return block_bytes() + warps * (static_cast<u32>(sizeof(WarpState)) + more);
    };
    const auto fits = [&](u32 warps, u32 more) { return block(warps, more) + kOwnShared <= device.shared_per_block; };
    if (w.tile_bases != 0 &&
        !fits(EnumeratePolicy::kWarpsPerBlock, PlanTraversal<WarpGroup, true, true>::warp_bytes(p))) {
      w.tile_bases = 0;  // a plan of very many sizes on a device with little shared memory
    }
    const u32 more = census(p) ? CensusTraversal<WarpGroup, true>::warp_bytes(w.classes)
        : w.pairs != 0         ? PairTraversal<true>::warp_bytes(p)
        : w.tile_bases != 0    ? PlanTraversal<WarpGroup, true, true>::warp_bytes(p)
                               : PlanTraversal<WarpGroup, true, false>::warp_bytes(p);
    w.warp_bytes = static_cast<u32>(sizeof(WarpState)) + more;
    u32 warps = EnumeratePolicy::kWarpsPerBlock;
    while (warps > 1 && !fits(warps, more)) {
      warps /= 2;
    }
    w.threads = 32 * warps;
    w.shared_bytes = block(warps, more);
  }
  if (!by_wedges(p.kind) && needed > w.arena_ids) {
    w.large_ids = needed;
    const u64 fit = std::max<u64>(1, EnumeratePolicy::kLargeBytes / (4 * needed));
    w.large_stacks = static_cast<u32>(
        std::min<u64>(fit, o.large_stacks == 0 ? EnumeratePolicy::kLargeStacks : o.large_stacks));
  }
  w.plan = carver.take<cs_enumerate_plan>(1);
  w.header = carver.take<cs_enumerate_header>(1);
  w.control = carver.take<char>(control_bytes(w.warps));
  w.slots = carver.take<Slot>(w.warps);
  w.mail = carver.take<Mail>(w.options.balance == CS_ENUMERATE_THREADS ? 1 : w.warps);
  w.arenas = carver.take<u32>(static_cast<u64>(w.warps) * w.arena_ids);
  w.large = carver.take<u32>(w.large_stacks * w.large_ids);
  w.large_taken = carver.take<u32>(std::max(w.large_stacks, 1u));
  w.lists = carver.take<u32>(2 * static_cast<u64>(w.warps));
  w.list = carver.take<u32>(lists(p) ? static_cast<u64>(o.list_capacity) * p.vertices : 0);
  if (p.labelled_ids != 0) {
    w.labels_by_id = carver.take<u8>(p.labelled_ids);
    w.labels = carver.take<u8>(g.vertices);
  }
  w.triangles = carver.take<u32>(by_triangles(p.kind) ? g.arcs : 0);
  if (census(p)) {
    w.dictionary = carver.take<uint16_t>(
        p.kind == CS_ENUMERATE_MODULE ? 0 : u64{1} << (p.vertices * (p.vertices - 1) / 2 - 1));
  }
  if (w.classes != 0) {
    w.class_counts = carver.take<u64>(w.classes);
  }
}

u64 roots_of(const cs_enumerate_graph& g, const cs_enumerate_work& w) {
  return w.enumerated == 1 ? g.vertices : w.pairs == 1 ? g.arcs / 2 : g.arcs;
}

Job job_of(const cs_enumerate_graph& g, const cs_enumerate_work& w, const u32* stop) {
  const cs_enumerate_options& o = w.options;
  Job job = {};
  job.graph = {g.rows,
               g.neighbours,
               g.bits,
               static_cast<u32>(g.hubs),
               static_cast<u32>(g.words),
               static_cast<u32>(g.vertices),
               g.arcs};
  job.plan = w.plan;
  job.control = static_cast<Control*>(w.control);
  job.slots = static_cast<Slot*>(w.slots);
  job.mail = static_cast<Mail*>(w.mail);
  job.header = w.header;
  job.stop = stop;
  job.rank_to_id = g.rank_to_id;
  job.list = w.list;
  job.list_capacity = o.list_capacity;
  // With one level of rows, the shortest last, nothing is worth giving, and 4,000 warps that wait for it get in one another's way.
  const bool flat = w.pairs != 0 || (w.kind == CS_ENUMERATE_PATTERN && w.enumerated == 1);
  job.balance = flat && o.balance == CS_ENUMERATE_DONATE ? CS_ENUMERATE_STATIC : o.balance;
  job.idle_warps = std::max<u32>(
      1, static_cast<u32>(u64{w.warps} * (o.idle_percent == 0 ? EnumeratePolicy::kIdlePercent : o.idle_percent) / 100));
  job.slice_microseconds = o.slice_microseconds == 0 ? EnumeratePolicy::kSliceMicroseconds : o.slice_microseconds;
  job.warps = w.warps;
  const bool by_thread = o.balance == CS_ENUMERATE_THREADS && !by_wedges(w.kind);
  job.blocks = w.warps / (by_thread ? w.threads : w.threads / 32);
  job.roots = w.end_root == 0 ? roots_of(g, w) : w.end_root;
  const u64 chunks = w.pairs != 0 ? EnumeratePolicy::kPairChunksPerWarp : EnumeratePolicy::kChunksPerWarp;
  const u64 chunk = (job.roots - w.first_root) / (chunks * w.warps);
  job.chunk = o.chunk != 0 ? o.chunk
      : by_thread ? static_cast<u32>(std::clamp<u64>(chunk, 1, EnumeratePolicy::kMostThreadChunk))
      : w.pairs != 0 ? static_cast<u32>(std::clamp<u64>(chunk, EnumeratePolicy::kLeastPairs, EnumeratePolicy::kMostPairs))
      : w.enumerated <= 2 || w.labels != nullptr
      ? static_cast<u32>(std::clamp<u64>(chunk, 32, EnumeratePolicy::kMostChunk))
      : static_cast<u32>(std::clamp<u64>(chunk, EnumeratePolicy::kLeastChunk, EnumeratePolicy::kMostChunk / 8));
  job.arenas = w.arenas;
  job.arena_ids = w.arena_ids;
  job.large = w.large;
  job.large_ids = w.large_ids;
  job.large_stacks = w.large_stacks;
  job.large_taken = w.large_taken;
  job.warp_bytes = w.warp_bytes;
  job.dictionary = w.dictionary;
  job.class_counts = w.class_counts;
  job.classes = w.classes;
  job.tile_bases = w.tile_bases;
  job.tile_simple = w.one_size;
  job.labels = w.labels;
  job.smaller_ends = g.smaller_ends;
  job.larger_ends = g.larger_ends;
  job.edge_starts = g.edge_starts;
  job.triangles = w.triangles;
  job.matrix_degree = w.matrix_degree;
  return job;
}

using Kernel = void (*)(Job);
// [bit rows for all vertices, else for some]
constexpr Kernel kPlans[] = {
    cs_kernel_enumerate_search<PlanTraversal<WarpGroup, false, false>>,
    cs_kernel_enumerate_search<PlanTraversal<WarpGroup, true, false>>};
constexpr Kernel kTiles[] = {
    cs_kernel_enumerate_search<PlanTraversal<WarpGroup, false, true>>,
    cs_kernel_enumerate_search<PlanTraversal<WarpGroup, true, true>>};
constexpr Kernel kPairs[] = {
    cs_kernel_enumerate_search<PairTraversal<false>>, cs_kernel_enumerate_search<PairTraversal<true>>};
constexpr Kernel kCensus[] = {
    cs_kernel_enumerate_search<CensusTraversal<WarpGroup, false>>,
    cs_kernel_enumerate_search<CensusTraversal<WarpGroup, true>>};
// [with bit matrices]
constexpr Kernel kLabels[] = {
    cs_kernel_enumerate_search<PlanTraversal<WarpGroup, false, false, true>>,
    cs_kernel_enumerate_search<PlanTraversal<WarpGroup, false, true, true>>};
// [over all connected subgraphs]
constexpr Kernel kThreadSearches[] = {
    cs_kernel_enumerate_search<PlanTraversal<ThreadGroup, false, false>>,
    cs_kernel_enumerate_search<CensusTraversal<ThreadGroup, false>>};
// [counters in global memory]
constexpr Kernel kCycles[] = {
    cs_kernel_enumerate_cycles<SharedCounters>, cs_kernel_enumerate_cycles<GlobalCounters>};
constexpr Kernel kHouses[] = {
    cs_kernel_enumerate_houses<SharedCounters>, cs_kernel_enumerate_houses<GlobalCounters>};
// [bit rows for all vertices]
constexpr Kernel kEdgeTriangles[] = {
    cs_kernel_enumerate_edge_triangles<false>, cs_kernel_enumerate_edge_triangles<true>};
// [bit rows for all vertices], with counters in shared memory and in global memory
constexpr Kernel kMaps[] = {
    cs_kernel_enumerate_maps<SharedCounters, false>, cs_kernel_enumerate_maps<SharedCounters, true>};
constexpr Kernel kLargeMaps[] = {
    cs_kernel_enumerate_maps<GlobalCounters, false>, cs_kernel_enumerate_maps<GlobalCounters, true>};
constexpr Kernel kSums[] = {cs_kernel_enumerate_sums<false>, cs_kernel_enumerate_sums<true>};

Kernel kernel_for(const cs_enumerate_graph& g, const cs_enumerate_work& w) {
  const bool all_bits = g.hubs == g.vertices, is_census = w.kind == CS_ENUMERATE_CENSUS;
  if (w.kind == CS_ENUMERATE_MAPS) {
    return (w.shared_counters != 0 ? kMaps : kLargeMaps)[all_bits];
  }
  if (w.kind == CS_ENUMERATE_SUMS) {
    return kSums[all_bits];
  }
  if (by_wedges(w.kind)) {
    return (w.kind == CS_ENUMERATE_HOUSES ? kHouses : kCycles)[w.large_stacks != 0];
  }
  return w.options.balance == CS_ENUMERATE_THREADS ? kThreadSearches[is_census]
      : is_census                                  ? kCensus[all_bits]
      : w.pairs != 0                               ? kPairs[all_bits]
      : w.labels != nullptr                        ? kLabels[w.tile_bases != 0]
      : w.tile_bases != 0                          ? kTiles[all_bits]
                                                   : kPlans[all_bits];
}

}  // namespace
}  // namespace cliquestream::enumerate

using namespace cliquestream;
using namespace cliquestream::enumerate;

extern "C" uint64_t cs_enumerate_bytes(
    const cs_enumerate_graph* graph,
    uint64_t max_degree,
    const cs_enumerate_plan* plan,
    const cs_enumerate_options* options) {
  if (graph == nullptr || plan == nullptr || options == nullptr || !valid(*plan, *options)) {
    return 0;
  }
  return carved_bytes<cs_enumerate_work>(
      [&](Carver& carver, cs_enumerate_work& unused) { cut(carver, *graph, max_degree, *plan, *options, unused); }) + 256;
}
extern "C" int32_t cs_enumerate_bind(
    void* memory,
    uint64_t bytes,
    const cs_enumerate_graph* graph,
    uint64_t max_degree,
    const cs_enumerate_plan* plan,
    const cs_enumerate_options* options,
    cs_enumerate_work* out) {
  if (memory == nullptr || graph == nullptr || plan == nullptr || options == nullptr || out == nullptr ||
      !valid(*plan, *options)) {
    return CS_INVALID_ARGUMENT;
  }
  Carver carver(memory, bytes);
  cut(carver, *graph, max_degree, *plan, *options, *out);
  return carver.fits() ? CS_OK : CS_WORKSPACE_TOO_SMALL;
}
extern "C" int32_t cs_enumerate_start(
    const cs_enumerate_graph* graph, const cs_enumerate_plan* plan, const cs_enumerate_work* work, cs_stream stream) {
  if (graph == nullptr || plan == nullptr || work == nullptr || !valid(*plan, work->options)) {
    return CS_INVALID_ARGUMENT;
  }
  if (graph->vertices >= (u64{1} << 31)) {
    return CS_UNSUPPORTED;
  }
  CS_RETURN_IF_FAILED(launch(
      {16, kThreads, 0, stream}, cs_kernel_enumerate_start, *plan, work->plan, job_of(*graph, *work, nullptr),
      roots_of(*graph, *work)));
  if (work->labels != nullptr) {
    CS_RETURN_IF_FAILED(launch(
        {blocks_for(std::max<u64>(graph->vertices, 1), kThreads), kThreads, 0, stream}, cs_kernel_enumerate_labels,
        graph->rank_to_id, graph->vertices, work->labels_by_id, plan->labelled_ids, work->labels));
  }
  return work->classes == 0 ? CS_OK : status(cudaMemsetAsync(work->class_counts, 0, work->classes * 8, stream));
}
extern "C" uint64_t cs_enumerate_roots(const cs_enumerate_graph* graph, const cs_enumerate_work* work) {
  return graph == nullptr || work == nullptr ? 0 : roots_of(*graph, *work);
}
extern "C" int32_t cs_enumerate_range(
    const cs_enumerate_graph* graph, cs_enumerate_work* work, uint64_t first, uint64_t end, cs_stream stream) {
  if (graph == nullptr || work == nullptr || end == 0 || first > end || end > roots_of(*graph, *work)) {
    return CS_INVALID_ARGUMENT;
  }
  work->first_root = first;
  work->end_root = end;
  return launch({1, 1, 0, stream}, cs_kernel_enumerate_range, static_cast<Control*>(work->control), first);
}
extern "C" uint64_t cs_enumerate_job_bytes(void) { return sizeof(Job); }
extern "C" int32_t cs_enumerate_turn(
    const cs_enumerate_graph* graph,
    const cs_enumerate_work* work,
    const uint32_t* stop,
    void* device_job,
    cs_stream stream) {
  if (graph == nullptr || work == nullptr) {
    return CS_INVALID_ARGUMENT;
  }
  const Job job = job_of(*graph, *work, stop);
  const u32 balance = work->options.balance;
  if (balance == CS_ENUMERATE_ROUND_ROBIN || balance == CS_ENUMERATE_WEIGHTED) {
    const u32 donations = work->options.donations == 0 ? EnumeratePolicy::kDonations : work->options.donations;
    CS_RETURN_IF_FAILED(launch(
        {1, 1024, 0, stream}, cs_kernel_enumerate_deal, job, work->pairs != 0 ? 0 : work->enumerated - 1,
        balance == CS_ENUMERATE_WEIGHTED, donations, work->lists));
  }
  if (device_job != nullptr) {
    return launch({1, 1, 0, stream}, cs_kernel_enumerate_job, job, static_cast<Job*>(device_job));
  }
  return CS_OK;
}
extern "C" int32_t cs_enumerate_finish(
    const cs_enumerate_graph* graph,
    const cs_enumerate_work* work,
    cs_enumerate_header* host_header,
    cs_stream stream) {
  if (graph == nullptr || work == nullptr || host_header == nullptr) {
    return CS_INVALID_ARGUMENT;
  }
  return status(
      cudaMemcpyAsync(host_header, work->header, sizeof(cs_enumerate_header), cudaMemcpyDeviceToHost, stream));
}
extern "C" int32_t cs_enumerate_run(
    const cs_enumerate_graph* graph,
    const cs_enumerate_work* work,
    const uint32_t* stop,
    cs_enumerate_header* host_header,
    cs_stream stream) {
  if (graph == nullptr || work == nullptr || host_header == nullptr || work->kind == CS_ENUMERATE_MODULE) {
    return CS_INVALID_ARGUMENT;
  }
  CS_RETURN_IF_FAILED(cs_enumerate_turn(graph, work, stop, nullptr, stream));
  const Job job = job_of(*graph, *work, stop);
  if (by_triangles(work->kind)) {
    // Triangles first, as many as the slice has time for; hubs follow in the same slice once no edge is left.
    const u64 takings = divide_up(graph->arcs / 2, u64{EnumeratePolicy::kEdgesTaken} * EnumeratePolicy::kWarpsPerBlock);
    const u64 resident = u64{multiprocessors()} * EnumeratePolicy::kBlocksPerMultiprocessor;
    const u32 blocks = static_cast<u32>(std::max<u64>(1, std::min(takings, resident)));
    CS_RETURN_IF_FAILED(launch(
        {blocks, EnumeratePolicy::kThreads, 0, stream}, kEdgeTriangles[graph->hubs == graph->vertices], job));
  }
  const auto search = kernel_for(*graph, *work);
  CS_RETURN_IF_FAILED(launch({job.blocks, work->threads, work->shared_bytes, stream}, search, job));
  return cs_enumerate_finish(graph, work, host_header, stream);
}
extern "C" int32_t cs_enumerate_load(void) {
  CS_RETURN_IF_FAILED(load_kernel(cs_kernel_enumerate_start));
  CS_RETURN_IF_FAILED(load_kernel(cs_kernel_enumerate_range));
  CS_RETURN_IF_FAILED(load_kernel(cs_kernel_enumerate_deal));
  CS_RETURN_IF_FAILED(load_kernel(cs_kernel_enumerate_job));
  CS_RETURN_IF_FAILED(load_kernel(cs_kernel_enumerate_labels));
  for (const auto& searches : {kPlans, kTiles, kPairs, kCensus, kLabels, kThreadSearches, kCycles, kHouses, kEdgeTriangles, kSums, kMaps, kLargeMaps}) {
    CS_RETURN_IF_FAILED(load_kernel(searches[0]));
    CS_RETURN_IF_FAILED(load_kernel(searches[1]));
  }
  return CS_OK;
}
