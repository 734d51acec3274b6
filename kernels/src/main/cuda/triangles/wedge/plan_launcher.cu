// Launchers of the wedge plan: survey (sizes), then plan (entries, groups, items, core matrices).
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>
#include <thrust/iterator/transform_iterator.h>

#include <algorithm>

#include "common/launch.cuh"
#include "triangles/wedge/core_plan_kernels.cuh"
#include "triangles/wedge/emit_kernels.cuh"
#include "triangles/wedge/plan.cuh"
#include "triangles/wedge/plan_kernels.cuh"

namespace cliquestream::wedge {
namespace {

constexpr int kThreads = 256;

struct ToBases {
  __host__ __device__ RowBases operator()(const uint4& c) const { return {c.x, c.y, c.z}; }
};
struct Plus {
  __host__ __device__ RowBases operator()(const RowBases& a, const RowBases& b) const { return a + b; }
};

cudaError_t scan_rows(void* scratch, size_t& bytes, const u32* counts, u64* bases, u64 active, cudaStream_t stream) {
  const auto in = thrust::make_transform_iterator(reinterpret_cast<const uint4*>(counts), ToBases{});
  return cub::DeviceScan::ExclusiveScan(
      scratch, bytes, in, reinterpret_cast<RowBases*>(bases), Plus{}, RowBases{0, 0, 0}, active, stream);
}

void cut_survey(Carver& carver, u64 active, cs_wedge_survey& s) {
  s.header = carver.take<cs_wedge_header>(1);
  s.split_rows = carver.take<u64>(active);
  s.counts = carver.take<u32>(active * 4);
  s.bases = carver.take<u64>(active * 3);
  size_t bytes = 0;
  scan_rows(nullptr, bytes, nullptr, nullptr, std::max<u64>(active, 1), nullptr);
  s.scratch_bytes = bytes + 256;
  s.scratch = carver.take<char>(s.scratch_bytes);
}

size_t sort_scratch(u64 entries, bool wide, bool is_signed) {
  size_t bytes = 0;
  cub::DoubleBuffer<u64> keys(nullptr, nullptr);
  if (wide) {
    cub::DoubleBuffer<u32> owners(nullptr, nullptr);
    cub::DeviceRadixSort::SortPairs(nullptr, bytes, owners, keys, entries, 0, 32);
  } else if (is_signed) {
    cub::DoubleBuffer<u64> signatures(nullptr, nullptr);
    cub::DeviceRadixSort::SortPairs(nullptr, bytes, keys, signatures, entries, 0, 64);
  } else {
    cub::DeviceRadixSort::SortKeys(nullptr, bytes, keys, entries, 0, 64);
  }
  return bytes;
}

// sm_80 to sm_90 multiply bits in hardware; later processors only emulate it, slower than probing.
bool multiplies_bits(const DeviceLimits& device) { return device.major < 10 && core_fits(device); }

u64 chunk_probes(const cs_wedge_options& options, u64 probes) {
  if (options.chunk_probes != 0) {
    return options.chunk_probes;
  }
  const u64 workers = static_cast<u64>(multiprocessors()) * WedgePolicy::kHubBlocksPerSm;
  return std::clamp(
      probes / (workers * WedgePolicy::kItemsPerBlock), WedgePolicy::kLeastChunkProbes,
      WedgePolicy::kMostChunkProbes);
}

// Whether 32 bits hold the place of every hub entry.
bool places_fit(const cs_wedge_plan& plan) {
  return plan.options.far_places == 0 && plan.header.hub_room <= 0xFFFFFFFFull;
}

u64 block_probes(const cs_wedge_options& options) {
  return options.block_probes != 0 ? options.block_probes : WedgePolicy::kBlockProbes;
}

// Items of a queue at most: one per owner, and one per chunk of work. Entries round up to units
// at both ends.
u64 most_items(u64 active, u64 entries, u64 probes, u64 chunk, u32 unit) {
  const u64 units = probes / unit + 2 * entries;
  return std::min(active, entries) + units / std::max(chunk / unit / 4, WedgePolicy::kLeastChunkUnits) + 1;
}

// Where starts and lengths fit an entry.
void choose_format(u64 units, u64 longest, cs_wedge_queue& q) {
  q.start_bits = bits_below(units + 1);
  q.length_bits = bits_below(longest + WedgePolicy::kIdsPerTailUnit + 1);
}

void cut_items(Carver& carver, u64 active, u64 probes, u64 chunk, u32 unit, cs_wedge_queue& q) {
  q.item_capacity = most_items(active, q.entries, probes, chunk, unit);
  q.items = carver.take<Item>(q.item_capacity);
  q.class_state = carver.take<u32>(kStateWords);
}

void cut_hub(Carver& carver, u64 active, const cs_wedge_header& header, u64 chunk, cs_wedge_queue& q) {
  q = {};
  q.entries = header.hub_entries;
  if (q.entries == 0) {
    return;
  }
  choose_format(header.hub_octets, header.max_length, q);
  q.grouped = 1;
  q.entry[0] = carver.take<u64>(header.hub_room);
  q.owner_work = carver.take<u64>(OwnerProgress::words(active));
  cut_items(carver, active, header.hub_probes, chunk, WedgePolicy::kIdsPerHubUnit, q);
}

bool wide(const cs_wedge_queue& q) { return q.owner_bits + q.start_bits + q.length_bits > 64; }

// Whether entries that will be walked carry signatures of their ids: where prefixes are so short that most of them have
// nothing in common with their owner's list even so.
bool signs(const cs_wedge_header& header, const cs_wedge_queue& q) {
  return q.grouped != 0 && !wide(q) && header.tail_probes <= header.tail_entries * WedgePolicy::kSignedPrefix;
}

void cut_tail(
    Carver& carver, const cs_graph& graph, const cs_wedge_header& header, u64 chunk, bool grouped, cs_wedge_queue& q) {
  q = {};
  q.entries = header.tail_entries;
  if (q.entries == 0) {
    return;
  }
  choose_format(graph.adjacency_capacity / WedgePolicy::kIdsPerTailUnit, header.max_length, q);
  q.owner_bits = bits_below(graph.active);
  q.grouped = grouped;
  for (int i = 0; i < (grouped ? 2 : 1); i++) {
    q.entry[i] = carver.take<u64>(q.entries);
    q.owner_key[i] = wide(q) ? carver.take<u32>(q.entries) : nullptr;
    q.signature[i] = signs(header, q) ? carver.take<u64>(q.entries) : nullptr;
  }
  q.row_signature = signs(header, q) ? carver.take<u64>(graph.active) : nullptr;
  if (grouped) {
    q.owner_begin = carver.take<u64>(graph.active);
    q.owner_end = carver.take<u64>(graph.active);
    q.owner_work = carver.take<u64>(graph.active);
    cut_items(carver, graph.active, header.tail_probes, chunk, WedgePolicy::kIdsPerTailUnit, q);
  }
}

// Whether tail entries are walked as they come instead of being grouped by owner.
bool few_tails(const cs_wedge_options& options, const cs_wedge_header& header) {
  switch (options.few_tails) {
    case 1: return true;
    case 2: return false;
    case 3: return header.tail_probes <= header.tail_entries * WedgePolicy::kWalkedPrefix;
    default: return header.tail_entries <= WedgePolicy::kFewTailEntries;
  }
}

// Whether a plan that is kept copies the heads of the rows: where most edges lie between very short ones.
bool keeps_heads(const cs_graph& graph, const cs_wedge_options& options, const cs_wedge_header& header) {
  return options.few_tails != 3 && header.tiny_edges > graph.edges / 2;
}

void cut_plan(
    Carver& carver, const cs_graph& graph, const cs_wedge_options& options, const cs_wedge_header& header,
    cs_wedge_plan& plan) {
  plan = {};
  plan.header = header;
  plan.options = options;
  plan.total_probes = header.hub_probes + header.tail_probes;
  const u64 chunk = chunk_probes(options, plan.total_probes);
  if (header.hub_entries != 0 || header.tail_entries != 0) {
    plan.hub_ids = carver.take<u16>(header.hub_octets * WedgePolicy::kIdsPerHubUnit);
  }
  cut_hub(carver, graph.active, header, chunk, plan.hub);
  cut_tail(carver, graph, header, chunk, !few_tails(options, header), plan.tail);
  const CoreShape shape = core_shape(header);
  u64 words = 0;
  for (u32 k = 0; k < shape.classes; k++) {
    const u64 padded = static_cast<u64>(shape.tiles[k]) * WedgePolicy::kCoreTile;
    plan.core_rows_padded += padded;
    words += padded * (core_columns(shape.core_class[k]) / 32);
  }
  plan.core_width = shape.width;
  if (shape.classes != 0) {
    plan.core_row_list = carver.take<u32>(plan.core_rows_padded);
    plan.core_row_bits = carver.take<u32>(words);
    plan.core_matrix = carver.take<u32>(static_cast<u64>(shape.width) * shape.width / 32);
  }
  plan.heads = keeps_heads(graph, options, header) ? carver.take<u32>(graph.active * 4) : nullptr;
  plan.core_cursor = carver.take<u32>(WedgePolicy::kCoreClasses);
  plan.taken = carver.take<u32>(kTakenWords);
  plan.scratch_bytes = 256;
  if (plan.tail.grouped != 0) {
    plan.scratch_bytes += sort_scratch(plan.tail.entries, wide(plan.tail), signs(header, plan.tail));
  }
  plan.scratch = carver.take<char>(plan.scratch_bytes);
}

// Cuts the owners of a queue into items, once their entries are where they belong.
int32_t make_items(
    const cs_graph& graph, const cs_wedge_plan& plan, const cs_wedge_queue& q, bool tail, cudaStream_t stream) {
  CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(q.class_state, 0, kStateWords * sizeof(u32), stream));
  const u32 unit = tail ? WedgePolicy::kIdsPerTailUnit : WedgePolicy::kIdsPerHubUnit;
  const ItemRule rule = {
      tail, static_cast<u32>(plan.header.split), chunk_probes(plan.options, plan.total_probes) / unit,
      block_probes(plan.options) / unit, !places_fit(plan)};
  for (Item* items : {static_cast<Item*>(nullptr), static_cast<Item*>(q.items)}) {
    CS_RETURN_IF_FAILED(launch(
        {blocks_for(graph.active, kThreads), kThreads, 0, stream}, cs_kernel_wedge_items, graph.rows,
        plan.survey.split_rows, reinterpret_cast<const RowBases*>(plan.survey.bases),
        OwnerEntries{q.owner_begin, q.owner_end, q.owner_work}, graph.active, rule, q.class_state, items));
  }
  return CS_OK;
}

int32_t group_tail(const cs_graph& graph, const cs_wedge_plan& plan, cs_wedge_queue& q, cudaStream_t stream) {
  size_t bytes = plan.scratch_bytes;
  cub::DoubleBuffer<u64> entries(q.entry[0], q.entry[1]);
  const int low = static_cast<int>(q.start_bits + q.length_bits);
  if (q.owner_key[0] != nullptr) {
    cub::DoubleBuffer<u32> owners(q.owner_key[0], q.owner_key[1]);
    CS_RETURN_IF_CUDA_FAILED(cub::DeviceRadixSort::SortPairs(
        plan.scratch, bytes, owners, entries, q.entries, 0, static_cast<int>(q.owner_bits), stream));
    q.owner_key[0] = owners.Current();
    q.owner_key[1] = owners.Alternate();
  } else if (q.signature[0] != nullptr) {
    cub::DoubleBuffer<u64> signatures(q.signature[0], q.signature[1]);
    CS_RETURN_IF_CUDA_FAILED(cub::DeviceRadixSort::SortPairs(
        plan.scratch, bytes, entries, signatures, q.entries, low, low + static_cast<int>(q.owner_bits), stream));
    q.signature[0] = signatures.Current();
    q.signature[1] = signatures.Alternate();
  } else {
    CS_RETURN_IF_CUDA_FAILED(cub::DeviceRadixSort::SortKeys(
        plan.scratch, bytes, entries, q.entries, low, low + static_cast<int>(q.owner_bits), stream));
  }
  q.entry[0] = entries.Current();
  q.entry[1] = entries.Alternate();
  const u64 area = reinterpret_cast<char*>(q.owner_work + graph.active) - reinterpret_cast<char*>(q.owner_begin);
  CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(q.owner_begin, 0, area, stream));
  CS_RETURN_IF_FAILED(launch(
      {blocks_for(q.entries, kThreads * 4), kThreads, 0, stream}, cs_kernel_wedge_group, q.entry[0], q.owner_key[0],
      q.entries, EntryFormat{q.start_bits, q.length_bits}, WedgePolicy::kIdsPerTailUnit, q.owner_begin, q.owner_end,
      q.owner_work));
  return make_items(graph, plan, q, true, stream);
}

}  // namespace

CoreShape core_shape(const cs_wedge_header& header) {
  CoreShape s = {};
  for (u32 c = WedgePolicy::kCoreClasses; c > 0; c--) {
    const u64 rows = header.core_rows[c - 1];
    if (rows == 0) {
      continue;
    }
    const u32 k = s.classes++;
    const u32 columns = core_columns(c);
    s.width = std::max(s.width, columns);
    s.core_class[k] = c;
    s.tiles[k] = static_cast<u32>(divide_up(rows, WedgePolicy::kCoreTile));
    s.first_unit[k + 1] = s.first_unit[k] + s.tiles[k] * (columns / WedgePolicy::kCoreTile);
    if (k + 1 < WedgePolicy::kCoreClasses) {
      const u64 padded = static_cast<u64>(s.tiles[k]) * WedgePolicy::kCoreTile;
      s.first_row[k + 1] = s.first_row[k] + padded;
      s.first_word[k + 1] = s.first_word[k] + padded * (columns / 32);
    }
  }
  return s;
}

int32_t bind_plan(
    const cs_graph& graph, const cs_wedge_options& options, const cs_wedge_survey& survey,
    const cs_wedge_header& header, void* memory, u64 bytes, cs_wedge_plan& plan) {
  Carver carver(memory, bytes);
  cut_plan(carver, graph, options, header, plan);
  plan.survey = survey;
  return carver.fits() ? CS_OK : CS_WORKSPACE_TOO_SMALL;
}

int32_t build_core(const cs_graph& graph, const cs_wedge_plan& plan, cudaStream_t stream) {
  const CoreShape shape = core_shape(plan.header);
  if (shape.classes == 0) {
    return CS_OK;
  }
  CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(plan.core_row_list, 0xFF, plan.core_rows_padded * sizeof(u32), stream));
  CS_RETURN_IF_CUDA_FAILED(
      cudaMemsetAsync(plan.core_cursor, 0, WedgePolicy::kCoreClasses * sizeof(u32), stream));
  CS_RETURN_IF_FAILED(launch(
      {blocks_for(graph.active, kThreads), kThreads, 0, stream}, cs_kernel_wedge_core_list, plan.survey.split_rows,
      graph.active, shape, plan.core_cursor, plan.core_row_list));
  return launch(
      {blocks_for((plan.core_rows_padded + shape.width) * 32, WedgePolicy::kCoreBitsThreads), WedgePolicy::kCoreBitsThreads, 0, stream},
      cs_kernel_wedge_core_bits, graph.rows, graph.adjacency, plan.survey.split_rows, graph.active, shape,
      plan.core_rows_padded, plan.core_row_list, plan.core_row_bits, plan.core_matrix);
}

int32_t start_entries(const cs_graph& graph, const cs_wedge_plan& plan, cudaStream_t stream) {
  if (plan.hub.entries == 0 && plan.tail.entries == 0) {
    return CS_OK;
  }
  const cs_wedge_survey& survey = plan.survey;
  size_t scratch = survey.scratch_bytes;
  CS_RETURN_IF_CUDA_FAILED(scan_rows(survey.scratch, scratch, survey.counts, survey.bases, graph.active, stream));
  if (plan.hub.entries == 0) {
    return CS_OK;
  }
  return launch(
      {blocks_for(graph.active, kThreads), kThreads, 0, stream}, cs_kernel_wedge_start_owners,
      reinterpret_cast<const RowBases*>(survey.bases), graph.active, !places_fit(plan), plan.hub.owner_work);
}

int32_t build_entries(const cs_graph& graph, cs_wedge_plan& plan, cudaStream_t stream) {
  const cs_wedge_survey& survey = plan.survey;
  cs_wedge_queue& hub = plan.hub;
  cs_wedge_queue& tail = plan.tail;
  if (hub.entries != 0 || tail.entries != 0) {
    const auto* bases = reinterpret_cast<const RowBases*>(survey.bases);
    const HubTarget hub_target = {
        hub.entry[0], reinterpret_cast<atomic64*>(hub.owner_work), places_fit(plan) ? nullptr : bases,
        {hub.start_bits, hub.length_bits}};
    const TailTarget tail_target = {
        tail.entry[0], tail.owner_key[0], tail.signature[0], tail.row_signature, {tail.start_bits, tail.length_bits}};
    const auto emit = tail.signature[0] != nullptr ? cs_kernel_wedge_emit_signed : cs_kernel_wedge_emit;
    CS_RETURN_IF_FAILED(launch(
        {blocks_for(graph.active * RowLanes::kLanes, kThreads), kThreads, 0, stream}, emit,
        {graph.rows, graph.adjacency, graph.active, plan.options.tiny, survey.header, survey.split_rows, bases, plan.hub_ids},
        hub_target, tail_target));
  }
  if (plan.heads != nullptr) {
    CS_RETURN_IF_FAILED(launch(
        {blocks_for(graph.active, kThreads), kThreads, 0, stream}, cs_kernel_wedge_heads, graph.rows, graph.adjacency,
        graph.active, reinterpret_cast<uint4*>(plan.heads)));
  }
  if (hub.entries != 0) {
    CS_RETURN_IF_FAILED(make_items(graph, plan, hub, false, stream));
  }
  return tail.grouped ? group_tail(graph, plan, tail, stream) : CS_OK;
}

}  // namespace cliquestream::wedge

using namespace cliquestream;
using namespace cliquestream::wedge;

extern "C" uint64_t cs_wedge_survey_bytes(const cs_graph* graph) {
  return carved_bytes<cs_wedge_survey>(
      [&](Carver& carver, cs_wedge_survey& s) { cut_survey(carver, graph->active, s); });
}

extern "C" int32_t cs_wedge_survey_run(
    const cs_graph* graph, const cs_prepare_header* prepared, const cs_wedge_options* options, void* memory,
    uint64_t bytes, cs_wedge_survey* survey, cs_wedge_header* host_header, cs_stream stream) {
  Carver carver(memory, bytes);
  cut_survey(carver, graph->active, *survey);
  if (!carver.fits()) {
    return CS_WORKSPACE_TOO_SMALL;
  }
  // An owner's work is counted in 32 bits; no device holds the entries of so many edges.
  if (graph->edges / WedgePolicy::kIdsPerHubUnit + graph->active >= u64{1} << 32) {
    return CS_UNSUPPORTED;
  }
  CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(survey->header, 0, sizeof(cs_wedge_header), stream));
  if (graph->active != 0) {
    const SurveyOptions chosen = {
        options->core != 0 && multiplies_bits(device_limits()), options->tiny, options->split,
        options->core_gain != 0       ? options->core_gain
            : options->few_tails == 3 ? WedgePolicy::kCoreGainOnce
                                      : WedgePolicy::kCoreGain};
    const u32 blocks = std::min(multiprocessors() * 8, blocks_for(graph->active, kThreads));
    CS_RETURN_IF_FAILED(launch(
        {blocks, kThreads, 0, stream}, cs_kernel_wedge_survey, graph->rows, graph->adjacency, graph->degrees,
        graph->active, graph->edges, chosen, prepared, survey->split_rows, reinterpret_cast<uint4*>(survey->counts),
        survey->header));
  }
  return status(cudaMemcpyAsync(
      host_header, survey->header, sizeof(cs_wedge_header), cudaMemcpyDeviceToHost, stream));
}

extern "C" uint64_t cs_wedge_plan_bytes(
    const cs_graph* graph, const cs_wedge_options* options, const cs_wedge_header* header) {
  return carved_bytes<cs_wedge_plan>(
      [&](Carver& carver, cs_wedge_plan& plan) { cut_plan(carver, *graph, *options, *header, plan); });
}

extern "C" int32_t cs_wedge_plan_run(
    const cs_graph* graph, const cs_wedge_options* options, const cs_wedge_survey* survey,
    const cs_wedge_header* header, void* memory, uint64_t bytes, cs_wedge_plan* plan, cs_stream stream) {
  CS_RETURN_IF_FAILED(bind_plan(*graph, *options, *survey, *header, memory, bytes, *plan));
  if (graph->active == 0) {
    return CS_OK;
  }
  CS_RETURN_IF_FAILED(build_core(*graph, *plan, stream));
  CS_RETURN_IF_FAILED(start_entries(*graph, *plan, stream));
  return build_entries(*graph, *plan, stream);
}
