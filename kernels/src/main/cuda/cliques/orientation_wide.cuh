// Orientation over more candidates than a tile holds: the whole warp takes the largest vertex of a candidate mask after the
// other, with masks as wide as the matrix. Three levels before the end the triangles of the mask are counted
// (wide_triangles.cuh), or two levels before it the edges, where there are no products of bit matrices; and as soon as a
// tile holds the candidates the tile takes over. The stack holds one mask a level, then the words in use of each.
#pragma once

#include "cliques/matrix.cuh"
#include "cliques/orientation_tile.cuh"
#include "cliques/wide_triangles.cuh"

namespace cliquestream::cliques {

// Edges between up to 32 listed members and the members of the mask before them.
__device__ __forceinline__ u64 edges_of_members(
    const Worker& worker, const u32* mask, const u32* members, u32 count) {
  if (worker.lane >= count) {
    return 0;
  }
  const u32* row = worker.matrix + static_cast<u64>(members[worker.lane]) * worker.stride;
  const u32 last = members[count - 1] >> 5;
  u32 sum = 0, ones = 0, w = 0;
  for (; w + 1 <= last; w += 2) {
    const u32 x = mask[w] & row[w], y = mask[w + 1] & row[w + 1];
    sum += __popc((ones & x) | (ones & y) | (x & y));
    ones ^= x ^ y;
  }
  u32 edges = 2 * sum + __popc(ones);
  if (w <= last) {
    edges += __popc(mask[w] & row[w]);
  }
  return edges;
}

__device__ __forceinline__ u64 edges_in_mask(Worker& worker, const u32* mask, u32 words) {
  const u32 lane = worker.lane;
  u32* members = worker.area().members;
  u64 edges = 0;
  u32 listed = 0;
  for (u32 w = 0; w < words; w++) {
    const u32 word = mask[w];
    if (word == 0) {
      continue;
    }
    if (word >> lane & 1) {
      members[listed + __popc(word & lanes_below_mine())] = w * 32 + lane;
    }
    listed += __popc(word);
    __syncwarp();
    if (listed >= 32) {
      edges += edges_of_members(worker, mask, members, 32);
      worker.sweeps++;
      __syncwarp();
      const u32 moved = members[32 + (lane < listed - 32 ? lane : 0)];
      __syncwarp();
      if (lane < listed - 32) {
        members[lane] = moved;
      }
      listed -= 32;
      __syncwarp();
    }
  }
  if (listed != 0) {
    edges += edges_of_members(worker, mask, members, listed);
    worker.sweeps += lane < listed;
  }
  __syncwarp();
  return edges;
}

__device__ __forceinline__ u64 count_as_tile(Worker& worker, const u32* mask, u32 words, u32 count, u32 size) {
  WarpArea& area = worker.area();
  worker.tally(kTiles, 1);
  worker.tally(kTileVertices, count);
  u64 found;
  if (count <= 32) {
    compact<u32, false>(worker.matrix, worker.stride, mask, words, area.members, area.tile, count, worker.lane);
    found = count_in_tile<u32>(worker, area.tile, count, size);
  } else {
    u64* tile = reinterpret_cast<u64*>(area.tile);
    compact<u64, false>(worker.matrix, worker.stride, mask, words, area.members, tile, count, worker.lane);
    found = count_in_tile<u64>(worker, tile, count, size);
  }
  __syncwarp();
  return found;
}

__device__ __forceinline__ void count_wide_triangles(Worker& worker, const u32* mask, u32 words, u32 count) {
  const u64 triangles = triangles_in_mask<false>(worker, mask, words, count);
  worker.counted += worker.lane == 0 ? triangles : 0;
}

// Adds the cliques of `size` vertices, at least 1, among the candidates in the mask to what the worker has counted.
__device__ __forceinline__ void count_in_mask(Worker& worker, const u32* candidates, u32 words, u32 size) {
  const u32 lane = worker.lane;
  const u32 row_words = words_of(worker.job.widest);
  const u32 count = warp_count_bits(candidates, words, lane);
  if (count < size) {
    return;
  }
  if (size == 1) {
    worker.counted += lane == 0 ? count : 0;
    return;
  }
  if (size == 2) {
    worker.counted += edges_in_mask(worker, candidates, words);
    return;
  }
  if (count <= CliquePolicy::kTile) {
    worker.counted += count_as_tile(worker, candidates, words, count, size);
    return;
  }
  if (kBitProducts && size == 3) {
    count_wide_triangles(worker, candidates, words, count);
    return;
  }
  u32* stack = worker.stack();
  u32* used = stack + static_cast<u64>(worker.job.levels) * row_words;
  if (candidates != stack) {
    for (u32 w = lane; w < words; w += 32) {
      stack[w] = candidates[w];
    }
  }
  if (lane == 0) {
    used[0] = words;
  }
  __syncwarp();
  for (u32 level = 0;;) {
    const bool edges_next = !kBitProducts && size - level == 3;
    if (worker.node(edges_next ? Worker::weight_of(used[level], used[level]) : 1)) {
      return;
    }
    u32* mask = stack + static_cast<u64>(level) * row_words;
    const u32 vertex = warp_top_bit(mask, used[level], lane);
    __syncwarp();
    if (vertex == kNoId) {
      if (level == 0) {
        return;
      }
      level--;
      continue;
    }
    const u32 end = (vertex >> 5) + 1;
    if (lane == 0) {
      mask[vertex >> 5] ^= 1u << (vertex & 31);
      used[level] = end;
    }
    __syncwarp();
    const u32 missing = size - level - 1;
    const u32 to = missing > 2 && worker.somebody_waits() ? worker.claim() : kNoId;
    u32* child = to == kNoId ? mask + row_words : worker.stack_of(to);
    const u32* row = worker.matrix + static_cast<u64>(vertex) * worker.stride;
    u32 bits = 0;
    for (u32 w = lane; w < end; w += 32) {
      const u32 word = mask[w] & row[w];
      child[w] = word;
      bits += __popc(word);
    }
    const u32 left = __reduce_add_sync(kFullWarp, bits);
    __syncwarp();
    if (to != kNoId) {
      worker.deliver(to, kCandidates, missing, 0, end, 0);
    } else if (left >= missing) {
      if (missing == 2) {
        worker.counted += edges_in_mask(worker, child, end);
      } else if (left <= CliquePolicy::kTile) {
        worker.counted += count_as_tile(worker, child, end, left, missing);
      } else if (kBitProducts && missing == 3) {
        count_wide_triangles(worker, child, end, left);
      } else {
        level++;
        if (lane == 0) {
          used[level] = end;
        }
        __syncwarp();
      }
    }
  }
}

__device__ __forceinline__ void count_for_others(Worker& worker) {
  for (;;) {
    const long long waits = clock64();
    const bool received = worker.receive() != kNoMail;
    worker.waited(waits);
    if (!received) {
      return;
    }
    const Mail mail = worker.area().mail;
    __syncwarp();
    count_in_mask(worker, worker.stack(), mail.size, mail.held);
  }
}

}  // namespace cliquestream::cliques
