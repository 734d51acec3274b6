// Packing pairs on the host, see packed_pairs.cuh. One pass over a block says how many bits it needs, a second one, out of
// the first-level cache, writes them. With the wide registers that any processor beside a GPU of today has, a core packs
// as fast as it reads from memory.
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
};
#endif

template <class Way>
u64 pack(const cs_pair* pairs, u64 count, u32* packed) {
  auto* blocks = reinterpret_cast<PackedBlock*>(packed);
  u32* words = packed + packed_words(count) - count;
  for (u64 at = 0; at < count; at += kPackedBlock) {
    const u32 here = static_cast<u32>(std::min<u64>(kPackedBlock, count - at));
    const u32 base = pairs[at].first;
    const Differences seen = Way::look(pairs + at, here, base);
    const u32 bits = bits_of(seen.second);
    if (bits_of(seen.first) + bits > 32) {
      return 0;
    }
    const PackedBlock block = {base, bits};
    *blocks++ = block;
    Way::write(pairs + at, here, block, words + at);
  }
  return packed_words(count);
}

}  // namespace
}  // namespace cliquestream::graph

using namespace cliquestream;
using namespace cliquestream::graph;

extern "C" uint64_t cs_packed_words(uint64_t count) { return packed_words(count); }

extern "C" uint64_t cs_pack_pairs(const cs_pair* pairs, uint64_t count, uint32_t* packed) {
#if defined(__x86_64__)
  static const bool wide = __builtin_cpu_supports("avx2");
  if (wide) {
    return pack<Wide>(pairs, count, packed);
  }
#endif
  return pack<Plain>(pairs, count, packed);
}
