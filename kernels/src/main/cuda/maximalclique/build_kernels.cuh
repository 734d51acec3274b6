// From roots to subproblems. The candidates of a root u are N+(u); every other common neighbour is a later one, and is
// kept as its row over the candidates. A later neighbour x excludes a clique only while its row S holds the clique and
// all that can still join it, so that
//   - a row without a member is dropped;
//   - a row of all candidates ends the root: x joins every clique;
//   - a row is dropped when some candidate w is adjacent to all of S: whatever x excludes lies in S, and w, which is
//     not in S, excludes it as well (or is still a candidate, which ends in no clique either).
// (Maximality reductions in the sense of RMCE; the same test prunes again where a search goes over to one word.)
//
// Roots of at most 32 candidates: build_narrow.cuh. A block builds any other one: it hashes N+(u) and streams the rows
// of all neighbours. Where a set of candidates has few words, a lane tests a row, else a warp.
#pragma once

#include "maximalclique/build_narrow.cuh"

namespace cliquestream::maximalclique {

// Shared memory of the build beside what it is launched with.
constexpr u32 kBuildStaticShared = MaximalPolicy::kBuildThreads / 32 * (sizeof(NarrowScratch) + sizeof(RowsScratch)) +
    4 * MaximalPolicy::kSharedRowWords + MaximalPolicy::kBuildThreads * sizeof(uint4) + 16;

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

// Words of the sets of 32 later neighbours that are looked at together.
constexpr u32 kBatchWords = 4;

// Which candidates lie in the rows of later neighbours x .. x + here - 1 of a root: four words each in `sets`. find:
// the place of a candidate, or 0xFFFF.
template <class Find>
__device__ __forceinline__ void add_later(const View& v, u32 root, u64 x, u32 here, u32* sets, Find find) {
  const u32 lane = lane_id();
  const u64 own_row = lane < here ? v.rows[v.later[x + lane]] : 0;
  const auto first_of = [&](u64 row) {
    return lane < row_length(row) ? v.adjacency[row_quad(row) * 4 + lane] : kNoId;
  };
  reinterpret_cast<uint4*>(sets)[lane] = make_uint4(0, 0, 0, 0);
  __syncwarp();
  u64 row = __shfl_sync(kFullWarp, own_row, 0);
  u32 id = first_of(row);
  for (u32 i = 0; i < here; i++) {
    // The next row comes from memory while this one is looked at.
    const u64 next = __shfl_sync(kFullWarp, own_row, i + 1);
    const u32 next_id = i + 1 < here ? first_of(next) : kNoId;
    for (u32 k = lane; id < root;) {
      const u32 j = find(id);
      if (j != 0xFFFF) {
        atomicOr(&sets[i * kBatchWords + (j >> 5)], 1u << (j & 31));
      }
      k += 32;
      id = k < row_length(row) ? v.adjacency[row_quad(row) * 4 + k] : kNoId;
    }
    row = next;
    id = next_id;
  }
  __syncwarp();
}

// Keeps what can exclude of the sets of 32 later neighbours, one a lane. true: one of them has all candidates.
__device__ __forceinline__ bool keep_later(
    u32 count, u32 words, const u32* matrix, const uint4& own, u32* excluded, u32* kept) {
  const u32 set[kBatchWords] = {own.x, own.y, own.z, own.w};
  u32 common[kBatchWords], size = 0;
#pragma unroll
  for (u32 w = 0; w < kBatchWords; w++) {
    const u32 below = w * 32;
    common[w] = count >= below + 32 ? ~0u : count > below ? (1u << (count - below)) - 1 : 0;
    size += __popc(set[w]);
  }
  if (__any_sync(kFullWarp, size == count)) {
    return true;
  }
  bool some = true;
#pragma unroll
  for (u32 w = 0; w < kBatchWords; w++) {
    for (u32 bits = set[w]; bits != 0 && some; bits &= bits - 1) {
      const u32* row = matrix + (w * 32 + __ffs(bits) - 1) * words;
      u32 any = 0;
#pragma unroll
      for (u32 k = 0; k < kBatchWords; k++) {
        common[k] &= k < words ? row[k] : 0;
        any |= common[k];
      }
      some = any != 0;
    }
  }
  __syncwarp();
  const bool keep = size != 0 && !some;
  const u32 keeping = __ballot_sync(kFullWarp, keep);
  u32 place = 0;
  if (lane_id() == 0 && keeping != 0) {
    place = atomicAdd(kept, __popc(keeping));
  }
  place = __shfl_sync(kFullWarp, place, 0) + __popc(keeping & lanes_below_mine());
  if (keep) {
#pragma unroll
    for (u32 w = 0; w < kBatchWords; w++) {
      if (w < words) {
        excluded[static_cast<u64>(place) * words + w] = set[w];
      }
    }
  }
  __syncwarp();
  return false;
}

template <int N, bool kSharedIds>
__device__ __forceinline__ void build_wide(const View& v, u32 most_count, bool sorted, u32* shared) {
  constexpr u32 kSet = WordSet<N>::kWords;
  constexpr u32 kFree = 0xFFFF;
  const State& s = *v.state;
  const u32 tid = threadIdx.x, threads = blockDim.x, lane = lane_id(), warp = tid >> 5, warps = threads >> 5;
  __shared__ u32 shared_rows[MaximalPolicy::kSharedRowWords];
  __shared__ uint4 batches[MaximalPolicy::kBuildThreads / 32][32];
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
    const bool small = count * p.words <= MaximalPolicy::kSharedRowWords;
    u32* matrix = small ? shared_rows : rows;
    for (u32 x = tid; x < count * p.words; x += threads) {
      matrix[x] = 0;
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
          atomicOr(&matrix[static_cast<u64>(i) * p.words + (j >> 5)], 1u << (j & 31));
          atomicOr(&matrix[static_cast<u64>(j) * p.words + (i >> 5)], 1u << (i & 31));
        }
      }
    }
    __syncthreads();
    for (u32 x = tid; x < count * p.words && small; x += threads) {
      rows[x] = matrix[x];
    }
    const u64 begin = v.later_begin[root], end = v.later_begin[root + 1];
    const bool together = small && p.words <= kBatchWords;
    if (together) {
      // All warps have some, few as they may be.
      const u64 batch = min((end - begin + warps - 1) / warps, u64{32});
      for (u64 x = begin + batch * warp; x < end; x += batch * warps) {
        if (__any_sync(kFullWarp, read_volatile(&scratch.covered) != 0)) {
          break;
        }
        const u32 here = static_cast<u32>(min(end - x, batch));
        add_later(v, root, x, here, reinterpret_cast<u32*>(batches[warp]), find);
        if (keep_later(count, p.words, matrix, batches[warp][lane], excluded, &scratch.kept)) {
          if (lane == 0) {
            *static_cast<volatile u32*>(&scratch.covered) = 1;
          }
          break;
        }
      }
    }
    for (u64 x = begin + warp; x < end && !together; x += warps) {
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
        common.intersect(matrix + static_cast<u64>(member) * p.words, p.words);
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

// The roots of more than 32 candidates first: they take longest, and come first where roots are sorted.
template <int N, bool kSharedIds>
__global__ void __launch_bounds__(MaximalPolicy::kBuildThreads) cs_kernel_maximal_build(
    const View view, u32 most_count, u32 sorted) {
  extern __shared__ __align__(16) u32 cs_maximal_shared[];
  build_wide<N, kSharedIds>(view, most_count, sorted != 0, cs_maximal_shared);
  build_narrow(view, WordSet<N>::kWords);
}

}  // namespace cliquestream::maximalclique
