// Packing pairs on the host, see packed_pairs.cuh. One pass over a block says how many bits it needs, a second one, out of
// the first-level cache, writes them. With the wide registers that any processor beside a GPU of today has, a core packs
// as fast as it reads from memory.
//
// Symmetric rows hold every edge twice. Rows ascend, so the neighbours past the row's own vertex are its end; those of a
// block's length are gathered as pairs and packed like any others. A run's pairs are counted first, which is the one pass
// that reads from memory: the run then lies in the core's own cache.
#include "cliquestream_cuda.h"

#include <algorithm>

#include "graph/packed_pairs.cuh"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace cliquestream::graph {
namespace {

u32 bits_of(u32 value) { return value == 0 ? 0 : 32 - static_cast<u32>(__builtin_clz(value)); }

// What the pairs of a block have in common: the ones of all differences.
struct Differences {
  u32 first = 0;   // from the block's first id
  u32 second = 0;  // from the pair's own first id
  void add(const cs_pair& pair, u32 base) {
    first |= pair.first - base;
    second |= pair.second - pair.first;
  }
};

u32 word_of(const cs_pair& pair, u32 base, u32 bits) {
  return static_cast<u32>(static_cast<u64>(pair.first - base) << bits) | (pair.second - pair.first);
}

struct Plain {
  static Differences look(const cs_pair* pairs, u32 count, u32 base) {
    Differences seen;
    for (u32 i = 0; i < count; i++) {
      seen.add(pairs[i], base);
    }
    return seen;
  }
  static void write(const cs_pair* pairs, u32 count, PackedBlock block, u32* words) {
    for (u32 i = 0; i < count; i++) {
      words[i] = word_of(pairs[i], block.first, block.bits);
    }
  }
  static u64 larger(const u32* row, u64 length, u32 vertex) {
    u64 count = 0;
    for (u64 i = 0; i < length; i++) {
      count += row[i] > vertex;
    }
    return count;
  }
};

#if defined(__x86_64__)
// Eight pairs at a time. Prefetching by hand: a core whose next page the processor does not foresee reads at half speed.
struct Wide {
  static constexpr u32 kAtOnce = 8;
  static constexpr u32 kAhead = 1024;  // pairs

  __attribute__((target("avx2"))) static Differences look(const cs_pair* pairs, u32 count, u32 base) {
    const __m256i bases = _mm256_set1_epi64x(base);
    __m256i first = _mm256_setzero_si256(), second = first;
    u32 i = 0;
    for (; i + kAtOnce <= count; i += kAtOnce) {
      _mm_prefetch(reinterpret_cast<const char*>(pairs + i) + kAhead * sizeof(cs_pair), _MM_HINT_T0);
      const __m256i a = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(pairs + i));
      const __m256i b = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(pairs + i + kAtOnce / 2));
      first = _mm256_or_si256(first, _mm256_or_si256(_mm256_sub_epi32(a, bases), _mm256_sub_epi32(b, bases)));
      second = _mm256_or_si256(
          second,
          _mm256_or_si256(
              _mm256_sub_epi32(a, _mm256_slli_epi64(a, 32)), _mm256_sub_epi32(b, _mm256_slli_epi64(b, 32))));
    }
    alignas(32) u32 firsts[8], seconds[8];
    _mm256_store_si256(reinterpret_cast<__m256i*>(firsts), first);
    _mm256_store_si256(reinterpret_cast<__m256i*>(seconds), second);
    Differences seen;
    for (u32 k = 0; k < 8; k += 2) {
      seen.first |= firsts[k];
      seen.second |= seconds[k + 1];
    }
    for (; i < count; i++) {
      seen.add(pairs[i], base);
    }
    return seen;
  }
  __attribute__((target("avx2"))) static void write(const cs_pair* pairs, u32 count, PackedBlock block, u32* words) {
    const __m256i bases = _mm256_set1_epi32(static_cast<int>(block.first));
    const __m128i bits = _mm_cvtsi32_si128(static_cast<int>(block.bits));
    u32 i = 0;
    for (; i + kAtOnce <= count; i += kAtOnce) {
      const __m256 a = _mm256_loadu_ps(reinterpret_cast<const float*>(pairs + i));
      const __m256 b = _mm256_loadu_ps(reinterpret_cast<const float*>(pairs + i + kAtOnce / 2));
      const __m256i first = _mm256_castps_si256(_mm256_shuffle_ps(a, b, 0x88));
      const __m256i second = _mm256_castps_si256(_mm256_shuffle_ps(a, b, 0xDD));
      const __m256i word =
          _mm256_or_si256(_mm256_sll_epi32(_mm256_sub_epi32(first, bases), bits), _mm256_sub_epi32(second, first));
      // Shuffles stay within halves: the middle quarters change places.
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(words + i), _mm256_permute4x64_epi64(word, 0xD8));
    }
    for (; i < count; i++) {
      words[i] = word_of(pairs[i], block.first, block.bits);
    }
  }
  __attribute__((target("avx2"))) static u64 larger(const u32* row, u64 length, u32 vertex) {
    // There is no comparison of unsigned numbers: both change sign.
    const __m256i sign = _mm256_set1_epi32(static_cast<int>(0x80000000u));
    const __m256i bound = _mm256_xor_si256(_mm256_set1_epi32(static_cast<int>(vertex)), sign);
    u64 count = 0, i = 0;
    for (; i + kAtOnce <= length; i += kAtOnce) {
      _mm_prefetch(reinterpret_cast<const char*>(row + i) + kAhead * sizeof(cs_pair), _MM_HINT_T0);
      const __m256i some = _mm256_xor_si256(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(row + i)), sign);
      count += static_cast<u32>(
          __builtin_popcount(static_cast<u32>(_mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpgt_epi32(some, bound))))));
    }
    return count + Plain::larger(row + i, length - i, vertex);
  }
};
#endif

// A run that is being written, block after block.
template <class Way>
class Run {
 public:
  Run(u32* packed, u64 count)
      : blocks_(reinterpret_cast<PackedBlock*>(packed)), words_(packed + packed_words(count) - count) {}
  // False where a pair of the block does not fit.
  bool add(const cs_pair* pairs, u32 count) {
    const u32 base = pairs->first;
    const Differences seen = Way::look(pairs, count, base);
    const u32 bits = bits_of(seen.second);
    if (bits_of(seen.first) + bits > 32) {
      return false;
    }
    const PackedBlock block = {base, bits};
    *blocks_++ = block;
    Way::write(pairs, count, block, words_);
    words_ += count;
    return true;
  }

 private:
  PackedBlock* blocks_;
  u32* words_;
};

template <class Way>
u64 pack(const cs_pair* pairs, u64 count, u32* packed) {
  Run<Way> run(packed, count);
  for (u64 at = 0; at < count; at += kPackedBlock) {
    if (!run.add(pairs + at, static_cast<u32>(std::min<u64>(kPackedBlock, count - at)))) {
      return 0;
    }
  }
  return packed_words(count);
}

// Positions of a neighbour array, row by row: calls taker(vertex, from, past) with the positions of each row in it.
struct Rows {
  const u64* offsets;
  u64 vertices;
  u64 first, past;

  template <class Taker>
  bool each(Taker taker) const {
    const u64* next = std::upper_bound(offsets, offsets + vertices + 1, first);
    for (u64 at = first; at < past; next++) {
      const u64 end = std::min(*next, past);
      if (at < end && !taker(static_cast<u32>(next - offsets - 1), at, end)) {
        return false;
      }
      at = end;
    }
    return true;
  }
};

template <class Way>
u64 count_larger(const Rows& rows, const u32* neighbors) {
  u64 count = 0;
  rows.each([&](u32 vertex, u64 at, u64 end) {
    count += Way::larger(neighbors + at, end - at, vertex);
    return true;
  });
  return count;
}

template <class Way>
u64 pack_larger(const Rows& rows, const u32* neighbors, u64 pairs, u32* packed) {
  Run<Way> run(packed, pairs);
  alignas(32) cs_pair block[kPackedBlock];
  u32 held = 0;
  u64 left = pairs;  // not yet gathered
  const bool fits = rows.each([&](u32 vertex, u64 at, u64 end) {
    u64 from = end - Way::larger(neighbors + at, end - at, vertex);
    while (from < end) {
      const u32 some = static_cast<u32>(std::min({end - from, static_cast<u64>(kPackedBlock - held), left}));
      if (some == 0) {
        return false;  // there were fewer when they were counted
      }
      for (u32 i = 0; i < some; i++) {
        block[held + i] = {vertex, neighbors[from + i]};
      }
      held += some;
      from += some;
      left -= some;
      if (held == kPackedBlock || left == 0) {
        if (!run.add(block, held)) {
          return false;
        }
        held = 0;
      }
    }
    return true;
  });
  return fits && left == 0 ? packed_words(pairs) : 0;
}

}  // namespace
}  // namespace cliquestream::graph

using namespace cliquestream;
using namespace cliquestream::graph;

extern "C" uint64_t cs_packed_words(uint64_t count) { return packed_words(count); }

namespace {

bool wide() {
#if defined(__x86_64__)
  static const bool found = __builtin_cpu_supports("avx2");
  return found;
#else
  return false;
#endif
}
#if !defined(__x86_64__)
using Wide = Plain;
#endif

}  // namespace

extern "C" uint64_t cs_pack_pairs(const cs_pair* pairs, uint64_t count, uint32_t* packed) {
  return wide() ? pack<Wide>(pairs, count, packed) : pack<Plain>(pairs, count, packed);
}

extern "C" uint64_t cs_row_pairs(
    const uint64_t* offsets, uint64_t vertices, const uint32_t* neighbors, uint64_t first, uint64_t count) {
  const Rows rows = {offsets, vertices, first, first + count};
  return wide() ? count_larger<Wide>(rows, neighbors) : count_larger<Plain>(rows, neighbors);
}

extern "C" uint64_t cs_pack_rows(
    const uint64_t* offsets,
    uint64_t vertices,
    const uint32_t* neighbors,
    uint64_t first,
    uint64_t count,
    uint64_t pairs,
    uint32_t* packed) {
  const Rows rows = {offsets, vertices, first, first + count};
  return wide() ? pack_larger<Wide>(rows, neighbors, pairs, packed) : pack_larger<Plain>(rows, neighbors, pairs, packed);
}
