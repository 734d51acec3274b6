// 4-cliques: the triangles of every root's induced matrix, as products of bit matrices.
//
// With A the lower triangular matrix of a root's out-neighbours, (A A^T)[i][j] for j < i counts the common neighbours below j,
// and its sum over the edges (i, j) is the number of triangles, each counted at its two larger vertices. One m16n8k128
// instruction of the b1 matrix unit takes 16 rows against 8, 128 bits deep; a warp does four of them side by side and adds
// those of the 16 x 32 sums whose edge is there. Nothing depends on what the matrix holds, so no lane waits for another.
//
// Up to 128 out-neighbours a warp has a root to itself, and no barrier at all; past that a block has one, and two barriers.
// The matrix is made in blocks of 32 x 32: hubs from bits (common/hub_bits.cuh), any other row by searching its list for each
// member, four rows at a time. Roots whose matrix does not fit shared memory take the general path (count_kernels.cuh).
//
// Cost: d^2 / 2 loads and d^3 / 6 bit products a root. Rows are a multiple of 128 bits, at a distance of 4 modulo 8 words, so
// that the loads of an operand meet no bank twice.
#pragma once

#include "cliques/bit_products.cuh"
#include "cliques/leaves.cuh"
#include "cliques/matrix.cuh"
#include "cliques/worker.cuh"

namespace cliquestream::cliques {

// Words between two rows of a matrix of so many vertices, and its rows with those that are added to fill a block.
__host__ __device__ __forceinline__ u32 four_stride(u32 vertices) {
  const u32 words = (words_of(vertices) + 3) & ~3u;
  return words & 4 ? words : words + 4;
}
__host__ __device__ __forceinline__ u32 four_rows(u32 vertices) { return (vertices + 31) & ~31u; }

struct alignas(16) FourArea {
  u32 matrix[CliquePolicy::kFourWarpRoot * 4];
  u32 ids[CliquePolicy::kFourWarpRoot];
};
static_assert(CliquePolicy::kFourWarpRoot <= 128, "a row of the area has four words");

struct alignas(16) FourTurn {
  u32 degree[2];  // of the root at work and of the next; 0: there is none
  u32 hubs[2];
};

// Rows base + from .. base + rows - 1, columns first .. first + 31, from the lists of their vertices: the word of this lane's
// row. Steps of the searches of four rows are taken together.
__device__ __forceinline__ u32 listed_block(
    const Job& job, const u32* ids, u32 base, u32 from, u32 rows, u32 first, u32 lane) {
  constexpr u32 kTogether = 4;
  const u64 descriptor = lane >= from && lane < rows ? __ldg(job.rows + ids[base + lane]) : 0;
  const u32 id = ids[first + lane < base + rows ? first + lane : base];
  u32 mine = 0;
  for (u32 r = from; r < rows; r += kTogether) {
    const u32* list[kTogether];
    u32 length[kTogether], at[kTogether], longest = 0;
#pragma unroll
    for (u32 x = 0; x < kTogether; x++) {
      // Past the last row a descriptor is 0 but where the lanes wrap around, so look at the row's number as well.
      const u64 row = __shfl_sync(kFullWarp, descriptor, (r + x) & 31);
      list[x] = job.adjacency + row_quad(row) * 4;
      length[x] = r + x < rows ? row_length(row) : 0;
      at[x] = 0;
      longest = max(longest, length[x]);
    }
    for (u32 step = longest == 0 ? 0 : 1u << top_bit(longest); step != 0; step >>= 1) {
#pragma unroll
      for (u32 x = 0; x < kTogether; x++) {
        if (at[x] + step <= length[x] && __ldg(list[x] + at[x] + step - 1) < id) {
          at[x] += step;
        }
      }
    }
#pragma unroll
    for (u32 x = 0; x < kTogether; x++) {
      const bool below = first + lane < base + r + x;
      const bool adjacent = below && at[x] < length[x] && __ldg(list[x] + at[x]) == id;
      const u32 row = __ballot_sync(kFullWarp, adjacent);
      mine = lane == r + x ? row : mine;
    }
  }
  return mine;
}

// The matrix of the members, blocks of it handed out to the warps in turn.
__device__ __forceinline__ void build_four(
    const Job& job, const u32* ids, u32 degree, u32 hubs, u32* matrix, u32 stride, u32 lane, u32 warp, u32 warps) {
  u32 turn = 0;
  for (u32 base = 0; base < degree; base += 32) {
    const u32 rows = min(degree - base, 32u), last = base | 96;
    for (u32 first = 0; first <= last; first += 32) {
      if (warps > 1 && turn++ % warps != warp) {
        continue;
      }
      u32 own = 0;
      if (first <= base) {
        const u32 bits = hubs <= base ? 0 : min(hubs - base, rows);
        if (bits != 0) {
          hub_block(job.hub_bits, ids, base, bits, first, base + bits, lane, &own);
        }
        if (bits < rows) {
          own |= listed_block(job, ids, base, bits, rows, first, lane);
        }
      }
      matrix[(base + lane) * stride + (first >> 5)] = own;
    }
  }
}

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 1000
// Where the instruction would be emulated: an edge a lane, AND and POPC.
__device__ __forceinline__ u64 lower_triangles(
    const u32* matrix, u32 stride, u32 degree, u32 lane, u32 warp, u32 warps, u64& sweeps) {
  u64 found = 0;
  for (u32 i = warp; i < degree; i += warps) {
    const u32* row = matrix + i * stride;
    for (u32 j = lane; j < i; j += 32) {
      if (row[j >> 5] >> (j & 31) & 1) {
        for (u32 w = 0; w <= j >> 5; w++) {
          found += __popc(row[w] & matrix[j * stride + w]);
        }
        sweeps += (j >> 5) + 1;
      }
    }
  }
  return found;
}
#else
// Each lane returns its part; sweeps: ANDs of words with a POPC, this lane's share.
__device__ __forceinline__ u64 lower_triangles(
    const u32* matrix, u32 stride, u32 degree, u32 lane, u32 warp, u32 warps, u64& sweeps) {
  const u32 group = lane >> 2, member = lane & 3;
  u64 found = 0;
  u32 turn = 0;
  for (u32 first_row = 0; first_row < degree; first_row += 16) {
    const u32* low = matrix + (first_row + group) * stride;
    const u32* high = low + 8 * stride;
    for (u32 word = 0; word <= first_row >> 5; word++) {
      if (warps > 1 && turn++ % warps != warp) {
        continue;
      }
      u32 common[4][4] = {};
      const u32* columns = matrix + (word * 32 + group) * stride + member;
      for (u32 depth = 0; depth <= word; depth += 4) {
        const u32 a = low[depth + member], b = high[depth + member];
#pragma unroll
        for (u32 x = 0; x < 4; x++) {
          multiply_bits_128(common[x], a, b, columns[x * 8 * stride + depth]);
        }
      }
      sweeps += ((word >> 2) + 1) * 64;
      const u32 low_edges = low[word] >> (2 * member), high_edges = high[word] >> (2 * member);
      u32 even = 0, odd = 0;
#pragma unroll
      for (u32 x = 0; x < 4; x++) {
        const u32 l = low_edges >> (8 * x), h = high_edges >> (8 * x);
        even += (l & 1) * common[x][0] + (h & 1) * common[x][2];
        odd += (l & 2) * common[x][1] + (h & 2) * common[x][3];
      }
      found += even + (odd >> 1);
    }
  }
  return found;
}
#endif

// What a warp has done, into the job's counters.
__device__ __forceinline__ void publish_four(const Job& job, u64 counted, u64 sweeps, u64 roots, long long start) {
  add_warp_total(job.total, counted);
  add_warp_sum(job.counters + kSweeps, sweeps);
  if (lane_id() == 0) {
    add_to(job.counters + kNodes, roots);
    add_to(job.counters + kCycles, static_cast<u64>(clock64() - start));
  }
}
__device__ __forceinline__ bool stopped(const Job& job) {
  const u32 word = job.stop == nullptr ? 0 : __shfl_sync(kFullWarp, read_volatile(job.stop), 0);
  return word != 0 && word != CS_PAUSE;  // 4-cliques of all roots end soon
}
// Descriptor of the root whose turn it is; 0 past the last one with enough out-neighbours.
__device__ __forceinline__ u64 root_at(const Job& job, u32 turn) {
  const u64 place = static_cast<u64>(turn) * job.slice_count + job.slice_index;
  const u64 row = place < job.root_count ? __ldg(job.rows + __ldg(job.roots + place)) : 0;
  return row_length(row) < 3 ? 0 : row;
}

__device__ __forceinline__ void count_four_by_warp(const Job& job) {
  const u32 lane = threadIdx.x & 31;
  FourArea& area = reinterpret_cast<FourArea*>(CS_CLIQUE_SHARED)[threadIdx.x >> 5];
  const long long start = clock64();
  u64 counted = 0, sweeps = 0, roots = 0;
  while (!stopped(job)) {
    u32 first = 0;
    if (lane == 0) {
      first = atomicAdd(job.taken, job.roots_at_once);
    }
    first = __shfl_sync(kFullWarp, first, 0);
    // Descriptors of all of them at once, and the ids of the next root while one is counted.
    const u64 row = lane < job.roots_at_once ? root_at(job, first + lane) : 0;
    u64 next_row = __shfl_sync(kFullWarp, row, 0);
    u32 next_id = lane < row_length(next_row) ? __ldg(job.adjacency + row_quad(next_row) * 4 + lane) : kNoId;
    u64 finished = 0;
    u32 turn = 0;
    for (; turn < job.roots_at_once && next_row != 0; turn++) {
      const u32 degree = row_length(next_row);
      const u32* list = job.adjacency + row_quad(next_row) * 4;
      u32 hubs = __popc(__ballot_sync(kFullWarp, next_id < job.hubs));
      if (lane < degree) {
        area.ids[lane] = next_id;
      }
      for (u32 from = 32; from < degree; from += 32) {
        const u32 id = from + lane < degree ? __ldg(list + from + lane) : kNoId;
        hubs += __popc(__ballot_sync(kFullWarp, id < job.hubs));
        if (from + lane < degree) {
          area.ids[from + lane] = id;
        }
      }
      next_row = turn + 1 < job.roots_at_once ? __shfl_sync(kFullWarp, row, turn + 1) : 0;
      next_id = lane < row_length(next_row) ? __ldg(job.adjacency + row_quad(next_row) * 4 + lane) : kNoId;
      __syncwarp();
      build_four(job, area.ids, degree, hubs, area.matrix, 4, lane, 0, 1);
      __syncwarp();
      counted += lower_triangles(area.matrix, 4, degree, lane, 0, 1, sweeps);
      __syncwarp();
      finished += static_cast<u64>(degree) * (degree + 1) / 2;
    }
    roots += turn;
    if (lane == 0 && job.done != nullptr && finished != 0) {
      add_to(job.done, finished);
    }
    if (turn < job.roots_at_once) {
      break;  // all that follow have fewer out-neighbours
    }
  }
  publish_four(job, counted, sweeps, roots, start);
}

// By the first warp: the next root's ids.
__device__ __forceinline__ void fetch_four(const Job& job, FourTurn& turn, u32 which, u32* ids, u32 lane) {
  u32 at = 0;
  if (lane == 0) {
    at = atomicAdd(job.taken, 1u);
  }
  const u64 row = stopped(job) ? 0 : root_at(job, __shfl_sync(kFullWarp, at, 0));
  const u32 degree = row_length(row);
  const u32* list = job.adjacency + row_quad(row) * 4;
  u32 hubs = 0;
  for (u32 from = 0; from < degree; from += 32) {
    const u32 id = from + lane < degree ? __ldg(list + from + lane) : kNoId;
    hubs += __popc(__ballot_sync(kFullWarp, id < job.hubs));
    if (from + lane < degree) {
      ids[from + lane] = id;
    }
  }
  if (lane == 0) {
    turn.degree[which] = degree;
    turn.hubs[which] = hubs;
  }
}

__device__ __forceinline__ void count_four_by_block(const Job& job) {
  const u32 lane = threadIdx.x & 31, warp = threadIdx.x >> 5, warps = blockDim.x >> 5;
  FourTurn& turn = *reinterpret_cast<FourTurn*>(CS_CLIQUE_SHARED);
  u32* const matrix = shared_at<u32>(job.layout.matrix);
  const long long start = clock64();
  u64 counted = 0, sweeps = 0, roots = 0;
  if (warp == 0) {
    fetch_four(job, turn, 0, shared_at<u32>(job.layout.ids), lane);
  }
  __syncthreads();
  for (u32 which = 0; turn.degree[which] != 0; which ^= 1) {
    const u32 degree = turn.degree[which];
    u32* const ids = shared_at<u32>(job.layout.ids) + which * job.widest;
    const u32 stride = four_stride(degree);
    build_four(job, ids, degree, turn.hubs[which], matrix, stride, lane, warp, warps);
    __syncthreads();
    if (warp == 0) {
      fetch_four(job, turn, which ^ 1, shared_at<u32>(job.layout.ids) + (which ^ 1) * job.widest, lane);
    }
    counted += lower_triangles(matrix, stride, degree, lane, warp, warps, sweeps);
    if (threadIdx.x == 0) {
      roots++;
      if (job.done != nullptr) {
        add_to(job.done, static_cast<u64>(degree) * (degree + 1) / 2);
      }
    }
    __syncthreads();
  }
  publish_four(job, counted, sweeps, roots, start);
}

__global__ void __launch_bounds__(CliquePolicy::kFourWarpThreads, CliquePolicy::kFourWarpBlocks)
    cs_kernel_clique_four_warp(Job job) {
  count_four_by_warp(job);
}
__global__ void __launch_bounds__(CliquePolicy::kBlockKernelThreads, CliquePolicy::kFourBlockBlocks)
    cs_kernel_clique_four_block(Job job) {
  count_four_by_block(job);
}

}  // namespace cliquestream::cliques
