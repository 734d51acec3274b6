// The sums that the counts of all motifs of up to five vertices follow from, in one pass over the vertices (after ESCAPE by Pinar,
// Seshadhri and Vishal, 2017: a motif is taken apart at a vertex, an edge or a pair of vertices).
//
// d(v) is a degree, t(e) the triangles at an edge, t(v) those at a vertex, S(a,c) the common neighbours of two vertices and W(a,c)
// their number. An arc is an edge with a direction. Everything is found at a root a, every vertex once:
//
// At the root's row (vertex_sums, a warp). With F = sum of d(z) - 1, Q of (d(z) - 1)^2, T of t(az), P of C(t(az), 2), B of
// t(az) (d(z) - 1) over its neighbours z, all sums over stars, trees and what hangs on one triangle are products of these with
// polynomials in d(a); t(a) = T / 2, and pairs of neighbours are F^2 - Q.
//
// At the root's triangles (pair_sums.cuh). Every triangle axy is met at each of its vertices, so what belongs to an edge and the
// vertex opposite, or to two edges at one vertex, is added there once:
//   KITES  (t(xy) - 1) (d(a) - 2)            GEMS  (t(ax) - 1) (t(ay) - 1)
//
// At the pairs (a,c) with c before a, every pair of vertices at its later end (of smaller degree), where they have common
// neighbours. A 4-cycle is two of these and has two diagonals, one of which is (a,c); so
//   CYCLES_4  C(W, 2), twice each            BANNERS  C(W, 2) (d(a) + d(c) - 4), the degrees of the other diagonal at its pair
//   TRIPLES   C(W, 3)
// For x in S let y(x) be its neighbours in S. Edges among common neighbours are what all dense motifs are made of:
//   SPOKES    (W - 2) sum of y(x)            WEDGES  sum of C(y(x), 2)
// and where a and c are adjacent, S belongs to an edge with t = W and y(x) is the number of 4-cliques around the triangle acx. Each
// triangle is met at its three edges, each with the vertex opposite, and a 4-clique at six edges and both vertices besides:
//   CLIQUES_4         sum of y(x), twelve times each
//   CLIQUE_PAIRS      sum of C(y(x), 2), three times each
//   CLIQUE_TAILS      sum of y(x) (d(x) - 3)
//   CLIQUE_TRIANGLES  (W - 2) sum of y(x)
// So one loop, y(x) for all pairs, serves nine motifs. Its cost: with the root's neighbourhood as a matrix of bits and S as a row of
// bits, y(x) is the bits that two rows share. Rows have d(a) bits, and a has the smaller degree of the two. So all of it takes
//   sum over wedges a - x - c of min(d(a), d(c)) / 32
// words, against t(ax) members or W^2 / 2 pairs, which diamonds number, for whatever enumerates them.
//
// Sums leave a launch with the multiplicities named above, in an array of 128-bit words; t is made first, as for houses
// (house.cuh). A launch ends between two takings of roots. Roots are independent of one another: sums over parts add up.
//
// Sizes: d, t, W and y are below 2^31, and no root has 2^63 wedges; products of three of them are taken in 128 bits.
#pragma once

#include "enumerate/hub_pairs.cuh"
#include "enumerate/pair_sums.cuh"

namespace cliquestream::enumerate {

__device__ __forceinline__ void add_128(SumWords& sums, u32 which, __int128 value) {
  add_wide(&sums.word[which][0], &sums.word[which][1], static_cast<u64>(value), static_cast<u64>(value >> 64));
}

// What follows from a vertex's row. The whole warp calls it.
__device__ __forceinline__ void vertex_sums(const Job& job, const Row& row, SumWords& sums) {
  u64 further = 0, squares = 0, twice = 0, pairs = 0, ends = 0;
  __int128 triples = 0;  // 3 C(t, 3)
  for (u32 i = lane_id(); i < row.degree; i += 32) {
    const u64 other = job.graph.row(__ldg(job.graph.list(row) + i)).degree - 1;
    const u64 t = __ldg(job.triangles + row.start + i);
    further += other;
    squares += other * other;
    if (t != 0) {
      twice += t;
      pairs += t * (t - 1) / 2;
      triples += t < 2 ? 0 : static_cast<__int128>(t * (t - 1) / 2) * (t - 2);
      ends += t * other;
    }
  }
  further = warp_sum(further);
  squares = warp_sum(squares);
  twice = warp_sum(twice);
  pairs = warp_sum(pairs);
  ends = warp_sum(ends);
  u64 low, high;
  sum_wide(triples, low, high);
  if (lane_id() != 0) {
    return;
  }
  const __int128 d = row.degree, f = further, t = twice / 2, both = d * (d - 1) / 2;
  add_128(sums, CS_ENUMERATE_SUM_PAIRS_AT_VERTEX, both);
  add_128(sums, CS_ENUMERATE_SUM_TRIPLES_AT_VERTEX, d < 3 ? 0 : both * (d - 2));
  add_128(sums, CS_ENUMERATE_SUM_QUADRUPLES_AT_VERTEX, d < 4 ? 0 : both * ((d - 2) * (d - 3) / 2));
  add_128(sums, CS_ENUMERATE_SUM_WALKS_3, (d - 1) * f);
  add_128(sums, CS_ENUMERATE_SUM_FORKS, (d - 1) * (d - 2) / 2 * f);
  add_128(sums, CS_ENUMERATE_SUM_WALKS_4, f * f - static_cast<__int128>(squares));
  if (twice == 0) {
    return;
  }
  add_128(sums, CS_ENUMERATE_SUM_TRIANGLES_AT_VERTEX, t);
  add_128(sums, CS_ENUMERATE_SUM_TAILS, t * (d - 2));
  add_128(sums, CS_ENUMERATE_SUM_TRIANGLE_PAIRS_AT_ARC, static_cast<__int128>(pairs));
  add_wide(
      &sums.word[CS_ENUMERATE_SUM_TRIANGLE_TRIPLES_AT_ARC][0], &sums.word[CS_ENUMERATE_SUM_TRIANGLE_TRIPLES_AT_ARC][1], low,
      high);
  add_128(sums, CS_ENUMERATE_SUM_TAIL_PAIRS, t * ((d - 2) * (d - 3) / 2));
  add_128(sums, CS_ENUMERATE_SUM_BULLS, (d - 2) * (static_cast<__int128>(ends) - twice));
  add_128(sums, CS_ENUMERATE_SUM_LONG_TAILS, t * f);
  add_128(sums, CS_ENUMERATE_SUM_TRIANGLE_ENDS, static_cast<__int128>(ends));
  add_128(sums, CS_ENUMERATE_SUM_TRIANGLE_PAIRS_AT_VERTEX, t * (t - 1) / 2);
  add_128(sums, CS_ENUMERATE_SUM_DARTS, static_cast<__int128>(pairs) * (d - 3));
}

template <bool kAllBits>
__device__ __forceinline__ void run_sums(const Job& job) {
  extern __shared__ uint4 cs_enumerate_shared[];
  char* const shared = reinterpret_cast<char*>(cs_enumerate_shared);
  BlockSums& block = *reinterpret_cast<BlockSums*>(shared + plan_bytes());
  RootState& root = *reinterpret_cast<RootState*>(shared + block_bytes());
  u32* const area = reinterpret_cast<u32*>(shared + block_bytes() + sizeof(RootState));
  if (threadIdx.x == 0) {
    block = {};
  }
  for (u32 i = threadIdx.x; i < 2 * CS_ENUMERATE_SUM_COUNT; i += blockDim.x) {
    (&root.sums.word[0][0])[i] = 0;
  }
  const bool ready = read_volatile(&job.control->next_edge) >= job.graph.arcs / 2;
  const long long first_cycle = clock64();
  PairSums mine;
  take_hubs(job, ready, [&](u32 v, const Row& row) {
    if (threadIdx.x / 32 == v % (blockDim.x / 32)) {
      vertex_sums(job, row, root.sums);
    }
    if (row.degree < 2) {
      return;
    }
    if (row.degree <= job.matrix_degree) {
      root_pairs<kAllBits>(job, v, row, root, area, mine);
    } else {
      triangle_sums<kAllBits>(job, v, row, Matrix{nullptr, 0}, root, mine);
      hub_pairs<kAllBits>(job, v, row, root, area, mine);
    }
  });
  const auto flush = [&](u32 which, __int128 value) {
    u64 low, high;
    sum_wide(value, low, high);
    if (lane_id() == 0) {
      add_wide(&root.sums.word[which][0], &root.sums.word[which][1], low, high);
    }
  };
  flush(CS_ENUMERATE_SUM_KITES, mine.kites);
  flush(CS_ENUMERATE_SUM_GEMS, mine.gems);
  flush(CS_ENUMERATE_SUM_CYCLES_4, mine.cycles);
  flush(CS_ENUMERATE_SUM_BANNERS, mine.banners);
  flush(CS_ENUMERATE_SUM_TRIPLES_AT_LATER_END, mine.triples);
  flush(CS_ENUMERATE_SUM_SPOKES_AT_LATER_END, mine.spokes);
  flush(CS_ENUMERATE_SUM_WEDGES_AT_LATER_END, mine.wedges);
  flush(CS_ENUMERATE_SUM_CLIQUES_4, mine.cliques);
  flush(CS_ENUMERATE_SUM_CLIQUE_PAIRS_AT_TRIANGLE, mine.clique_pairs);
  flush(CS_ENUMERATE_SUM_CLIQUE_TAILS, mine.clique_tails);
  flush(CS_ENUMERATE_SUM_CLIQUE_TRIANGLES, mine.clique_triangles);
  __syncthreads();
  for (u32 i = threadIdx.x; i < CS_ENUMERATE_SUM_COUNT; i += blockDim.x) {
    add_wide(job.class_counts + 2 * i, job.class_counts + 2 * i + 1, root.sums.word[i][0], root.sums.word[i][1]);
  }
  add_warp_sum(&block.elements, mine.looked);
  add_warp_sum(&block.cycles, lane_id() == 0 ? static_cast<u64>(clock64() - first_cycle) : 0);
  if (lane_id() == 0) {
    end_block(job, block, blockDim.x / 32);
  }
}

}  // namespace cliquestream::enumerate
