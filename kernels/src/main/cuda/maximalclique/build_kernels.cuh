// From roots to subproblems. The candidates of a root u are N+(u); every other common neighbour is a later one, and is
// kept as its row over the candidates. A later neighbour x excludes a clique only while its row S holds the clique and
// all that can still join it, so that
//   - a row without a member is dropped;
//   - a row of all candidates ends the root: x joins every clique;
//   - a row is dropped when some candidate w is adjacent to all of S: whatever x excludes lies in S, and w, which is
//     not in S, excludes it as well (or is still a candidate, which ends in no clique either).
// (Maximality reductions in the sense of RMCE; the same test prunes again where a search goes over to one word.)
//
// A warp builds a root of at most 32 candidates in registers, a block any other one: it hashes N+(u) and streams the
// rows of all neighbours.
#pragma once

#include "common/search.cuh"
#include "maximalclique/work.cuh"

namespace cliquestream::maximalclique {

__device__ __forceinline__ void note_area(const View& v, u32 set_words, u32 count, u32 excluded) {
  atomicMax(reinterpret_cast<atomic64*>(&v.state->most_words), static_cast<atomic64>(area_of(set_words, count, excluded)));
}

// Which of `count` ascending ids (32 places, padded with kNoId) lie in the row of `vertex`; the same for all lanes.
__device__ __forceinline__ u32 members_in_row(const View& v, const u32* ids, u32 count, u32 vertex) {
  const u32 lane = lane_id();
  const u64 row = v.rows[vertex];
  const u32* list = v.adjacency + row_quad(row) * 4;
  const u32 length = row_length(row);
  u32 mask = 0;
  if (length > MaximalPolicy::kStreamed) {
    if (lane < count) {
      mask = contains(list, length, ids[lane]) ? 1u << lane : 0;
    }
    return __reduce_or_sync(kFullWarp, mask);
  }
  const u32 last = ids[count - 1];
  for (u32 begin = 0; begin < length; begin += 32) {
    const u32 id = begin + lane < length ? list[begin + lane] : kNoId;
    u32 at = 0;
#pragma unroll
    for (u32 step = 16; step != 0; step >>= 1) {
      at += ids[at + step - 1] < id ? step : 0;
    }
    mask |= id != kNoId && ids[at] == id ? 1u << at : 0;
    if (__shfl_sync(kFullWarp, id, 31) > last) {
      break;
    }
  }
  return __reduce_or_sync(kFullWarp, mask);
}

__device__ __forceinline__ void build_narrow(const View& v, u32 set_words, u32* shared) {
  const State& s = *v.state;
  const u32 lane = lane_id();
  u32* ids = shared + (threadIdx.x >> 5) * 64;
  u32* rows = ids + 32;
  for (u64 at = s.first + (global_thread() >> 5); at < s.end && !stopped(v); at += global_threads() >> 5) {
    const u32 root = v.roots[at];
    const u64 row = v.rows[root];
    const u32 count = row_length(row);
    if (count > MaximalPolicy::kNarrow) {
      continue;
    }
    Subproblem p = {root, 0, 1, 0, v.needs[at] - v.needs[s.first]};
    Subproblem& out = v.subproblems[at - s.first];
    if (count == 0 || count + 1 < v.minimum_size) {
      if (lane == 0) {
        out = p;
      }
      continue;
    }
    const u32 all = count == 32 ? ~0u : (1u << count) - 1;
    u32* pool = v.pool + p.at;
    __syncwarp();
    ids[lane] = lane < count ? v.adjacency[row_quad(row) * 4 + lane] : kNoId;
    __syncwarp();
    u32 smaller = 0;
    for (u32 i = 1; i < count; i++) {
      const u32 mask = members_in_row(v, ids, count, ids[i]);
      smaller = lane == i ? mask : smaller;
    }
    u32 mine = smaller;
    for (u32 i = 0; i < count; i++) {
      mine |= (__shfl_sync(kFullWarp, smaller, i) >> lane & 1) << i;
    }
    mine = lane < count ? mine : 0;
    rows[lane] = mine;
    __syncwarp();
    const u64 begin = v.later_begin[root], end = v.later_begin[root + 1];
    u32 kept = 0;
    bool covered = false;
    for (u64 x = begin; x < end && !covered; x += 32) {
      const u32 here = static_cast<u32>(min(end - x, u64{32}));
      u32 set = 0;
      for (u32 k = 0; k < here; k++) {
        const u32 mask = members_in_row(v, ids, count, v.later[x + k]);
        set = lane == k ? mask : set;
      }
      covered = __any_sync(kFullWarp, set == all);
      u32 common = all;
      for (u32 bits = set; bits != 0 && common != 0; bits &= bits - 1) {
        common &= rows[__ffs(bits) - 1];
      }
      const bool keep = set != 0 && common == 0;
      const u32 keeping = __ballot_sync(kFullWarp, keep);
      if (keep) {
        pool[2 * count + kept + __popc(keeping & lanes_below_mine())] = set;
      }
      kept += __popc(keeping);
    }
    if (!covered) {
      p.count = count;
      p.excluded = kept;
      if (lane < count) {
        pool[lane] = ids[lane];
        pool[count + lane] = mine;
      }
    }
    if (lane == 0) {
      out = p;
      if (!covered) {
        note_area(v, set_words, count, kept);
      }
    }
  }
}

struct WideScratch {
  u32 covered;
  u32 kept;
};
constexpr u32 kWideScratchWords = 2;

__host__ __device__ constexpr u32 wide_hash_bits(u32 degree) {
  u32 bits = 7;
  while ((1u << bits) < 2 * degree) {
    bits++;
  }
  return bits;
}
// Words of shared memory of a block: scratch, a row for each warp, the hash of 16-bit places, and ids, which are in the
// pool too.
__host__ __device__ constexpr u32 wide_shared_words(u32 degree, u32 set_words, u32 threads, bool shared_ids) {
  return kWideScratchWords + threads / 32 * set_words + (1u << wide_hash_bits(degree)) / 2 + (shared_ids ? degree : 0);
}

template <int N, bool kSharedIds>
__device__ __forceinline__ void build_wide(const View& v, u32 most_count, bool sorted, u32* shared) {
  constexpr u32 kSet = WordSet<N>::kWords;
  constexpr u32 kFree = 0xFFFF;
  const State& s = *v.state;
  const u32 tid = threadIdx.x, threads = blockDim.x, lane = lane_id(), warp = tid >> 5, warps = threads >> 5;
  WideScratch& scratch = *reinterpret_cast<WideScratch*>(shared);
  u32* own = shared + kWideScratchWords + warp * kSet;
  u32* hash_words = shared + kWideScratchWords + warps * kSet;
  unsigned short* hash = reinterpret_cast<unsigned short*>(hash_words);

  for (u32 at = s.first + blockIdx.x; at < s.end; at += gridDim.x) {
    const u32 root = v.roots[at];
    const u64 row = v.rows[root];
    const u32 count = row_length(row);
    if (count <= MaximalPolicy::kNarrow) {
      if (sorted) {
        break;
      }
      continue;
    }
    Subproblem p = {root, 0, words_of(count), 0, v.needs[at] - v.needs[s.first]};
    Subproblem& out = v.subproblems[at - s.first];
    __syncthreads();
    if (tid == 0) {
      scratch = {stopped(v) ? 1u : 0u, 0};
    }
    const u32 bits = wide_hash_bits(count), mask = (1u << bits) - 1, shift = 32 - bits;
    for (u32 x = tid; x <= mask / 2; x += threads) {
      hash_words[x] = kFree << 16 | kFree;
    }
    u32* pool = v.pool + p.at;
    u32* ids = kSharedIds ? hash_words + (1u << wide_hash_bits(most_count)) / 2 : pool;
    u32* rows = pool + count;
    u32* excluded = rows + static_cast<u64>(count) * p.words;
    for (u32 x = tid; x < count * p.words; x += threads) {
      rows[x] = 0;
    }
    __syncthreads();
    if (scratch.covered != 0 || count + 1 < v.minimum_size) {
      if (tid == 0) {
        out = p;
      }
      continue;
    }
    const u32* list = v.adjacency + row_quad(row) * 4;
    for (u32 i = tid; i < count; i += threads) {
      const u32 id = list[i];
      ids[i] = id;
      pool[i] = id;
      u32 slot = (id * 2654435769u) >> shift;
      while (atomicCAS(&hash[slot], static_cast<unsigned short>(kFree), static_cast<unsigned short>(i)) != kFree) {
        slot = (slot + 1) & mask;
      }
    }
    __syncthreads();
    auto find = [&](u32 id) {
      for (u32 slot = (id * 2654435769u) >> shift;; slot = (slot + 1) & mask) {
        const u32 place = hash[slot];
        if (place == kFree || ids[place] == id) {
          return place;
        }
      }
    };
    for (u32 i = warp; i < count; i += warps) {
      const u64 other = v.rows[ids[i]];
      const u32* others = v.adjacency + row_quad(other) * 4;
      for (u32 k = lane; k < row_length(other); k += 32) {
        const u32 j = find(others[k]);
        if (j != kFree) {
          atomicOr(&rows[static_cast<u64>(i) * p.words + (j >> 5)], 1u << (j & 31));
          atomicOr(&rows[static_cast<u64>(j) * p.words + (i >> 5)], 1u << (i & 31));
        }
      }
    }
    __syncthreads();
    const u64 begin = v.later_begin[root], end = v.later_begin[root + 1];
    for (u64 x = begin + warp; x < end; x += warps) {
      if (read_volatile(&scratch.covered) != 0) {
        break;
      }
      for (u32 k = lane; k < kSet; k += 32) {
        own[k] = 0;
      }
      __syncwarp();
      const u64 other = v.rows[v.later[x]];
      const u32* others = v.adjacency + row_quad(other) * 4;
      for (u32 k = lane; k < row_length(other); k += 32) {
        const u32 id = others[k];
        if (id >= root) {
          break;
        }
        const u32 j = find(id);
        if (j != kFree) {
          atomicOr(&own[j >> 5], 1u << (j & 31));
        }
      }
      __syncwarp();
      WordSet<N> set, common;
      set.load(own, kSet);
      __syncwarp();
      const u32 size = set.size();
      if (size == 0) {
        continue;
      }
      if (size == count) {
        if (lane == 0) {
          scratch.covered = 1;
        }
        break;
      }
      common.fill_below(count);
      WordSet<N> rest = set;
      bool free = false;
      for (int member = rest.first(); member >= 0 && !free; member = rest.first()) {
        rest.remove(member);
        common.intersect(rows + static_cast<u64>(member) * p.words, p.words);
        free = common.empty();
      }
      if (free) {
        u32 place = 0;
        if (lane == 0) {
          place = atomicAdd(&scratch.kept, 1u);
        }
        place = __shfl_sync(kFullWarp, place, 0);
        set.store(excluded + static_cast<u64>(place) * p.words, p.words);
      }
    }
    __syncthreads();
    if (tid == 0) {
      if (scratch.covered == 0) {
        p.count = count;
        p.excluded = scratch.kept;
        note_area(v, kSet, count, scratch.kept);
      }
      out = p;
    }
  }
}

__global__ void __launch_bounds__(MaximalPolicy::kBuildThreads) cs_kernel_maximal_build_narrow(
    const View view, u32 set_words) {
  __shared__ u32 shared[MaximalPolicy::kBuildThreads / 32 * 64];
  build_narrow(view, set_words, shared);
}
template <int N, bool kSharedIds>
__global__ void __launch_bounds__(MaximalPolicy::kBuildThreads) cs_kernel_maximal_build_wide(
    const View view, u32 most_count, u32 sorted) {
  extern __shared__ __align__(16) u32 cs_maximal_shared[];
  build_wide<N, kSharedIds>(view, most_count, sorted != 0, cs_maximal_shared);
}

}  // namespace cliquestream::maximalclique
