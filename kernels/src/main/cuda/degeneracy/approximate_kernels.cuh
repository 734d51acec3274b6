// An order near a degeneracy order, in a few rounds.
//
// A round removes every vertex whose residual degree is at most the average of the vertices that remain, all at once; what
// is left after the last round is ordered by residual degree. Ranks go to the vertices from the last round to the first,
// inside a round from the largest residual degree to the smallest, ties in the order of the graph. A vertex of round r
// has at most the average residual degree of that round as out-degree, which is at most twice the degeneracy, for the
// average degree of any subgraph is; the last round alone has no bound but what its degrees give.
//
// A round takes two passes: over the vertices, and over the rows of N+, of which only those of vertices that remained
// before the round are read. It needs no symmetric adjacency, and no host. Residual degrees do not depend on the order
// in which threads come along, so neither does the result.
//
// Reference: rounds at (1 + epsilon) times the average are those of B. Bahmani, R. Kumar, S. Vassilvitskii, Densest Subgraph in
// Streaming and MapReduce (2012); here epsilon is 0, and progress is certain because some vertex is at most the average.
#pragma once

#include "common/common.cuh"

namespace cliquestream::degeneracy {

struct ApproximatePolicy {
  static constexpr int kThreads = 256;
  static constexpr int kBlocksPerSm = 8;
  static constexpr u32 kLanes = 8;          // of a row
  static constexpr u32 kMostRounds = 14;    // the round fills the upper bits of a key
  static constexpr u32 kResidualBits = 20;  // larger residual degrees count as the largest
  static constexpr u32 kKeyBits = 24;
};

// What remains before a round.
struct alignas(128) Remaining {
  u64 vertices;
  u64 ends;  // of edges between them
};

struct ApproximateRound {
  const u64* rows;
  const u32* adjacency;
  u64 active;
  u32* residual;
  u32* keys;  // kNoId: remains
  Remaining* now;
  Remaining* next;
  u32 mark;   // upper part of the keys of vertices that leave now
};

__device__ __forceinline__ u32 order_key(u32 mark, u32 residual) {
  constexpr u32 kMost = (1u << ApproximatePolicy::kResidualBits) - 1;
  return mark << ApproximatePolicy::kResidualBits | (kMost - min(residual, kMost));
}

__global__ void cs_kernel_approximate_start(
    const u32* __restrict__ degrees, u64 active, u64 edges, u32* residual, u32* keys, u32* ranks,
    Remaining* remaining) {
  if (global_thread() == 0) {
    remaining->vertices = active;
    remaining->ends = 2 * edges;
  }
  for (u64 u = global_thread(); u < active; u += global_threads()) {
    residual[u] = degrees[u];
    keys[u] = kNoId;
    ranks[u] = static_cast<u32>(u);
  }
}

__global__ void cs_kernel_approximate_select(ApproximateRound r) {
  const u64 vertices = r.now->vertices;
  const u64 average = vertices == 0 ? 0 : r.now->ends / vertices;
  u64 left = 0;
  for (u64 u = global_thread(); u < r.active; u += global_threads()) {
    if (r.keys[u] == kNoId) {
      const u32 degree = r.residual[u];
      if (degree <= average) {
        r.keys[u] = order_key(r.mark, degree);
      } else {
        left++;
      }
    }
  }
  add_warp_sum(&r.next->vertices, left);
}

// Takes the edges of the vertices that left from the residual degrees of those that remain.
__global__ void cs_kernel_approximate_update(ApproximateRound r) {
  constexpr u32 kLanes = ApproximatePolicy::kLanes;
  const u32 member = threadIdx.x % kLanes;
  u64 ends = 0;
  for (u64 u = global_thread() / kLanes; u < r.active; u += global_threads() / kLanes) {
    const u32 mine = r.keys[u];
    const bool remains = mine == kNoId;
    if (!remains && mine >> ApproximatePolicy::kResidualBits != r.mark) {
      continue;  // left earlier
    }
    const u64 row = __ldg(r.rows + u);
    const u32 length = row_length(row);
    const uint4* quads = reinterpret_cast<const uint4*>(r.adjacency) + row_quad(row);
    u32 left = 0, kept = 0;
    for (u32 q = member; q * 4 < length; q += kLanes) {
      const uint4 four = __ldg(quads + q);
      const u32 ids[4] = {four.x, four.y, four.z, four.w};
#pragma unroll
      for (u32 x = 0; x < 4; x++) {
        if (q * 4 + x < length) {
          const u32 other = r.keys[ids[x]];
          if (other == kNoId) {
            kept++;
            if (!remains) {
              atomicSub(r.residual + ids[x], 1u);
            }
          } else {
            left += other >> ApproximatePolicy::kResidualBits == r.mark;
          }
        }
      }
    }
    if (remains) {
      ends += 2 * kept;
      if (left != 0) {
        atomicSub(r.residual + u, left);
      }
    }
  }
  __syncwarp();
  add_warp_sum(&r.next->ends, ends);
}

__global__ void cs_kernel_approximate_rest(const u32* __restrict__ residual, u64 active, u32* keys) {
  for (u64 u = global_thread(); u < active; u += global_threads()) {
    if (keys[u] == kNoId) {
      keys[u] = order_key(0, residual[u]);
    }
  }
}

}  // namespace cliquestream::degeneracy
