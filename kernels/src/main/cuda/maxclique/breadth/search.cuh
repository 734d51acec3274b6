// The search of one team: depth first over windows, breadth first inside each.
//
// A step expands a window of the deepest level. What it makes is known after its scan and before anything is written,
// and the window is cut to the prefix that fits: memory is committed exactly, estimates only save work. The invariant
// that makes running out impossible: below a level whose sub-lists have at most L entries, L (L - 1) / 2 entries are
// free. One entry makes at most L - 1 and needs as much below them as the invariant of the next level says, so a window
// of one entry always fits; a claimed source of row length L needs L (L + 1) / 2, which is asked before it is claimed.
// A level takes at most half of what is free beyond that, so that deeper ones keep windows worth a step.
//
// All threads of a team carry the same cursor in registers and decide alike; the team's record holds what only one
// thread can say (the bound it saw, the clock, room in the list) and everything between two launches. Three
// synchronisations a step: after the count, after the scan, after the writing; one more where sub-lists are colored.
#pragma once

#include "maxclique/breadth/color.cuh"
#include "maxclique/breadth/expand.cuh"

namespace cliquestream::breadth {

struct Cursor {
  Level level;
  u32 depth;

  __device__ __forceinline__ u64 top() const { return depth <= 1 ? 0 : level.begin + level.size; }
};

// Takes sources for level 1; one thread.
__device__ __forceinline__ void claim(const View& v, u32 team_index, Team& t) {
  State& s = *v.state;
  t.claim_begin = t.claim_end = 0;
  if (v.teams == 0) {
    if (s.next_source < v.active) {
      t.claim_end = v.active;
      s.next_source = v.active;
    }
  } else if (team_index == v.teams) {
    t.claim_begin = s.long_taken;
    t.claim_end = s.long_count;
    s.long_taken = s.long_count;
  } else {
    const u32 next = read_volatile(&s.next_source);
    if (next < v.active) {
      const u32 batch = min(BreadthPolicy::kMostClaim, max(1u, (v.active - next) / (4 * v.teams)));
      const u32 begin = atomicAdd(&s.next_source, batch);
      t.claim_begin = min(v.active, begin);
      t.claim_end = min(v.active, begin + batch);
    }
  }
}

// Slots of the list for up to `leaves` cliques; one thread.
__device__ __forceinline__ void reserve_slots(const View& v, Team& t, u32 leaves) {
  u32 at = read_volatile(&v.header->listed), granted;
  for (;;) {
    granted = min(leaves, v.list_capacity - min(at, v.list_capacity));
    const u32 before = granted == 0 ? at : atomicCAS(&v.header->listed, at, at + granted);
    if (before == at) {
      break;
    }
    at = before;
  }
  t.list_base = at;
  t.list_granted = granted;
}

// How many entries of the level to count next.
__device__ __forceinline__ u32 window_size(const Cursor& c, const Arena& a, u64 lookups) {
  const u64 free = a.capacity - c.top();
  u64 size = min(c.level.size - c.level.next, a.window);
  if (c.depth > 1) {
    size = min(size, max(lookups / max(1u, c.level.longest), u64{BreadthPolicy::kLeastWindow}));
    if (c.level.growth != 0) {
      size = min(size, max(free * 256 / c.level.growth, u64{BreadthPolicy::kLeastWindow}));
    }
  }
  return static_cast<u32>(size);
}

// The largest prefix of the window that makes at most `entries` entries and `leaves` leaves.
__device__ __forceinline__ u32 prefix_within(const u64* offsets, u32 count, u64 entries, u32 leaves) {
  return first_without(1u, count + 1, [&](u32 i) {
           return children_of(offsets[i]) <= entries && leaves_of(offsets[i]) <= leaves;
         }) -
      1;
}

// The paper's early exit, made safe: everything is pruned but one sub-list, and with its source that has just as many
// vertices as the clique the heuristic found. Then it is that clique, and the only one.
template <class T>
__device__ __forceinline__ bool is_only_clique(
    const View& v, const T& team, const Arena& a, const Cursor& c, const Window& w, u64 made, u32 longest, u32 bound) {
  if (v.enumerate == 0 || v.unpruned != 0 || v.teams != 0 || c.depth != 1 || w.first != 0 || w.count != v.active || made != longest ||
      made + 1 != bound || bound != v.header->greedy || bound <= v.given) {
    return false;
  }
  if (v.list_capacity != 0) {
    u32* slot = v.list;
    for (u32 i = team.rank(); i < made; i += team.size()) {
      slot[2 + i] = v.rank_to_id[rank_of(a.vertices[i])];
    }
    if (team.rank() == 0) {
      slot[0] = bound;
      slot[1] = v.rank_to_id[a.parents[0]];
      v.header->listed = 1;
    }
  }
  if (team.rank() == 0) {
    v.found[bound] = 1;
    v.header->early_exit = 1;
  }
  return true;
}

struct Tally {
  u64 expanded = 0, created = 0, windows = 0, cuts = 0;
  u32 taken = 0, deepest = 0;

  __device__ __forceinline__ void flush(cs_breadth_header* h) const {
    add_to(&h->expanded, expanded);
    add_to(&h->created, created);
    add_to(&h->windows, windows);
    add_to(&h->cuts, cuts);
    if (taken != 0) {
      atomicAdd(&h->taken, taken);
    }
    atomicMax(&h->deepest, deepest);
  }
};

// Level c.depth holds a clique of so many vertices: the bound rises, and the team keeps the first one; one thread.
__device__ __forceinline__ void raise_bound(const View& v, u32 team_index, const Arena& a, const Cursor& c) {
  if (c.depth > atomicMax(&v.header->bound, c.depth)) {
    u32* witness = v.witness + static_cast<u64>(team_index) * v.slot_words();
    write_clique(v, a, c.level, c.depth, 0, witness + 1);
    witness[0] = c.depth;
  }
}

// Works until the time `end`, a stop, a full list, or the end of the team's work.
template <class T>
__device__ __forceinline__ void advance(const View& v, u32 team_index, const T& team, u64 end) {
  Team& t = v.team[team_index];
  const Arena a(v, team_index);
  const bool first = team.rank() == 0;
  const u32* sources = team_index == v.teams && v.teams != 0 ? v.long_sources : v.sources;
  const u64 lookups = T::kGrid ? BreadthPolicy::kGridLookups : BreadthPolicy::kTeamLookups;
  Cursor c = {t.level, t.depth};
  Tally tally;
  team.sync();
  if (first) {
    t.bound = read_volatile(&v.header->bound);
    t.pause = 0;
    t.longest[0] = t.longest[1] = 0;
  }
  if (T::kGrid && team.rank() < team.blocks()) {
    v.partials[team.rank()] = 0;
  }
  team.sync();
  u32 bound = t.bound, parity = 0, paused = 0;
  u64 peak = t.peak;
  while (paused == 0) {
    if (c.depth == 0) {
      team.sync();
      if (first) {
        claim(v, team_index, t);
      }
      team.sync();
      if (t.claim_begin == t.claim_end) {
        break;
      }
      c.depth = 1;
      c.level = {0, t.claim_end, t.claim_begin, v.max_list, 0};
      continue;
    }
    if (c.level.next == c.level.size) {
      c.depth--;
      if (c.depth != 0) {
        c.level = a.levels[c.depth];
      }
      continue;
    }

    // Count.
    Window w = {c.level, c.depth, c.level.next, window_size(c, a, lookups), size_wanted(v, bound)};
    u32 longest;
    // Long sub-lists want many lanes, many entries want few.
    const bool wide = c.level.longest >= BreadthPolicy::kWarpList || w.count * 8 <= team.size();
    const bool narrow = c.level.longest < BreadthPolicy::kOctetList && w.count >= team.size() / 2;
    if (c.depth == 1) {
      longest = count_sources(v, team_index, a, team, w, sources, v.partials);
    } else if (narrow) {
      longest = count_entries<1>(v, a, team, w, v.partials);
    } else if (wide) {
      longest = count_entries<32>(v, a, team, w, v.partials);
    } else {
      longest = count_entries<8>(v, a, team, w, v.partials);
    }
    __syncwarp();
    longest = __reduce_max_sync(kFullWarp, longest);
    if (lane_id() == 0 && longest != 0) {
      atomicMax(&t.longest[parity], longest);
    }
    team.sync();

    // Scan.
    team_exclusive_sum(team, a.offsets, w.count, v.partials);
    if (first) {
      t.bound = read_volatile(&v.header->bound);
      t.pause = nanoseconds() > end || is_up(v.stop);
      t.longest[parity ^ 1] = 0;
    }
    team.sync();

    // Decide how much of it fits.
    longest = t.longest[parity];
    parity ^= 1;
    u64 word = a.offsets[w.count];
    u32 granted = kNoId, list_base = 0;
    if (v.list_capacity != 0 && leaves_of(word) != 0) {
      if (first) {
        reserve_slots(v, t, leaves_of(word));
      }
      team.sync();
      granted = t.list_granted;
      list_base = t.list_base;
    }
    const u64 top = c.top(), free = a.capacity - top, kept = entries_below(longest);
    u64 room = free > kept ? free - kept : 0;
    if (c.depth > 1) {
      room = min(room, free / 2);
    } else if (v.window != 0) {
      room = min(room, u64{v.window});
    }
    const u32 counted = w.count;
    if (children_of(word) > room || leaves_of(word) > granted) {
      w.count = prefix_within(a.offsets, counted, room, granted);
      if (w.count == 0 && leaves_of(a.offsets[1]) <= granted) {
        w.count = 1;
      }
      word = a.offsets[w.count];
      longest = w.count == 1 ? static_cast<u32>(children_of(word)) : longest;
    }
    const bool full = w.count == 0;
    const u64 made = children_of(word);

    // Write.
    if (c.depth == 1) {
      write_sources(v, team_index, a, team, w, sources);
    } else if (narrow) {
      write_entries<1>(v, a, team, w, top, list_base);
    } else if (wide) {
      write_entries<32>(v, a, team, w, top, list_base);
    } else {
      write_entries<8>(v, a, team, w, top, list_base);
    }
    if (v.color_from != 0 && longest >= v.color_from) {
      team.sync();
      color_sublists(v, a, team, w, top, size_wanted(v, max(t.bound, c.depth + 1)));
    }
    if (granted != kNoId) {
      for (u32 i = leaves_of(word) + team.rank(); i < granted; i += team.size()) {
        v.list[static_cast<u64>(list_base + i) * v.slot_words()] = 0;
      }
    }
    if (T::kGrid && team.rank() < team.blocks()) {
      v.partials[team.rank()] = 0;
    }
    team.sync();

    // Commit.
    bound = t.bound;
    paused = t.pause | full;
    if (first) {
      tally.expanded += c.depth > 1 ? w.count : 0;
      tally.taken += c.depth == 1 ? w.count : 0;
      tally.created += made;
      tally.windows++;
      tally.cuts += w.count < counted;
      if (leaves_of(word) != 0) {
        add_to(v.found + c.depth, leaves_of(word));
      }
    }
    peak = max(peak, top + made);
    if (is_only_clique(v, team, a, c, w, made, longest, bound)) {
      c.depth = 0;
      continue;
    }
    c.level.next += w.count;
    if (made != 0) {
      c.level.growth = static_cast<u32>(min(u64{kNoId}, max(u64{1}, made * 256 / w.count)));
      const u32 growth = a.levels[c.depth + 1].growth;
      if (first) {
        a.levels[c.depth] = c.level;
      }
      c.depth++;
      c.level = {top, static_cast<u32>(made), 0, longest, growth};
      if (first) {
        tally.deepest = max(tally.deepest, c.depth);
        raise_bound(v, team_index, a, c);
      }
      bound = max(bound, c.depth);
    }
  }
  if (first) {
    t.level = c.level;
    t.depth = c.depth;
    t.peak = peak;
    tally.flush(v.header);
  }
}

}  // namespace cliquestream::breadth
