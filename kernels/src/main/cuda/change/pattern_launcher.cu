// Launchers of the matches of a pattern that a batch makes appear and vanish.
#include <algorithm>

#include "change/area.cuh"
#include "change/pattern_kernels.cuh"
#include "change/pattern_plan.cuh"
#include "common/launch.cuh"

namespace cliquestream::change {
namespace {

u32 tiles_of(u64 entries) {
  return static_cast<u32>(divide_up(entries, ChangePolicy::kTileThreads * ChangePolicy::kTileItems));
}

// What begins as zeros lies first: bytes of it.
u64 cut(Carver& carver, u64 entries, PatternJob& job) {
  job.control = carver.take<PatternControl>(1);
  job.look_back = carver.take<u64>(tiles_of(entries));
  const u64 zeros = carver.used();
  job.candidate_first = carver.take<u64>(entries + 1);
  return zeros;
}

}  // namespace
}  // namespace cliquestream::change

using namespace cliquestream;
using namespace cliquestream::change;

extern "C" int32_t cs_change_pattern_plan(uint32_t vertices, const uint32_t* adjacency, cs_change_pattern* out) {
  return plan_pattern(vertices, adjacency, *out);
}

extern "C" uint64_t cs_evolving_pattern_bytes(const cs_evolving* e) {
  Carver carver(nullptr, 0);
  PatternJob job = {};
  cut(carver, e->entries, job);
  return carver.used();
}

extern "C" int32_t cs_evolving_pattern(
    const cs_evolving* e, const cs_change_pattern* pattern, void* memory, uint64_t bytes,
    cs_change_pattern_header* host_header, cs_stream stream) {
  if (e->entries == 0 || host_header == nullptr || pattern->vertices < 3 ||
      pattern->vertices > CS_CHANGE_MOST_PATTERN || pattern->seeds > CS_CHANGE_MOST_SEEDS ||
      pattern->automorphisms == 0) {
    return CS_INVALID_ARGUMENT;
  }
  Carver carver(memory, bytes);
  PatternJob job = {};
  const u64 zeros = cut(carver, e->entries, job);
  if (!carver.fits()) {
    return CS_WORKSPACE_TOO_SMALL;
  }
  job.g = graph_of(*e);
  job.vertices = pattern->vertices;
  job.automorphisms = pattern->automorphisms;
  CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(memory, 0, zeros, stream));
  const u32 tiles = tiles_of(e->entries);
  u32 blocks = 0;
  CS_RETURN_IF_FAILED(resident_grid(cs_kernel_change_matches, ChangePolicy::kThreads, 0, blocks));
  for (u32 s = 0; s < pattern->seeds; s++) {
    job.seed = pattern->seed[s];
    if (s != 0) {
      CS_RETURN_IF_FAILED(launch({1, ChangePolicy::kThreads, 0, stream}, cs_kernel_change_next_seed, job, tiles));
    }
    CS_RETURN_IF_FAILED(launch({tiles, ChangePolicy::kTileThreads, 0, stream}, cs_kernel_change_candidates, job));
    CS_RETURN_IF_FAILED(launch({blocks, ChangePolicy::kThreads, 0, stream}, cs_kernel_change_matches, job));
  }
  return launch({1, 1, 0, stream}, cs_kernel_change_pattern_header, job, host_header);
}
