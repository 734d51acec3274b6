// Bit matrices: the last levels of a plan inside one small set.
//
// From some position on, a plan may take every candidate and every size from subsets of one set B of an earlier level (the
// launcher finds out where: tile_bases). Once B has at most kVertices members, the warp numbers them by rank, writes the
// adjacency among them as a bit matrix to shared memory, and goes on with masks: an intersection or a difference is one AND a
// word, a bound on ranks is a prefix of the mask, a vertex that must not be counted is one bit. Nothing but the rows of B's
// members is read from memory, |B|^2 bits once, whatever lies below.
//
// Ranges of candidates mean what they mean in the lists (places in the position's candidate set, of which those that are bound
// already are left out here), and whether there is a matrix is a function of the vertices bound before: so parts are given
// away, left in slots and taken up again as ever. The last two positions are done together: a lane binds one candidate of the
// last but one and goes through its candidates of the last, so that lists of a few members, all that the deep levels of dense
// roots have, keep all lanes busy.
#pragma once

#include "enumerate/extend.cuh"
#include "enumerate/job.cuh"

namespace cliquestream::enumerate {

template <u32 kWords>  // of 64 bits
struct TileMask {
  static_assert(kWords == 1 || kWords == 2, "load() and take() know these");
  u64 word[kWords];

  __device__ __forceinline__ static TileMask load(const u64* from) {
    TileMask r;
    if constexpr (kWords == 2) {
      const ulonglong2 both = *reinterpret_cast<const ulonglong2*>(from);
      r.word[0] = both.x;
      r.word[1] = both.y;
    } else {
      r.word[0] = from[0];
    }
    return r;
  }
  // The n lowest bits.
  __device__ __forceinline__ static TileMask below(u32 n) {
    TileMask r;
#pragma unroll
    for (u32 i = 0; i < kWords; i++) {
      r.word[i] = n >= 64 * (i + 1) ? ~u64{0} : n <= 64 * i ? 0 : (u64{1} << (n - 64 * i)) - 1;
    }
    return r;
  }
  __device__ __forceinline__ TileMask with(const TileMask& other, bool adjacent) const {
    TileMask r;
#pragma unroll
    for (u32 i = 0; i < kWords; i++) {
      r.word[i] = word[i] & (adjacent ? other.word[i] : ~other.word[i]);
    }
    return r;
  }
  __device__ __forceinline__ void remove(u32 bit) {
#pragma unroll
    for (u32 i = 0; i < kWords; i++) {
      word[i] &= bit >> 6 == i ? ~(u64{1} << (bit & 63)) : ~u64{0};
    }
  }
  __device__ __forceinline__ u32 count() const {
    u32 sum = 0;
#pragma unroll
    for (u32 i = 0; i < kWords; i++) {
      sum += __popcll(word[i]);
    }
    return sum;
  }
  __device__ __forceinline__ bool empty() const {
    u64 any = 0;
#pragma unroll
    for (u32 i = 0; i < kWords; i++) {
      any |= word[i];
    }
    return any == 0;
  }
  // Removes and returns the lowest bit of a mask that is not empty.
  __device__ __forceinline__ u32 take() {
    if constexpr (kWords == 1) {
      const u32 at = __ffsll(static_cast<long long>(word[0])) - 1;
      word[0] &= word[0] - 1;
      return at;
    } else {
      const bool low = word[0] != 0;
      const u64 from = low ? word[0] : word[1];
      const u64 rest = from & (from - 1);
      word[0] = low ? rest : 0;
      word[1] = low ? word[1] : rest;
      return (low ? 0 : 64) + __ffsll(static_cast<long long>(from)) - 1;
    }
  }
};

// A warp's matrix in shared memory, and what goes with it.
struct alignas(16) TileMemory {
  static constexpr u32 kVertices = EnumeratePolicy::kTileVertices;
  static constexpr u32 kRowWords = kVertices / 64;
  static constexpr u32 kNone = 0xFF;
  using Row = u64[kRowWords];

  Row rows[kVertices];
  u32 ids[kVertices];               // ranks, ascending
  u8 lists[kPositions][kVertices];  // numbers of a position's candidates
  u8 place[kPositions];             // members of smaller rank than the vertex bound at a position
  u8 self[kPositions];              // its own number, kNone if it is no member
  Row masks[CS_ENUMERATE_SETS];     // as many as the plan has sets

  static __host__ __device__ u32 bytes(const cs_enumerate_plan& plan) {
    return static_cast<u32>(offsetof(TileMemory, masks)) + (plan.set_count + 1) / 2 * 2 * static_cast<u32>(sizeof(Row));
  }
};
static_assert(offsetof(TileMemory, masks) % 16 == 0, "rows and masks are read 16 bytes at a time");

// A warp's view of it.
struct Tile {
  TileMemory& at;
  u32 level = 0;       // the first position inside; 0: there is no matrix
  u32 count = 0;       // members of the base set
  u32 candidates = 0;  // of the position that follows what was bound last

  __device__ __forceinline__ explicit Tile(char* memory) : at(*reinterpret_cast<TileMemory*>(memory)) {}
};

// The candidates of a position as a list: those of its set below its bounds which are not bound yet.
template <class Way>
__device__ __forceinline__ void tile_list(Way& t, Tile& tile, u32 position) {
  const u64 p = t.plan.positions[position];
  const u32* mask = reinterpret_cast<const u32*>(tile.at.masks[byte_of(p, 1) - 1]);
  u32 limit = tile.count;
  for (u32 m = byte_of(p, 0); m != 0; m &= m - 1) {
    limit = min(limit, static_cast<u32>(tile.at.place[__ffs(m) - 1]));
  }
  u8* out = tile.at.lists[position];
  u32 found = 0;
  for (u32 from = 0; from < limit; from += 32) {
    u32 word = mask[from / 32] & (limit - from >= 32 ? kFullWarp : (1u << (limit - from)) - 1);
    for (u32 m = byte_of(p, 2); m != 0; m &= m - 1) {
      const u32 bound = tile.at.self[__ffs(m) - 1];
      word &= bound / 32 == from / 32 ? ~(1u << (bound & 31)) : kFullWarp;
    }
    if (word >> t.lane & 1) {
      out[found + __popc(word & lanes_below_mine())] = static_cast<u8>(from + t.lane);
    }
    found += __popc(word);
  }
  tile.candidates = found;
  __syncwarp();
}

// The adjacency among members[0 .. count).
template <bool kAllBits>
__device__ __noinline__ void tile_fill(const GraphView& graph, const u32* members, u32 count, TileMemory& tile) {
  const u32 lane = lane_id();
  u32 mine[TileMemory::kVertices / 32];
#pragma unroll
  for (u32 w = 0; w < TileMemory::kVertices / 32; w++) {
    const u32 i = 32 * w + lane;
    mine[w] = i < count ? members[i] : kNoId;
    tile.ids[i] = mine[w];
  }
  __syncwarp();
  const u32 halves = (count + 63) / 64 * 2;
#pragma unroll 4
  for (u32 i = 0; i < count; i++) {
    const u32 owner = tile.ids[i];
    u32* row = reinterpret_cast<u32*>(tile.rows[i]);
#pragma unroll
    for (u32 w = 0; w < TileMemory::kVertices / 32; w++) {
      if (w < halves) {  // the same in every lane
        const bool near = 32 * w + lane < count && mine[w] != owner && graph.adjacent<kAllBits>(owner, mine[w]);
        const u32 word = __ballot_sync(kFullWarp, near);
        if (lane == w) {
          row[w] = word;
        }
      }
    }
  }
}

// Makes the matrix of a set; position `level` is the first inside.
template <class Way>
__device__ __forceinline__ void tile_begin(Way& t, Tile& tile, u32 level, u32 base) {
  const SetView set = t.sets[base];
  const u32 count = set.size;
  tile.level = level;
  tile.count = count;
  tile_fill<Way::kEveryBit>(t.job.graph, set.members, count, tile.at);
  u32* mask = reinterpret_cast<u32*>(tile.at.masks[base]);
  if (t.lane < 2 * TileMemory::kRowWords) {
    const u32 from = 32 * t.lane;
    mask[t.lane] = count >= from + 32 ? kFullWarp : count <= from ? 0 : (1u << (count - from)) - 1;
  }
  if (t.lane < level) {
    const u32 vertex = t.state.matched[t.lane];
    const u32 at = lower_bound(tile.at.ids, count, vertex);
    tile.at.place[t.lane] = static_cast<u8>(at);
    tile.at.self[t.lane] = static_cast<u8>(at < count && tile.at.ids[at] == vertex ? at : TileMemory::kNone);
  }
  __syncwarp();
  t.worked(count * ((count + 31) / 32) / 2 + 1);
  tile_list(t, tile, level);
}

// Binds a position inside and computes the masks of its level: a lane a word, eight sets at a time.
template <class Way>
__device__ __forceinline__ void tile_bind(Way& t, Tile& tile, u32 level, u32 vertex) {
  const u32 at = lower_bound(tile.at.ids, tile.count, vertex);
  if (t.lane == 0) {
    tile.at.place[level] = tile.at.self[level] = static_cast<u8>(at);
  }
  constexpr u32 kHalves = 2 * TileMemory::kRowWords;
  const u32 half = t.lane % kHalves;
  const u32 row = reinterpret_cast<const u32*>(tile.at.rows)[at * kHalves + half];
  u32* masks = reinterpret_cast<u32*>(tile.at.masks);
  for (u32 id = t.first_set(level) + t.lane / kHalves; id < t.plan.set_count; id += 32 / kHalves) {
    const u64 step = t.plan.sets[id];
    if (byte_of(step, 0) != level) {
      break;
    }
    masks[id * kHalves + half] =
        masks[(byte_of(step, 4) - 1) * kHalves + half] & (byte_of(step, 1) >> level & 1 ? row : ~row);
  }
  __syncwarp();
  t.worked(2);
  tile_list(t, tile, level + 1);
}

}  // namespace cliquestream::enumerate
