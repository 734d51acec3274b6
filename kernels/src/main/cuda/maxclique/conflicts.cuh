// Proves of vertices that no colour was left for that they cost nothing nevertheless: with them the colour classes
// still hold no clique of more vertices than there are classes. What the CPU engine's ClassConflicts does, by a warp.
//
// Suppose that a clique has vertex v and a vertex of every class (unit propagation: Li and Quan's MaxSAT bounds; San
// Segundo et al.'s infra-chromatic bound is the case of three classes). Then it has the only neighbour of v in a class
// that has just one, and so on. If that empties a class, then v and the classes that took part together give one
// vertex less than their number, and v costs nothing. Those classes are closed: a class takes part in one
// contradiction at most. Only those are closed that are needed, going back from the emptied class through choices that
// took vertices of it. Where v and one class are all that is needed, and the class's neighbour of v fits the emptied
// class, it moves there and v takes its place instead, and nothing is closed (Re-NUMBER; Tomita et al., MCS).
//
// Classes are bit sets in shared memory, a lane looks at every 32nd of them; lane i holds the i-th choice.
#pragma once

#include "maxclique/policy.cuh"
#include "maxclique/word_set.cuh"

namespace cliquestream::maxclique {

struct ClassConflicts {
  u32* classes;     // [count][words] in shared memory
  u32* left;        // [words] in shared memory: what the choices leave
  const u32* rows;  // [vertices][words]
  u32 words;
  u32 count;
  u32 open;         // bit s: class 32·s + lane takes part in no contradiction

  __device__ __forceinline__ ClassConflicts(u32* shared, const u32* matrix, u32 matrix_words)
      : classes(shared + 32), left(shared), rows(matrix), words(matrix_words), count(0), open(0) {}

  __device__ __forceinline__ static bool fits(u32 most, u32 words) {
    return most <= MaximumPolicy::kConflictClasses && most * words <= MaximumPolicy::kConflictWords;
  }
  __device__ __forceinline__ const u32* row(u32 vertex) const { return rows + static_cast<u64>(vertex) * words; }
  __device__ __forceinline__ u32* members(u32 of) const { return classes + of * words; }

  // Takes greedy colour classes out of `vertices`, as take_color_classes does, and keeps them.
  __device__ __forceinline__ void color(WordSet<1>& vertices, u32 most) {
    __syncwarp();
    for (count = 0; count < most; count++) {
      WordSet<1> candidates = vertices, taken;
      taken.clear();
      int member = candidates.first();
      if (member < 0) {
        break;
      }
      for (; member >= 0; member = candidates.first()) {
        taken.insert(member);
        candidates.remove(member);
        candidates.subtract(row(member), words);
      }
      vertices.word[0] &= ~taken.word[0];
      taken.store(members(count), words);
    }
    open = 0;
    for (u32 s = 0, c = lane_id(); c < count; s++, c += 32) {
      open |= 1u << s;
    }
    __syncwarp();
  }

  __device__ __forceinline__ static bool has(const u32* set, u32 vertex) { return set[vertex >> 5] >> (vertex & 31) & 1; }
  __device__ __forceinline__ void put(u32 of, u32 vertex) {
    if (lane_id() == 0) {
      members(of)[vertex >> 5] |= 1u << (vertex & 31);
    }
    __syncwarp();
  }

  // For every member of a class but `except`: some choice among the first `before` took it. Blames one, an already
  // blamed one if there is one.
  __device__ __forceinline__ void blame(u32 of, u32 except, u32 before, u32 choice, u32& blamed) const {
    const u32* set = members(of);
    for (u32 w = 0; w < words; w++) {
      for (u32 bits = set[w]; bits != 0; bits &= bits - 1) {
        const u32 member = w * 32 + __ffs(bits) - 1;
        if (member == except) {
          continue;
        }
        const u32 took = __ballot_sync(kFullWarp, lane_id() < before && !has(row(choice), member));
        if ((took & blamed) == 0) {
          blamed |= took & -took;
        }
      }
    }
  }
  // Whether no member of the class is adjacent to the vertex.
  __device__ __forceinline__ bool independent(u32 of, u32 vertex) const {
    const u32* set = members(of);
    const u32* near = row(vertex);
    bool meets = false;
    for (u32 w = lane_id(); w < words; w += 32) {
      meets |= (set[w] & near[w]) != 0;
    }
    return !__any_sync(kFullWarp, meets);
  }
  __device__ __forceinline__ void close(u32 of) {
    if ((of & 31) == lane_id()) {
      open &= ~(1u << (of >> 5));
    }
  }

  // Whether v costs nothing; if so it may enter a class, and classes may be closed.
  __device__ __forceinline__ bool absorb(u32 v) {
    const u32 lane = lane_id();
    u32 choice = v, choice_class = kNoId, choices = 1, used = 0;  // choice and class: the lane's own
    WordSet<1> rest;
    rest.load(row(v), words);
    for (;;) {
      __syncwarp();
      rest.store(left, words);
      __syncwarp();
      u32 empty = kNoId, units = 0;
      for (u32 s = 0, c = lane; c < count; s++, c += 32) {
        if ((open & ~used) >> s & 1) {
          const u32* set = members(c);
          u32 size = 0;
          for (u32 w = 0; w < words && size < 2; w++) {
            size += __popc(set[w] & left[w]);
          }
          empty = size == 0 ? c : empty;
          units |= size == 1 ? 1u << s : 0;
        }
      }
      u32 emptied = __reduce_min_sync(kFullWarp, empty);
      if (emptied == kNoId && !__any_sync(kFullWarp, units != 0)) {
        return false;
      }
      if (emptied == kNoId) {
        // Every unit in turn, unless one before it took its only vertex.
        u32 holders;
        while (emptied == kNoId && (holders = __ballot_sync(kFullWarp, units != 0)) != 0) {
          const u32 holder = __ffs(holders) - 1;
          const u32 s = __shfl_sync(kFullWarp, __ffs(units) - 1, holder);
          const u32 c = s * 32 + holder;
          if (lane == holder) {
            units &= units - 1;
            used |= 1u << s;
          }
          WordSet<1> only;
          only.load(members(c), words);
          only.word[0] &= rest.word[0];
          const int vertex = only.first();
          if (vertex < 0) {
            emptied = c;
            break;
          }
          if (choices == 32) {
            return false;
          }
          if (lane == choices) {
            choice = vertex;
            choice_class = c;
          }
          choices++;
          rest.intersect(row(vertex), words);
        }
      }
      if (emptied != kNoId) {
        settle(v, emptied, choice, choice_class, choices);
        return true;
      }
    }
  }

 private:
  __device__ __forceinline__ void settle(u32 v, u32 emptied, u32 choice, u32 choice_class, u32 choices) {
    if (choices == 1) {
      put(emptied, v);  // no neighbour in the class: it is one of its own
      return;
    }
    u32 blamed = 1;
    blame(emptied, kNoId, choices, choice, blamed);
    for (u32 i = choices - 1; i > 0; i--) {
      if (blamed >> i & 1) {
        blame(
            __shfl_sync(kFullWarp, choice_class, i), __shfl_sync(kFullWarp, choice, i), i, choice, blamed);
      }
    }
    const u32 others = blamed & ~1u;
    if (__popc(others) == 1) {
      const u32 i = __ffs(others) - 1;
      const u32 moved = __shfl_sync(kFullWarp, choice, i), from = __shfl_sync(kFullWarp, choice_class, i);
      if (independent(emptied, moved)) {
        if (lane_id() == 0) {
          members(from)[moved >> 5] &= ~(1u << (moved & 31));
        }
        put(emptied, moved);
        put(from, v);
        return;
      }
    }
    for (u32 bits = others; bits != 0; bits &= bits - 1) {
      close(__shfl_sync(kFullWarp, choice_class, __ffs(bits) - 1));
    }
    close(emptied);
  }
};

}  // namespace cliquestream::maxclique
