// Launcher of k-clique counting: memory of a job, and the classes of one slice side by side.
#include <algorithm>

#include "common/launch.cuh"
#include "cliques/shape.cuh"
#include "cliquestream_cliques.h"
#include "common/lanes.cuh"

namespace cliquestream::cliques {
namespace {

constexpr u64 kDefaultMatrixBytes = 8ull << 30;
constexpr u32 kQueueWords = 64;  // of one class: roots taken, then padding to a line
static_assert(static_cast<u32>(kTallies) == 7 && sizeof(cs_clique_totals) == (2 + kCounters) * sizeof(u64), "");

bool valid(const cs_clique_options& o) {
  if (o.method == CS_CLIQUE_ORIENTATION) {
    return o.least == o.most && o.least >= 3 && o.most != CS_CLIQUE_ALL;
  }
  return o.method == CS_CLIQUE_PIVOT && o.least >= 1 && o.most >= o.least && o.most >= 3;
}

Wanted wanted(const cs_clique_options& o) {
  return {
      o.method == CS_CLIQUE_PIVOT, o.least, o.most, o.global != 0, o.matrix_bytes == 0 ? kDefaultMatrixBytes : o.matrix_bytes};
}

// Classes of one count. Those of pivoting, of lanes and the small ones of 4-cliques that would run alike are one: small roots
// fill in where large ones end, a launch has few streams, and a class that waits behind another for its stream would keep
// idle warps from waiting for gifts.
struct Shapes {
  ClassShape of[CliquePolicy::kClasses];
  u64 roots[CliquePolicy::kClasses];
  u64 first[CliquePolicy::kClasses];  // place of a class's first root
  u64 large_roots = 0;

  Shapes(const cs_clique_plan& plan, const cs_clique_options& options) {
    const DeviceLimits device = device_limits();
    const u32 widest = static_cast<u32>(plan.header.max_out_degree);
    const bool pivot = options.method == CS_CLIQUE_PIVOT;
    u64 before = 0;
    for (u32 c = CliquePolicy::kClasses; c-- > 0;) {
      first[c] = before;
      of[c] = {};
      roots[c] = plan.header.roots[c];
      before += roots[c];
    }
    for (u32 c = CliquePolicy::kClasses; c-- > 0;) {
      if (roots[c] == 0) {
        continue;
      }
      of[c] = shape_of(c, roots[c], widest, wanted(options), device);
      const bool pivots_alike =
          pivot && !of[c].global && (of[c].by_warp || of[c].threads == CliquePolicy::kBlockKernelThreads);
      const bool small_fours = of[c].four && c < CliquePolicy::kFourMergedClasses;
      if (pivots_alike || small_fours || of[c].lanes) {
        const u32 last = of[c].lanes ? CliquePolicy::kLanesFirstClass : of[c].by_warp ? 0 : CliquePolicy::kWarpClasses;
        for (u32 other = c; other-- > last;) {
          roots[c] += roots[other];
          roots[other] = 0;
        }
        of[c] = shape_of(c, roots[c], widest, wanted(options), device);
      }
      large_roots += of[c].by_warp ? 0 : roots[c];
    }
  }
  // Of the queues: a line a class and one for the exchange, its queue, a word for every block, one for every large root.
  u64 queue_places() const {
    u64 warps = 1;
    for (const ClassShape& s : of) {
      warps += s.warps();
    }
    u64 places = 1;
    while (places < warps) {
      places *= 2;
    }
    return places;
  }
  u64 state_words() const {
    u64 words = (CliquePolicy::kClasses + 1) * kQueueWords + queue_places() + large_roots;
    for (const ClassShape& s : of) {
      words += s.by_warp ? 0 : s.blocks;
    }
    return words;
  }
};

void cut(Carver& carver, const cs_clique_plan& plan, const cs_clique_options& options, cs_clique_work& w) {
  w = {};
  w.options = options;
  const Shapes shapes(plan, options);
  if (options.method == CS_CLIQUE_PIVOT) {
    // A held vertex past the first two comes with a pivot it is not adjacent to; a leaf may hold all of a small node. And
    // a leaf is a clique: no graph has so many edges that this would not be small beside them.
    const u64 most = plan.header.most_vertices;
    const u64 by_size = std::min(most, plan.header.max_out_degree / 2 + CliquePolicy::kSmallNode + 1) + 1;
    w.held = static_cast<u32>(options.most == CS_CLIQUE_ALL ? by_size : std::min<u64>(options.most + 1ull, by_size));
    w.pivots = static_cast<u32>(most + 1);
  }
  const u64 cells = static_cast<u64>(w.held) * w.pivots;
  w.result_bytes = sizeof(cs_clique_totals) + 2 * cells * sizeof(u64);
  w.totals = reinterpret_cast<cs_clique_totals*>(carver.take<char>(w.result_bytes));
  w.cells_low = reinterpret_cast<u64*>(w.totals + 1);
  w.cells_high = w.cells_low + cells;
  w.state_bytes = shapes.state_words() * sizeof(u32);
  w.state = carver.take<u32>(shapes.state_words());
  // Only pivot trees are handed over.
  w.mailboxes = carver.take<Mailbox>(options.method == CS_CLIQUE_PIVOT ? shapes.queue_places() : 0);
  for (u32 c = 0; c < CliquePolicy::kClasses; c++) {
    const ClassShape& s = shapes.of[c];
    const u64 warps = static_cast<u64>(s.blocks) * (s.threads / 32);
    w.stacks[c] = carver.take<u32>(warps * s.stack_words);
    w.matrices[c] = carver.take<u32>(s.global ? s.blocks * s.matrix_words : 0);
  }
}

// Roots of a class, the largest, whose rows are shared among slices: those of the plan's classes that have too few for
// each slice to get its part.
u32 row_sliced_roots(const cs_clique_plan& plan, const Shapes& shapes, u32 c, u32 slices) {
  u64 sliced = 0;
  if (shapes.of[c].four) {
    return 0;  // a root takes some microseconds
  }
  for (u32 of_plan = c; of_plan >= CliquePolicy::kWarpClasses; of_plan--) {
    const bool in_class = of_plan == c || shapes.roots[of_plan] == 0;
    if (!in_class || plan.header.roots[of_plan] >= CliquePolicy::kRootsPerSlice * slices) {
      break;
    }
    sliced += plan.header.roots[of_plan];
  }
  return static_cast<u32>(sliced);
}

using Kernel = void (*)(Job);

Kernel kernel_of(const ClassShape& s, bool pivot) {
  if (s.four) {
    return s.by_warp ? cs_kernel_clique_four_warp : cs_kernel_clique_four_block;
  }
  if (s.lanes) {
    return cs_kernel_clique_orientation_lanes;
  }
  if (s.by_warp) {
    if (pivot) {
      return s.widest <= 32 ? cs_kernel_clique_pivot_32 : cs_kernel_clique_pivot_64;
    }
    return s.widest <= 32 ? cs_kernel_clique_orientation_32 : cs_kernel_clique_orientation_64;
  }
  if (pivot) {
    return s.global ? cs_kernel_clique_pivot_global : cs_kernel_clique_pivot_block;
  }
  return s.global ? cs_kernel_clique_orientation_global : cs_kernel_clique_orientation_block;
}

}  // namespace
}  // namespace cliquestream::cliques

using namespace cliquestream;
using namespace cliquestream::cliques;

extern "C" uint64_t cs_clique_bytes(const cs_clique_plan* plan, const cs_clique_options* options) {
  if (!valid(*options)) {
    return 0;
  }
  return carved_bytes<cs_clique_work>([&](Carver& carver, cs_clique_work& w) { cut(carver, *plan, *options, w); });
}

extern "C" int32_t cs_clique_bind(
    void* memory, uint64_t bytes, const cs_clique_plan* plan, const cs_clique_options* options, cs_clique_work* out) {
  if (!valid(*options)) {
    return CS_INVALID_ARGUMENT;
  }
  Carver carver(memory, bytes);
  cut(carver, *plan, *options, *out);
  return carver.fits() ? CS_OK : CS_WORKSPACE_TOO_SMALL;
}

namespace {

// The kernels that a job with these options may launch.
int32_t load_for(const cs_clique_options& options) {
  const bool pivot = options.method == CS_CLIQUE_PIVOT;
  ClassShape s = {};
  const auto load = [&] { return load_kernel(kernel_of(s, pivot)); };
  if (wanted(options).lanes()) {
    s.lanes = true;
    CS_RETURN_IF_FAILED(load());
  }
  // Every form a class may take; 4-cliques take the general one where shared memory holds no matrix.
  for (const bool four : {false, true}) {
    if (four && !wanted(options).four()) {
      continue;
    }
    s = {};
    s.four = four;
    CS_RETURN_IF_FAILED(load());
    s.global = true;
    CS_RETURN_IF_FAILED(load());
    s.by_warp = true;
    for (const u32 widest : {32u, 64u}) {
      s.widest = widest;
      CS_RETURN_IF_FAILED(load());
    }
  }
  return CS_OK;
}

}  // namespace

extern "C" int32_t cs_clique_load(void) {
  for (const u32 method : {CS_CLIQUE_ORIENTATION, CS_CLIQUE_PIVOT}) {
    for (const u32 k : {4u, 5u}) {
      const cs_clique_options options = {method, k, k, 0, 0};
      CS_RETURN_IF_FAILED(load_for(options));
    }
  }
  return CS_OK;
}

extern "C" int32_t cs_clique_start(const cs_clique_work* work, cs_stream stream) {
  return status(cudaMemsetAsync(work->totals, 0, work->result_bytes, stream));
}

extern "C" int32_t cs_clique_count(
    const cs_graph* graph, const cs_clique_plan* plan, const cs_clique_work* work, const cs_slice* slice,
    const cs_lanes* lanes) {
  if (slice->count == 0 || slice->index >= slice->count || (slice->parts > 1 && slice->count % slice->parts != 0)) {
    return CS_INVALID_ARGUMENT;
  }
  const cs_clique_options& options = work->options;
  const bool pivot = options.method == CS_CLIQUE_PIVOT;
  const Shapes shapes(*plan, options);
  // A launch that goes on keeps which roots and rows are taken, and clears the exchange alone.
  const u64 cleared_from = slice->resume == 0 ? 0 : CliquePolicy::kClasses * kQueueWords;
  const u64 cleared_to =
      slice->resume == 0 ? work->state_bytes / sizeof(u32) : cleared_from + kQueueWords + shapes.queue_places();
  CS_RETURN_IF_CUDA_FAILED(
      cudaMemsetAsync(work->state + cleared_from, 0, (cleared_to - cleared_from) * sizeof(u32), lanes->main));
  ExchangeView exchange = {};
  exchange.shared = reinterpret_cast<Exchange*>(work->state + CliquePolicy::kClasses * kQueueWords);
  exchange.queue = work->state + (CliquePolicy::kClasses + 1) * kQueueWords;
  exchange.queue_mask = static_cast<u32>(shapes.queue_places() - 1);
  exchange.mailboxes = static_cast<Mailbox*>(work->mailboxes);
  const auto left_out = [&](u32 c) {  // no root of the class has enough out-neighbours
    return shapes.roots[c] == 0 || shapes.of[c].widest + 1 < options.least;
  };
  // Blocks take roots and rows from queues, so any number of them does all the work. Where multiprocessors are spared,
  // each of the others holds one block, by the shared memory that it asks for: a block's worth of room on each would be
  // too little for kernels that want much of it.
  const DeviceLimits device = device_limits();
  const u32 at_work = slice->spared == 0
      ? 0
      : std::max(1u, device.multiprocessors - static_cast<u32>(divide_up(device.multiprocessors, slice->spared)));
  const auto launched = [&](u32 c) {
    const u32 blocks = shapes.of[c].blocks;
    return slice->spared == 0 ? blocks : std::min(blocks, at_work);
  };
  const auto shared_bytes = [&](u32 c) {
    const u32 bytes = shapes.of[c].layout.bytes;
    return slice->spared == 0 ? bytes : std::max(bytes, device.shared_per_multiprocessor / 2);
  };
  for (u32 c = 0; c < CliquePolicy::kClasses; c++) {
    exchange.blocks += left_out(c) ? 0 : launched(c);
  }
  u32* busy = exchange.queue + shapes.queue_places();
  u32* rows_taken = work->state + work->state_bytes / sizeof(u32) - shapes.large_roots;
  // A class beside another would take what that one spares.
  const cs_lanes alone = {lanes->main, {}, nullptr, {}};
  Fork fork(slice->spared == 0 ? *lanes : alone);
  CS_RETURN_IF_FAILED(fork.begin());
  for (u32 c = CliquePolicy::kClasses; c-- > 0;) {
    const u64 roots = shapes.roots[c];
    if (left_out(c)) {
      continue;
    }
    const ClassShape& s = shapes.of[c];
    Job job = {};
    job.rows = graph->rows;
    job.adjacency = graph->adjacency;
    job.hub_bits = plan->hub_bits;
    job.hubs = static_cast<u32>(plan->hubs);
    job.roots = plan->roots + shapes.first[c];
    job.root_count = static_cast<u32>(roots);
    job.taken = work->state + c * kQueueWords;
    job.slice_index = slice->index;
    job.slice_count = slice->count;
    job.row_sliced = slice->count == 1 ? 0 : row_sliced_roots(*plan, shapes, c, slice->count / std::max(slice->parts, 1u));
    job.stop = slice->stop;
    job.done = slice->done;
    job.least = options.least;
    job.most = options.most;
    job.widest = s.widest;
    job.layout = s.layout;
    job.histogram = {work->cells_low, work->cells_high, work->held, work->pivots};
    job.total = &work->totals->low;
    job.counters = &work->totals->nodes;
    job.matrices = work->matrices[c];
    job.matrix_words = s.matrix_words;
    job.stacks = work->stacks[c];
    job.stack_words = s.stack_words;
    job.levels = s.levels;
    job.list_at = s.list_at;
    const bool small_roots = s.by_warp && c < CliquePolicy::kWarpClasses;
    job.roots_at_once = !pivot && options.most <= 4 && small_roots ? CliquePolicy::kRootsAtOnce : 1;
    job.rows_at_once = !pivot && options.most <= 4 ? CliquePolicy::kRowsAtOnce : 1;
    job.passes = s.lanes ? LaneRows::kPasses : 1;
    job.exchange = exchange;
    exchange.first_warp += s.warps();
    if (!s.by_warp && !s.four) {
      job.busy_with = busy;
      job.blocks = s.blocks;
      job.resumed = slice->resume;
      busy += s.blocks;
      job.rows_taken = rows_taken + shapes.first[c];
    }
    const Kernel kernel = kernel_of(s, pivot);
    cudaStream_t stream;
    CS_RETURN_IF_FAILED(fork.next(stream));
    CS_RETURN_IF_FAILED(launch({launched(c), s.threads, shared_bytes(c), stream}, kernel, job));
  }
  return fork.join();
}
