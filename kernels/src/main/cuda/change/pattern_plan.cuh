// On the host: how a pattern is laid on a changed edge. Each embedding that has the changed edge has it as the image of one
// directed edge of the pattern; automorphisms carry directed edges into one another, so one of each class is enough, with
// the size of the class as its weight. The sum over classes is the number of embeddings: automorphisms times the matches.
#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

#include "change/graph.cuh"

namespace cliquestream::change {

inline bool connected(u32 vertices, const u32* adjacency) {
  u32 reached = 1;
  for (u32 before = 0; before != reached;) {
    before = reached;
    for (u32 v = 0; v < vertices; v++) {
      reached |= reached >> v & 1 ? adjacency[v] : 0;
    }
  }
  return reached == (1u << vertices) - 1;
}

// Third and later vertices: whoever has the most earlier neighbours comes next, so that candidates are few.
inline void order_seed(u32 vertices, const u32* adjacency, u32 first, u32 second, cs_change_seed& seed) {
  u32 order[CS_CHANGE_MOST_PATTERN] = {first, second}, placed = 1u << first | 1u << second;
  for (u32 level = 2; level < vertices; level++) {
    u32 best = 0, most = 0;
    for (u32 v = 0; v < vertices; v++) {
      const u32 earlier = static_cast<u32>(__builtin_popcount(adjacency[v] & placed)) * 16 +
          static_cast<u32>(__builtin_popcount(adjacency[v]));
      if ((placed >> v & 1) == 0 && (adjacency[v] & placed) != 0 && earlier > most) {
        most = earlier;
        best = v;
      }
    }
    order[level] = best;
    placed |= 1u << best;
  }
  for (u32 level = 0; level < vertices; level++) {
    seed.back[level] = 0;
    for (u32 earlier = 0; earlier < level; earlier++) {
      seed.back[level] |= (adjacency[order[level]] >> order[earlier] & 1) << earlier;
    }
  }
  seed.source = seed.back[2] == 3 ? 0 : seed.back[2];
}

inline int32_t plan_pattern(u32 vertices, const u32* adjacency, cs_change_pattern& plan) {
  if (vertices < 3 || vertices > CS_CHANGE_MOST_PATTERN) {
    return CS_INVALID_ARGUMENT;
  }
  for (u32 v = 0; v < vertices; v++) {
    for (u32 w = 0; w < 32; w++) {
      const bool edge = (adjacency[v] >> w & 1) != 0;
      if (edge && (w >= vertices || w == v || (adjacency[w] >> v & 1) == 0)) {
        return CS_INVALID_ARGUMENT;
      }
    }
  }
  if (!connected(vertices, adjacency)) {
    return CS_INVALID_ARGUMENT;
  }
  plan = {};
  plan.vertices = vertices;
  // The class of a directed edge is named by the smallest one in it.
  std::vector<u32> name(vertices * vertices), size(vertices * vertices);
  std::iota(name.begin(), name.end(), 0u);
  std::vector<u32> image(vertices);
  std::iota(image.begin(), image.end(), 0u);
  do {
    bool same = true;
    for (u32 v = 0; v < vertices && same; v++) {
      for (u32 w = 0; w < v && same; w++) {
        same = (adjacency[v] >> w & 1) == (adjacency[image[v]] >> image[w] & 1);
      }
    }
    if (same) {
      plan.automorphisms++;
      for (u32 v = 0; v < vertices; v++) {
        for (u32 w = 0; w < vertices; w++) {
          u32& to = name[image[v] * vertices + image[w]];
          to = std::min(to, v * vertices + w);
        }
      }
    }
  } while (std::next_permutation(image.begin(), image.end()));
  for (u32 v = 0; v < vertices; v++) {
    for (u32 w = 0; w < vertices; w++) {
      size[name[v * vertices + w]] += adjacency[v] >> w & 1;
    }
  }
  for (u32 pair = 0; pair < vertices * vertices; pair++) {
    if (size[pair] != 0) {
      cs_change_seed& seed = plan.seed[plan.seeds++];
      seed.weight = size[pair];
      order_seed(vertices, adjacency, pair / vertices, pair % vertices, seed);
    }
  }
  return CS_OK;
}

}  // namespace cliquestream::change
