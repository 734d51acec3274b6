// The host's clique counts: by listing where that is feasible, else by a pivoting of its own; and seeded graphs whose
// neighbourhoods reach every path of the kernels.
#pragma once

#include "cliques/big.h"
#include "reference.h"

namespace cliquestream::harness {

class CliqueReference {
 public:
  explicit CliqueReference(const Reference& graph) : rows_(graph.rows) {}

  // Cliques by size, [0] unused; empty if there are more than so many.
  std::vector<Big> by_listing(uint64_t most) const {
    std::vector<uint64_t> counts(2);
    counts[1] = rows_.size();
    uint64_t left = most;
    for (const auto& row : rows_) {
      if (!list(row, 2, counts, left)) {
        return {};
      }
    }
    return std::vector<Big>(counts.begin(), counts.end());
  }
  // k-cliques of every vertex, by rank, by listing them.
  std::vector<uint64_t> of_vertices(uint32_t k) const {
    std::vector<uint64_t> counts(rows_.size());
    for (uint32_t u = 0; u < rows_.size(); u++) {
      counts[u] += spread(rows_[u], k - 1, counts);
    }
    return counts;
  }
  // k-cliques of every edge: [larger rank][place of the smaller one in its row], by listing them.
  std::vector<std::vector<uint64_t>> of_edges(uint32_t k) const {
    std::vector<std::vector<uint64_t>> counts(rows_.size());
    std::vector<uint32_t> path;
    for (uint32_t u = 0; u < rows_.size(); u++) {
      counts[u].resize(rows_[u].size());
    }
    for (uint32_t u = 0; u < rows_.size(); u++) {
      path.push_back(u);
      spread_to_edges(rows_[u], k - 1, path, counts);
      path.pop_back();
    }
    return counts;
  }
  std::vector<Big> by_pivoting() const {
    std::vector<std::vector<Big>> cells;
    for (const auto& row : rows_) {
      std::vector<std::vector<bool>> adjacent(row.size(), std::vector<bool>(row.size()));
      for (size_t i = 0; i < row.size(); i++) {
        for (uint32_t v : rows_[row[i]]) {
          const auto at = std::lower_bound(row.begin(), row.end(), v);
          if (at != row.end() && *at == v) {
            adjacent[i][at - row.begin()] = adjacent[at - row.begin()][i] = true;
          }
        }
      }
      std::vector<uint32_t> all(row.size());
      std::iota(all.begin(), all.end(), 0u);
      pivot(adjacent, all, 1, 0, cells);
    }
    size_t largest = 0;
    for (size_t h = 0; h < cells.size(); h++) {
      largest = std::max(largest, h + cells[h].size());
    }
    std::vector<Big> counts(largest + 1);
    for (size_t h = 0; h < cells.size(); h++) {
      for (size_t p = 0; p < cells[h].size(); p++) {
        for (size_t k = h; cells[h][p] != Big() && k <= h + p; k++) {
          counts[k] += cells[h][p] * Big::choose(p, k - h);
        }
      }
    }
    while (counts.size() > 1 && counts.back() == Big()) {
      counts.pop_back();
    }
    return counts;
  }

 private:
  bool list(const std::vector<uint32_t>& candidates, size_t size, std::vector<uint64_t>& counts, uint64_t& left) const {
    if (candidates.empty()) {
      return true;
    }
    if (counts.size() <= size) {
      counts.resize(size + 1);
    }
    counts[size] += candidates.size();
    for (uint32_t v : candidates) {
      if (left-- == 0) {
        return false;
      }
      std::vector<uint32_t> next;
      std::set_intersection(
          candidates.begin(), candidates.end(), rows_[v].begin(), rows_[v].end(), std::back_inserter(next));
      if (!list(next, size + 1, counts, left)) {
        return false;
      }
    }
    return true;
  }
  uint64_t spread(const std::vector<uint32_t>& candidates, uint32_t missing, std::vector<uint64_t>& counts) const {
    if (missing == 0) {
      return 1;
    }
    uint64_t all = 0;
    for (uint32_t v : candidates) {
      std::vector<uint32_t> next;
      std::set_intersection(
          candidates.begin(), candidates.end(), rows_[v].begin(), rows_[v].end(), std::back_inserter(next));
      const uint64_t mine = next.size() + 1 >= missing ? spread(next, missing - 1, counts) : 0;
      counts[v] += mine;
      all += mine;
    }
    return all;
  }
  void spread_to_edges(
      const std::vector<uint32_t>& candidates, uint32_t missing, std::vector<uint32_t>& path,
      std::vector<std::vector<uint64_t>>& counts) const {
    if (missing == 0) {
      for (uint32_t larger : path) {
        for (uint32_t smaller : path) {
          if (smaller < larger) {
            const auto at = std::lower_bound(rows_[larger].begin(), rows_[larger].end(), smaller);
            counts[larger][at - rows_[larger].begin()]++;
          }
        }
      }
      return;
    }
    for (uint32_t v : candidates) {
      std::vector<uint32_t> next;
      std::set_intersection(
          candidates.begin(), candidates.end(), rows_[v].begin(), rows_[v].end(), std::back_inserter(next));
      if (next.size() + 1 >= missing) {
        path.push_back(v);
        spread_to_edges(next, missing - 1, path, counts);
        path.pop_back();
      }
    }
  }
  static void pivot(
      const std::vector<std::vector<bool>>& adjacent, std::vector<uint32_t> candidates, size_t held, size_t pivots,
      std::vector<std::vector<Big>>& cells) {
    if (candidates.empty()) {
      cells.resize(std::max(cells.size(), held + 1));
      cells[held].resize(std::max(cells[held].size(), pivots + 1));
      cells[held][pivots] += Big(1);
      return;
    }
    auto within = [&](uint32_t v) {
      std::vector<uint32_t> r;
      for (uint32_t w : candidates) {
        if (adjacent[v][w]) {
          r.push_back(w);
        }
      }
      return r;
    };
    uint32_t best = candidates[0];
    size_t most = 0;
    for (uint32_t v : candidates) {
      const size_t degree = within(v).size();
      if (degree >= most) {
        most = degree;
        best = v;
      }
    }
    const std::vector<uint32_t> neighbours = within(best);
    pivot(adjacent, neighbours, held, pivots + 1, cells);
    std::vector<uint32_t> others;
    for (uint32_t v : candidates) {
      if (v != best && !adjacent[best][v]) {
        others.push_back(v);
      }
    }
    candidates.erase(std::find(candidates.begin(), candidates.end(), best));
    for (uint32_t v : others) {
      candidates.erase(std::find(candidates.begin(), candidates.end(), v));
      pivot(adjacent, within(v), held + 1, pivots, cells);
    }
  }

  const std::vector<std::vector<uint32_t>>& rows_;
};

// Families beside those of random_graph.
inline TestGraph clique_graph(uint64_t seed) {
  std::mt19937_64 random(seed * 0xD1B54A32D192ED03ull + 7);
  auto below = [&](uint64_t n) { return static_cast<uint32_t>(random() % n); };
  auto chance = [&](double p) { return (random() >> 11) * 0x1p-53 < p; };
  TestGraph g;
  uint32_t n = 0;
  auto pairs_with = [&](double p) {
    for (uint32_t i = 0; i < n; i++)
      for (uint32_t j = 0; j < i; j++)
        if (chance(p)) g.pairs.push_back(random() & 1 ? cs_pair{i, j} : cs_pair{j, i});
  };
  switch (seed % 8) {
    case 0:
      g.name = "uniform, small";
      n = 3 + below(40);
      pairs_with(0.2 + 0.75 * (random() >> 11) * 0x1p-53);
      break;
    case 1:
      g.name = "uniform, out-degrees past a tile";
      n = 150 + below(60);
      pairs_with(0.45);
      break;
    case 2: {  // what is missing falls into cliques, paths and cycles
      g.name = "complement of small components";
      // A search without closed forms, as the host's and the paper's, has size^(n / size) leaves or more.
      n = 10 + below(22);
      const uint32_t kind = below(4), size = 2 + below(4);
      for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < i; j++) {
          const bool same = i / size == j / size;
          const bool missing = kind == 0 ? same : kind == 1 ? same && i - j == 1 : kind == 2 ? i - j == 1 : chance(0.03);
          if (!missing) g.pairs.push_back({i, j});
        }
      break;
    }
    case 3: {
      g.name = "overlapping cliques";
      n = 200 + below(300);
      for (uint32_t c = 0; c < 6; c++) {
        const uint32_t size = 10 + below(c == 0 ? 150 : 30), from = below(n - size / 2);
        for (uint32_t i = 0; i < size; i++)
          for (uint32_t j = 0; j < i; j++) {
            const uint32_t a = (from + i) % n, b = (from + j) % n;
            if (a != b && (c == 0 || !chance(0.01))) g.pairs.push_back({a, b});
          }
      }
      break;
    }
    case 4:
      g.name = "hub and spokes";  // long rows beside short ones
      n = 400 + below(400);
      for (uint32_t i = 1; i < n; i++)
        for (uint32_t j = 0; j < i; j++)
          if (chance(j < 90 ? 0.35 : 0.01)) g.pairs.push_back({i, j});
      break;
    case 5:
      g.name = "almost complete";
      n = 40 + below(20);
      pairs_with(0.98);
      break;
    default:
      g = random_graph(random() % 12 == 9 ? seed * 12 : seed);
      return g;
  }
  std::shuffle(g.pairs.begin(), g.pairs.end(), random);
  g.id_bound = n + below(3);
  return g;
}

}  // namespace cliquestream::harness
