// Launcher of the cliques of every vertex and every edge.
#include <algorithm>

#include "common/launch.cuh"
#include "cliques/local/kernels.cuh"
#include "cliquestream_cliques.h"

namespace cliquestream::cliques::local {
namespace {

constexpr u64 kDefaultBytes = 8ull << 30;
constexpr u64 kMostModulus = 1ull << 61;

void cut(Carver& carver, const cs_graph& graph, const cs_clique_plan& plan, const cs_clique_local_options& o, cs_clique_local& l) {
  l = {};
  l.options = o;
  const u32 widest = static_cast<u32>(plan.header.max_out_degree);
  l.counts = carver.take<u64>(graph.active * LocalPolicy::kResidues * 2);
  l.residues = carver.take<u64>(graph.active * LocalPolicy::kResidues);
  if (o.edges != 0) {
    l.positions = graph.adjacency_capacity;
    l.edge_counts = carver.take<u64>(l.positions * LocalPolicy::kResidues * 2);
    l.edge_residues = carver.take<u64>(l.positions * LocalPolicy::kResidues);
  }
  l.binomials = carver.take<u64>(LocalPolicy::kResidues * (widest + 1ull) * (o.k + 1ull));
  l.taken = carver.take<u64>(1);
  l.begun = carver.take<u64>(1);
  const u64 block_words = local_block_words(widest, o.edges != 0);
  const u64 block = block_words * sizeof(u32);
  const u64 most = (o.memory_bytes == 0 ? kDefaultBytes : o.memory_bytes) / block;
  l.blocks = static_cast<u32>(
      std::clamp<u64>(most, 1, static_cast<u64>(multiprocessors()) * LocalPolicy::kBlocksPerSm));
  l.left = carver.take<u32>(static_cast<u64>(LocalPolicy::kBlockLeft) * l.blocks);
  l.memory = carver.take<u32>(block_words * l.blocks);
}

bool valid(const cs_clique_local_options& o) {
  return o.edges <= 1 && o.k >= 3 && o.k < (1u << kRowLengthBits) && o.modulus[0] > 1 && o.modulus[0] < kMostModulus && o.modulus[1] > 1 &&
      o.modulus[1] < kMostModulus;
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
  return load_kernel(cs_kernel_clique_local_finish);
}

extern "C" int32_t cs_clique_local_start(
    const cs_graph* graph, const cs_clique_plan* plan, const cs_clique_local* local, cs_stream stream) {
  CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(local->begun, 0, sizeof(u64), stream));
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
  for (const u64 roots : plan->header.roots) {
    job.root_count += static_cast<u32>(roots);
  }
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
  if (job.root_count == 0) {
    return CS_OK;
  }
  const auto kernel = local->options.edges != 0 ? cs_kernel_clique_local_edges : cs_kernel_clique_local;
  return launch({local->blocks, LocalPolicy::kThreads, 0, stream}, kernel, job);
}

extern "C" int32_t cs_clique_local_finish(const cs_graph* graph, const cs_clique_local* local, cs_stream stream) {
  constexpr u32 kFinishThreads = 256;
  const auto finish = [&](const u64* counts, u64 number, u64* residues) {
    if (number == 0) {
      return static_cast<int32_t>(CS_OK);
    }
    const u32 grid = std::min(multiprocessors() * 8, blocks_for(2 * number, kFinishThreads));
    return launch(
        {grid, kFinishThreads, 0, stream}, cs_kernel_clique_local_finish, counts, number, local->options.modulus[0],
        local->options.modulus[1], residues);
  };
  CS_RETURN_IF_FAILED(finish(local->counts, graph->active, local->residues));
  return finish(local->edge_counts, local->positions, local->edge_residues);
}
