// Sums over the pairs of a root and an earlier vertex, by bits (sums.cuh says what is summed and why).
//
// The root's neighbours are numbered by rank, 0 .. d - 1. Its matrix has a row of bits for each of them, the neighbours it has
// among the others; it lies in shared memory, or where it is larger in the block's part of global memory. Then rows of common
// neighbours: row c has bit i if c is adjacent to the i-th neighbour. They are made by walking the part before the root of every
// neighbour's row, one bit for each wedge root - x - c. Where few c are met they are hashed; else they are taken in pages of
// neighbouring ranks. Rows are kept word by word, the same word of neighbouring c side by side, so that neither walking along a
// row nor adding up 32 of them meets a bank of shared memory twice; an odd stride does the same for the words of one c.
//
// A warp looks at 32 of these rows at a time. Those with edges to look for wait in its queue until there are 32, so that all lanes
// have one; where rows are long the warp takes them together, a lane a word.
//
// Barriers: all threads of the block come by every one, for what they depend on (the root, its number of wedges, the page) is the
// same for all.
#pragma once

#include "enumerate/wedges.cuh"

namespace cliquestream::enumerate {

struct SumWords {
  u64 word[CS_ENUMERATE_SUM_COUNT][2];  // low, high
};

// What a block keeps of its root, in shared memory before the area of matrix and page.
struct alignas(16) RootState {
  SumWords sums;
  u64 wedges;     // root - x - c with c before the root
  u32 triangles;  // not 0: the root has some
  u32 common;     // of two hubs: hub_pairs.cuh
  u32 ends[EnumeratePolicy::kSumEnds];  // of the first neighbours' rows: members before the root
  u32 queue[EnumeratePolicy::kSumThreads / 32][64];
};

// This thread's part of the sums.
struct PairSums {
  __int128 kites = 0, gems = 0;
  __int128 cycles = 0, banners = 0, triples = 0, spokes = 0, wedges = 0;
  __int128 cliques = 0, clique_pairs = 0, clique_tails = 0, clique_triangles = 0;
  u64 looked = 0;
};

// Bits of the root's neighbourhood; rows are an odd number of words long. Without words: none is kept.
struct Matrix {
  u32* bits;
  u32 stride;

  static __host__ __device__ u32 stride_of(u32 degree) { return words_of(degree) | 1; }
  static __host__ __device__ u64 words(u32 degree) { return static_cast<u64>(degree) * stride_of(degree); }
};

// Rows of common neighbours: word w of the one at place i is at[w * stride + i].
struct CommonRows {
  const u32* at;
  const u32* keys;  // of hashed rows: c by place, kNoId where there is none
  u32 first;        // else c less its place
  u32 count;        // places
  u32 stride;
  u32 words;
};

// Neighbours that a warp takes at a time: fewer than 32 where there are few.
__device__ __forceinline__ u32 batch_of(u32 degree) {
  const u32 warps = blockDim.x / 32;
  return min(32u, (degree + warps - 1) / warps);
}

// Members before the root in the row of its i-th neighbour.
__device__ __forceinline__ u32 before_root(const Job& job, const RootState& root, u32 v, u32 i, const Row& row) {
  return i < EnumeratePolicy::kSumEnds ? root.ends[i] : lower_bound(job.graph.list(row), row.degree, v);
}

// Walks all triangles at the root, every pair of adjacent neighbours at the one of larger rank: fills the matrix, whose words are 0,
// and adds what is summed over triangles. Tells root.ends, and adds to root.wedges and root.triangles.
template <bool kAllBits>
__device__ __forceinline__ void triangle_sums(
    const Job& job, u32 v, const Row& hub, const Matrix matrix, RootState& root, PairSums& mine) {
  const GraphView& graph = job.graph;
  const u32* const list = graph.list(hub);
  const u32 batch = batch_of(hub.degree);
  u64 kites = 0, wedges = 0;
  __int128 gems = 0;
  bool any = false;
  for (u32 from = threadIdx.x / 32 * batch; from < hub.degree; from += blockDim.x / 32 * batch) {
    const u32 i = from + lane_id();
    const bool active = lane_id() < batch && i < hub.degree;
    const u32 x = active ? __ldg(list + i) : 0;
    const Row row = active ? graph.row(x) : Row{0, 0, 0};
    const u32 triangles = active ? __ldg(job.triangles + hub.start + i) : 0;
    const u32 before = active ? lower_bound(graph.list(row), row.degree, v) : 0;
    if (active && i < EnumeratePolicy::kSumEnds) {
      root.ends[i] = before;
    }
    wedges += before;
    any |= triangles != 0;
    const u32 length = triangles != 0 ? row.out_degree : 0;
    const u32 total = each_flat(row.start, length, triangles, [&](u32 owner, u32 its_triangles, u64 arc) {
      const u32 y = __ldg(graph.neighbours + arc);
      if ((kAllBits || v < graph.hubs) && !graph.template adjacent<kAllBits>(v, y)) {
        return;
      }
      const u32 own = from + owner;
      const u32 j = lower_bound(list, own, y);  // y is before x
      if (j >= own || __ldg(list + j) != y) {
        return;
      }
      kites += __ldg(job.triangles + arc) - 1;
      gems += static_cast<u64>(its_triangles - 1) * (__ldg(job.triangles + hub.start + j) - 1);
      if (matrix.bits != nullptr) {
        atomicOr(matrix.bits + own * matrix.stride + j / 32, 1u << (j & 31));
        atomicOr(matrix.bits + j * matrix.stride + own / 32, 1u << (own & 31));
      }
    });
    mine.looked += lane_id() == 0 ? total : 0;
  }
  mine.gems += gems;
  mine.kites += static_cast<__int128>(kites) * (hub.degree - 2);
  add_warp_sum(&root.wedges, wedges);
  if (__any_sync(kFullWarp, any) && lane_id() == 0) {
    root.triangles = 1;
  }
}

// What two vertices with so many common neighbours add whatever is between these; degrees: the sum of theirs.
__device__ __forceinline__ void add_common(u64 common, u64 degrees, PairSums& mine) {
  const u64 pairs = common * (common - 1) / 2;
  mine.cycles += pairs;
  mine.banners += static_cast<__int128>(pairs) * (degrees - 4);
  mine.triples += static_cast<__int128>(pairs) * (common - 2);  // 3 C(W, 3)
}
// What the edges among them add: sums over x of y(x), of C(y(x), 2), and of y(x) (d(x) - 3).
__device__ __forceinline__ void add_edges(
    bool adjacent, u64 common, u64 ends, u64 pairs, u64 tails, PairSums& mine) {
  const __int128 spokes = static_cast<__int128>(ends) * (common - 2);
  mine.spokes += spokes;
  mine.wedges += pairs;
  if (adjacent) {
    mine.cliques += ends;
    mine.clique_pairs += pairs;
    mine.clique_tails += tails;
    mine.clique_triangles += spokes;
  }
}

// One row of common neighbours: a lane's, or the warp's together, of which every lane has some words. entry: its place, and
// whether its vertex is adjacent to the root in the highest bit.
template <bool kTogether>
__device__ __forceinline__ void look_at(
    const Job& job, const u32* list, const u32* bits, u32 stride, const CommonRows& rows, u32 entry, PairSums& mine) {
  const bool adjacent = entry >> 31;
  const u32* const own = rows.at + (entry & 0x7FFFFFFFu);
  u64 ends = 0, pairs = 0, tails = 0;
  u32 common = 0;
  for (u32 w = 0; w < rows.words; w++) {
    u32 left = own[w * rows.stride];
    common += __popc(left);
    for (; left != 0; left &= left - 1) {
      const u32 i = 32 * w + __ffs(left) - 1;
      const u32* const near = bits + i * stride;
      u32 y = 0;
      for (u32 k = kTogether ? lane_id() : 0; k < rows.words; k += kTogether ? 32 : 1) {
        y += __popc(near[k] & own[k * rows.stride]);
      }
      if constexpr (kTogether) {
        y = __reduce_add_sync(kFullWarp, y);
      }
      ends += y;
      pairs += static_cast<u64>(y) * (y - 1) / 2;
      if (adjacent && y != 0) {
        tails += static_cast<u64>(y) * (job.graph.row(__ldg(list + i)).degree - 3);
      }
    }
  }
  if (!kTogether || lane_id() == 0) {
    add_edges(adjacent, common, ends, pairs, tails, mine);
  }
}

// Adds up the rows of common neighbours, a warp 32 places at a time.
template <bool kAllBits>
__device__ __forceinline__ void add_rows(
    const Job& job, u32 v, const Row& hub, const u32* bits, u32 stride, const CommonRows& rows, RootState& root,
    PairSums& mine) {
  const u32* const list = job.graph.list(hub);
  u32* const queue = root.queue[threadIdx.x / 32];
  const bool together = rows.words > EnumeratePolicy::kLaneWords;
  const bool edges = root.triangles != 0;
  const auto look = [&](u32 entry, u32 count) {
    if (!together) {
      if (lane_id() < count) {
        look_at<false>(job, list, bits, stride, rows, entry, mine);
      }
      __syncwarp();
      return;
    }
    for (u32 i = 0; i < count; i++) {
      look_at<true>(job, list, bits, stride, rows, __shfl_sync(kFullWarp, entry, i), mine);
    }
  };
  u32 waiting = 0;
  for (u32 from = threadIdx.x / 32 * 32; from < rows.count; from += blockDim.x) {
    const u32 place = from + lane_id();
    u32 common = 0;
    if (place < rows.count) {
      for (u32 w = 0; w < rows.words; w++) {
        common += __popc(rows.at[w * rows.stride + place]);
      }
    }
    bool wanted = false, adjacent = false;
    if (common >= 2) {
      const u32 c = rows.keys != nullptr ? rows.keys[place] : rows.first + place;
      add_common(common, u64{hub.degree} + job.graph.row(c).degree, mine);
      if (edges) {
        adjacent = job.graph.template adjacent<kAllBits>(v, c);
        wanted = adjacent || common >= 3;
      }
    }
    const u32 mask = __ballot_sync(kFullWarp, wanted);
    if (mask == 0) {
      continue;
    }
    if (wanted) {
      queue[waiting + __popc(mask & lanes_below_mine())] = place | (adjacent ? 0x80000000u : 0);
    }
    __syncwarp();
    waiting += __popc(mask);
    if (waiting >= 32) {
      waiting -= 32;
      look(queue[waiting + lane_id()], 32);
    }
  }
  look(lane_id() < waiting ? queue[lane_id()] : 0, waiting);
}

// Calls put(i, c) for every wedge root - x - c with c in first .. end - 1, x the i-th neighbour.
template <class Put>
__device__ __forceinline__ void each_wedge(
    const Job& job, u32 v, const Row& hub, const RootState& root, u32 first, u32 end, PairSums& mine, Put put) {
  const GraphView& graph = job.graph;
  const u32 batch = batch_of(hub.degree);
  for (u32 from = threadIdx.x / 32 * batch; from < hub.degree; from += blockDim.x / 32 * batch) {
    const u32 i = from + lane_id();
    const bool active = lane_id() < batch && i < hub.degree;
    const Row row = active ? graph.row(__ldg(graph.list(hub) + i)) : Row{0, 0, 0};
    u32 until = active ? before_root(job, root, v, i, row) : 0;
    const u32 start = first == 0 ? 0 : lower_bound(graph.list(row), until, first);
    until = end == v ? until : start + lower_bound(graph.list(row) + start, until - start, end);
    const u32 total = each_flat(row.start + start, until - start, 0, [&](u32 owner, u32, u64 arc) {
      put(from + owner, __ldg(graph.neighbours + arc));
    });
    mine.looked += lane_id() == 0 ? total : 0;
  }
}

// All pairs of a root whose matrix fits the block's memory. The area has shared words for matrix and rows.
template <bool kAllBits>
__device__ __forceinline__ void root_pairs(
    const Job& job, u32 v, const Row& hub, RootState& root, u32* area, PairSums& mine) {
  const u32 area_words = job.warp_bytes / 4;
  const u32 matrix_words = static_cast<u32>(Matrix::words(hub.degree));
  const bool near = matrix_words <= area_words / 2;  // the matrix is in shared memory
  u32* const far_bits = job.large + static_cast<u64>(blockIdx.x) * job.large_ids;
  const Matrix matrix{near ? area : far_bits, Matrix::stride_of(hub.degree)};
  for (u32 i = threadIdx.x; i < matrix_words; i += blockDim.x) {
    matrix.bits[i] = 0;
  }
  if (threadIdx.x == 0) {
    root.wedges = 0;
    root.triangles = 0;
  }
  __syncthreads();
  triangle_sums<kAllBits>(job, v, hub, matrix, root, mine);
  __syncthreads();

  const u64 wedges = root.wedges;
  u32* const page = near ? area + matrix_words : area;
  const u32 page_words = near ? area_words - matrix_words : area_words;
  const u32 words = words_of(hub.degree);
  const auto add_up = [&](const CommonRows& rows) {
    __syncthreads();
    if (near) {
      add_rows<kAllBits>(job, v, hub, area, matrix.stride, rows, root, mine);
    } else {
      add_rows<kAllBits>(job, v, hub, far_bits, matrix.stride, rows, root, mine);
    }
    __syncthreads();
  };
  // Hashed where that has fewer places to clear and to look at than there are vertices before the root.
  u32 places = 64;
  while (places < 2 * wedges && places < page_words) {
    places *= 2;
  }
  const u64 hashed = u64{places} + u64{places + 1} * words;
  if (places >= 2 * wedges && hashed <= page_words && 2 * hashed < u64{v} * words) {
    u32* const keys = page;
    u32* const bits = page + places;
    const u32 stride = places + 1;
    for (u32 i = threadIdx.x; i < places; i += blockDim.x) {
      keys[i] = kNoId;
    }
    for (u32 i = threadIdx.x; i < stride * words; i += blockDim.x) {
      bits[i] = 0;
    }
    __syncthreads();
    each_wedge(job, v, hub, root, 0, v, mine, [&](u32 i, u32 c) {
      u32 place = (c * 0x9E3779B1u) >> 16 & (places - 1);
      for (;;) {
        const u32 there = atomicCAS(keys + place, kNoId, c);
        if (there == kNoId || there == c) {
          break;
        }
        place = (place + 1) & (places - 1);
      }
      atomicOr(bits + i / 32 * stride + place, 1u << (i & 31));
    });
    add_up({bits, keys, 0, places, stride, words});
    return;
  }
  const u32 most = (page_words / words - 1) | 1;  // odd, and no more than fit
  for (u32 first = 0; first < v; first += most) {
    const u32 count = min(most, v - first);
    const u32 stride = count | 1;
    for (u32 i = threadIdx.x; i < stride * words; i += blockDim.x) {
      page[i] = 0;
    }
    __syncthreads();
    each_wedge(job, v, hub, root, first, first + count, mine, [&](u32 i, u32 c) {
      atomicOr(page + i / 32 * stride + (c - first), 1u << (i & 31));
    });
    add_up({page, nullptr, first, count, stride, words});
  }
}

}  // namespace cliquestream::enumerate
