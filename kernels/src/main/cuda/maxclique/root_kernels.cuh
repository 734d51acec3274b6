// From roots to subproblems. A root u stands for the cliques whose largest rank is u: they lie in N+(u), whose bit matrix a
// block builds: rows of hubs from the graph's bits (common/hub_bits.cuh), which are all of most roots that matter, the others by
// hashing N+(u) and streaming their lists. A vertex stays while it has enough neighbours among those that stay (the degree
// filter), the rest is coloured greedily, and only what needs more colours than the bound becomes a subproblem. Roots come by
// falling out-degree, so that a class ends as soon as the bound passes it.
//
// Under the degree order this leaves a handful of roots on real graphs: neither core numbers nor a peel pay for
// themselves in front of it.
#pragma once

#include "common/hub_bits.cuh"
#include "maxclique/work.cuh"

namespace cliquestream::maxclique {

struct RootScratch {
  u32 root;
  u32 bound;
  u32 kept[3];  // of the candidates, by the last three rounds of the filter
  u32 colors;
  u32 stored;
  u32 survivor;
  u32 tasks;
  u32 first_task;
  u64 at;
};
constexpr u32 kRootScratchWords = 16;
static_assert(sizeof(RootScratch) <= kRootScratchWords * sizeof(u32), "scratch of a root");

__host__ __device__ constexpr u32 hash_bits(u32 degree) {
  u32 bits = 6;
  while ((1u << bits) < 2 * degree) {
    bits++;
  }
  return bits;
}
// Words of a matrix row in shared memory: odd, so that a column of words has no bank conflicts.
__host__ __device__ constexpr u32 row_stride(u32 degree) { return (degree + 31) / 32 | 1; }

// What of a root lies in shared memory: all; all but the matrix; or sets alone, and the rest in memory of the block.
enum class RootMemory { kAllShared, kTablesShared, kSetsShared };

// Words of ids, colours, places, and the hash.
__host__ __device__ constexpr u64 table_words(u32 degree) { return 3ull * degree + (u64{1} << hash_bits(degree)); }
__host__ __device__ constexpr u64 root_matrix_words(u32 degree) { return u64{degree} * row_stride(degree); }

// Words of shared memory of a block: scratch, two sets and a set for each warp, tables, the matrix.
__host__ __device__ constexpr u64 root_shared_words(u32 degree, u32 set_words, u32 threads, RootMemory memory) {
  return kRootScratchWords + (2 + threads / 32) * u64{set_words} +
      (memory == RootMemory::kSetsShared ? 0 : table_words(degree)) +
      (memory == RootMemory::kAllShared ? root_matrix_words(degree) : 0);
}
// Words of a block elsewhere.
__host__ __device__ constexpr u64 root_outside_words(u32 degree, RootMemory memory) {
  return (memory == RootMemory::kAllShared ? 0 : root_matrix_words(degree)) +
      (memory == RootMemory::kSetsShared ? table_words(degree) : 0);
}

// The next root of a class, or kNoId.
__device__ __forceinline__ u32 next_root(const View& v, u32 root_class, u32 greedy_roots) {
  State& s = *v.state;
  if (stopped(v)) {
    return kNoId;
  }
  if (greedy_roots != 0) {
    const u32 at = v.begin[root_class] + atomicAdd(&s.greedy_taken[root_class], 1u);
    return at < min(s.end[root_class], greedy_roots) ? v.roots[at] : kNoId;
  }
  if (read_volatile(&s.pool_full) != 0) {
    return kNoId;
  }
  const u32 deferred = s.deferred_count[s.deferred_side][root_class];
  const u32 at = atomicAdd(&s.taken[root_class], 1u);
  if (at < deferred) {
    return v.deferred[(s.deferred_side * CS_MAXIMUM_CLASSES + root_class) * v.root_blocks + at];
  }
  const u32 index = v.begin[root_class] + (at - deferred);
  return index < s.end[root_class] ? v.roots[index] : kNoId;
}

__device__ __forceinline__ void defer_root(const View& v, u32 root_class, u32 root) {
  State& s = *v.state;
  const u32 side = s.deferred_side ^ 1;
  const u32 at = atomicAdd(&s.deferred_count[side][root_class], 1u);
  v.deferred[(side * CS_MAXIMUM_CLASSES + root_class) * v.root_blocks + at] = root;
}

// A clique grown from the candidates: universal vertices at once, otherwise the vertices with the most neighbours among them,
// a few from one count on. Each warp but the first starts from vertices of its own.
template <int N>
__device__ __forceinline__ void grow_clique(
    const View& v, WordSet<N> candidates, u32 bound, const u32* matrix, u32 stride, u32 words, u32* shared,
    const u32* ids, u32 root, u32 degree, u32 witness) {
  const u32 warps = blockDim.x >> 5, warp = threadIdx.x >> 5, lane = lane_id();
  bool own_start = warp > 0;
  WordSet<N> clique;
  clique.clear();
  u32 size = 1;
  for (u32 step = 0; step <= degree + 1; step++) {
    const u32 left = candidates.size();
    if (size + left <= bound) {
      return;
    }
    if (left == 0) {
      record_clique(v, witness, size, clique, ids, root);
      return;
    }
    __syncwarp();
    candidates.store(shared, WordSet<N>::kWords);
    __syncwarp();
    WordSet<N> universal;
    universal.clear();
    u32 universals = 0, best = 0, most = 0;
    for (u32 w = 0; w < words; w++) {
      const u32 members = shared[w];
      if (members == 0) {
        continue;
      }
      const u32 i = w * 32 + lane;
      u32 neighbours = 0;
      const bool member = members >> lane & 1;
      if (member) {
        for (u32 k = 0; k < words; k++) {
          neighbours += __popc(matrix[static_cast<u64>(i) * stride + k] & shared[k]);
        }
        if (size + 1 + neighbours > bound && (!own_start || i % warps == warp)) {
          best = max(best, (neighbours + 1) << 16 | (0xFFFF - i));
        }
        most = max(most, neighbours);
      }
      const u32 all = __ballot_sync(kFullWarp, member && neighbours == left - 1);
      const u32 stay = __ballot_sync(kFullWarp, member && size + 1 + neighbours > bound);
      universals += __popc(all);
#pragma unroll
      for (int q = 0; q < N; q++) {
        universal.word[q] |= w == q * 32 + lane ? all : 0;
        candidates.word[q] &= w == q * 32 + lane ? stay : ~0u;
      }
    }
    if (size + 1 + __reduce_max_sync(kFullWarp, most) <= bound) {
      return;
    }
    if (universals != 0) {
      size += universals;
      clique.unite(universal);
#pragma unroll
      for (int q = 0; q < N; q++) {
        candidates.word[q] &= ~universal.word[q];
      }
      continue;
    }
    // The best of each lane, in turn, while they are adjacent to those before them.
    const u32 picks = own_start ? 1 : MaximumPolicy::kPicks;
    own_start = false;
    for (u32 pick = 0; pick < picks; pick++) {
      const u32 first = __reduce_max_sync(kFullWarp, best);
      if (first == 0) {
        break;
      }
      const u32 chosen = 0xFFFF - (first & 0xFFFF);
      const u32* row = matrix + static_cast<u64>(chosen) * stride;
      size++;
      clique.insert(chosen);
      candidates.intersect(row, words);
      const u32 mine = 0xFFFF - (best & 0xFFFF);
      best = best != 0 && (row[mine >> 5] >> (mine & 31) & 1) != 0 ? best : 0;
    }
    bound = warp_bound(v);
  }
}

// greedy_roots 0: reduce; otherwise only grow cliques from that many first roots.
template <int N, RootMemory kMemory>
__device__ __forceinline__ void work_roots(
    const View& v, u32 root_class, u32 class_degree, u32 greedy_roots, u32* shared) {
  const u32 tid = threadIdx.x, threads = blockDim.x, lane = lane_id(), warp = tid >> 5, warps = threads >> 5;
  const bool reduce = greedy_roots == 0;
  RootScratch& scratch = *reinterpret_cast<RootScratch*>(shared);
  constexpr u32 kSet = WordSet<N>::kWords;
  u32* alive = shared + kRootScratchWords;
  u32* next = alive + kSet;
  u32* own = next + kSet + warp * kSet;
  u32* const past_sets = next + kSet + warps * kSet;
  u32* const outside = v.outside + v.outside_words * blockIdx.x;
  u32* ids = kMemory == RootMemory::kSetsShared ? outside : past_sets;
  u32* color = ids + class_degree;
  u32* place = color + class_degree;
  u32* hash = place + class_degree;
  const u32 bits = hash_bits(class_degree), mask = (1u << bits) - 1, shift = 32 - bits;
  u32* const past_tables = hash + mask + 1;
  u32* matrix = kMemory == RootMemory::kTablesShared ? outside : past_tables;
  const u32 witness = blockIdx.x * (MaximumPolicy::kMostThreads / 32) + warp;

  for (;;) {
    __syncthreads();
    if (tid == 0) {
      scratch.root = next_root(v, root_class, greedy_roots);
      scratch.bound = read_volatile(&v.header->bound);
    }
    __syncthreads();
    const u32 root = scratch.root;
    u32 bound = scratch.bound;
    if (root == kNoId) {
      return;
    }
    const u64 row = v.rows[root];
    const u32 degree = row_length(row);
    if (degree + 1 <= bound) {
      return;  // so are all that follow; deferred roots that do not are still there in the next round
    }
    if (reduce && tid == 0) {
      atomicAdd(&v.header->built, 1u);
    }
    const u32 words = (degree + 31) >> 5, stride = row_stride(degree);
    const u32* list = v.adjacency + row_quad(row) * 4;
    for (u32 x = tid; x < kSet; x += threads) {
      const int left = static_cast<int>(degree) - static_cast<int>(x) * 32;
      alive[x] = left >= 32 ? ~0u : left > 0 ? (1u << left) - 1 : 0;
    }
    for (u32 i = tid; i < degree; i += threads) {
      ids[i] = list[i];
    }
    if (tid < 3) {
      scratch.kept[tid] = 0;
    }
    __syncthreads();
    const u32 hubs = v.hubs == 0 ? 0 : hubs_among(list, degree, v.hubs);
    if (hubs != degree) {
      for (u32 x = tid; x < degree * stride; x += threads) {
        matrix[x] = 0;
      }
      for (u32 x = tid; x <= mask; x += threads) {
        hash[x] = kNoId;
      }
      __syncthreads();
      for (u32 i = tid; i < degree; i += threads) {
        u32 slot = (ids[i] * 2654435769u) >> shift;
        while (atomicCAS(&hash[slot], kNoId, i) != kNoId) {
          slot = (slot + 1) & mask;
        }
      }
    }
    hub_rows<true>(v.hub_bits, ids, hubs, matrix, stride, lane, warp, warps);
    __syncthreads();
    for (u32 i = hubs + warp; i < degree; i += warps) {
      const u64 other = v.rows[ids[i]];
      const u32* others = v.adjacency + row_quad(other) * 4;
      for (u32 p = lane; p < row_length(other); p += 32) {
        const u32 id = __ldg(others + p);
        for (u32 slot = (id * 2654435769u) >> shift;; slot = (slot + 1) & mask) {
          const u32 e = hash[slot];
          if (e == kNoId) {
            break;
          }
          if (ids[e] == id) {
            atomicOr(&matrix[static_cast<u64>(i) * stride + (e >> 5)], 1u << (e & 31));
            atomicOr(&matrix[static_cast<u64>(e) * stride + (i >> 5)], 1u << (i & 31));
            break;
          }
        }
      }
    }
    __syncthreads();
    u32 count = degree;
    for (int round = 0; round < MaximumPolicy::kFilterRounds; round++) {
      u32* const kept = scratch.kept + round % 3;
      for (u32 w = warp; w < words; w += warps) {
        const u32 members = alive[w];
        u32 stay = 0;
        if (members != 0) {
          u32 neighbours = 0;
          const bool member = members >> lane & 1;
          if (member) {
            for (u32 k = 0; k < words; k++) {
              neighbours += __popc(matrix[static_cast<u64>(w * 32 + lane) * stride + k] & alive[k]);
            }
          }
          stay = __ballot_sync(kFullWarp, member && neighbours + 2 > bound);
        }
        if (lane == 0) {
          next[w] = stay;
          if (stay != 0) {
            atomicAdd(kept, __popc(stay));
          }
        }
      }
      if (tid == 0) {
        scratch.kept[(round + 1) % 3] = 0;
      }
      __syncthreads();
      const u32 before = count;
      count = *kept;
      u32* const from = alive;
      alive = next;
      next = from;
      if (count == before || count + 1 <= bound) {
        break;
      }
    }
    if (count + 1 <= bound) {
      continue;
    }
    WordSet<N> candidates;
    candidates.load(alive, words);
    if (reduce) {
      if (tid == 0) {
        atomicAdd(&v.header->filtered, 1u);
      }
      if (warp == 0) {
        WordSet<N> left = candidates;
        const u32 colors = take_color_classes(left, kNoId, matrix, stride, words, color);
        if (lane == 0) {
          scratch.colors = colors;
        }
      }
      __syncthreads();
      if (scratch.colors + 1 <= bound) {
        continue;
      }
      if (tid == 0) {
        atomicAdd(&v.header->coloured, 1u);
      }
    }
    if (!v.enumerate) {
      grow_clique(v, candidates, bound, matrix, stride, words, own, ids, root, degree, witness);
    }
    if (!reduce) {
      continue;
    }
    __syncthreads();
    const u32 compact = (count + 31) >> 5;
    if (tid == 0) {
      scratch.bound = read_volatile(&v.header->bound);
      scratch.stored = 0;
      scratch.tasks = 0;
    }
    __syncthreads();
    bound = scratch.bound;
    if (scratch.colors + 1 <= bound) {
      continue;
    }
    u32 mine = 0;
    for (u32 i = tid; i < degree; i += threads) {
      mine += (alive[i >> 5] >> (i & 31) & 1) != 0 && color[i] + 1 > bound;
    }
    if (mine != 0) {
      atomicAdd(&scratch.tasks, mine);
    }
    __syncthreads();
    if (tid == 0) {
      State& s = *v.state;
      const u64 needed = static_cast<u64>(count) * (compact + 2);
      const u64 at = atomicAdd(reinterpret_cast<atomic64*>(&s.pool_used), static_cast<atomic64>(needed));
      bool fits = at + needed <= v.pool_words;
      u32 first = 0;
      if (fits) {
        first = atomicAdd(&s.tasks, scratch.tasks);
        fits = first + scratch.tasks <= v.task_capacity;
        if (!fits) {
          atomicMin(&s.task_limit, first);
        }
      }
      if (fits) {
        scratch.at = at;
        scratch.first_task = first;
        scratch.survivor = atomicAdd(&s.survivors, 1u);
        scratch.stored = 1;
        atomicMax(&s.most_colors, scratch.colors);
        atomicMax(&s.most_words, compact);
        atomicAdd(&v.header->stored, 1u);
        v.survivors[scratch.survivor] = {root, count, compact, 0, at};
      } else {
        s.pool_full = 1;
        defer_root(v, root_class, root);
      }
    }
    __syncthreads();
    if (scratch.stored == 0) {
      continue;
    }
    u32* ranks = v.pool + scratch.at;
    u32* colors = ranks + count;
    u32* rows = colors + count;
    // Vertices that may have to be branched on come last, by colour, so that a better bound makes the first of them
    // needless; otherwise the vertices with the most neighbours come first, to be coloured first. (The hash is free.)
    u32* keys = hash;
    for (u32 i = tid; i < degree; i += threads) {
      u32 key = kNoId;
      if (alive[i >> 5] >> (i & 31) & 1) {
        u32 neighbours = 0;
        for (u32 k = 0; k < words; k++) {
          neighbours += __popc(matrix[static_cast<u64>(i) * stride + k] & alive[k]);
        }
        key = (color[i] + 1 > bound ? color[i] << 16 : 0) | (0xFFFF - neighbours);
      }
      keys[i] = key;
    }
    __syncthreads();
    for (u32 i = tid; i < degree; i += threads) {
      const u32 key = keys[i];
      if (key != kNoId) {
        u32 p = 0;
        for (u32 j = 0; j < degree; j++) {
          p += keys[j] < key || (keys[j] == key && j < i);
        }
        place[p] = i;
        ranks[p] = ids[i];
        colors[p] = color[i];
      }
    }
    __syncthreads();
    for (u32 x = tid; x < count * compact; x += threads) {
      const u32 p = x / compact, k = x % compact;
      const u32* from = matrix + static_cast<u64>(place[p]) * stride;
      u32 word = 0;
      const u32 end = min(32u, count - k * 32);
      for (u32 b = 0; b < end; b++) {
        const u32 j = place[k * 32 + b];
        word |= (from[j >> 5] >> (j & 31) & 1) << b;
      }
      rows[x] = word;
    }
    // The last places are the ones to branch on.
    for (u32 x = tid; x < scratch.tasks; x += threads) {
      v.tasks[scratch.first_task + x] = static_cast<u64>(scratch.survivor) << 32 | (count - 1 - x);
    }
  }
}

template <int N, RootMemory kMemory>
__global__ void __launch_bounds__(MaximumPolicy::kMostThreads) cs_kernel_maximum_roots(
    const View view, u32 root_class, u32 class_degree, u32 greedy_roots) {
  extern __shared__ __align__(16) u32 cs_maximum_shared[];
  work_roots<N, kMemory>(view, root_class, class_degree, greedy_roots, cs_maximum_shared);
}

}  // namespace cliquestream::maxclique
