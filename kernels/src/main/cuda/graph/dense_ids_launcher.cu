// Launchers that make sparse ids dense. See cliquestream_graph.h for the order of the steps.
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>

#include <algorithm>

#include "common/launch.cuh"
#include "common/rows.cuh"
#include "graph/dense_ids_kernels.cuh"

namespace cliquestream::graph {
namespace {

constexpr int kThreads = DenseIdsPolicy::kThreads;

u32 blocks_in_turn(u64 count, u32 of_one_thread) {
  const u32 most = multiprocessors() * DenseIdsPolicy::kBlocksPerSm;
  return std::min(most, blocks_for(divide_up(count, of_one_thread), kThreads));
}

// The last one holds no id: what the scan writes there is the number of all.
u64 records_of(u64 id_bound) { return divide_up(id_bound, u64{1} << kRecordBits) + 1; }

uint2* records_of(const cs_marked_ids& ids) { return reinterpret_cast<uint2*>(ids.records); }

void cut_marked(Carver& carver, u64 id_bound, cs_marked_ids& ids) {
  const u64 records = records_of(id_bound);
  size_t bytes = 0;
  cub::DeviceScan::ExclusiveSum(nullptr, bytes, each_place(SeenIds{nullptr}), SmallerIds{nullptr}, records);
  ids.id_bound = id_bound;
  ids.records = carver.take<u32>(2 * records);
  ids.scratch_bytes = bytes;
  ids.scratch = carver.take<char>(bytes);
}

void cut_sorted(Carver& carver, u64 pairs, cs_sorted_ids& ids) {
  size_t sort = 0, unique = 0;
  cub::DoubleBuffer<u64> keys(nullptr, nullptr);
  cub::DeviceRadixSort::SortKeys(nullptr, sort, keys, 2 * pairs, 0, 64);
  cub::DeviceSelect::Unique(
      nullptr, unique, static_cast<u64*>(nullptr), static_cast<u64*>(nullptr), static_cast<u32*>(nullptr), 2 * pairs);
  ids.pairs = pairs;
  ids.ids[0] = carver.take<u64>(2 * pairs);
  ids.ids[1] = carver.take<u64>(2 * pairs);
  ids.count = carver.take<u32>(1);
  ids.scratch_bytes = std::max(sort, unique);
  ids.scratch = carver.take<char>(ids.scratch_bytes);
}

}  // namespace
}  // namespace cliquestream::graph

using namespace cliquestream;
using namespace cliquestream::graph;

extern "C" uint64_t cs_marked_ids_bytes(uint64_t id_bound) {
  return carved_bytes<cs_marked_ids>([&](Carver& carver, cs_marked_ids& ids) { cut_marked(carver, id_bound, ids); });
}

extern "C" int32_t cs_marked_ids_bind(void* memory, uint64_t bytes, uint64_t id_bound, cs_marked_ids* out) {
  if (memory == nullptr || out == nullptr || id_bound > u64{1} << 32) {
    return CS_INVALID_ARGUMENT;
  }
  Carver carver(memory, bytes);
  cut_marked(carver, id_bound, *out);
  return carver.fits() ? CS_OK : CS_WORKSPACE_TOO_SMALL;
}

extern "C" int32_t cs_marked_ids_start(const cs_marked_ids* ids, cs_stream stream) {
  return status(cudaMemsetAsync(ids->records, 0, records_of(ids->id_bound) * sizeof(uint2), stream));
}

extern "C" int32_t cs_marked_ids_add(
    const cs_marked_ids* ids, const cs_pair* pairs, uint64_t count, cs_stream stream) {
  if (count == 0) {
    return CS_OK;
  }
  return launch(
      {blocks_in_turn(count, DenseIdsPolicy::kInFlight), kThreads, 0, stream}, cs_kernel_mark_ids,
      reinterpret_cast<const uint2*>(pairs), count, ids->id_bound, records_of(*ids));
}

extern "C" int32_t cs_marked_ids_number(const cs_marked_ids* ids, uint32_t* host_count, cs_stream stream) {
  const u64 records = records_of(ids->id_bound);
  size_t bytes = ids->scratch_bytes;
  CS_RETURN_IF_CUDA_FAILED(cub::DeviceScan::ExclusiveSum(
      ids->scratch, bytes, each_place(SeenIds{records_of(*ids)}), SmallerIds{records_of(*ids)}, records, stream));
  return status(cudaMemcpyAsync(
      host_count, &records_of(*ids)[records - 1].y, sizeof(u32), cudaMemcpyDeviceToHost, stream));
}

extern "C" int32_t cs_marked_ids_renumber(
    const cs_marked_ids* ids, cs_pair* pairs, uint64_t count, cs_stream stream) {
  if (count == 0) {
    return CS_OK;
  }
  return launch(
      {blocks_in_turn(count, DenseIdsPolicy::kInFlight), kThreads, 0, stream}, cs_kernel_renumber_marked,
      reinterpret_cast<uint2*>(pairs), count, ids->id_bound, records_of(*ids));
}

extern "C" uint64_t cs_sorted_ids_bytes(uint64_t pairs) {
  return carved_bytes<cs_sorted_ids>([&](Carver& carver, cs_sorted_ids& ids) { cut_sorted(carver, pairs, ids); });
}

extern "C" int32_t cs_sorted_ids_bind(void* memory, uint64_t bytes, uint64_t pairs, cs_sorted_ids* out) {
  if (memory == nullptr || out == nullptr || pairs >= u64{1} << 31) {
    return CS_INVALID_ARGUMENT;
  }
  Carver carver(memory, bytes);
  cut_sorted(carver, pairs, *out);
  return carver.fits() ? CS_OK : CS_WORKSPACE_TOO_SMALL;
}

extern "C" int32_t cs_sorted_ids_number(
    cs_sorted_ids* ids,
    const cs_wide_pair* pairs,
    uint64_t count,
    uint32_t id_bits,
    uint32_t* host_count,
    cs_stream stream) {
  if (count > ids->pairs || id_bits > 64) {
    return CS_INVALID_ARGUMENT;
  }
  const u64 seen = 2 * count;
  CS_RETURN_IF_CUDA_FAILED(
      cudaMemcpyAsync(ids->ids[0], pairs, count * sizeof(cs_wide_pair), cudaMemcpyDeviceToDevice, stream));
  cub::DoubleBuffer<u64> keys(ids->ids[0], ids->ids[1]);
  size_t bytes = ids->scratch_bytes;
  CS_RETURN_IF_CUDA_FAILED(cub::DeviceRadixSort::SortKeys(
      ids->scratch, bytes, keys, seen, 0, static_cast<int>(std::max(id_bits, 1u)), stream));
  ids->ids[0] = keys.Alternate();
  ids->ids[1] = keys.Current();
  bytes = ids->scratch_bytes;
  CS_RETURN_IF_CUDA_FAILED(
      cub::DeviceSelect::Unique(ids->scratch, bytes, ids->ids[1], ids->ids[0], ids->count, seen, stream));
  return status(cudaMemcpyAsync(host_count, ids->count, sizeof(u32), cudaMemcpyDeviceToHost, stream));
}

extern "C" int32_t cs_sorted_ids_renumber(
    const cs_sorted_ids* ids, const cs_wide_pair* pairs, uint64_t count, cs_pair* out, cs_stream stream) {
  if (count == 0) {
    return CS_OK;
  }
  return launch(
      {blocks_in_turn(count, 1), kThreads, 0, stream}, cs_kernel_renumber_sorted,
      reinterpret_cast<const ulonglong2*>(pairs), count, ids->ids[0], ids->count, reinterpret_cast<uint2*>(out));
}
