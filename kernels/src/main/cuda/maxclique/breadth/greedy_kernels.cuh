// Greedy cliques, one from each seed: the candidates are the seed's neighbours, and of them the one with the largest key
// is taken, the others filtered by adjacency to it, until none is left (Geil et al., section III). A single run is the
// same with the vertex of largest key as its one seed. A seed is given up when even all its candidates would not beat
// the best clique; seeds come by falling key, so the first with a key too small ends a block. Equal keys: smaller rank.
#pragma once

#include "maxclique/breadth/state.cuh"

namespace cliquestream::breadth {

struct GreedyShared {
  u64 best;
  u32 count;
  u32 seed;
  u32 bound;
};

__device__ __forceinline__ void grow_from_seed(
    const View& v, u32 seed, u32* slab, u32 most_candidates, u32* witness, GreedyShared& shared) {
  const u32 tid = threadIdx.x, threads = blockDim.x;
  const uint2 row = v.neighbour_rows[seed];
  u32* chosen = slab + 2ull * most_candidates;
  const u32* candidates = v.neighbours + row.x;
  u32 count = row.y, size = 1, side = 0;
  if (tid == 0) {
    chosen[0] = seed;
  }
  for (; count != 0; size++) {
    __syncthreads();
    if (tid == 0) {
      shared.best = 0;
      shared.count = 0;
      shared.bound = read_volatile(&v.header->bound);
    }
    __syncthreads();
    if (size + count <= shared.bound) {
      return;
    }
    u64 best = 0;
    for (u32 i = tid; i < count; i += threads) {
      const u32 w = candidates[i];
      best = max(best, static_cast<u64>(v.greedy_keys[w]) << 32 | (kNoId - w));
    }
#pragma unroll
    for (int distance = 16; distance; distance >>= 1) {
      best = max(best, __shfl_xor_sync(kFullWarp, best, distance));
    }
    if (lane_id() == 0) {
      atomicMax(reinterpret_cast<atomic64*>(&shared.best), static_cast<atomic64>(best));
    }
    __syncthreads();
    const u32 taken = kNoId - static_cast<u32>(shared.best);
    u32* out = slab + static_cast<u64>(side) * most_candidates;
    for (u32 base = 0; base < count; base += threads) {
      const u32 i = base + tid;
      const u32 w = i < count ? candidates[i] : taken;
      const bool stays = w != taken && adjacent(v, w, taken);
      const u32 staying = __ballot_sync(kFullWarp, stays);
      u32 at = 0;
      if (lane_id() == 0 && staying != 0) {
        at = atomicAdd(&shared.count, static_cast<u32>(__popc(staying)));
      }
      at = __shfl_sync(kFullWarp, at, 0);
      if (stays) {
        out[at + __popc(staying & lanes_below_mine())] = w;
      }
    }
    if (tid == 0) {
      chosen[size] = taken;
    }
    __syncthreads();
    count = shared.count;
    candidates = out;
    side ^= 1;
  }
  __syncthreads();
  if (tid == 0) {
    shared.bound = atomicMax(&v.header->bound, size);
  }
  __syncthreads();
  if (size > shared.bound) {
    for (u32 i = tid; i < size; i += threads) {
      witness[1 + i] = v.rank_to_id[chosen[i]];
    }
    if (tid == 0) {
      witness[0] = size;
    }
  }
}

// The clique list is empty yet: its memory holds the candidates, two buffers and the clique of each block.
__global__ void cs_kernel_breadth_greedy(const View v, u64 slab_words) {
  __shared__ GreedyShared shared;
  const u32 most = v.active == 0 ? 0 : v.degrees[0];
  const u64 slab = 2ull * most + v.max_list + 2;
  if (slab * (blockIdx.x + 1) > slab_words) {
    return;
  }
  u32* witness = v.witness + static_cast<u64>(v.teams + 1 + blockIdx.x) * v.slot_words();
  for (;;) {
    __syncthreads();
    if (threadIdx.x == 0) {
      const u32 next = is_up(v.stop) ? kNoId : atomicAdd(&v.state->next_seed, 1u);
      shared.seed = next < v.seed_count ? (v.seeds != nullptr ? v.seeds[next] : next) : kNoId;
      shared.bound = read_volatile(&v.header->bound);
    }
    __syncthreads();
    const u32 seed = shared.seed;
    if (seed == kNoId || v.greedy_keys[seed] + 1 <= shared.bound) {
      return;
    }
    grow_from_seed(v, seed, v.entries + slab * blockIdx.x, most, witness, shared);
  }
}

}  // namespace cliquestream::breadth
