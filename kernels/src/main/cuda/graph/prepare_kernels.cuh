// Polak's eight steps as streaming kernels around CUB's sort and scan.
#pragma once

#include "common/common.cuh"
#include "graph/keys.cuh"
#include "graph/packed_pairs.cuh"

namespace cliquestream::graph {

// Counts the pairs that threads of a warp meet side by side. Runs of the same first id inside a warp, as in sorted inputs,
// cost one atomic.
class DegreeCount {
 public:
  __device__ DegreeCount(u64 id_bound, u32* degree) : id_bound_(id_bound), degree_(degree) {}
  // By all lanes of a warp together, those without a pair included.
  __device__ __forceinline__ void add(uint2 pair, bool present) {
    const u32 lane = lane_id();
    const bool bad = pair.x >= id_bound_ || pair.y >= id_bound_;
    const bool loop = !bad && pair.x == pair.y;
    invalid_ += present && bad;
    loops_ += present && loop;
    const bool counts = present && !bad && !loop;
    const u32 run = counts ? pair.x : kNoId;
    const u32 before = __shfl_up_sync(kFullWarp, run, 1);
    const bool head = lane == 0 || before != run;
    const u32 heads = __ballot_sync(kFullWarp, head);
    if (counts) {
      if (head) {
        const u32 later = heads & ~lanes_up_to_mine();
        atomicAdd(degree_ + run, (later ? __ffs(later) - 1 : 32) - lane);
      }
      atomicAdd(degree_ + pair.y, 1u);
    }
  }
  __device__ void finish(cs_prepare_header* header) const {
    add_warp_sum(&header->loops, loops_);
    add_warp_sum(&header->invalid, invalid_);
  }

 private:
  u64 id_bound_;
  u32* degree_;
  u64 loops_ = 0, invalid_ = 0;
};

// Degrees by id.
__global__ void cs_kernel_prepare_accumulate(
    const uint2* __restrict__ pairs, u64 count, u64 id_bound, u32* degree, cs_prepare_header* header) {
  DegreeCount degrees(id_bound, degree);
  const u32 lane = lane_id();
  const u64 stride = global_threads();
  for (u64 base = global_thread() - lane; base < count; base += stride) {
    const u64 i = base + lane;
    degrees.add(i < count ? __ldcs(pairs + i) : make_uint2(0, 0), i < count);
  }
  degrees.finish(header);
}

// The same for runs that came packed, which are unpacked on the way; a block of packed pairs at a time.
__global__ void cs_kernel_prepare_unpack(
    const cs_packed_runs runs, u64 blocks, u64 id_bound, u32* degree, cs_prepare_header* header) {
  DegreeCount degrees(id_bound, degree);
  for (u64 block = blockIdx.x; block < blocks; block += gridDim.x) {
    u32 run = 0;
    u64 local = block;
    while (local >= packed_blocks(runs.length[run])) {
      local -= packed_blocks(runs.length[run++]);
    }
    const u64 length = runs.length[run], start = local * kPackedBlock;
    auto* pairs = reinterpret_cast<uint2*>(runs.pairs[run]) + start;
    const u32* packed = runs.packed[run];
    const u32 count = static_cast<u32>(min(static_cast<u64>(kPackedBlock), length - start));
    uint2 shared = make_uint2(0, 0);
    const u32* words = nullptr;
    if (packed != nullptr) {
      shared = __ldg(reinterpret_cast<const uint2*>(packed) + local);
      words = packed + (packed_words(length) - length) + start;
    }
    for (u32 i = threadIdx.x; i < kPackedBlock; i += blockDim.x) {
      uint2 pair = make_uint2(0, 0);
      if (i < count) {
        if (words == nullptr) {
          pair = __ldcs(pairs + i);
        } else {
          const u64 word = __ldcs(words + i);
          pair.x = shared.x + static_cast<u32>(word >> shared.y);
          pair.y = pair.x + static_cast<u32>(word & ((u64{1} << shared.y) - 1));
          __stcs(pairs + i, pair);
        }
      }
      degrees.add(pair, i < count);
    }
  }
  degrees.finish(header);
}

// The largest degree, and the sort's input: every id, its key the smaller, the larger its degree. A stable sort then
// breaks ties by id.
__global__ void cs_kernel_prepare_summarise(
    const u32* __restrict__ degree, u64 id_bound, u32* __restrict__ key, u32* __restrict__ id,
    cs_prepare_header* header) {
  u32 largest = 0;
  u64 active = 0;
  for (u64 i = global_thread(); i < id_bound; i += global_threads()) {
    const u32 d = degree[i];
    key[i] = ~d;
    id[i] = static_cast<u32>(i);
    largest = max(largest, d);
    active += d != 0;
  }
  __shared__ u32 block_largest;
  if (threadIdx.x == 0) {
    block_largest = 0;
  }
  __syncthreads();
  largest = __reduce_max_sync(kFullWarp, largest);
  if (lane_id() == 0) {
    atomicMax(&block_largest, largest);
  }
  block_add<1>({&header->active}, {active});
  if (threadIdx.x == 0 && block_largest != 0) {
    atomicMax(reinterpret_cast<atomic64*>(&header->max_degree), static_cast<atomic64>(block_largest));
  }
}

__global__ void cs_kernel_prepare_ranks(
    const u32* __restrict__ key, const u32* __restrict__ id, u64 id_bound, u64 active, u32* id_to_rank, u32* rank_to_id,
    u32* degrees) {
  const u64 rank = global_thread();
  if (rank >= id_bound) {
    return;
  }
  const u32 vertex = id[rank];
  id_to_rank[vertex] = static_cast<u32>(rank);
  rank_to_id[rank] = vertex;
  if (rank < active) {
    degrees[rank] = ~key[rank];
  }
}

__global__ void cs_kernel_prepare_orient(
    const uint2* __restrict__ pairs, u64 count, const u32* __restrict__ id_to_rank, u32 bits, u64* __restrict__ key) {
  const u64 i = global_thread();
  if (i >= count) {
    return;
  }
  const uint2 pair = __ldcs(pairs + i);
  u64 oriented = bits == 32 ? ~u64{0} : (u64{1} << (2 * bits)) - 1;
  if (pair.x != pair.y) {
    const u32 a = __ldg(id_to_rank + pair.x), b = __ldg(id_to_rank + pair.y);
    oriented = static_cast<u64>(max(a, b)) << bits | min(a, b);
  }
  __stcs(key + i, oriented);
}

// First and last position of every row in the sorted keys; rows without keys keep 0, 0.
__global__ void cs_kernel_prepare_bounds(
    const u64* __restrict__ key, u64 edges, u32 bits, u64* row_first, u64* row_end, cs_prepare_header* header) {
  constexpr u32 kKeys = 4;  // of one thread, two 16-byte loads
  const u64 base = global_thread() * kKeys;
  if (base >= edges) {
    return;
  }
  u64 window[kKeys + 2];  // with the neighbours on both sides
  window[0] = base == 0 ? ~u64{0} : key[base - 1];
  if (base + kKeys <= edges) {
    const ulonglong2 low = reinterpret_cast<const ulonglong2*>(key + base)[0];
    const ulonglong2 high = reinterpret_cast<const ulonglong2*>(key + base)[1];
    window[1] = low.x;
    window[2] = low.y;
    window[3] = high.x;
    window[4] = high.y;
  } else {
#pragma unroll
    for (u32 k = 0; k < kKeys; k++) {
      window[k + 1] = base + k < edges ? key[base + k] : ~u64{0};
    }
  }
  window[kKeys + 1] = base + kKeys < edges ? key[base + kKeys] : ~u64{0};
#pragma unroll
  for (u32 k = 1; k <= kKeys; k++) {
    const u64 i = base + k - 1;
    if (i >= edges) {
      break;
    }
    const u64 source = key_source(window[k], bits);
    if (i == 0 || key_source(window[k - 1], bits) != source) {
      row_first[source] = i;
    }
    if (i + 1 == edges || key_source(window[k + 1], bits) != source) {
      row_end[source] = i + 1;
    }
    if (i != 0 && window[k - 1] == window[k]) {
      add_to(&header->duplicates, 1);
    }
  }
}

// offsets holds the exclusive sums of the rows' quads; turns them into positions and packs the descriptors.
__global__ void cs_kernel_prepare_rows(
    const u64* __restrict__ row_first, const u64* __restrict__ row_end, const u32* __restrict__ degrees, u64 active,
    u64* offsets, u64* rows, cs_prepare_header* header) {
  const u64 u = global_thread();
  u32 length = 0;
  u64 hub_targets = 0;
  if (u <= active) {
    const u64 quad = offsets[u];
    offsets[u] = quad * 4;
    if (u < active) {
      length = static_cast<u32>(row_end[u] - row_first[u]);
      // A longer row shows in the header; cut here, it cannot reach past its descriptor.
      rows[u] = quad << kRowLengthBits | min(length, static_cast<u32>(kRowLengthMask));
      if (u < kHubWindow) {
        hub_targets = degrees[u] - length;  // the edges towards u
      }
    } else {
      header->adjacency_ids = quad * 4;
    }
  }
  if (static_cast<u64>(blockIdx.x) * blockDim.x < kHubWindow) {
    block_add<1>({&header->hub_targets}, {hub_targets});
  }
  length = __reduce_max_sync(kFullWarp, length);
  // Reading first spares the atomic to all but a handful of warps.
  if (lane_id() == 0 && length > *reinterpret_cast<volatile u64*>(&header->max_out_degree)) {
    atomicMax(reinterpret_cast<atomic64*>(&header->max_out_degree), static_cast<atomic64>(length));
  }
}

__global__ void cs_kernel_prepare_fill(
    const u64* __restrict__ key, u64 edges, u32 bits, const u64* __restrict__ row_first, const u64* __restrict__ rows,
    u32* __restrict__ adjacency) {
  const u64 i = global_thread();
  if (i >= edges) {
    return;
  }
  const u64 mine = __ldcs(key + i);
  const u64 source = key_source(mine, bits);
  write_target(__ldg(rows + source), i - __ldg(row_first + source), key_target(mine, bits), adjacency);
}

// Back from distinct oriented keys to pairs of original ids. Sources count from first_rank.
__global__ void cs_kernel_prepare_unrank(
    const u64* __restrict__ key, const u64* __restrict__ count, u64 first_rank, u32 bits,
    const u32* __restrict__ rank_to_id, uint2* out) {
  for (u64 i = global_thread(); i < *count; i += global_threads()) {
    const u64 mine = key[i];
    out[i] = make_uint2(rank_to_id[first_rank + key_source(mine, bits)], rank_to_id[key_target(mine, bits)]);
  }
}

// One warp a row. The sums are the planner's: what each kernel family would have to do.
__global__ void cs_kernel_graph_statistics(
    const u64* __restrict__ rows, const u32* __restrict__ adjacency, u64 active, cs_graph_statistics* out) {
  const u32 lane = lane_id();
  const u64 warps = global_threads() / 32;
  u64 wedges = 0, shorter = 0, targets = 0, prefix = 0, squares = 0, longest = 0, rows_of_bin = 0;
  for (u64 u = global_thread() / 32; u < active; u += warps) {
    const u64 row = rows[u];
    const u32 length = row_length(row);
    const u32* list = adjacency + row_quad(row) * 4;
    for (u32 i = lane; i < length; i += 32) {
      const u32 other = row_length(__ldg(rows + list[i]));
      wedges += i;
      targets += other;
      shorter += min(length, other);
      prefix += min(i, other);
    }
    // Each lane has a bin: millions of rows would wait for one another at a few addresses. No length has more bits than
    // there are lanes.
    rows_of_bin += lane == static_cast<u32>(length == 0 ? 0 : 32 - __clz(length));
    if (lane == 0) {
      squares += static_cast<u64>(length) * length;
      longest = max(longest, static_cast<u64>(length));
    }
  }
  if (rows_of_bin != 0) {
    add_to(&out->histogram[lane], rows_of_bin);
  }
  add_warp_sum(&out->wedges, wedges);
  add_warp_sum(&out->shorter_list, shorter);
  add_warp_sum(&out->target_out_degrees, targets);
  add_warp_sum(&out->shorter_prefix, prefix);
  add_warp_sum(&out->squared_out_degrees, squares);
  if (lane == 0) {
    atomicMax(reinterpret_cast<atomic64*>(&out->max_out_degree), static_cast<atomic64>(longest));
  }
}

}  // namespace cliquestream::graph
