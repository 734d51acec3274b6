// The homomorphisms of CS_ENUMERATE_MAPS: by trying every map, by their definitions over full matrices, and in closed form on complete
// bipartite graphs.
#pragma once

#include "enumerate/graph_cases.h"
#include "enumerate/motif_formulas.h"
#include "enumerate/plan_maker.h"

namespace cliquestream::harness {

// In the order of cs_enumerate_map.
constexpr const char* kMapPatterns[CS_ENUMERATE_MAP_COUNT] = {
    "0-4,0-5,1-3,1-5,2-3,2-4",
    "0-1,0-4,0-5,1-2,1-3,2-5,3-4",
    "0-1,0-4,0-5,1-3,1-5,2-3,2-4",
    "0-3,0-4,0-5,1-2,1-4,1-5,2-3",
    "0-1,0-2,0-5,1-2,1-4,2-3,3-4",
    "0-1,0-2,0-4,0-5,1-2,1-5,2-3,3-4",
    "0-1,0-3,0-5,1-2,1-5,2-3,2-4,3-4",
    "0-1,0-2,0-3,0-5,1-2,1-3,1-4,2-5,3-4",
    "0-2,0-3,0-5,1-2,1-3,1-4,2-3,4-5",
    "0-1,0-2,0-3,0-5,1-2,1-3,1-4,2-3,4-5",
    "0-3,0-4,0-5,1-2,1-3,1-4,2-3,2-4",
    "0-1,0-2,0-3,0-4,1-2,1-3,1-4,2-5,3-4",
    "0-2,0-3,0-4,0-5,1-2,1-3,1-4,2-3",
    "0-2,0-3,0-4,0-5,1-2,1-3,1-4,1-5,2-3",
    "0-2,0-3,0-4,0-5,1-2,1-3,1-4,1-5,2-5,3-4",
    "0-1,0-2,0-3,0-4,0-5,1-2,1-3,1-4,1-5,2-5,3-4",
    "0-1,0-3,0-4,0-5,1-2,1-5,2-3,2-4,3-4",
    "0-1,0-2,0-3,0-4,0-5,1-2,1-3,1-4,2-5,3-4",
    "0-2,0-3,0-4,0-5,1-2,1-3,1-4,1-5,2-3,2-4",
    "0-1,0-2,0-4,0-5,1-2,1-3,1-4,2-3,2-4,3-5",
    "0-3,0-4,0-5,1-2,1-3,1-5,2-3,2-4",
    "0-2,0-3,0-5,1-2,1-3,1-4,2-3",
    "0-1,0-2,0-3,0-5,1-2,1-3,1-4,2-3,2-4,3-4",
    "0-1,0-2,0-3,0-4,0-5,1-2,1-3,1-5,2-3,2-4,3-4",
    "0-2,0-3,0-4,1-4,1-5,2-3",
    "0-2,0-3,0-4,0-5,1-4,1-5,2-3",
    "0-1,0-3,0-4,1-5,2-3,2-4",
    "0-1,0-2,0-4,1-2,1-4,2-3,3-5",
    "0-1,0-2,0-3,0-4,1-2,1-5,2-5,3-4",
    "0-1,0-2,0-5,1-3,1-4,2-5,3-4",
    "0-3,0-5,1-2,1-4,2-3",
    "0-3,0-4,0-5,1-2,1-4,2-3",
    "0-2,0-3,0-4,0-5,1-2,1-3",
    "0-1,0-4,0-5,1-2,1-3,2-3",
    "0-1,0-2,0-3,0-4,0-5,1-2,1-3,2-3,4-5",
    "0-1,0-2,0-3,0-4,1-2,1-3,2-3,4-5",
    "0-1",
};

class MapReference {
 public:
  using Numbers = std::vector<std::vector<Wide>>;

  explicit MapReference(const Case& g) : n_(g.n), rows_(g.n), edge_(g.n, std::vector<bool>(g.n)) {
    for (const cs_pair& p : g.pairs) {
      if (p.first == p.second || edge_[p.first][p.second]) continue;
      edge_[p.first][p.second] = edge_[p.second][p.first] = true;
      rows_[p.first].push_back(p.second);
      rows_[p.second].push_back(p.first);
    }
  }

  // Maps of a pattern's vertices that take its edges to edges, each tried.
  Wide every(const Pattern& pattern) const {
    std::vector<uint32_t> place;
    return every(pattern, place);
  }

  // All of them by the numbers of walks between two vertices.
  std::vector<Wide> by_matrices() const {
    Numbers w(n_, std::vector<Wide>(n_)), p = w, q = w, r = w, t = w, d = w, s = w, k = w;
    for (uint32_t z = 0; z < n_; z++)
      for (const uint32_t x : rows_[z])
        for (const uint32_t y : rows_[z]) w[x][y]++;
    for (uint32_t z = 0; z < n_; z++)
      for (const uint32_t x : rows_[z])
        for (const uint32_t y : rows_[z]) {
          p[x][y] += w[x][z];
          q[x][y] += w[z][y];
          r[x][y] += degree(z);
        }
    for (uint32_t x = 0; x < n_; x++)
      for (uint32_t z = 0; z < n_; z++)
        for (const uint32_t y : rows_[z]) t[x][y] += w[x][z];
    std::vector<Wide> out(CS_ENUMERATE_MAP_COUNT);
    std::vector<Wide> tip(n_), k4(n_);
    std::vector<std::vector<Wide>> cliques(n_, std::vector<Wide>(n_));
    for (uint32_t x = 0; x < n_; x++) {
      for (const uint32_t a : rows_[x])
        for (const uint32_t b : rows_[x]) {
          cliques[a][b] = 0;
          if (!edge_[a][b]) continue;
          Wide degrees = 0, triangles = 0;
          for (const uint32_t c : rows_[x])
            if (edge_[a][c] && edge_[b][c]) {
              cliques[a][b]++;
              degrees += degree(c);
              triangles += w[x][c];
            }
          out[CS_ENUMERATE_MAP_CLIQUE_DEGREES] += cliques[a][b] * degrees;
          out[CS_ENUMERATE_MAP_CLIQUE_TRIANGLES] += cliques[a][b] * triangles;
        }
      for (uint32_t y = 0; y < n_; y++) {
        const std::vector<uint32_t> both = common(x, y);
        for (const uint32_t a : both) {
          Wide own = 0;
          for (const uint32_t b : both)
            if (edge_[a][b]) {
              own++;
              k[x][y] += cliques[a][b];
            }
          d[x][y] += own;
          s[x][y] += own * own;
        }
        tip[x] += d[x][y];
        if (edge_[x][y]) k4[x] += d[x][y];
      }
      for (const uint32_t z : rows_[x])
        for (const uint32_t a : rows_[z])
          for (const uint32_t b : rows_[z])
            if (edge_[a][b]) out[CS_ENUMERATE_MAP_W_W_AT_TRIANGLE] += w[x][a] * w[x][b];
    }
    for (uint32_t x = 0; x < n_; x++) {
      Wide w2 = 0, w3 = 0, squares = 0, triangles = 0, theirs = 0, c4 = 0, c5 = 0;
      for (const uint32_t z : rows_[x]) {
        w2 += degree(z);
        squares += degree(z) * degree(z);
        triangles += w[x][z];
        for (const uint32_t y : rows_[z]) {
          w3 += degree(y);
          theirs += w[z][y];
        }
      }
      for (uint32_t y = 0; y < n_; y++) {
        const Wide W = w[x][y], T = t[x][y], D = d[x][y], P = p[x][y], R = r[x][y], A = edge_[x][y] ? 1 : 0;
        c4 += W * W;
        c5 += W * T;
        out[CS_ENUMERATE_MAP_T_T] += T * T;
        out[CS_ENUMERATE_MAP_A_T_T] += A * T * T;
        out[CS_ENUMERATE_MAP_P_T] += P * T;
        out[CS_ENUMERATE_MAP_W_W_T] += W * W * T;
        out[CS_ENUMERATE_MAP_A_R_T] += A * R * T;
        out[CS_ENUMERATE_MAP_A_P_T] += A * P * T;
        out[CS_ENUMERATE_MAP_P_Q] += P * q[x][y];
        out[CS_ENUMERATE_MAP_A_P_Q] += A * P * q[x][y];
        out[CS_ENUMERATE_MAP_T_D] += T * D;
        out[CS_ENUMERATE_MAP_A_T_D] += A * T * D;
        out[CS_ENUMERATE_MAP_D_R] += D * R;
        out[CS_ENUMERATE_MAP_A_D_R] += A * D * R;
        out[CS_ENUMERATE_MAP_D_W_DEGREE] += D * W * degree(x);
        out[CS_ENUMERATE_MAP_D_W_W] += D * W * W;
        out[CS_ENUMERATE_MAP_D_D] += D * D;
        out[CS_ENUMERATE_MAP_A_D_D] += A * D * D;
        out[CS_ENUMERATE_MAP_P_D] += P * D;
        out[CS_ENUMERATE_MAP_A_P_D] += A * P * D;
        out[CS_ENUMERATE_MAP_S_W] += s[x][y] * W;
        out[CS_ENUMERATE_MAP_K_W] += k[x][y] * W;
        out[CS_ENUMERATE_MAP_A_R_R] += A * R * R;
      }
      out[CS_ENUMERATE_MAP_T2_W3] += triangles * w3;
      out[CS_ENUMERATE_MAP_T2_C4] += triangles * c4;
      out[CS_ENUMERATE_MAP_C4_W2] += c4 * w2;
      out[CS_ENUMERATE_MAP_TIP_W2] += tip[x] * w2;
      out[CS_ENUMERATE_MAP_TIP_T2] += tip[x] * triangles;
      out[CS_ENUMERATE_MAP_T2_T2] += triangles * theirs;
      out[CS_ENUMERATE_MAP_W2_W3] += w2 * w3;
      out[CS_ENUMERATE_MAP_C5_DEGREE] += c5 * degree(x);
      out[CS_ENUMERATE_MAP_C4_DEGREES] += c4 * degree(x) * degree(x);
      out[CS_ENUMERATE_MAP_T2_SQUARES] += triangles * squares;
      out[CS_ENUMERATE_MAP_K4_T2] += k4[x] * triangles;
      out[CS_ENUMERATE_MAP_K4_W2] += k4[x] * w2;
      out[CS_ENUMERATE_MAP_ARCS] += degree(x);
    }
    return out;
  }

  // Between sides of so many vertices with every edge there may be: a pattern's two sides go to either.
  static Wide complete_bipartite(const Pattern& pattern, uint64_t left, uint64_t right) {
    std::vector<int> side(pattern.vertices, -1);
    side[0] = 0;
    for (uint32_t pass = 0; pass < pattern.vertices; pass++)
      for (uint32_t i = 0; i < pattern.vertices; i++)
        for (uint32_t j = 0; j < pattern.vertices; j++)
          if (i != j && pattern.edge(i, j) && side[i] >= 0) {
            if (side[j] == side[i]) return 0;
            side[j] = 1 - side[i];
          }
    Wide one = 1, other = 1;
    for (const int its : side) {
      one *= its == 0 ? left : right;
      other *= its == 0 ? right : left;
    }
    return one + other;
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
  Wide every(const Pattern& pattern, std::vector<uint32_t>& place) const {
    const uint32_t at = static_cast<uint32_t>(place.size());
    if (at == pattern.vertices) return 1;
    Wide ways = 0;
    for (uint32_t v = 0; v < n_; v++) {
      bool good = true;
      for (uint32_t i = 0; good && i < at; i++) good = !pattern.edge(i, at) || edge_[place[i]][v];
      if (good) {
        place.push_back(v);
        ways += every(pattern, place);
        place.pop_back();
      }
    }
    return ways;
  }
};

}  // namespace cliquestream::harness
