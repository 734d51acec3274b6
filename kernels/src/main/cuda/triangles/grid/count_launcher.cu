// Launchers: parts on the device, and the tasks over them.
#include <cub/device/device_scan.cuh>

#include <algorithm>

#include "common/launch.cuh"
#include "triangles/grid/count_kernels.cuh"
#include "triangles/grid/part_kernels.cuh"

namespace cliquestream::grid {
namespace {

constexpr int kThreads = GridPolicy::kThreads;
constexpr u64 kMostArcs = u64{1} << 32;
constexpr u64 kMostPlaces = u64{1} << 31;

u32 streaming_blocks(u64 count) { return std::min(multiprocessors() * 16, blocks_for(count, kThreads)); }

size_t scan_bytes(u64 class_size) {
  size_t bytes = 0;
  cub::DeviceScan::ExclusiveSum(
      nullptr, bytes, static_cast<u32*>(nullptr), static_cast<u32*>(nullptr), std::max<u64>(class_size, 1));
  return bytes + 256;
}

void cut(Carver& carver, u64 arcs, u64 class_size, cs_grid_part& p) {
  p = {};
  p.arc_capacity = arcs;
  p.class_size = class_size;
  p.columns = carver.take<u32>(arcs);
  p.rows = carver.take<cs_two_words>(class_size);
}

void cut(Carver& carver, u64 arcs, u64 class_size, cs_grid_turned& t) {
  t = {};
  t.arc_capacity = arcs;
  t.class_size = class_size;
  t.ends = carver.take<u32>(class_size);
  t.sources = carver.take<u32>(arcs);
  t.taken = carver.take<u32>(1);
  t.scratch_bytes = scan_bytes(class_size);
  t.scratch = carver.take<char>(t.scratch_bytes);
}

PartView view(const cs_grid_part& part) { return {part.columns, reinterpret_cast<const uint2*>(part.rows)}; }

}  // namespace
}  // namespace cliquestream::grid

using namespace cliquestream;
using namespace cliquestream::grid;

extern "C" uint64_t cs_grid_part_bytes(uint64_t arcs, uint64_t class_size) {
  return carved_bytes<cs_grid_part>([&](Carver& carver, cs_grid_part& part) { cut(carver, arcs, class_size, part); });
}

extern "C" int32_t cs_grid_part_bind(
    void* memory, uint64_t bytes, uint64_t arcs, uint64_t class_size, cs_grid_part* out) {
  if (arcs >= kMostArcs || class_size >= kMostPlaces) {
    return CS_UNSUPPORTED;
  }
  Carver carver(memory, bytes);
  cut(carver, arcs, class_size, *out);
  return carver.fits() ? CS_OK : CS_WORKSPACE_TOO_SMALL;
}

extern "C" int32_t cs_grid_part_index(
    cs_grid_part* part, uint64_t arcs, const cs_two_words* rows, uint64_t row_count, cs_stream stream) {
  if (arcs > part->arc_capacity || row_count > part->class_size) {
    return CS_WORKSPACE_TOO_SMALL;
  }
  part->arcs = arcs;
  if (part->class_size != 0) {
    CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(part->rows, 0, part->class_size * sizeof(cs_two_words), stream));
  }
  return row_count == 0
      ? CS_OK
      : launch(
            {streaming_blocks(row_count), kThreads, 0, stream}, cs_kernel_grid_index,
            reinterpret_cast<const uint2*>(rows), row_count, static_cast<u32>(arcs),
            reinterpret_cast<uint2*>(part->rows));
}

extern "C" uint64_t cs_grid_turned_bytes(uint64_t arcs, uint64_t class_size) {
  return carved_bytes<cs_grid_turned>(
      [&](Carver& carver, cs_grid_turned& turned) { cut(carver, arcs, class_size, turned); });
}

extern "C" int32_t cs_grid_turned_bind(
    void* memory, uint64_t bytes, uint64_t arcs, uint64_t class_size, cs_grid_turned* out) {
  if (arcs >= kMostArcs || class_size >= kMostPlaces) {
    return CS_UNSUPPORTED;
  }
  Carver carver(memory, bytes);
  cut(carver, arcs, class_size, *out);
  return carver.fits() ? CS_OK : CS_WORKSPACE_TOO_SMALL;
}

extern "C" int32_t cs_grid_turn(cs_grid_turned* turned, const cs_grid_part* part, cs_stream stream) {
  if (part->arcs > turned->arc_capacity || part->class_size != turned->class_size) {
    return CS_WORKSPACE_TOO_SMALL;
  }
  turned->arcs = part->arcs;
  if (part->arcs == 0) {
    return CS_OK;
  }
  CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(turned->ends, 0, turned->class_size * sizeof(u32), stream));
  CS_RETURN_IF_FAILED(launch(
      {streaming_blocks(part->arcs), kThreads, 0, stream}, cs_kernel_grid_turn_count, part->columns, part->arcs,
      turned->ends));
  size_t bytes = turned->scratch_bytes;
  CS_RETURN_IF_CUDA_FAILED(cub::DeviceScan::ExclusiveSum(
      turned->scratch, bytes, turned->ends, turned->ends, turned->class_size, stream));
  return launch(
      {streaming_blocks(turned->class_size * GridPolicy::kTurnLanes), kThreads, 0, stream}, cs_kernel_grid_turn_place,
      reinterpret_cast<const uint2*>(part->rows), part->columns, turned->class_size, turned->ends, turned->sources);
}

extern "C" int32_t cs_grid_count(
    const cs_grid_turned* turned, const cs_grid_part* ik, const cs_grid_part* jk, const cs_slice* slice,
    uint64_t* device_count, cs_stream stream) {
  if (slice->count == 0 || slice->index >= slice->count || ik->class_size != turned->class_size ||
      jk->class_size != turned->class_size) {
    return CS_INVALID_ARGUMENT;
  }
  constexpr u32 kWarps = GridPolicy::kCountThreads / 32;
  const u32 most_blocks = multiprocessors() * GridPolicy::kCountBlocksPerSm;
  const u64 takes = u64{most_blocks} * kWarps * GridPolicy::kTakesPerWarp;
  const u32 piece = static_cast<u32>(
      std::clamp<u64>(turned->arcs / takes, GridPolicy::kLeastPiece, GridPolicy::kMostPiece));
  const u64 pieces = divide_up(turned->arcs, piece);
  const u32 first = static_cast<u32>(pieces * slice->index / slice->count);
  const u32 last = static_cast<u32>(pieces * (slice->index + 1) / slice->count);
  if (first == last) {
    return CS_OK;
  }
  CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(turned->taken, 0, sizeof(u32), stream));
  const TaskView task = {
      turned->ends,
      turned->sources,
      static_cast<u32>(turned->arcs),
      static_cast<u32>(turned->class_size),
      view(*ik),
      view(*jk)};
  return launch(
      {std::min(most_blocks, blocks_for(last - first, kWarps)), GridPolicy::kCountThreads, 0, stream},
      cs_kernel_grid_count, task, first, last, piece, turned->taken, slice->stop, slice->done, device_count);
}

extern "C" int32_t cs_grid_units(uint64_t units, uint64_t* device_units, cs_stream stream) {
  return write_units(units, nullptr, nullptr, 0, device_units, stream);
}
