// k-cliques of vertices and edges, for small k, row by row of a root's matrix.
//
// Row i of root u stands for the k-cliques of u, i and neighbours of both. Let S be those neighbours: by vertex only the ones below
// i, so that each clique is seen at its two largest vertices; by edge all of them. For each j of S, a(j) is the number of
// cliques of k - 2 vertices in S that hold j, all counted by ANDs with POPCs of rows: 1, the neighbours of j, the triangles at j,
// the 4-cliques at j, for k = 3, 4, 5, 6.
//   By vertex, j is in a(j) of the row's cliques, i and u in the sum of a over k - 2.
//   By edge, for j < i, a(j) is the number of the edge (i, j) below u; and k - 2 times that of an edge (u, j) is the sum of a(j)
//   over all neighbours of j: so sums of edges are kept k - 2 times too large. Those of vertices follow in the end.
// S is copied into a tile where it fits one (row_sets.cuh), and else counted in the matrix.
//
// Sums of the root's vertices are two 32-bit words in shared memory, whose atomics the hardware has; whoever wraps one carries.
// a(j) fits 32 bits for all that RowPolicy takes: C(1279, 2), or C(511, 3).
//
// Cost: one AND of masks for each clique of k - 1 vertices (by vertex; by edge for each of its edges), 32 x 32 of them at a time.
#pragma once

#include "cliques/local/row_sets.cuh"
#include "cliques/local/row_shape.cuh"
#include "cliques/matrix.cuh"
#include "cliques/worker.cuh"

namespace cliquestream::cliques::local {

struct RowJob {
  Job graph;  // rows, adjacency, hubs, roots, what is handed out, slices, stop, done, least = k
  RowLayout layout;
  u64* sums;       // [active][2]
  u64* edge_sums;  // [position of adjacency][sum_words], k - 2 times the cliques
  u32 sum_words;
  u64* begun;
};

__device__ __forceinline__ void add_sum(u64* sums, u64 at, u64 more, u32 words) {
  if (words == 1) {
    add_to(sums + at, more);
  } else {
    add_wide(sums + 2 * at, sums + 2 * at + 1, more);
  }
}

// A root at work, with the parts of shared memory that belong to it and to this warp.
struct RowSpace {
  u32 degree;
  u32 stride;
  u32* low;  // sums of its vertices, then of the root
  u32* high;
  u32* ids;
  u32* matrix;
  u32* tile;
  u32* masks;
  u16* members;

  __device__ __forceinline__ const u32* row(u32 vertex) const { return matrix + vertex * stride; }
  __device__ __forceinline__ void add(u32 vertex, u64 more) const {
    const u32 more_low = static_cast<u32>(more);
    const u32 old = atomicAdd(low + vertex, more_low);
    const u32 more_high = static_cast<u32>(more >> 32) + (old + more_low < old ? 1 : 0);
    if (more_high != 0) {
      atomicAdd(high + vertex, more_high);
    }
  }
  __device__ __forceinline__ u64 take(u32 vertex) const {
    const u64 sum = static_cast<u64>(high[vertex]) << 32 | low[vertex];
    low[vertex] = 0;
    high[vertex] = 0;
    return sum;
  }
};

// For a whole warp.
template <u32 kSize, bool kEdges>
class RowCount {
  static_assert(kSize >= 3 && kSize <= RowPolicy::kMost, "");

 public:
  __device__ __forceinline__ RowCount(const RowJob& job, const RowSpace& space, u32 lane)
      : job_(job), s_(space), lane_(lane), words_(words_of(space.degree)) {}

  // Row i. Leaves a part of it where the job is cancelled.
  __device__ __forceinline__ void count(u32 i) {
    i_ = i;
    total_ = 0;
    if constexpr (kEdges) {
      const u64 descriptor = __ldg(job_.graph.rows + s_.ids[i]);
      length_ = row_length(descriptor);
      first_ = row_quad(descriptor) * 4;
    }
    if constexpr (kSize == 3) {
      for (u32 x = 0; x <= i >> 5; x++) {
        emit(x * 32 + lane_, 1, is_below(x));
      }
    } else if constexpr (kSize == 4) {
      count_common();
    } else {
      count_sets();
    }
    const u64 total = warp_sum(total_);
    if (lane_ == 0 && total != 0) {
      s_.add(i, kEdges ? total : total / (kSize - 2));
      if (!kEdges) {
        s_.add(s_.degree, total / (kSize - 2));
      }
    }
    __syncwarp();
  }

 private:
  // Word x of S, and of its members below i.
  __device__ __forceinline__ u32 below(u32 x) const {
    return x < i_ >> 5 ? s_.row(i_)[x] : x == i_ >> 5 ? s_.row(i_)[x] & low_bits<u32>(i_ & 31) : 0;
  }
  __device__ __forceinline__ u32 member_word(u32 x) const { return kEdges ? s_.row(i_)[x] : below(x); }
  __device__ __forceinline__ u32 set_words() const { return kEdges ? words_ : (i_ >> 5) + 1; }
  __device__ __forceinline__ bool is_below(u32 x) const { return below(x) >> lane_ & 1; }

  // a(j) of this lane's j, where it has one; no two lanes have the same.
  __device__ __forceinline__ void emit(u32 vertex, u32 value, bool mine) {
    if (!mine || value == 0) {
      return;
    }
    total_ += value;
    s_.add(vertex, value);
    if constexpr (kEdges) {
      const u32 at = row_lower_bound(job_.graph.adjacency + first_, length_, s_.ids[vertex]);
      add_sum(job_.edge_sums, first_ + at, static_cast<u64>(kSize - 2) * value, job_.sum_words);
    }
  }

  __device__ __forceinline__ void count_common() {
    for (u32 x = 0; x <= i_ >> 5; x++) {
      if (below(x) == 0) {
        continue;
      }
      u32 common = 0;
      if (is_below(x)) {
        const u32* row = s_.row(x * 32 + lane_);
        for (u32 w = 0; w < set_words(); w++) {
          common += __popc(row[w] & member_word(w));
        }
      }
      emit(x * 32 + lane_, common, is_below(x));
    }
  }

  __device__ __forceinline__ void count_sets() {
    u32 members = 0, lower = 0;
    for (u32 x = lane_; x < set_words(); x += 32) {
      members += __popc(member_word(x));
      lower += __popc(below(x));
    }
    const u32 size = __reduce_add_sync(kFullWarp, members), limit = __reduce_add_sync(kFullWarp, lower);
    if (size < kSize - 2 || limit == 0) {
      return;
    }
    if (s_.degree <= 32) {
      count_tile<1, false>(s_.matrix, s_.degree, kEdges ? i_ : s_.degree, member_word(0));
    } else if (size > job_.layout.capacity) {
      count_in_matrix();
    } else {
      list();
      if (size <= 32) {
        count_copy<1>(size, limit);
      } else if (size <= 64) {
        count_copy<2>(size, limit);
      } else if (size <= 128) {
        count_copy<4>(size, limit);
      } else {
        count_copy<8>(size, limit);
      }
    }
  }

  __device__ __forceinline__ void list() const {
    u32 before = 0;
    for (u32 x = 0; x < set_words(); x++) {
      const u32 word = member_word(x);
      if (word >> lane_ & 1) {
        s_.members[before + __popc(word & lanes_below_mine())] = static_cast<u16>(x * 32 + lane_);
      }
      before += __popc(word);
    }
    __syncwarp();
  }

  // The rows of the members, renumbered, into the tile.
  template <int kStride>
  __device__ __forceinline__ void count_copy(u32 size, u32 limit) {
    u32 word[kStride], shift[kStride];
#pragma unroll
    for (int y = 0; y < kStride; y++) {
      const u32 mine = y * 32 + lane_;
      const u32 member = mine < size ? s_.members[mine] : i_;  // i itself is none of its neighbours, and in no row of theirs below
      word[y] = member >> 5;
      shift[y] = mine < size ? member & 31 : 32;
    }
#pragma unroll 2
    for (u32 q = 0; q < size; q++) {
      const u32* row = s_.row(s_.members[q]);
      u32 mine = 0;
#pragma unroll
      for (int y = 0; y < kStride; y++) {
        if (y * 32 < size) {
          const u32 copied = __ballot_sync(kFullWarp, shift[y] < 32 && (row[word[y]] >> shift[y] & 1));
          mine = lane_ == y ? copied : mine;
        }
      }
      if (lane_ < kStride) {
        s_.tile[q * kStride + lane_] = mine;
      }
    }
    __syncwarp();
    count_tile<kStride, true>(s_.tile, size, limit, ~0u);
    __syncwarp();
  }

  // a(j) of the first `limit` vertices of the tile, which are the members in their order, or with one word a row those in `only`.
  template <int kStride, bool kMembers>
  __device__ __forceinline__ void count_tile(const u32* tile, u32 size, u32 limit, u32 only) {
#pragma unroll 1
    for (u32 base = 0; base < limit; base += 32) {
      const u32 mine = base + lane_;
      u32 value = 0;
      if constexpr (kSize == 5) {
        value = triangles_at<kStride>(tile, size, only, base, lane_);
      } else {
        for (u32 j = base; j < min(limit, base + 32); j++) {
          if (kMembers || (only >> j & 1)) {
            const u32 found = four_cliques_at<kStride>(tile, size, only, j, lane_);
            value = mine == j ? found : value;
          }
        }
      }
      const u32 vertex = kMembers ? (mine < limit ? s_.members[mine] : 0) : mine;
      emit(vertex, value, mine < limit);
    }
  }

  // Edges in a mask of the root's vertices; each lane returns its part.
  __device__ __forceinline__ u32 edges_in(const u32* mask) const {
    u32 edges = 0;
    for (u32 x = 0; x < words_; x++) {
      const u32 word = mask[x];
      if (word >> lane_ & 1) {
        const u32* row = s_.row(x * 32 + lane_);
        for (u32 w = 0; w < x; w++) {
          edges += __popc(row[w] & mask[w]);
        }
        edges += __popc(row[x] & word & low_bits<u32>(lane_));
      }
    }
    return edges;
  }
  __device__ __forceinline__ bool cancelled() const {
    const u32 word = job_.graph.stop == nullptr ? 0 : __shfl_sync(kFullWarp, read_volatile(job_.graph.stop), 0);
    return word != 0 && word != CS_PAUSE;
  }

  // The same without a tile, one j at a time.
  __device__ __forceinline__ void count_in_matrix() {
    u32* const common = s_.masks;
    u32* const deeper = s_.masks + words_;
    for (u32 x = 0; x <= i_ >> 5; x++) {
      u32 value = 0;
      for (u32 left = below(x); left != 0; left &= left - 1) {
        const u32 bit_of_j = __ffs(left) - 1;
        const u32* row = s_.row(x * 32 + bit_of_j);
        for (u32 w = lane_; w < words_; w += 32) {
          common[w] = w < set_words() ? row[w] & member_word(w) : 0;
        }
        __syncwarp();
        u32 found = 0;
        if constexpr (kSize == 5) {
          found = edges_in(common);
        } else {
          for (u32 y = 0; y < words_; y++) {
            for (u32 open = common[y]; open != 0; open &= open - 1) {
              const u32 bit_of_m = __ffs(open) - 1;
              const u32* other = s_.row(y * 32 + bit_of_m);
              for (u32 w = lane_; w < words_; w += 32) {
                deeper[w] = w > y ? 0 : common[w] & other[w] & (w == y ? low_bits<u32>(bit_of_m) : ~0u);
              }
              __syncwarp();
              found += edges_in(deeper);
              __syncwarp();
            }
          }
        }
        found = __reduce_add_sync(kFullWarp, found);
        value = lane_ == bit_of_j ? found : value;
        __syncwarp();
        if (cancelled()) {
          return;
        }
      }
      emit(x * 32 + lane_, value, is_below(x));
    }
  }

  const RowJob& job_;
  const RowSpace& s_;
  const u32 lane_;
  const u32 words_;
  u32 i_ = 0;
  u64 total_ = 0;  // this lane's
  u32 length_ = 0;  // of the row of vertex i, by edge
  u64 first_ = 0;   // position where it starts
};

}  // namespace cliquestream::cliques::local
