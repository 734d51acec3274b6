// Seeded graphs on which what is counted by wedges, triangles and pairs is easily wrong, for the tests of these.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "cliquestream_cuda.h"

namespace cliquestream::harness {

struct Case {
  const char* name;
  uint32_t n = 0;
  std::vector<cs_pair> pairs;
};

inline Case make_case(uint64_t seed) {
  std::mt19937_64 random(seed * 0x9E3779B97F4A7C15ull + 3);
  const auto below = [&](uint64_t n) { return static_cast<uint32_t>(random() % n); };
  const auto chance = [&](double p) { return (random() >> 11) * 0x1p-53 < p; };
  Case g;
  const auto add = [&](uint32_t i, uint32_t j) { g.pairs.push_back(random() & 1 ? cs_pair{i, j} : cs_pair{j, i}); };
  const auto dense = [&](uint32_t from, double p) {
    for (uint32_t i = from; i < g.n; i++)
      for (uint32_t j = from; j < i; j++)
        if (chance(p)) add(i, j);
  };
  switch (seed % 10) {
    case 0:
      g = {"random", 2 + below(60), {}};
      dense(0, chance(0.5) ? 0.1 : 0.6);
      break;
    case 1:
      g = {"complete", 2 + below(90), {}};
      dense(0, 1.1);
      break;
    case 2:
      g = {"star", 2 + below(400), {}};
      for (uint32_t i = 1; i < g.n; i++) add(0, i);
      break;
    case 3:  // every edge at a hub holds the longest row
      g = {"hubs over sparse", 20 + below(300), {}};
      for (uint32_t hub = 0; hub < 1 + seed % 5; hub++)
        for (uint32_t i = hub + 1; i < g.n; i++) add(hub, i);
      dense(5, 2.0 / g.n);
      break;
    case 4:
      g = {"bipartite", 4 + below(120), {}};
      for (uint32_t i = 0; i < g.n; i++)
        for (uint32_t j = 0; j < i; j++)
          if (i % 2 != j % 2) add(i, j);
      break;
    case 5:
      g = {"one edge", 2 + below(70), {}};
      add(0, g.n - 1);
      break;
    case 6:  // vertices about a word of the bit rows, and a block's lanes
      g = {"words of bits", 31 + below(4) + 32 * below(5), {}};
      dense(0, 0.25);
      break;
    case 7:
      g = {"multipartite", 6 + below(60), {}};
      for (uint32_t i = 0; i < g.n; i++)
        for (uint32_t j = 0; j < i; j++)
          if (i % 3 != j % 3) add(i, j);
      break;
    case 8:
      g = {"book", 3 + below(200), {}};
      add(0, 1);
      for (uint32_t i = 2; i < g.n; i++) add(0, i), add(1, i);
      break;
    case 9:  // sometimes more hubs than are taken one by one
      g = {"cliques in a ring", seed % 100 == 99 ? 20000 + below(100) : 300 + below(900), {}};
      for (uint32_t i = 0; i < g.n; i++)
        for (uint32_t d = 1; d <= 4; d++)
          if (chance(0.8)) add(i, (i + d) % g.n);
      break;
  }
  if (g.pairs.empty()) add(0, g.n - 1);
  return g;
}

}  // namespace cliquestream::harness
