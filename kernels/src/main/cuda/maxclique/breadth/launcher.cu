#include <cub/device/device_radix_sort.cuh>

#include <algorithm>

#include "common/launch.cuh"
#include "maxclique/breadth/greedy_kernels.cuh"
#include "maxclique/breadth/order_kernels.cuh"
#include "maxclique/breadth/search_kernels.cuh"

namespace cliquestream::breadth {
namespace {

constexpr int kThreads = 256;
constexpr u64 kLargeShare = 4;  // of the memory for clique lists, where blocks have windows too

bool by_core(const cs_breadth_options& o) {
  return o.heuristic == CS_GREEDY_SINGLE_CORE || o.heuristic == CS_GREEDY_MULTI_CORE;
}
bool single_run(const cs_breadth_options& o) {
  return o.heuristic == CS_GREEDY_SINGLE_DEGREE || o.heuristic == CS_GREEDY_SINGLE_CORE;
}

cudaError_t sort_ranks(
    void* scratch, size_t& bytes, cub::DoubleBuffer<u32>& keys, cub::DoubleBuffer<u32>& values, u64 count,
    cudaStream_t stream) {
  return cub::DeviceRadixSort::SortPairs(scratch, bytes, keys, values, static_cast<u32>(count), 0, 32, stream);
}

u32 grid_blocks() { return multiprocessors() * BreadthPolicy::kGridBlocksPerSm; }

void cut(
    Carver& carver, const cs_breadth_input& input, const cs_breadth_options& options, const cs_breadth_sizes& sizes,
    cs_breadth_work& w) {
  w = {};
  w.sizes = sizes;
  const u64 n = input.graph.active, teams = sizes.teams, slot = u64{sizes.max_list} + 2;
  w.header = carver.take<cs_breadth_header>(1);
  w.state = carver.take<State>(1);
  w.teams = carver.take<Team>(teams + 1);
  w.levels = carver.take<Level>((sizes.team_list + 3) * teams + sizes.max_list + 3);
  w.entries = carver.take<u32>(2 * (sizes.team_entries * teams + sizes.large_entries));
  w.offsets = carver.take<u64>((sizes.team_window + 1) * teams + sizes.large_window + 1);
  w.partials = carver.take<u64>(grid_blocks());
  w.found = carver.take<u64>(u64{sizes.max_list} + 3);
  w.witness = carver.take<u32>((teams + 1 + sizes.greedy_blocks) * slot);
  w.list = carver.take<u32>(options.list_capacity * slot);
  for (int i = 0; i < 2; i++) {
    w.keys[i] = carver.take<u32>(n);
    w.values[i] = carver.take<u32>(n);
  }
  w.sources = carver.take<u32>(n);
  w.seeds = carver.take<u32>(by_core(options) ? n : 0);
  w.long_sources = carver.take<u32>(teams == 0 ? 0 : n);
  cub::DoubleBuffer<u32> keys(nullptr, nullptr), values(nullptr, nullptr);
  size_t bytes = 0;
  sort_ranks(nullptr, bytes, keys, values, std::max<u64>(n, 1), nullptr);
  w.scratch_bytes = bytes + 256;
  w.scratch = carver.take<char>(w.scratch_bytes);
}

u64 bytes_of(const cs_breadth_input& input, const cs_breadth_options& options, const cs_breadth_sizes& sizes) {
  return carved_bytes<cs_breadth_work>(
      [&](Carver& carver, cs_breadth_work& w) { cut(carver, input, options, sizes, w); });
}

u32 window_for(u64 entries, u32 most) { return static_cast<u32>(std::clamp<u64>(entries / 16, 256, most)); }

// Longest row whose search cannot need more than so many entries.
u32 longest_within(u64 entries, u32 most) {
  u32 length = 0;
  while (length < most && entries_with(length + 1) <= entries) {
    length++;
  }
  return length;
}

// The memory that a number of teams leaves for clique lists, divided. False where it does not do.
bool divide(
    const cs_breadth_input& input, const cs_breadth_options& options, u64 budget, u32 teams, cs_breadth_sizes& s) {
  s.teams = teams;
  s.team_entries = s.team_window = s.team_list = 0;
  s.large_entries = entries_with(s.max_list);
  s.large_window = window_for(s.large_entries, BreadthPolicy::kMostLargeWindow);
  s.bytes = bytes_of(input, options, s);
  if (s.bytes > budget) {
    return false;
  }
  // Eight bytes an entry, half a byte for the window, and the levels of every team.
  u64 left = budget - s.bytes;
  if (teams != 0) {
    const u64 extra = std::max<u64>(left / kLargeShare, s.large_entries * 8) - s.large_entries * 8;
    left -= std::min(left, extra);
    const u64 each = left / teams;
    const u64 fixed = 2048 * 8 + sizeof(Level) * 3;
    if (each < fixed + BreadthPolicy::kLeastTeamEntries * 9) {
      return false;
    }
    u64 entries = std::min<u64>((each - fixed) / 9, u64{1} << 30);
    u32 list = 0;
    for (;;) {  // the levels are few beside the entries
      list = longest_within(entries, s.max_list);
      const u64 levels = u64{list} * sizeof(Level);
      if (levels + fixed + entries * 9 <= each) {
        break;
      }
      entries -= entries / 8 + 1;
    }
    s.team_entries = static_cast<u32>(entries);
    s.team_list = list;
    s.team_window = window_for(entries, BreadthPolicy::kMostTeamWindow);
    s.bytes = bytes_of(input, options, s);
    if (s.bytes > budget) {
      return false;
    }
    left = budget - s.bytes;
  }
  s.large_entries += left / 9;
  s.large_window = window_for(s.large_entries, BreadthPolicy::kMostLargeWindow);
  s.bytes = bytes_of(input, options, s);
  return s.bytes <= budget;
}

View view_of(const cs_breadth_input& in, const cs_breadth_options& options, const cs_breadth_work& w, const u32* stop) {
  View v = {};
  v.rows = in.graph.rows;
  v.adjacency = in.graph.adjacency;
  v.list_rows = in.lists.rows;
  v.list_adjacency = in.lists.adjacency;
  v.degrees = in.graph.degrees;
  v.bounds = options.core_bounds != 0 ? in.cores : in.graph.degrees;
  v.rank_to_id = in.graph.rank_to_id;
  v.neighbour_rows = reinterpret_cast<const uint2*>(in.neighbour_rows);
  v.neighbours = in.neighbours;
  v.greedy_keys = by_core(options) ? in.cores : in.graph.degrees;
  v.active = static_cast<u32>(in.graph.active);
  v.max_list = w.sizes.max_list;
  v.teams = w.sizes.teams;
  v.team_entries = w.sizes.team_entries;
  v.team_list = w.sizes.team_list;
  v.team_window = w.sizes.team_window;
  v.large_window = w.sizes.large_window;
  v.large_entries = w.sizes.large_entries;
  v.greedy_blocks = w.sizes.greedy_blocks;
  v.state = static_cast<State*>(w.state);
  v.team = static_cast<Team*>(w.teams);
  v.levels = static_cast<Level*>(w.levels);
  v.entries = w.entries;
  v.offsets = w.offsets;
  v.partials = w.partials;
  v.found = w.found;
  v.witness = w.witness;
  v.list = w.list;
  v.sources = w.sources;
  v.seeds = by_core(options) ? w.seeds : nullptr;
  v.long_sources = w.long_sources;
  v.header = w.header;
  v.given = options.bound;
  v.enumerate = options.enumerate;
  v.ascending = options.ascending;
  v.window = options.window;
  v.color_from = options.color_from;
  v.unpruned = options.unpruned;
  v.list_capacity = options.enumerate != 0 ? options.list_capacity : 0;
  const u32 seeds = single_run(options) ? 1 : options.seeds == 0 ? v.active : options.seeds;
  v.seed_count = std::min(seeds, v.active);
  v.slice_nanoseconds =
      1000ull * (options.slice_microseconds != 0 ? options.slice_microseconds : BreadthPolicy::kSliceMicroseconds);
  v.stop = stop;
  return v;
}

int32_t rank_by(
    const cs_breadth_work& w, const u32* numbers, u64 n, SortKey order, u32* out, cudaStream_t stream) {
  CS_RETURN_IF_FAILED(launch(
      {std::min(multiprocessors() * 8, blocks_for(n, kThreads)), kThreads, 0, stream}, cs_kernel_breadth_keys, numbers,
      static_cast<u32>(n), order, w.keys[0], w.values[0]));
  cub::DoubleBuffer<u32> keys(w.keys[0], w.keys[1]), values(w.values[0], w.values[1]);
  size_t bytes = w.scratch_bytes;
  CS_RETURN_IF_CUDA_FAILED(sort_ranks(w.scratch, bytes, keys, values, n, stream));
  return status(cudaMemcpyAsync(out, values.Current(), n * sizeof(u32), cudaMemcpyDeviceToDevice, stream));
}

bool valid(const cs_breadth_input& input, const cs_breadth_options& o) {
  return o.heuristic <= CS_GREEDY_MULTI_CORE && o.window_order <= CS_WINDOW_DESCENDING && o.unpruned <= 1 &&
      (o.unpruned == 0 || o.color_from == 0) &&
      (o.heuristic == CS_GREEDY_NONE || input.neighbour_rows != nullptr || input.graph.active == 0) &&
      ((o.core_bounds == 0 && !by_core(o)) || input.cores != nullptr || input.graph.active == 0) &&
      input.graph.active == input.lists.active && input.graph.active <= 0x7FFFFFFFull;
}

}  // namespace
}  // namespace cliquestream::breadth

using namespace cliquestream;
using namespace cliquestream::breadth;

extern "C" int32_t cs_breadth_plan(
    const cs_breadth_input* input, uint64_t max_list, const cs_breadth_options* options, uint64_t budget,
    cs_breadth_sizes* sizes) {
  if (!valid(*input, *options)) {
    return CS_INVALID_ARGUMENT;
  }
  if (max_list > CS_BREADTH_LIST) {
    return CS_UNSUPPORTED;
  }
  cs_breadth_sizes s = {};
  s.max_list = std::max<u32>(1, static_cast<u32>(max_list));
  s.greedy_blocks = options->heuristic == CS_GREEDY_NONE ? 0
      : single_run(*options)                             ? 1
                                                         : multiprocessors() * BreadthPolicy::kSeedBlocksPerSm;
  const u32 most = multiprocessors() * BreadthPolicy::kTeamsPerSm;
  u32 teams = options->concurrent <= 1 ? 0 : std::min(most, options->concurrent);
  for (;;) {
    if (divide(*input, *options, budget, teams, s)) {
      *sizes = s;
      return CS_OK;
    }
    if (teams == 0 && s.greedy_blocks <= 1) {
      return CS_WORKSPACE_TOO_SMALL;
    }
    teams /= 2;
    s.greedy_blocks = std::max(std::min(1u, s.greedy_blocks), s.greedy_blocks / 2);
  }
}

extern "C" int32_t cs_breadth_bind(
    void* memory, const cs_breadth_input* input, const cs_breadth_options* options, const cs_breadth_sizes* sizes,
    cs_breadth_work* out) {
  Carver carver(memory, sizes->bytes);
  cut(carver, *input, *options, *sizes, *out);
  return carver.fits() ? CS_OK : CS_WORKSPACE_TOO_SMALL;
}

extern "C" int32_t cs_breadth_start(
    const cs_breadth_input* input, const cs_breadth_options* options, cs_breadth_work* work, cs_stream stream) {
  const u64 n = input->graph.active, teams = work->sizes.teams;
  const auto clear = [stream](void* from, u64 bytes) { return status(cudaMemsetAsync(from, 0, bytes, stream)); };
  CS_RETURN_IF_FAILED(clear(work->teams, (teams + 1) * sizeof(Team)));
  CS_RETURN_IF_FAILED(
      clear(work->levels, ((work->sizes.team_list + 3) * teams + work->sizes.max_list + 3) * sizeof(Level)));
  CS_RETURN_IF_FAILED(clear(work->list, options->list_capacity * (u64{work->sizes.max_list} + 2) * sizeof(u32)));
  CS_RETURN_IF_FAILED(clear(work->found, (u64{work->sizes.max_list} + 3) * sizeof(u64)));
  CS_RETURN_IF_FAILED(
      clear(work->witness, (teams + 1 + work->sizes.greedy_blocks) * (u64{work->sizes.max_list} + 2) * sizeof(u32)));
  const View v = view_of(*input, *options, *work, nullptr);
  CS_RETURN_IF_FAILED(launch({1, 32, 0, stream}, cs_kernel_breadth_open, v));
  if (n != 0) {
    const bool by_id = options->window_order == CS_WINDOW_INDEX;
    const SortKey order = by_id                            ? SortKey::kId
        : options->window_order == CS_WINDOW_ASCENDING ? SortKey::kRising
                                                           : SortKey::kFalling;
    CS_RETURN_IF_FAILED(rank_by(*work, by_id ? v.rank_to_id : v.bounds, n, order, work->sources, stream));
    if (by_core(*options)) {
      CS_RETURN_IF_FAILED(rank_by(*work, v.greedy_keys, n, SortKey::kFalling, work->seeds, stream));
    }
  }
  return launch({1, 1024, 0, stream}, cs_kernel_breadth_bounds, v);
}

extern "C" int32_t cs_breadth_greedy(
    const cs_breadth_input* input, const cs_breadth_options* options, const cs_breadth_work* work,
    const uint32_t* stop, cs_stream stream) {
  if (options->heuristic == CS_GREEDY_NONE) {
    return CS_OK;
  }
  const View v = view_of(*input, *options, *work, stop);
  const cs_breadth_sizes& s = work->sizes;
  const u64 slab_words = 2 * (u64{s.team_entries} * s.teams + s.large_entries);
  const bool single = single_run(*options);
  CS_RETURN_IF_FAILED(launch(
      {s.greedy_blocks, single ? BreadthPolicy::kSingleThreads : BreadthPolicy::kSeedThreads, 0, stream},
      cs_kernel_breadth_greedy, v, slab_words));
  return launch({1, 1024, 0, stream}, cs_kernel_breadth_bounds, v);
}

extern "C" int32_t cs_breadth_search(
    const cs_breadth_input* input, const cs_breadth_options* options, const cs_breadth_work* work,
    const uint32_t* stop, cs_breadth_header* host_header, cs_stream stream) {
  const View v = view_of(*input, *options, *work, stop);
  if (v.teams != 0) {
    CS_RETURN_IF_FAILED(launch({v.teams, BreadthPolicy::kTeamThreads, 0, stream}, cs_kernel_breadth_blocks, v));
  }
  u32 resident = 0;
  CS_RETURN_IF_FAILED(resident_grid(cs_kernel_breadth_grid, BreadthPolicy::kGridThreads, 0, resident));
  CS_RETURN_IF_FAILED(launch(
      {std::min(resident, grid_blocks()), BreadthPolicy::kGridThreads, 0, stream}, Manner::kCooperative,
      cs_kernel_breadth_grid, v));
  CS_RETURN_IF_FAILED(launch({1, 256, 0, stream}, cs_kernel_breadth_close, v));
  return status(
      cudaMemcpyAsync(host_header, work->header, sizeof(cs_breadth_header), cudaMemcpyDeviceToHost, stream));
}

extern "C" int32_t cs_breadth_list_taken(const cs_breadth_work* work, cs_stream stream) {
  return status(cudaMemsetAsync(&work->header->listed, 0, sizeof(u32), stream));
}

extern "C" int32_t cs_breadth_witness(
    const cs_breadth_work* work, uint32_t* host_clique, uint32_t capacity, cs_stream stream) {
  const cs_breadth_sizes& s = work->sizes;
  const u32 ids = std::min(capacity, s.max_list + 1);
  // No launch needs the offsets of the one before, and there are more of them than a clique has vertices.
  u32* clique = reinterpret_cast<u32*>(work->offsets);
  CS_RETURN_IF_FAILED(launch(
      {1, 1024, 0, stream}, cs_kernel_breadth_witness, work->witness, s.teams + 1 + s.greedy_blocks, s.max_list + 2,
      work->header, clique, ids));
  return status(cudaMemcpyAsync(host_clique, clique, ids * sizeof(u32), cudaMemcpyDeviceToHost, stream));
}
