// Which root a block takes next, and which of its rows belong to a slice.
#pragma once

#include "cliques/worker.cuh"

namespace cliquestream::cliques {

// Rows of the root at a place that belong to this slice: d - 1 - first_row, and every step-th below it. Where a root's first
// row lies is scattered: with places in order, one of more slices than there are roots had rows of like rank of all of them,
// or none, and a sample of it stood for nothing.
struct RowPart {
  static constexpr u32 kScatter = 0x9E3779B1u;  // 2^32 over the golden ratio
  u32 first;
  u32 step;
  // slice_index and half of 2^32 do not overflow. The same modulo a divisor of slice_count, so that slices can be cut.
  __device__ __forceinline__ RowPart(const Job& job, u32 place)
      : first(place < job.row_sliced ? (job.slice_index + (place * kScatter >> 1)) % job.slice_count : 0),
        step(place < job.row_sliced ? job.slice_count : 1) {}
  __device__ __forceinline__ u32 rows(u32 degree) const { return degree > first ? (degree - first - 1) / step + 1 : 0; }
  // Those that have a place in word `word` or beyond.
  __device__ __forceinline__ u32 pass_rows(u32 degree, u32 word) const {
    return degree > 32 * word ? rows(degree - 32 * word) : 0;
  }
  // Handed out in all, in so many passes, from one by the last words to one by all.
  __device__ __forceinline__ u32 turns(u32 degree, u32 passes) const {
    u32 sum = 0;
    for (u32 word = 0; word < passes; word++) {
      sum += pass_rows(degree, word);
    }
    return sum;
  }
};

// Rows of the root at a place that nobody has taken.
__device__ __forceinline__ u32 rows_left(const Job& job, u32 place) {
  const u32 rows = RowPart(job, place).turns(row_length(__ldg(job.rows + __ldg(job.roots + place))), job.passes);
  const u32 taken = read_volatile(job.rows_taken + place);
  return taken < rows ? rows - taken : 0;
}

// A root that the launch before left in the middle, or kNoId: what its blocks were busy with, each block of this launch its own
// and that of every further one which is not there any more. A root that is left is some block's, for a block goes on to
// another only when all rows of its own are taken.
__device__ __forceinline__ u32 root_left(Worker& worker) {
  const Job& job = worker.job;
  u32 place = kNoId, block = worker.sharing.left;
  for (; place == kNoId && block < job.blocks; block += gridDim.x) {
    const u32 busy = read_volatile(job.busy_with + block);
    if (busy != 0 && rows_left(job, busy - 1) != 0) {
      place = busy - 1;
    }
  }
  __syncwarp();
  if (worker.lane == 0) {
    worker.sharing.left = block;
  }
  return place;
}

// The block's next root, by its first warp.
__device__ __forceinline__ void choose_root(Worker& worker) {
  const Job& job = worker.job;
  worker.look();
  u32 place = kNoId;
  if (!worker.paused) {
    place = root_left(worker);
  }
  bool joined = place != kNoId;
  if (!joined && !worker.paused) {
    u32 turn = 0;
    if (worker.lane == 0) {
      turn = atomicAdd(job.taken, 1u);
    }
    turn = __shfl_sync(kFullWarp, turn, 0);
    const u64 at = turn < job.row_sliced
        ? turn
        : job.row_sliced + static_cast<u64>(turn - job.row_sliced) * job.slice_count + job.slice_index;
    if (at < job.root_count && row_length(__ldg(job.rows + __ldg(job.roots + at))) + 1 >= job.least) {
      place = static_cast<u32>(at);
    } else {
      u32 most = 0, where = kNoId;
      for (u32 b = worker.lane; b < gridDim.x; b += 32) {
        const u32 other = read_volatile(job.busy_with + b);
        const u32 left = other == 0 ? 0 : rows_left(job, other - 1);
        if (left > most) {
          most = left;
          where = other - 1;
        }
      }
      const u32 best = __reduce_max_sync(kFullWarp, most);
      if (best >= CliquePolicy::kRowsPerJoiningWarp * (blockDim.x >> 5) * job.rows_at_once) {
        const u32 owner = 31 - __clz(__ballot_sync(kFullWarp, most == best));
        place = __shfl_sync(kFullWarp, where, owner);
        joined = true;
        worker.tally(kJoins, 1);
      }
    }
  }
  if (worker.lane == 0) {
    worker.sharing.root = place;
    worker.sharing.joined = joined;
    worker.sharing.hungry = 0;
    worker.sharing.working = blockDim.x >> 5;
    if (!worker.paused) {  // else the next launch has to know which root this one leaves
      *const_cast<volatile u32*>(job.busy_with + blockIdx.x) = place == kNoId ? 0 : place + 1;
    }
  }
}

}  // namespace cliquestream::cliques
