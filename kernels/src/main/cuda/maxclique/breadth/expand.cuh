// The three phases of a step: count what each entry of a window extends to, sum exclusively, write the next level.
//
// Entry e of level k extends by the later entries of its sub-list that are adjacent to it. It is dropped as soon as k
// and those left to look at cannot reach the wanted size, so what the third phase writes again is little (Geil et al.,
// section III). The count of an entry is a word: children below kLeaf, kLeaf for a clique that counts and ends here;
// exclusive sums of such words give places in the next level and in the list of cliques at once.
#pragma once

#include "maxclique/breadth/state.cuh"
#include "maxclique/breadth/team.cuh"

namespace cliquestream::breadth {

constexpr u32 kLeafBits = 40;
constexpr u64 kLeaf = u64{1} << kLeafBits;
__device__ __forceinline__ u64 children_of(u64 word) { return word & (kLeaf - 1); }
__device__ __forceinline__ u32 leaves_of(u64 word) { return static_cast<u32>(word >> kLeafBits); }

// A window: entries [first, first + count) of a level, which is that of cliques of `depth` vertices.
struct Window {
  Level level;
  u32 depth;
  u32 first;
  u32 count;
  u32 wanted;  // size from which on a clique counts
};

// One past the last entry of the sub-list of e: parents repeat inside a sub-list and nowhere else.
__device__ __forceinline__ u32 sublist_end(const u32* parents, u32 e, u32 size, u32 longest) {
  const u32 parent = parents[e];
  return first_without(e + 1, min(size, e + longest), [&](u32 i) { return parents[i] == parent; });
}

// The two row orders of a source: ranks ascending are degrees falling.
struct SourceRow {
  const u32* list;
  u32 length;
  bool reversed;

  __device__ __forceinline__ SourceRow(const View& v, u32 source) {
    const u64 row = __ldg(v.list_rows + source);
    list = v.list_adjacency + row_quad(row) * 4;
    length = row_length(row);
    reversed = v.ascending != 0;
  }
  __device__ __forceinline__ u32 at(u32 i) const { return __ldg(list + (reversed ? length - 1 - i : i)); }
};

// Whether a source is left to the large window: its list may not fit a team's memory.
__device__ __forceinline__ bool is_long(const View& v, u32 team, u32 length) {
  return team != v.teams && length > v.team_list;
}

// Level 1: the pruned row of a source.
__device__ __forceinline__ u64 count_source(const View& v, u32 team, u32 source, u32 wanted) {
  using G = Lanes<BreadthPolicy::kSourceLanes>;
  const SourceRow row(v, source);
  if (is_too_few(v, min(__ldg(v.bounds + source), row.length) + 1, wanted) || is_long(v, team, row.length)) {
    return 0;
  }
  u32 children = 0;
  for (u32 i = G::lane(); i - G::lane() < row.length; i += BreadthPolicy::kSourceLanes) {
    children += __popc(G::ballot(i < row.length && !is_too_few(v, __ldg(v.bounds + row.at(i)) + 1, wanted)));
  }
  return is_too_few(v, children + 1, wanted) ? 0 : children;
}

__device__ __forceinline__ void write_source(const View& v, u32 source, u32 wanted, u32* vertices, u32* parents) {
  using G = Lanes<BreadthPolicy::kSourceLanes>;
  const SourceRow row(v, source);
  u32 at = 0;
  for (u32 i = G::lane(); i - G::lane() < row.length; i += BreadthPolicy::kSourceLanes) {
    const u32 vertex = i < row.length ? row.at(i) : 0;
    const bool keep = i < row.length && !is_too_few(v, __ldg(v.bounds + vertex) + 1, wanted);
    const u32 kept = G::ballot(keep);
    if (keep) {
      const u32 place = at + __popc(kept & ((1u << G::lane()) - 1));
      vertices[place] = vertex;
      parents[place] = source;
    }
    at += __popc(kept);
  }
}

// Level 2 and on.
template <int N>
__device__ __forceinline__ u64 count_entry(
    const View& v, const Window& w, const u32* vertices, const u32* parents, u32 e) {
  using G = Lanes<N>;
  const u32 end = sublist_end(parents, e, w.level.size, w.level.longest);
  u32 left = end - e - 1, children = 0;
  const u32 vertex = vertices[e];
  if (is_too_few(v, w.depth + left, w.wanted) || (vertex & kBarren) != 0) {
    return 0;
  }
  for (u32 f = e + 1 + G::lane(); left != 0; f += N) {
    children += __popc(G::ballot(f < end && adjacent(v, vertex, rank_of(vertices[f]))));
    left -= min(left, static_cast<u32>(N));
    if (is_too_few(v, w.depth + children + left, w.wanted)) {
      return 0;
    }
  }
  return children == 0 && v.enumerate != 0 && w.depth >= w.wanted ? kLeaf : children;
}

template <int N>
__device__ __forceinline__ void write_entry(
    const View& v, const u32* vertices, const u32* parents, u32 e, u32 size, u32 children, u32* out_vertices,
    u32* out_parents) {
  using G = Lanes<N>;
  const u32 vertex = rank_of(vertices[e]), parent = parents[e];
  u32 at = 0;
  // The sub-list holds `children` hits, so the walk ends inside it. Past the level lies what this step writes.
  for (u32 f = e + 1 + G::lane(); at < children; f += N) {
    const u32 other = f < size ? rank_of(vertices[f]) : 0;
    const bool keep = f < size && parents[f] == parent && adjacent(v, vertex, other);
    const u32 kept = G::ballot(keep);
    if (keep) {
      const u32 place = at + __popc(kept & ((1u << G::lane()) - 1));
      out_vertices[place] = other;
      out_parents[place] = e;
    }
    at += __popc(kept);
  }
}

// Ids of the clique of entry e of level `depth`, by the parents; levels[2 .. depth - 1] and `level` must be in place.
__device__ __forceinline__ void write_clique(
    const View& v, const Arena& a, const Level& level, u32 depth, u32 e, u32* out) {
  u64 begin = level.begin;
  u32 at = e;
  for (u32 k = depth; k >= 2; k--) {
    out[k - 1] = v.rank_to_id[rank_of(a.vertices[begin + at])];
    at = a.parents[begin + at];
    begin = k > 2 ? a.levels[k - 1].begin : 0;
  }
  out[0] = v.rank_to_id[at];  // level 2 has sources as parents
}

template <int N, class T>
__device__ __forceinline__ u32 count_entries(const View& v, const Arena& a, const T& team, const Window& w, u64* partials) {
  const u32* vertices = a.vertices + w.level.begin;
  const u32* parents = a.parents + w.level.begin;
  const u32 chunk = scan_chunk(team, w.count);
  u32 longest = 0;
  for (u32 i = team.rank() / N; i < w.count; i += team.size() / N) {
    const u64 word = count_entry<N>(v, w, vertices, parents, w.first + i);
    if (Lanes<N>::lane() == 0) {
      a.offsets[i] = word;
      longest = max(longest, static_cast<u32>(children_of(word)));
      if (T::kGrid && word != 0) {
        add_to(partials + i / chunk, word);
      }
    }
  }
  return longest;
}

template <class T>
__device__ __forceinline__ u32 count_sources(
    const View& v, u32 team_index, const Arena& a, const T& team, const Window& w, const u32* sources, u64* partials) {
  constexpr u32 kLanes = BreadthPolicy::kSourceLanes;
  const u32 chunk = scan_chunk(team, w.count);
  u32 longest = 0;
  for (u32 i = team.rank() / kLanes; i < w.count; i += team.size() / kLanes) {
    const u64 word = count_source(v, team_index, sources[w.first + i], w.wanted);
    if (Lanes<kLanes>::lane() == 0) {
      a.offsets[i] = word;
      longest = max(longest, static_cast<u32>(word));
      if (T::kGrid && word != 0) {
        add_to(partials + i / chunk, word);
      }
    }
  }
  return longest;
}

// The third phase of levels past the first; cliques that end here go to slots [list_base, …) of the list.
template <int N, class T>
__device__ __forceinline__ void write_entries(
    const View& v, const Arena& a, const T& team, const Window& w, u64 top, u32 list_base) {
  const u32* vertices = a.vertices + w.level.begin;
  const u32* parents = a.parents + w.level.begin;
  for (u32 i = team.rank() / N; i < w.count; i += team.size() / N) {
    const u64 before = a.offsets[i], after = a.offsets[i + 1];
    const u32 children = static_cast<u32>(children_of(after) - children_of(before));
    if (children != 0) {
      const u64 at = top + children_of(before);
      write_entry<N>(
          v, vertices, parents, w.first + i, w.level.size, children, a.vertices + at, a.parents + at);
    } else if (leaves_of(after) != leaves_of(before) && v.list_capacity != 0 && Lanes<N>::lane() == 0) {
      u32* slot = v.list + static_cast<u64>(list_base + leaves_of(before)) * v.slot_words();
      slot[0] = w.depth;
      write_clique(v, a, w.level, w.depth, w.first + i, slot + 1);
    }
  }
}

template <class T>
__device__ __forceinline__ void write_sources(
    const View& v, u32 team_index, const Arena& a, const T& team, const Window& w, const u32* sources) {
  constexpr u32 kLanes = BreadthPolicy::kSourceLanes;
  for (u32 i = team.rank() / kLanes; i < w.count; i += team.size() / kLanes) {
    const u64 before = a.offsets[i], after = a.offsets[i + 1];
    const u32 source = sources[w.first + i];
    if (after != before) {
      write_source(v, source, w.wanted, a.vertices + before, a.parents + before);
    } else if (Lanes<kLanes>::lane() == 0) {
      const u32 length = row_length(__ldg(v.list_rows + source));
      if (is_long(v, team_index, length) &&
          !is_too_few(v, min(length, __ldg(v.bounds + source)) + 1, w.wanted)) {
        v.long_sources[atomicAdd(&v.state->long_count, 1u)] = source;
      }
    }
  }
}

}  // namespace cliquestream::breadth
