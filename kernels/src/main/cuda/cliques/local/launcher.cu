// Launcher of the cliques of every vertex and every edge.
#include <algorithm>

#include "common/launch.cuh"
#include "cliques/local/kernels.cuh"
#include "cliques/local/row_kernels.cuh"
#include "cliquestream_cliques.h"

namespace cliquestream::cliques::local {
namespace {

constexpr u64 kDefaultBytes = 8ull << 30;
constexpr u64 kMostModulus = 1ull << 61;

void cut(Carver& carver, const cs_graph& graph, const cs_clique_plan& plan, const cs_clique_local_options& o, cs_clique_local& l) {
  l = {};
  l.options = o;
  const u32 widest = static_cast<u32>(plan.header.max_out_degree);
  const RowShapes shapes(plan, o);
  const bool by_rows = shapes.tree_roots < shapes.roots;
  l.tree_roots = shapes.tree_roots;
  l.sum_words = shapes.sum_words;
  l.row_blocks = shapes.blocks;
  l.residues = carver.take<u64>(graph.active * LocalPolicy::kResidues);
  if (o.edges != 0) {
    l.positions = graph.adjacency_capacity;
    l.edge_residues = carver.take<u64>(l.positions * LocalPolicy::kResidues);
  }
  l.taken = carver.take<u64>(1);
  l.begun = carver.take<u64>(1);
  if (by_rows) {
    l.sums = carver.take<u64>(graph.active * 2);
    l.edge_sums = carver.take<u64>(l.positions * l.sum_words);
    l.row_state_bytes = shapes.state_words() * sizeof(u32);
    l.row_state = carver.take<u32>(shapes.state_words());
  }
  if (shapes.tree_roots == 0 && by_rows) {
    return;
  }
  l.counts = carver.take<u64>(graph.active * LocalPolicy::kResidues * 2);
  l.edge_counts = o.edges == 0 ? nullptr : carver.take<u64>(l.positions * LocalPolicy::kResidues * 2);
  l.binomials = carver.take<u64>(LocalPolicy::kResidues * (widest + 1ull) * (o.k + 1ull));
  const u64 block_words = local_block_words(widest, o.edges != 0);
  const u64 block = block_words * sizeof(u32);
  const u64 most = (o.memory_bytes == 0 ? kDefaultBytes : o.memory_bytes) / block;
  l.blocks = static_cast<u32>(
      std::clamp<u64>(most, 1, static_cast<u64>(multiprocessors()) * LocalPolicy::kBlocksPerSm));
  l.left = carver.take<u32>(static_cast<u64>(LocalPolicy::kBlockLeft) * l.blocks);
  l.memory = carver.take<u32>(block_words * l.blocks);
}

bool valid(const cs_clique_local_options& o) {
  return o.edges <= 1 && o.method <= CS_CLIQUE_LOCAL_TREES && o.k >= 3 && o.k < (1u << kRowLengthBits) && o.modulus[0] > 1 && o.modulus[0] < kMostModulus && o.modulus[1] > 1 &&
      o.modulus[1] < kMostModulus;
}

using RowKernel = void (*)(RowJob);

template <u32 kSize, bool kEdges>
RowKernel row_kernel(bool by_block) {
  return by_block ? cs_kernel_clique_local_rows_block<kSize, kEdges> : cs_kernel_clique_local_rows_warp<kSize, kEdges>;
}
RowKernel row_kernel(u32 k, bool edges, bool by_block) {
  static_assert(RowPolicy::kMost == 6, "a case for each k");
  switch (k) {
    case 3:
      return edges ? row_kernel<3, true>(by_block) : row_kernel<3, false>(by_block);
    case 4:
      return edges ? row_kernel<4, true>(by_block) : row_kernel<4, false>(by_block);
    case 5:
      return edges ? row_kernel<5, true>(by_block) : row_kernel<5, false>(by_block);
    default:
      return edges ? row_kernel<6, true>(by_block) : row_kernel<6, false>(by_block);
  }
}

// The groups of roots that go by rows, the largest first.
int32_t count_rows(
    const cs_graph& graph, const cs_clique_plan& plan, const cs_clique_local& local, const cs_slice& slice,
    cudaStream_t stream) {
  const cs_clique_local_options& options = local.options;
  const RowShapes shapes(plan, options);
  u32* busy = local.row_state + RowPolicy::kGroups * RowShapes::kCounterWords;
  u32* rows_taken = busy + shapes.blocks;
  for (u32 g = RowPolicy::kGroups; g-- > 0;) {
    const RowGroup& group = shapes.of[g];
    if (group.roots == 0 || group.widest + 1 < options.k) {
      continue;
    }
    RowJob job = {};
    job.graph.rows = graph.rows;
    job.graph.adjacency = graph.adjacency;
    job.graph.hub_bits = plan.hub_bits;
    job.graph.hubs = static_cast<u32>(plan.hubs);
    job.graph.roots = plan.roots + group.first;
    job.graph.root_count = static_cast<u32>(group.roots);
    job.graph.taken = local.row_state + g * RowShapes::kCounterWords;
    job.graph.slice_index = slice.index;
    job.graph.slice_count = slice.count;
    job.graph.stop = slice.stop;
    job.graph.done = slice.done;
    job.graph.least = options.k;
    job.graph.most = options.k;
    job.graph.widest = group.widest;
    job.graph.resumed = slice.resume;
    const bool cheap = options.k <= RowPolicy::kCheap;
    job.graph.roots_at_once = cheap ? RowPolicy::kRootsAtOnce : 1;
    job.graph.rows_at_once = cheap ? RowPolicy::kRowsAtOnce : 1;
    job.layout = group.layout;
    job.sums = local.sums;
    job.edge_sums = local.edge_sums;
    job.sum_words = local.sum_words;
    job.begun = local.begun;
    if (g != 0) {
      job.graph.busy_with = busy;
      busy += group.blocks;
      job.graph.rows_taken = rows_taken + (group.first - shapes.tree_roots);
    }
    CS_RETURN_IF_FAILED(launch(
        {group.blocks, group.threads, group.shared, stream}, row_kernel(options.k, options.edges != 0, g != 0), job));
  }
  return CS_OK;
}

}  // namespace
}  // namespace cliquestream::cliques::local

using namespace cliquestream;
using namespace cliquestream::cliques;
using namespace cliquestream::cliques::local;

extern "C" uint64_t cs_clique_local_bytes(
    const cs_graph* graph, const cs_clique_plan* plan, const cs_clique_local_options* options) {
  if (!valid(*options)) {
    return 0;
  }
  return carved_bytes<cs_clique_local>(
      [&](Carver& carver, cs_clique_local& l) { cut(carver, *graph, *plan, *options, l); });
}

extern "C" int32_t cs_clique_local_bind(
    void* memory, uint64_t bytes, const cs_graph* graph, const cs_clique_plan* plan,
    const cs_clique_local_options* options, cs_clique_local* out) {
  if (!valid(*options)) {
    return CS_INVALID_ARGUMENT;
  }
  Carver carver(memory, bytes);
  cut(carver, *graph, *plan, *options, *out);
  return carver.fits() ? CS_OK : CS_WORKSPACE_TOO_SMALL;
}

extern "C" int32_t cs_clique_local_load(void) {
  CS_RETURN_IF_FAILED(load_kernel(cs_kernel_clique_local_binomials));
  CS_RETURN_IF_FAILED(load_kernel(cs_kernel_clique_local));
  CS_RETURN_IF_FAILED(load_kernel(cs_kernel_clique_local_edges));
  for (u32 k = 3; k <= RowPolicy::kMost; k++) {
    for (const bool edges : {false, true}) {
      for (const bool by_block : {false, true}) {
        CS_RETURN_IF_FAILED(load_kernel(row_kernel(k, edges, by_block)));
      }
    }
  }
  CS_RETURN_IF_FAILED(load_kernel(cs_kernel_clique_local_ends));
  return load_kernel(cs_kernel_clique_local_finish);
}

extern "C" int32_t cs_clique_local_start(
    const cs_graph* graph, const cs_clique_plan* plan, const cs_clique_local* local, cs_stream stream) {
  CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(local->begun, 0, sizeof(u64), stream));
  if (local->sums != nullptr) {
    CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(local->sums, 0, graph->active * 2 * sizeof(u64), stream));
    CS_RETURN_IF_CUDA_FAILED(
        cudaMemsetAsync(local->edge_sums, 0, local->positions * local->sum_words * sizeof(u64), stream));
  }
  if (local->counts == nullptr) {
    return CS_OK;
  }
  CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(
      local->counts, 0, graph->active * LocalPolicy::kResidues * 2 * sizeof(u64), stream));
  if (local->options.edges != 0) {
    CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(
        local->edge_counts, 0, local->positions * LocalPolicy::kResidues * 2 * sizeof(u64), stream));
    // The blocks' pairs, which each root leaves cleared.
    const u64 block_words = local_block_words(static_cast<u32>(plan->header.max_out_degree), true);
    CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(local->memory, 0, block_words * local->blocks * sizeof(u32), stream));
  }
  return launch(
      {1, 1024, 0, stream}, cs_kernel_clique_local_binomials, local->binomials,
      static_cast<u32>(plan->header.max_out_degree), local->options.k, local->options.modulus[0],
      local->options.modulus[1]);
}

extern "C" int32_t cs_clique_local_count(
    const cs_graph* graph, const cs_clique_plan* plan, const cs_clique_local* local, const cs_slice* slice,
    cs_stream stream) {
  if (slice->count == 0 || slice->index >= slice->count) {
    return CS_INVALID_ARGUMENT;
  }
  if (slice->resume == 0) {
    CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(local->taken, 0, sizeof(u64), stream));
    if (local->row_state_bytes != 0) {
      CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(local->row_state, 0, local->row_state_bytes, stream));
    }
  }
  LocalJob job = {};
  job.graph.rows = graph->rows;
  job.graph.adjacency = graph->adjacency;
  job.graph.taken = local->taken;
  job.graph.slice_index = slice->index;
  job.graph.slice_count = slice->count;
  job.graph.stop = slice->stop;
  job.graph.done = slice->done;
  job.graph.widest = static_cast<u32>(plan->header.max_out_degree);
  job.roots = plan->roots;
  job.root_count = static_cast<u32>(local->tree_roots);
  job.k = local->options.k;
  job.modulus[0] = local->options.modulus[0];
  job.modulus[1] = local->options.modulus[1];
  job.binomials = local->binomials;
  job.counts = local->counts;
  job.stack_words = local_stack_words(job.graph.widest);
  job.edge_counts = local->edge_counts;
  job.block_words = local_block_words(job.graph.widest, local->options.edges != 0);
  job.memory = local->memory;
  job.begun = local->begun;
  job.left = local->left;
  job.resumed = slice->resume;
  if (job.root_count != 0) {
    const auto kernel = local->options.edges != 0 ? cs_kernel_clique_local_edges : cs_kernel_clique_local;
    CS_RETURN_IF_FAILED(launch({local->blocks, LocalPolicy::kThreads, 0, stream}, kernel, job));
  }
  return local->sums == nullptr ? CS_OK : count_rows(*graph, *plan, *local, *slice, stream);
}

extern "C" int32_t cs_clique_local_finish(const cs_graph* graph, const cs_clique_local* local, cs_stream stream) {
  constexpr u32 kFinishThreads = 256;
  const u32 most_blocks = multiprocessors() * 8, k = local->options.k;
  const bool edges = local->options.edges != 0;
  const auto finish = [&](const u64* trees, const u64* whole, u32 words, u32 times, u64 number, u64* residues) {
    if (number == 0) {
      return static_cast<int32_t>(CS_OK);
    }
    const u32 grid = std::min(most_blocks, blocks_for(2 * number, kFinishThreads));
    return launch(
        {grid, kFinishThreads, 0, stream}, cs_kernel_clique_local_finish, trees, whole, words, times, number,
        local->options.modulus[0], local->options.modulus[1], residues);
  };
  if (local->sums != nullptr && edges && graph->active != 0) {
    CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(local->sums, 0, graph->active * 2 * sizeof(u64), stream));
    const u32 grid = std::min(most_blocks, blocks_for(graph->active * 32, kFinishThreads));
    CS_RETURN_IF_FAILED(launch(
        {grid, kFinishThreads, 0, stream}, cs_kernel_clique_local_ends, graph->rows, graph->adjacency, graph->active,
        local->edge_sums, local->sum_words, local->sums));
  }
  const u32 times_of_vertices = edges ? (k - 2) * (k - 1) : 1;
  CS_RETURN_IF_FAILED(finish(local->counts, local->sums, 2, times_of_vertices, graph->active, local->residues));
  return finish(
      local->edge_counts, local->sums == nullptr ? nullptr : local->edge_sums, local->sum_words, k - 2,
      local->positions, local->edge_residues);
}
