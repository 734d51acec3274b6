// Counts of cliques at the vertices of a tile: a symmetric bit matrix of up to 256 vertices in shared memory.
//
// Lanes own vertices, and all of a warp look at the same row at a time, which so comes by broadcast: no lane waits for another,
// and no two meet in a bank. A row is ANDed with the owned one where the two are adjacent, below itself, so that each pair of
// neighbours is seen once. Bits are summed by carry-save adders, one POPC for eight words.
//
// Cost: of d^2 / 2 pairs of rows, half of each. Reference for the adders: Harley and Seal, in Warren, Hacker's Delight, 5-1.
#pragma once

#include "cliques/bits.cuh"

namespace cliquestream::cliques::local {

class BitCount {
 public:
  __device__ __forceinline__ void add(const u32 (&word)[8]) {
    const u32 a = carry(ones_, word[0], word[1]), b = carry(ones_, word[2], word[3]);
    const u32 c = carry(ones_, word[4], word[5]), d = carry(ones_, word[6], word[7]);
    const u32 e = carry(twos_, a, b), f = carry(twos_, c, d);
    eights_ += __popc(carry(fours_, e, f));
  }
  __device__ __forceinline__ u32 total() const {
    return 8 * eights_ + 4 * __popc(fours_) + 2 * __popc(twos_) + __popc(ones_);
  }

 private:
  // What is worth twice as much of the bits of three words; one of them keeps the rest.
  __device__ __forceinline__ static u32 carry(u32& kept, u32 a, u32 b) {
    const u32 carried = (kept & a) | (kept & b) | (a & b);
    kept ^= a ^ b;
    return carried;
  }

  u32 ones_ = 0, twos_ = 0, fours_ = 0, eights_ = 0;
};

// Words first .. first + kWords - 1 of eight rows one after the other, from a tile of kStride words a row.
template <int kStride, int kWords>
__device__ __forceinline__ void load_rows(const u32* rows, u32 first, u32 (&row)[8][kWords]) {
  static_assert(kWords == (kStride < 4 ? kStride : 4), "four words at a time");
  constexpr int kRows = 4 / kWords;
#pragma unroll
  for (int z = 0; z < 8; z += kRows) {
    const uint4 four = *reinterpret_cast<const uint4*>(rows + z * kStride + first);
    const u32 word[4] = {four.x, four.y, four.z, four.w};
#pragma unroll
    for (int x = 0; x < 4; x++) {
      row[z + x / kWords][x % kWords] = word[x];
    }
  }
}

// Neighbours, among the vertices of word kWord, of what this lane has in `own`: what they have in common with it below
// themselves.
template <int kStride, int kWord>
__device__ __forceinline__ void add_rows_of_word(const u32* tile, const u32 (&own)[kStride], BitCount& count) {
  constexpr int kQuad = kStride < 4 ? kStride : 4;
#pragma unroll 1
  for (u32 first = 0; first < 32; first += 8) {
    const u32 adjacent = own[kWord] >> first & 255;
    if (__any_sync(kFullWarp, adjacent != 0) == 0) {
      continue;
    }
    const u32* rows = tile + (kWord * 32 + first) * kStride;
    u32 mask[8];
#pragma unroll
    for (int z = 0; z < 8; z++) {
      mask[z] = 0 - (adjacent >> z & 1);
    }
#pragma unroll
    for (int quad = 0; quad <= kWord; quad += kQuad) {
      u32 row[8][kQuad];
      load_rows<kStride, kQuad>(rows, quad, row);
#pragma unroll
      for (int y = quad; y < quad + kQuad && y <= kWord; y++) {
        u32 word[8];
#pragma unroll
        for (int z = 0; z < 8; z++) {
          word[z] = own[y] & row[z][y - quad] & (y == kWord ? mask[z] & ((1u << (first + z)) - 1) : mask[z]);
        }
        count.add(word);
      }
    }
  }
}

// The same of the first `words` words: how many edges, or pairs of neighbours that are adjacent, are in `own`.
template <int kStride, int kWord = 0>
__device__ __forceinline__ void add_rows(const u32* tile, const u32 (&own)[kStride], u32 words, BitCount& count) {
  if (kWord < words) {
    add_rows_of_word<kStride, kWord>(tile, own, count);
    if constexpr (kWord + 1 < kStride) {
      add_rows<kStride, kWord + 1>(tile, own, words, count);
    }
  }
}

template <int kStride>
__device__ __forceinline__ void load_row(const u32* tile, u32 vertex, u32 (&row)[kStride]) {
  const TileSet<kStride> set = TileSet<kStride>::load(tile, vertex);
#pragma unroll
  for (int y = 0; y < kStride; y++) {
    row[y] = set.word[y];
  }
}

// Triangles at vertex base + lane of a tile of `size` vertices. Where a row is one word, vertices outside of `only` do not count.
template <int kStride>
__device__ __forceinline__ u32 triangles_at(const u32* tile, u32 size, u32 only, u32 base, u32 lane) {
  u32 own[kStride];
  load_row(tile, base + lane, own);
  const bool there = base + lane < size && (kStride > 1 || (only >> lane & 1));
#pragma unroll
  for (int y = 0; y < kStride; y++) {
    own[y] = there ? kStride > 1 ? own[y] : own[y] & only : 0;
  }
  BitCount count;
  add_rows(tile, own, words_of(size), count);
  return count.total();
}

// 4-cliques at a vertex, for a whole warp, all lanes of which return the sum: triangles among its neighbours.
template <int kStride>
__device__ __forceinline__ u32 four_cliques_at(const u32* tile, u32 size, u32 only, u32 vertex, u32 lane) {
  u32 mask[kStride];
  load_row(tile, vertex, mask);
  if (kStride == 1) {
    mask[0] &= only;
  }
  BitCount count;
#pragma unroll 1
  for (u32 x = 0; x < words_of(size); x++) {
    u32 own[kStride], inside = 0;
    load_row(tile, x * 32 + lane, own);
#pragma unroll
    for (int y = 0; y < kStride; y++) {
      inside = y == x ? mask[y] : inside;
    }
    if (inside == 0) {
      continue;
    }
    const bool there = inside >> lane & 1;
#pragma unroll
    for (int y = 0; y < kStride; y++) {
      own[y] = there && y <= x ? own[y] & mask[y] & (y == x ? low_bits<u32>(lane) : ~0u) : 0;
    }
    add_rows(tile, own, x + 1, count);
  }
  return __reduce_add_sync(kFullWarp, count.total());
}

}  // namespace cliquestream::cliques::local
