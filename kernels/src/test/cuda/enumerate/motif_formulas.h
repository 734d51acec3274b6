// Edge-induced counts of the motifs of five vertices from the sums of CS_ENUMERATE_SUMS, for tests and the benchmark: what the host's
// MotifFormulas does, where the corrections are explained.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "cliquestream_enumerate.h"

namespace cliquestream::harness {

using Wide = __int128;
using MotifSums = std::vector<Wide>;  // [CS_ENUMERATE_SUM_COUNT]

constexpr const char* kSumNames[CS_ENUMERATE_SUM_COUNT] = {
    "PAIRS_AT_VERTEX", "TRIPLES_AT_VERTEX", "QUADRUPLES_AT_VERTEX", "WALKS_3", "FORKS", "WALKS_4", "TRIANGLES_AT_VERTEX", "TAILS",
    "TRIANGLE_PAIRS_AT_ARC", "TRIANGLE_TRIPLES_AT_ARC", "TAIL_PAIRS", "BULLS", "LONG_TAILS", "TRIANGLE_ENDS",
    "TRIANGLE_PAIRS_AT_VERTEX", "DARTS", "CLIQUES_4", "CLIQUE_PAIRS_AT_TRIANGLE", "CLIQUE_TAILS", "CLIQUE_TRIANGLES", "KITES",
    "GEMS", "CYCLES_4", "BANNERS", "TRIPLES_AT_LATER_END", "SPOKES_AT_LATER_END", "WEDGES_AT_LATER_END"};

// How often a sum has each of what it stands for.
inline int multiplicity(uint32_t sum) {
  switch (sum) {
    case CS_ENUMERATE_SUM_CLIQUES_4: return 12;
    case CS_ENUMERATE_SUM_QUADRUPLES_AT_VERTEX: return 6;
    case CS_ENUMERATE_SUM_TRIPLES_AT_VERTEX:
    case CS_ENUMERATE_SUM_TRIANGLE_TRIPLES_AT_ARC:
    case CS_ENUMERATE_SUM_CLIQUE_PAIRS_AT_TRIANGLE:
    case CS_ENUMERATE_SUM_TRIPLES_AT_LATER_END: return 3;
    case CS_ENUMERATE_SUM_CYCLES_4: return 2;
    default: return 1;
  }
}

struct NamedCount {
  const char* name;
  const char* edges;
  Wide count;
};

// All of five vertices but the 5-cycle, the house and the 5-clique, which have searches of their own.
inline std::vector<NamedCount> motif_counts(const MotifSums& sums) {
  const auto divide = [](Wide value, int by) {
    if (value % by != 0) throw std::runtime_error("a sum is no multiple of its divisor");
    return value / by;
  };
  const auto sum = [&](uint32_t which) { return divide(sums[which], multiplicity(which)); };
  const Wide triangle = divide(sum(CS_ENUMERATE_SUM_TRIANGLES_AT_VERTEX), 3), cycle = sum(CS_ENUMERATE_SUM_CYCLES_4);
  const Wide tailed = sum(CS_ENUMERATE_SUM_TAILS), clique = sum(CS_ENUMERATE_SUM_CLIQUES_4);
  const Wide diamond = divide(sum(CS_ENUMERATE_SUM_TRIANGLE_PAIRS_AT_ARC), 2);
  return {
      {"4-star", "0-1,0-2,0-3,0-4", sum(CS_ENUMERATE_SUM_QUADRUPLES_AT_VERTEX)},
      {"fork", "0-1,0-2,0-3,3-4", sum(CS_ENUMERATE_SUM_FORKS) - 2 * tailed},
      {"5-path", "0-1,1-2,2-3,3-4", divide(sum(CS_ENUMERATE_SUM_WALKS_4), 2) - 4 * cycle - 2 * tailed - 3 * triangle},
      {"banner", "0-1,1-2,2-3,3-0,0-4", sum(CS_ENUMERATE_SUM_BANNERS) - 2 * diamond},
      {"bull", "0-1,1-2,2-0,0-3,1-4", divide(sum(CS_ENUMERATE_SUM_BULLS), 2) - 2 * diamond},
      {"cricket", "0-1,1-2,2-0,0-3,0-4", sum(CS_ENUMERATE_SUM_TAIL_PAIRS)},
      {"long-tailed-triangle", "0-1,1-2,2-0,0-3,3-4",
       sum(CS_ENUMERATE_SUM_LONG_TAILS) - sum(CS_ENUMERATE_SUM_TRIANGLE_ENDS) - 4 * diamond},
      {"butterfly", "0-1,1-2,2-0,0-3,3-4,4-0", sum(CS_ENUMERATE_SUM_TRIANGLE_PAIRS_AT_VERTEX) - 2 * diamond},
      {"dart", "0-1,0-2,1-2,0-3,1-3,0-4", sum(CS_ENUMERATE_SUM_DARTS)},
      {"kite", "0-1,0-2,1-2,0-3,1-3,2-4", sum(CS_ENUMERATE_SUM_KITES) - 12 * clique},
      {"2-3-biclique", "0-2,0-3,0-4,1-2,1-3,1-4", sum(CS_ENUMERATE_SUM_TRIPLES_AT_LATER_END)},
      {"gem", "0-1,0-2,0-3,0-4,1-2,2-3,3-4", sum(CS_ENUMERATE_SUM_GEMS) - 12 * clique},
      {"3-book", "0-1,0-2,0-3,0-4,1-2,1-3,1-4", divide(sum(CS_ENUMERATE_SUM_TRIANGLE_TRIPLES_AT_ARC), 2)},
      {"tailed-4-clique", "0-1,0-2,0-3,1-2,1-3,2-3,0-4", divide(sum(CS_ENUMERATE_SUM_CLIQUE_TAILS), 3)},
      {"4-wheel-minus-spoke", "0-2,0-3,0-4,1-2,1-3,1-4,2-3", divide(sum(CS_ENUMERATE_SUM_SPOKES_AT_LATER_END), 2)},
      {"4-wheel", "0-1,1-2,2-3,3-0,4-0,4-1,4-2,4-3", divide(sum(CS_ENUMERATE_SUM_WEDGES_AT_LATER_END), 2)},
      {"5-clique-minus-wedge", "0-1,0-2,0-3,1-2,1-3,2-3,0-4,1-4", divide(sum(CS_ENUMERATE_SUM_CLIQUE_TRIANGLES), 2)},
      {"5-clique-minus-edge", "0-1,0-2,0-3,1-2,1-3,2-3,0-4,1-4,2-4", sum(CS_ENUMERATE_SUM_CLIQUE_PAIRS_AT_TRIANGLE)},
  };
}

inline std::string text(Wide value) {
  if (value == 0) return "0";
  std::string out;
  for (unsigned __int128 rest = value < 0 ? -value : value; rest != 0; rest /= 10) {
    out.insert(out.begin(), static_cast<char>('0' + static_cast<int>(rest % 10)));
  }
  return value < 0 ? "-" + out : out;
}

}  // namespace cliquestream::harness
