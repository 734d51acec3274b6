// Launcher of the paper's configurations.
#include <algorithm>

#include "common/launch.cuh"
#include "common/units.cuh"
#include "cliques/paper/kernels.cuh"
#include "cliquestream_cliques.h"

namespace cliquestream::cliques::paper {
namespace {

bool valid(const cs_clique_paper_options& o) {
  const bool group = o.group >= 1 && o.group <= 32 && (o.group & (o.group - 1)) == 0;
  const bool sizes = o.method == CS_CLIQUE_ORIENTATION ? o.least == o.most && o.most != CS_CLIQUE_ALL
                                                       : o.method == CS_CLIQUE_PIVOT && o.most >= o.least;
  return group && sizes && o.least >= 3;
}

u32 levels_of(const cs_clique_paper_options& o, u32 widest) {
  // Orientation: a level a vertex; pivoting: two vertices a level.
  return o.method == CS_CLIQUE_ORIENTATION ? std::min(o.most, widest + 1) : widest / 2 + 2;
}

void cut(Carver& carver, u64 max_out_degree, const cs_clique_paper_options& o, cs_clique_work& w) {
  w = {};
  w.options = {o.method, o.least, o.most, 0, 0};
  if (o.method == CS_CLIQUE_PIVOT) {
    w.held = static_cast<u32>(std::min<u64>(o.most == CS_CLIQUE_ALL ? ~0u : o.most + 1ull, max_out_degree / 2 + 5));
    w.pivots = static_cast<u32>(max_out_degree + 2);
  }
  const u64 cells = static_cast<u64>(w.held) * w.pivots;
  w.result_bytes = sizeof(cs_clique_totals) + 2 * cells * sizeof(u64);
  w.totals = reinterpret_cast<cs_clique_totals*>(carver.take<char>(w.result_bytes));
  w.cells_low = reinterpret_cast<u64*>(w.totals + 1);
  w.cells_high = w.cells_low + cells;
  w.state_bytes = 2 * sizeof(u64);
  w.state = reinterpret_cast<u32*>(carver.take<u64>(2));
  const u32 widest = static_cast<u32>(max_out_degree);
  const PaperLayout layout = paper_layout(
      widest, levels_of(o, widest), PaperPolicy::kThreads / o.group, o.method == CS_CLIQUE_PIVOT, o.binary != 0);
  const u64 blocks = static_cast<u64>(multiprocessors()) * (o.blocks_per_sm == 0 ? PaperPolicy::kBlocksPerSm : o.blocks_per_sm);
  w.matrices[0] = carver.take<u32>(layout.words * blocks);
}

using Kernel = void (*)(PaperJob);

Kernel kernel_of(bool pivot, bool binary) {
  return pivot ? (binary ? cs_kernel_clique_paper_pivot_binary : cs_kernel_clique_paper_pivot_lists)
               : (binary ? cs_kernel_clique_paper_orientation_binary : cs_kernel_clique_paper_orientation_lists);
}

}  // namespace
}  // namespace cliquestream::cliques::paper

using namespace cliquestream;
using namespace cliquestream::cliques::paper;

extern "C" uint64_t cs_clique_paper_bytes(uint64_t max_out_degree, const cs_clique_paper_options* options) {
  if (!valid(*options)) {
    return 0;
  }
  return carved_bytes<cs_clique_work>(
      [&](Carver& carver, cs_clique_work& w) { cut(carver, max_out_degree, *options, w); });
}

extern "C" int32_t cs_clique_paper_bind(
    void* memory, uint64_t bytes, uint64_t max_out_degree, const cs_clique_paper_options* options, cs_clique_work* out) {
  if (!valid(*options)) {
    return CS_INVALID_ARGUMENT;
  }
  Carver carver(memory, bytes);
  cut(carver, max_out_degree, *options, *out);
  return carver.fits() ? CS_OK : CS_WORKSPACE_TOO_SMALL;
}

extern "C" int32_t cs_clique_paper_count(
    const cs_graph* graph, uint64_t max_out_degree, const uint32_t* sources, uint64_t positions,
    const cs_clique_paper_options* options, const cs_clique_work* work, const cs_slice* slice, cs_stream stream) {
  if (!valid(*options) || slice->count == 0 || slice->index >= slice->count ||
      (options->edges != 0 && sources == nullptr)) {
    return CS_INVALID_ARGUMENT;
  }
  const bool pivot = options->method == CS_CLIQUE_PIVOT;
  const u32 widest = static_cast<u32>(max_out_degree);
  PaperJob job = {};
  job.rows = graph->rows;
  job.adjacency = graph->adjacency;
  job.sources = options->edges != 0 ? sources : nullptr;
  job.tasks = options->edges != 0 ? positions : graph->active;
  job.taken = reinterpret_cast<u64*>(work->state);
  job.slice_index = slice->index;
  job.slice_count = slice->count;
  job.spared = slice->spared == 1 ? 2 : slice->spared;  // half at most: somebody has to work
  job.leaving = job.taken + 1;
  job.stop = slice->stop;
  job.done = slice->done;
  job.least = options->least;
  job.most = options->most;
  job.group = options->group;
  job.widest = widest;
  job.levels = levels_of(*options, widest);
  job.memory = work->matrices[0];
  job.block_words =
      paper_layout(widest, job.levels, PaperPolicy::kThreads / options->group, pivot, options->binary != 0).words;
  job.histogram = {work->cells_low, work->cells_high, work->held, work->pivots};
  job.total = &work->totals->low;
  job.counters = &work->totals->nodes;
  CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(work->state, 0, work->state_bytes, stream));
  if (job.tasks == 0) {
    return CS_OK;
  }
  const u32 blocks =
      multiprocessors() * (options->blocks_per_sm == 0 ? PaperPolicy::kBlocksPerSm : options->blocks_per_sm);
  return launch({blocks, PaperPolicy::kThreads, 0, stream}, kernel_of(pivot, options->binary != 0), job);
}

extern "C" int32_t cs_clique_paper_units(
    const cs_graph* graph, uint64_t positions, const cs_clique_paper_options* options, uint64_t* device_units,
    cs_stream stream) {
  return write_units(options->edges != 0 ? positions : graph->active, nullptr, nullptr, 0, device_units, stream);
}
