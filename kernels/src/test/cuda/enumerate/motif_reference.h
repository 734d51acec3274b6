// The sums of CS_ENUMERATE_SUMS by their definitions, and counts of patterns by trying every choice of vertices: slow, and knowing
// nothing of pairs, pages and matrices.
#pragma once

#include "enumerate/graph_cases.h"
#include "enumerate/motif_formulas.h"
#include "enumerate/plan_maker.h"

namespace cliquestream::harness {

class MotifReference {
 public:
  explicit MotifReference(const Case& g) : n_(g.n), rows_(g.n), edge_(g.n, std::vector<bool>(g.n)) {
    for (const cs_pair& p : g.pairs) {
      if (p.first == p.second || edge_[p.first][p.second]) continue;
      edge_[p.first][p.second] = edge_[p.second][p.first] = true;
      rows_[p.first].push_back(p.second);
      rows_[p.second].push_back(p.first);
    }
  }

  MotifSums sums() const {
    MotifSums s(CS_ENUMERATE_SUM_COUNT);
    std::vector<Wide> triangles(n_);
    std::vector<std::vector<uint32_t>> t(n_);
    for (uint32_t v = 0; v < n_; v++) {
      for (const uint32_t u : rows_[v]) {
        t[v].push_back(static_cast<uint32_t>(common(v, u).size()));
        triangles[v] += t[v].back();
      }
      triangles[v] /= 2;
    }
    const auto t_of = [&](uint32_t v, uint32_t u) {
      size_t i = 0;
      while (rows_[v][i] != u) i++;
      return static_cast<Wide>(t[v][i]);
    };
    for (uint32_t v = 0; v < n_; v++) {
      const Wide d = degree(v);
      s[CS_ENUMERATE_SUM_PAIRS_AT_VERTEX] += d * (d - 1) / 2;
      s[CS_ENUMERATE_SUM_TRIPLES_AT_VERTEX] += d * (d - 1) * (d - 2) / 2;
      s[CS_ENUMERATE_SUM_QUADRUPLES_AT_VERTEX] += d * (d - 1) * (d - 2) * (d - 3) / 4;
      s[CS_ENUMERATE_SUM_TRIANGLES_AT_VERTEX] += triangles[v];
      s[CS_ENUMERATE_SUM_TAILS] += triangles[v] * (d - 2);
      s[CS_ENUMERATE_SUM_TAIL_PAIRS] += triangles[v] * (d - 2) * (d - 3) / 2;
      s[CS_ENUMERATE_SUM_TRIANGLE_PAIRS_AT_VERTEX] += triangles[v] * (triangles[v] - 1) / 2;
      for (size_t i = 0; i < rows_[v].size(); i++) {
        const uint32_t u = rows_[v][i];
        const Wide e = degree(u), k = t[v][i];
        s[CS_ENUMERATE_SUM_WALKS_3] += (d - 1) * (e - 1);
        s[CS_ENUMERATE_SUM_FORKS] += (d - 1) * (d - 2) / 2 * (e - 1);
        s[CS_ENUMERATE_SUM_TRIANGLE_PAIRS_AT_ARC] += k * (k - 1) / 2;
        s[CS_ENUMERATE_SUM_TRIANGLE_TRIPLES_AT_ARC] += k * (k - 1) * (k - 2) / 2;
        s[CS_ENUMERATE_SUM_BULLS] += k * (d - 2) * (e - 2);
        s[CS_ENUMERATE_SUM_LONG_TAILS] += triangles[v] * (e - 1);
        s[CS_ENUMERATE_SUM_TRIANGLE_ENDS] += k * (e - 1);
        s[CS_ENUMERATE_SUM_DARTS] += k * (k - 1) / 2 * (d - 3);
        for (size_t j = 0; j < rows_[v].size(); j++)
          if (j != i) s[CS_ENUMERATE_SUM_WALKS_4] += (e - 1) * (degree(rows_[v][j]) - 1);
      }
    }
    for (uint32_t a = 0; a < n_; a++)
      for (uint32_t c = 0; c < a; c++) {
        const std::vector<uint32_t> both = common(a, c);
        const Wide w = both.size();
        if (w < 1) continue;
        s[CS_ENUMERATE_SUM_CYCLES_4] += w * (w - 1) / 2;
        s[CS_ENUMERATE_SUM_BANNERS] += w * (w - 1) / 2 * (degree(a) + degree(c) - 4);
        s[CS_ENUMERATE_SUM_TRIPLES_AT_LATER_END] += w * (w - 1) * (w - 2) / 2;
        for (const uint32_t x : both) {
          Wide y = 0;
          for (const uint32_t other : both) y += edge_[x][other];
          s[CS_ENUMERATE_SUM_SPOKES_AT_LATER_END] += y * (w - 2);
          s[CS_ENUMERATE_SUM_WEDGES_AT_LATER_END] += y * (y - 1) / 2;
          if (!edge_[a][c] || x > c) continue;
          // A triangle a, c, x, once.
          const Wide k = y, ac = w, ax = t_of(a, x), cx = t_of(c, x);
          s[CS_ENUMERATE_SUM_CLIQUES_4] += 3 * k;
          s[CS_ENUMERATE_SUM_CLIQUE_PAIRS_AT_TRIANGLE] += 3 * k * (k - 1) / 2;
          s[CS_ENUMERATE_SUM_CLIQUE_TAILS] += k * (degree(a) + degree(c) + degree(x) - 9);
          s[CS_ENUMERATE_SUM_CLIQUE_TRIANGLES] += k * (ac + ax + cx - 6);
          s[CS_ENUMERATE_SUM_KITES] += (ac - 1) * (degree(x) - 2) + (ax - 1) * (degree(c) - 2) + (cx - 1) * (degree(a) - 2);
          s[CS_ENUMERATE_SUM_GEMS] += (ac - 1) * (ax - 1) + (ac - 1) * (cx - 1) + (ax - 1) * (cx - 1);
        }
      }
    return s;
  }

  // Subgraphs isomorphic to a pattern: ways to place it, by its automorphisms.
  Wide count(const Pattern& pattern) const {
    std::vector<uint32_t> place;
    const Wide ways = placements(pattern, place);
    return ways / static_cast<Wide>(PlanMaker(pattern, false, true, {}).automorphism_count());
  }

 private:
  uint32_t n_;
  std::vector<std::vector<uint32_t>> rows_;
  std::vector<std::vector<bool>> edge_;

  Wide degree(uint32_t v) const { return static_cast<Wide>(rows_[v].size()); }
  std::vector<uint32_t> common(uint32_t a, uint32_t c) const {
    std::vector<uint32_t> out;
    for (const uint32_t x : rows_[a])
      if (edge_[x][c]) out.push_back(x);
    return out;
  }
  Wide placements(const Pattern& pattern, std::vector<uint32_t>& place) const {
    const uint32_t at = static_cast<uint32_t>(place.size());
    if (at == pattern.vertices) return 1;
    Wide ways = 0;
    for (uint32_t v = 0; v < n_; v++) {
      bool good = true;
      for (uint32_t i = 0; good && i < at; i++) good = place[i] != v && (!pattern.edge(i, at) || edge_[place[i]][v]);
      if (good) {
        place.push_back(v);
        ways += placements(pattern, place);
        place.pop_back();
      }
    }
    return ways;
  }
};

}  // namespace cliquestream::harness
