// Vertex sets of an induced subgraph in both encodings, worked on by groups of 1 to 32 threads of a warp.
//
// Binary encoding: one bit a vertex. Otherwise: the ascending list of the vertices, one word each. Both know their size.
#pragma once

#include "cliques/bits.cuh"
#include "cliques/matrix.cuh"

namespace cliquestream::cliques::paper {

// `size` neighbouring lanes, a power of two. Groups of one warp run on their own.
struct Group {
  u32 size;
  u32 rank;
  u32 first;  // lane of rank 0
  u32 mask;

  __device__ __forceinline__ static Group of(u32 size) {
    const u32 lane = threadIdx.x & 31;
    const u32 first = lane & ~(size - 1);
    return {size, lane - first, first, (size == 32 ? ~0u : (1u << size) - 1) << first};
  }
  __device__ __forceinline__ void sync() const { __syncwarp(mask); }
  __device__ __forceinline__ u32 sum(u32 value) const { return __reduce_add_sync(mask, value); }
  // One bit a member, bit 0 for rank 0.
  __device__ __forceinline__ u32 ballot(bool test) const { return (__ballot_sync(mask, test) & mask) >> first; }
  __device__ __forceinline__ u32 below_me(u32 ballot) const { return __popc(ballot & ((1u << rank) - 1)); }
};

// The induced subgraph of a block's task.
struct Subgraph {
  u32* ids;      // of its vertices, ascending ranks
  u32* rows;     // row_words each
  u32* lengths;  // of lists
  u32 row_words;
  u32 vertices;

  __device__ __forceinline__ u32* row(u32 vertex) const { return rows + static_cast<u64>(vertex) * row_words; }
};

template <bool kBinary>
struct Sets;

template <>
struct Sets<true> {
  __host__ __device__ static u32 words(u32 vertices) { return words_of(vertices); }

  // Members of a before `end` (by value) that are adjacent to the vertex and not in `without` at or above `from`, to out.
  // Returns their number, to all members of the group.
  __device__ __forceinline__ static u32 adjacent(
      const Group& g, const Subgraph& s, const u32* a, u32, u32 vertex, const u32* without, u32, u32 from, u32* out) {
    const u32* row = s.row(vertex);
    u32 bits = 0;
    for (u32 w = g.rank; w < words(s.vertices); w += g.size) {
      u32 word = a[w] & row[w];
      if (without != nullptr && w >= from >> 5) {
        word &= ~(without[w] & (w == from >> 5 ? ~low_bits<u32>(from & 31) : ~0u));
      }
      if (out != nullptr) {
        out[w] = word;
      }
      bits += __popc(word);
    }
    bits = g.sum(bits);
    g.sync();
    return bits;
  }
  // Members of a that are not adjacent to the vertex, without itself.
  __device__ __forceinline__ static u32 strangers(const Group& g, const Subgraph& s, const u32* a, u32, u32 vertex, u32* out) {
    const u32* row = s.row(vertex);
    u32 bits = 0;
    for (u32 w = g.rank; w < words(s.vertices); w += g.size) {
      const u32 word = a[w] & ~row[w] & (w == vertex >> 5 ? ~(1u << (vertex & 31)) : ~0u);
      out[w] = word;
      bits += __popc(word);
    }
    bits = g.sum(bits);
    g.sync();
    return bits;
  }
  __device__ __forceinline__ static void all(const Group& g, const Subgraph& s, u32* out) {
    for (u32 w = g.rank; w < words(s.vertices); w += g.size) {
      out[w] = low_bits<u32>(s.vertices - w * 32 < 32 ? s.vertices - w * 32 : 32);
    }
    g.sync();
  }
  // The largest member below the cursor (a vertex here, a place in a list), which moves on to it; kNoId at the end.
  __device__ __forceinline__ static u32 before(const u32* a, u32& cursor) {
    while (cursor != 0) {
      const u32 w = (cursor - 1) >> 5;
      const u32 word = a[w] & low_bits<u32>(cursor - w * 32);
      if (word != 0) {
        cursor = w * 32 + top_bit(word);
        return cursor;
      }
      cursor = w * 32;
    }
    return kNoId;
  }
  __device__ __forceinline__ static u32 end(const Subgraph& s, u32) { return s.vertices; }
  // What adjacent() takes as `from` to leave out members after the cursor.
  __device__ __forceinline__ static u32 after(u32 cursor) { return cursor + 1; }
  __device__ __forceinline__ static u32 row_size(const Group& g, const Subgraph& s, u32 vertex) {
    u32 bits = 0;
    for (u32 w = g.rank; w < words(s.vertices); w += g.size) {
      bits += __popc(s.row(vertex)[w]);
    }
    return g.sum(bits);
  }
  // Member number `place` of so many; here simply the vertex, if it is one.
  __device__ __forceinline__ static u32 places(const Subgraph& s, u32) { return s.vertices; }
  __device__ __forceinline__ static u32 at(const u32* a, u32 place) {
    return a[place >> 5] >> (place & 31) & 1 ? place : kNoId;
  }
};

template <>
struct Sets<false> {
  __host__ __device__ static u32 words(u32 vertices) { return vertices; }

  template <class Test>
  __device__ __forceinline__ static u32 keep(const Group& g, const u32* a, u32 size, u32* out, Test test) {
    u32 kept = 0;
    for (u32 base = 0; base < size; base += g.size) {
      const u32 i = base + g.rank;
      const u32 vertex = i < size ? a[i] : 0;
      const bool yes = i < size && test(vertex);
      const u32 ballot = g.ballot(yes);
      if (yes && out != nullptr) {
        out[kept + g.below_me(ballot)] = vertex;
      }
      kept += __popc(ballot);
      g.sync();
    }
    return kept;
  }
  __device__ __forceinline__ static bool holds(const u32* list, u32 length, u32 vertex) {
    u32 low = 0, high = length;
    while (low < high) {
      const u32 middle = (low + high) >> 1;
      if (list[middle] < vertex) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low < length && list[low] == vertex;
  }
  __device__ __forceinline__ static u32 adjacent(
      const Group& g, const Subgraph& s, const u32* a, u32 size, u32 vertex, const u32* without, u32 without_size,
      u32 from, u32* out) {
    const u32* row = s.row(vertex);
    const u32 length = s.lengths[vertex];
    return keep(g, a, size, out, [&](u32 v) {
      return holds(row, length, v) &&
          !(without != nullptr && from < without_size && holds(without + from, without_size - from, v));
    });
  }
  __device__ __forceinline__ static u32 strangers(
      const Group& g, const Subgraph& s, const u32* a, u32 size, u32 vertex, u32* out) {
    const u32* row = s.row(vertex);
    const u32 length = s.lengths[vertex];
    return keep(g, a, size, out, [&](u32 v) { return v != vertex && !holds(row, length, v); });
  }
  __device__ __forceinline__ static void all(const Group& g, const Subgraph& s, u32* out) {
    for (u32 i = g.rank; i < s.vertices; i += g.size) {
      out[i] = i;
    }
    g.sync();
  }
  __device__ __forceinline__ static u32 before(const u32* a, u32& cursor) { return cursor == 0 ? kNoId : a[--cursor]; }
  __device__ __forceinline__ static u32 end(const Subgraph&, u32 size) { return size; }
  __device__ __forceinline__ static u32 after(u32 cursor) { return cursor + 1; }
  __device__ __forceinline__ static u32 row_size(const Group&, const Subgraph& s, u32 vertex) { return s.lengths[vertex]; }
  __device__ __forceinline__ static u32 places(const Subgraph&, u32 size) { return size; }
  __device__ __forceinline__ static u32 at(const u32* a, u32 place) { return a[place]; }
};

}  // namespace cliquestream::cliques::paper
