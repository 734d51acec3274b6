// What a plan may be, and what follows from it: the stacks it needs, and where bit matrices may begin. Host only.
#pragma once

#include "enumerate/job.cuh"

namespace cliquestream::enumerate {

inline u32 byte_at(u64 word, u32 which) { return static_cast<u32>(word >> (8 * which)) & 0xFF; }

// Over all connected subgraphs, for the library's classes or a program's.
inline bool census(const cs_enumerate_plan& p) { return p.kind == CS_ENUMERATE_CENSUS || p.kind == CS_ENUMERATE_MODULE; }
// Counted hub by hub over wedges: no plan is followed.
inline bool by_wedges(u32 kind) {
  return kind == CS_ENUMERATE_CYCLES || kind == CS_ENUMERATE_HOUSES || kind == CS_ENUMERATE_SUMS || kind == CS_ENUMERATE_MAPS;
}
// Reads the triangles of every edge, which are counted first.
inline bool by_triangles(u32 kind) {
  return kind == CS_ENUMERATE_HOUSES || kind == CS_ENUMERATE_SUMS || kind == CS_ENUMERATE_MAPS;
}
inline bool lists(const cs_enumerate_plan& p) { return p.kind == CS_ENUMERATE_PATTERN && p.term_count == 0; }

// Labels are those of patterns, and a set has its source's.
inline bool labels_valid(const cs_enumerate_plan& p) {
  const auto known = [&](u32 label) { return label <= (p.labelled_ids == 0 ? 0 : CS_ENUMERATE_LABELS); };
  bool good = p.labelled_ids == 0 || p.kind == CS_ENUMERATE_PATTERN;
  good = good && (p.kind != CS_ENUMERATE_PATTERN || known(byte_at(p.positions[0], 4)));
  for (u32 i = 0; good && i < p.set_count; i++) {
    const u32 label = byte_at(p.sets[i], 6), source = byte_at(p.sets[i], 4);
    good = known(label) && (source == 0 || byte_at(p.sets[source - 1], 6) == label);
  }
  return good;
}

// Everything the kernel takes for granted.
inline bool valid(const cs_enumerate_plan& p) {
  if (p.kind == CS_ENUMERATE_CENSUS) {
    return p.vertices >= 3 && p.vertices <= CS_ENUMERATE_CENSUS_VERTICES && p.enumerated == p.vertices &&
        p.set_count == 0 && p.size_count == 0 && p.term_count == 0;
  }
  if (p.kind == CS_ENUMERATE_MODULE) {
    return p.vertices >= 2 && p.vertices <= kPositions && p.enumerated == p.vertices && p.set_count == 0 &&
        p.size_count >= 1 && p.size_count <= CS_ENUMERATE_MODULE_CLASSES && p.term_count == 0;
  }
  if (p.kind == CS_ENUMERATE_CYCLES) {
    return (p.vertices == 4 || p.vertices == 5) && p.enumerated == 1 && p.set_count == 0 && p.size_count == 0 &&
        p.term_count == 0;
  }
  if (by_triangles(p.kind)) {
    return p.vertices == (p.kind == CS_ENUMERATE_MAPS ? 6 : 5) && p.enumerated == 1 && p.set_count == 0 && p.size_count == 0 &&
        p.term_count == 0;
  }
  if (p.kind != CS_ENUMERATE_PATTERN) {
    return false;
  }
  if (p.vertices < 2 || p.vertices > kPositions || p.enumerated < 1 || p.enumerated > p.vertices ||
      p.set_count > CS_ENUMERATE_SETS || p.size_count > CS_ENUMERATE_SIZES || p.term_count > CS_ENUMERATE_TERMS ||
      (p.term_count == 0 && p.enumerated != p.vertices)) {
    return false;
  }
  u32 previous = 0;
  for (u32 i = 0; i < p.set_count; i++) {
    const u64 s = p.sets[i];
    const u32 level = byte_at(s, 0), before = 1u << level, upto = 2 * before - 1, source = byte_at(s, 4);
    if (level >= p.enumerated || level < previous || ((byte_at(s, 1) | byte_at(s, 2) | byte_at(s, 3)) & ~upto) != 0 ||
        source > i || (source != 0 && (byte_at(p.sets[source - 1], 0) >= level || byte_at(p.sets[source - 1], 5) == 0)) ||
        (source == 0 && byte_at(s, 1) != before)) {
      return false;
    }
    previous = level;
  }
  for (u32 i = 1; i < p.enumerated; i++) {
    const u32 set = byte_at(p.positions[i], 1), earlier = (1u << i) - 1;
    if (set == 0 || set > p.set_count || byte_at(p.sets[set - 1], 0) >= i || byte_at(p.sets[set - 1], 5) == 0 ||
        ((byte_at(p.positions[i], 0) | byte_at(p.positions[i], 2)) & ~earlier) != 0 || byte_at(p.positions[i], 3) >= p.vertices) {
      return false;
    }
  }
  if (p.enumerated > 1) {  // roots are arcs: position 1 comes from the whole row of position 0
    const u64 first = p.sets[byte_at(p.positions[1], 1) - 1];
    if (byte_at(first, 1) != 1 || byte_at(first, 2) != 0 || byte_at(first, 4) != 0 ||
        (byte_at(first, 3) & ~byte_at(p.positions[1], 0)) != 0) {
      return false;
    }
  }
  const u32 bound = (1u << p.enumerated) - 1;
  for (u32 i = 0; i < p.size_count; i++) {
    if (byte_at(p.sizes[i], 0) >= p.set_count || ((byte_at(p.sizes[i], 1) | byte_at(p.sizes[i], 2)) & ~bound) != 0) {
      return false;
    }
    for (u32 position = 0; position < kPositions; position++) {
      if ((byte_at(p.exclusions[i], position) & ~bound) != 0) {
        return false;
      }
    }
  }
  for (u32 i = 0; i < p.term_count; i++) {
    u32 factors = 0;
    while (factors < 8 && byte_at(p.factors[i], factors) != 0xFF) {
      if (byte_at(p.factors[i], factors) >= p.size_count) {
        return false;
      }
      factors++;
    }
    if (factors == 0 || factors > CS_ENUMERATE_FACTORS) {
      return false;
    }
  }
  return labels_valid(p);
}
inline bool valid(const cs_enumerate_plan& p, const cs_enumerate_options& o) {
  const bool by_threads = p.kind != CS_ENUMERATE_MODULE && p.labelled_ids == 0;
  return valid(p) && o.balance <= CS_ENUMERATE_THREADS && o.idle_percent <= 100 && o.lists_only <= 1 &&
      (by_threads || o.balance != CS_ENUMERATE_THREADS) && (!lists(p) || o.list_capacity >= 32);
}

// Whether a set is `base` or follows from it through sets of level `from` and later ones only.
inline bool follows(const cs_enumerate_plan& p, u32 set, u32 base, u32 from) {
  while (set != base) {
    const u32 source = byte_at(p.sets[set], 4);
    if (byte_at(p.sets[set], 0) < from || source == 0) {
      return false;
    }
    set = source - 1;
  }
  return true;
}
// The set that all positions from `from` on and all sizes live in: the last of those bound before, if there is one.
inline u32 tile_base(const cs_enumerate_plan& p, u32 from) {
  for (u32 base = p.set_count; base-- > 0;) {
    if (byte_at(p.sets[base], 0) >= from || byte_at(p.sets[base], 5) == 0) {
      continue;
    }
    bool all = true;
    for (u32 i = from; i < p.enumerated; i++) {
      all = all && follows(p, byte_at(p.positions[i], 1) - 1, base, from);
    }
    for (u32 i = 0; i < p.size_count; i++) {
      all = all && follows(p, byte_at(p.sizes[i], 0), base, from);
    }
    if (all) {
      return base + 1;
    }
  }
  return 0;
}
// Where a bit matrix may begin (tile.cuh). Roots are arcs and a chunk holds few, so before position 1 only where it cannot be
// later.
inline u64 tile_bases(const cs_enumerate_plan& p, const cs_enumerate_options& o) {
  u64 bases = 0;
  if (p.kind == CS_ENUMERATE_PATTERN && p.term_count != 0 && o.lists_only == 0 && o.balance != CS_ENUMERATE_THREADS) {
    for (u32 from = 2; from + 2 <= p.enumerated; from++) {
      bases |= u64{tile_base(p, from)} << (8 * from);
    }
    // What is left of position 1 is a range of a row, which labels thin out.
    if (bases == 0 && p.enumerated >= 3 && p.labelled_ids == 0) {
      bases = u64{tile_base(p, 1)} << 8;
    }
  }
  return bases;
}
// Whether a lane takes an edge (pair_traversal.cuh): two positions, and nothing but sizes of sets over them.
inline bool by_pairs(const cs_enumerate_plan& p, const cs_enumerate_options& o) {
  return p.kind == CS_ENUMERATE_PATTERN && p.enumerated == 2 && p.term_count != 0 && o.lists_only == 0 &&
      p.labelled_ids == 0 && o.balance != CS_ENUMERATE_THREADS;
}
inline bool one_size(const cs_enumerate_plan& p) {
  return p.size_count == 1 && p.term_count == 1 && (p.factors[0] & 0xFFFF) == 0xFF00;
}

// Sets that a stack holds at once, each as long as the largest degree at most.
inline u64 filtered_sets(const cs_enumerate_plan& p) {
  if (census(p)) {
    return p.vertices - 1;
  }
  u64 count = 0;
  for (u32 i = 0; i < p.set_count; i++) {
    const u64 s = p.sets[i];
    const bool row = byte_at(s, 4) == 0 && byte_at(s, 2) == 0 && byte_at(s, 6) == 0;
    count += !row && byte_at(s, 5) != 0 && byte_at(s, 0) + 1 < p.enumerated ? 1 : 0;
  }
  return count;
}

}  // namespace cliquestream::enumerate
