// The end of a branch inside a bit matrix: the last two positions and the closing formula, on masks.
#pragma once

#include "enumerate/tile.cuh"

namespace cliquestream::enumerate {

// One lane's candidate x of the last position but one, bound, and the sets that follow from it.
template <u32 kWords>
struct TilePair {
  using Mask = TileMask<kWords>;
  const cs_enumerate_plan& plan;
  const TileMemory& tile;
  const u32 count;
  const u32 level;  // of x
  const u32 x;
  const Mask row;

  __device__ __forceinline__ TilePair(const cs_enumerate_plan& p, const Tile& matrix, u32 at_level, u32 vertex)
      : plan(p),
        tile(matrix.at),
        count(matrix.count),
        level(at_level),
        x(vertex),
        row(Mask::load(matrix.at.rows[vertex])) {}

  // A set of x's level or of an earlier one.
  __device__ __forceinline__ Mask set(u32 id) const {
    const u64 step = plan.sets[id];
    if (byte_of(step, 0) < level) {
      return Mask::load(tile.masks[id]);
    }
    return Mask::load(tile.masks[byte_of(step, 4) - 1]).with(row, byte_of(step, 1) >> level & 1);
  }
  // How many members are below the bounds at some positions up to x's.
  __device__ __forceinline__ u32 limit(u32 positions) const {
    u32 least = positions >> level & 1 ? x : count;
    for (u32 m = positions & ((1u << level) - 1); m != 0; m &= m - 1) {
      least = min(least, static_cast<u32>(tile.place[__ffs(m) - 1]));
    }
    return least;
  }
  __device__ __forceinline__ void drop(Mask& mask, u32 positions) const {
    for (u32 m = positions & ((1u << level) - 1); m != 0; m &= m - 1) {
      mask.remove(tile.self[__ffs(m) - 1]);
    }
    if (positions >> level & 1) {
      mask.remove(x);
    }
  }
};

// The closing formula where it is one size times a coefficient: a word or two a candidate. Returns the sum of sizes.
template <u32 kWords>
__device__ __forceinline__ u64 tile_count_one(const TilePair<kWords>& pair, TileMask<kWords> rest) {
  using Mask = TileMask<kWords>;
  const u32 last = pair.level + 1;
  const u64 size = pair.plan.sizes[0];
  const u32 id = byte_of(size, 0);
  const u64 step = pair.plan.sets[id];
  const bool grows = byte_of(step, 0) == last;
  const bool adjacent = byte_of(step, 1) >> last & 1;
  Mask from = pair.set(grows ? byte_of(step, 4) - 1 : id);
  from = from.with(Mask::below(pair.limit(byte_of(size, 1))), true);
  pair.drop(from, byte_of(size, 2));
  const bool bounded = byte_of(size, 1) >> last & 1;
  const bool excluded = byte_of(size, 2) >> last & 1;
  u64 found = 0;
  if (grows && adjacent && bounded) {  // every clique, and all that is bounded like one
    while (!rest.empty()) {
      const u32 y = rest.take();
      found += from.with(Mask::load(pair.tile.rows[y]), true).with(Mask::below(y), true).count();
    }
  } else {
    while (!rest.empty()) {
      const u32 y = rest.take();
      Mask mask = grows ? from.with(Mask::load(pair.tile.rows[y]), adjacent) : from;
      if (bounded) {
        mask = mask.with(Mask::below(y), true);
      }
      if (excluded) {
        mask.remove(y);
      }
      found += mask.count();
    }
  }
  return found;
}

// The whole closing formula. values: [size][32], this lane's.
template <u32 kWords>
__device__ __noinline__ __int128 tile_count_all(
    const cs_enumerate_plan& plan, const Tile tile, u32 level, u32 x, TileMask<kWords> rest, u32* values) {
  using Mask = TileMask<kWords>;
  const TilePair<kWords> pair(plan, tile, level, x);
  const u32 last = level + 1;
  __int128 sum = 0;
  while (!rest.empty()) {
    const u32 y = rest.take();
    const Mask row = Mask::load(tile.at.rows[y]);
    for (u32 i = 0; i < plan.size_count; i++) {
      const u64 size = plan.sizes[i];
      const u32 id = byte_of(size, 0);
      const u64 step = plan.sets[id];
      const bool grows = byte_of(step, 0) == last;
      Mask mask = pair.set(grows ? byte_of(step, 4) - 1 : id);
      if (grows) {
        mask = mask.with(row, byte_of(step, 1) >> last & 1);
      }
      u32 limit = pair.limit(byte_of(size, 1));
      limit = byte_of(size, 1) >> last & 1 ? min(limit, y) : limit;
      mask = mask.with(Mask::below(limit), true);
      pair.drop(mask, byte_of(size, 2));
      if (byte_of(size, 2) >> last & 1) {
        mask.remove(y);
      }
      values[i * 32] = mask.count();
    }
    for (u32 i = 0; i < plan.term_count; i++) {
      __int128 product = static_cast<int64_t>(plan.coefficients[i]);
      for (u64 factors = plan.factors[i]; (factors & 0xFF) != 0xFF; factors >>= 8) {
        product *= values[(factors & 0xFF) * 32];
      }
      sum += product;
    }
  }
  return sum;
}

template <u32 kWords, class Way>
__device__ __forceinline__ void tile_pairs(Way& t, Tile& tile, u32 from, u32 end) {
  using Mask = TileMask<kWords>;
  const u32 level = t.plan.enumerated - 2;
  const u32 at = from + t.lane;
  u32 bound = 0;
  if (at < end) {
    const TilePair<kWords> pair(t.plan, tile, level, tile.at.lists[level][at]);
    const u64 p = t.plan.positions[level + 1];
    Mask rest = pair.set(byte_of(p, 1) - 1).with(Mask::below(pair.limit(byte_of(p, 0))), true);
    pair.drop(rest, byte_of(p, 2));
    bound = rest.count();
    t.sum += t.job.tile_simple != 0
        ? static_cast<__int128>(static_cast<int64_t>(t.plan.coefficients[0])) * tile_count_one(pair, rest)
        : tile_count_all(t.plan, tile, level, pair.x, rest, t.values + t.lane);
  }
  __syncwarp();
  t.extensions += min(end - from, 32u) + __reduce_add_sync(kFullWarp, bound);
  t.worked(__reduce_max_sync(kFullWarp, bound) + 2);
}

// One batch of candidates of the last position but one.
template <class Way>
__device__ __forceinline__ void tile_aggregate(Way& t, Tile& tile, u32 from, u32 end) {
  if (tile.count <= 64) {
    tile_pairs<1>(t, tile, from, end);
  } else {
    tile_pairs<TileMemory::kRowWords>(t, tile, from, end);
  }
}

}  // namespace cliquestream::enumerate
