// Launcher of the k-cliques that a batch makes appear and vanish.
#include <algorithm>

#include "change/area.cuh"
#include "change/clique_kernels.cuh"
#include "common/launch.cuh"

namespace cliquestream::change {
namespace {

constexpr int kThreads = ChangePolicy::kThreads;

u32 tiles_of(u64 entries) {
  return static_cast<u32>(divide_up(entries, ChangePolicy::kTileThreads * ChangePolicy::kTileItems));
}
u32 deep_blocks() { return multiprocessors() * ChangePolicy::kDeepBlocksPerSm; }

// What begins as zeros lies first: bytes of it.
u64 cut(Carver& carver, u64 entries, u32 k, u64 list_ids, u64 matrix_words, CliqueJob& job) {
  const u64 tiles = tiles_of(entries);
  job.control = carver.take<CliqueControl>(1);
  job.look_back[0] = carver.take<u64>(tiles);
  job.look_back[1] = carver.take<u64>(tiles);
  job.found = carver.take<u32>(entries);
  const u64 zeros = carver.used();
  job.pair_first = carver.take<u64>(entries + 1);
  job.word_first = carver.take<u64>(entries + 1);
  job.list = carver.take<u32>(list_ids);
  job.list_ids = list_ids;
  job.matrix = carver.take<u32>(matrix_words);
  job.matrix_words = matrix_words;
  if (k > 5) {
    job.stacks = carver.take<u32>(
        static_cast<u64>(deep_blocks()) * (kThreads / 32) * (k - 5) * ChangePolicy::kMostWords);
  }
  job.k = k;
  return zeros;
}

}  // namespace
}  // namespace cliquestream::change

using namespace cliquestream;
using namespace cliquestream::change;

extern "C" uint64_t cs_evolving_cliques_bytes(
    const cs_evolving* e, uint32_t k, uint64_t list_ids, uint64_t matrix_words) {
  Carver carver(nullptr, 0);
  CliqueJob job = {};
  cut(carver, e->entries, k, list_ids, matrix_words, job);
  return carver.used();
}

extern "C" int32_t cs_evolving_cliques(
    const cs_evolving* e, uint32_t k, uint64_t list_ids, uint64_t matrix_words, void* memory, uint64_t bytes,
    cs_change_clique_header* host_header, cs_stream stream) {
  static_assert(CS_CHANGE_MOST_CLIQUE == ChangePolicy::kMostSize, "the header says what the kernels can");
  if (k < 4 || k > ChangePolicy::kMostSize || e->entries == 0 || host_header == nullptr) {
    return CS_INVALID_ARGUMENT;
  }
  Carver carver(memory, bytes);
  CliqueJob job = {};
  const u64 zeros = cut(carver, e->entries, k, list_ids, matrix_words, job);
  if (!carver.fits()) {
    return CS_WORKSPACE_TOO_SMALL;
  }
  job.g = graph_of(*e);
  job.header = host_header;
  CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(memory, 0, zeros, stream));
  const Grid tiles = {tiles_of(e->entries), ChangePolicy::kTileThreads, 0, stream};
  const Grid walking = {walking_blocks(), kThreads, 0, stream};
  CS_RETURN_IF_FAILED(launch(walking, cs_kernel_change_collect, job));
  CS_RETURN_IF_FAILED(launch(tiles, cs_kernel_change_clique_sizes<false>, job));
  if (k == 4) {
    return launch(walking, cs_kernel_change_pairs_of<true>, job);
  }
  CS_RETURN_IF_FAILED(launch(tiles, cs_kernel_change_clique_sizes<true>, job));
  CS_RETURN_IF_FAILED(launch(walking, cs_kernel_change_clique_clear, job));
  CS_RETURN_IF_FAILED(launch(walking, cs_kernel_change_pairs_of<false>, job));
  return k == 5 ? launch(walking, cs_kernel_change_triples, job)
                : launch({deep_blocks(), kThreads, 0, stream}, cs_kernel_change_deep, job);
}
