// The host's answers: a graph prepared with the standard library, and counts by marking neighbours.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "cliquestream_cuda.h"

namespace cliquestream::harness {

struct Reference {
  uint64_t loops = 0, edges = 0, active = 0;
  std::vector<uint32_t> id_to_rank, rank_to_id, degrees;
  std::vector<std::vector<uint32_t>> rows;  // by rank: smaller ranks, ascending

  Reference(const std::vector<cs_pair>& pairs, uint64_t id_bound) {
    std::vector<uint64_t> keys;
    for (const cs_pair& p : pairs) {
      if (p.first == p.second) {
        loops++;
      } else {
        keys.push_back(static_cast<uint64_t>(std::max(p.first, p.second)) << 32 | std::min(p.first, p.second));
      }
    }
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    edges = keys.size();
    std::vector<uint32_t> degree(id_bound);
    for (uint64_t key : keys) {
      degree[key >> 32]++;
      degree[static_cast<uint32_t>(key)]++;
    }
    rank_to_id.resize(id_bound);
    std::iota(rank_to_id.begin(), rank_to_id.end(), 0u);
    std::stable_sort(
        rank_to_id.begin(), rank_to_id.end(), [&](uint32_t a, uint32_t b) { return degree[a] > degree[b]; });
    id_to_rank.resize(id_bound);
    for (uint64_t r = 0; r < id_bound; r++) {
      id_to_rank[rank_to_id[r]] = static_cast<uint32_t>(r);
      if (degree[rank_to_id[r]] != 0) {
        active = r + 1;
        degrees.push_back(degree[rank_to_id[r]]);
      }
    }
    rows.resize(active);
    for (uint64_t key : keys) {
      const uint32_t a = id_to_rank[key >> 32], b = id_to_rank[static_cast<uint32_t>(key)];
      rows[std::max(a, b)].push_back(std::min(a, b));
    }
    for (auto& row : rows) {
      std::sort(row.begin(), row.end());
    }
  }

  // The same graph under another order: order[r] is the rank here of the vertex that takes rank r.
  Reference reordered(const std::vector<uint32_t>& order) const {
    Reference other = *this;
    std::vector<uint32_t> rank(active);
    for (uint32_t r = 0; r < active; r++) {
      rank[order[r]] = r;
      other.rank_to_id[r] = rank_to_id[order[r]];
      other.id_to_rank[other.rank_to_id[r]] = r;
      other.degrees[r] = degrees[order[r]];
      other.rows[r].clear();
    }
    for (uint32_t u = 0; u < active; u++) {
      for (uint32_t v : rows[u]) {
        other.rows[std::max(rank[u], rank[v])].push_back(std::min(rank[u], rank[v]));
      }
    }
    for (auto& row : other.rows) {
      std::sort(row.begin(), row.end());
    }
    return other;
  }

  // Triangles of every vertex (by rank) and of every edge (rows in order); the result is their total.
  uint64_t triangles(std::vector<uint64_t>* per_vertex = nullptr, std::vector<std::vector<uint32_t>>* per_edge = nullptr)
      const {
    std::vector<uint32_t> at(active, ~0u);
    if (per_vertex != nullptr) {
      per_vertex->assign(active, 0);
    }
    if (per_edge != nullptr) {
      per_edge->clear();
      for (const auto& row : rows) {
        per_edge->emplace_back(row.size(), 0u);
      }
    }
    uint64_t total = 0;
    for (uint32_t u = 0; u < active; u++) {
      for (uint32_t i = 0; i < rows[u].size(); i++) {
        at[rows[u][i]] = i;
      }
      for (uint32_t i = 0; i < rows[u].size(); i++) {
        const uint32_t v = rows[u][i];
        for (uint32_t j = 0; j < rows[v].size(); j++) {
          const uint32_t w = rows[v][j];
          if (at[w] == ~0u) {
            continue;
          }
          total++;
          if (per_vertex != nullptr) {
            (*per_vertex)[u]++;
            (*per_vertex)[v]++;
            (*per_vertex)[w]++;
          }
          if (per_edge != nullptr) {
            (*per_edge)[u][i]++;
            (*per_edge)[u][at[w]]++;
            (*per_edge)[v][j]++;
          }
        }
      }
      for (uint32_t v : rows[u]) {
        at[v] = ~0u;
      }
    }
    return total;
  }
};

// Core numbers by rank: remove a vertex of least degree, again and again.
inline std::vector<uint32_t> core_numbers(const Reference& host) {
  const uint64_t n = host.active;
  std::vector<std::vector<uint32_t>> neighbours(n), buckets;
  for (uint32_t u = 0; u < n; u++) {
    for (uint32_t v : host.rows[u]) {
      neighbours[u].push_back(v);
      neighbours[v].push_back(u);
    }
  }
  std::vector<uint32_t> residual(n), core(n);
  std::vector<bool> gone(n);
  for (uint32_t u = 0; u < n; u++) {
    residual[u] = static_cast<uint32_t>(neighbours[u].size());
    buckets.resize(std::max<size_t>(buckets.size(), residual[u] + 1));
    buckets[residual[u]].push_back(u);
  }
  for (uint32_t k = 0, level = 0; k < buckets.size();) {
    if (buckets[k].empty()) {
      k++;
      continue;
    }
    const uint32_t u = buckets[k].back();
    buckets[k].pop_back();
    if (gone[u] || residual[u] != k) {
      continue;
    }
    gone[u] = true;
    level = std::max(level, k);
    core[u] = level;
    for (uint32_t v : neighbours[u]) {
      if (!gone[v]) {
        buckets[--residual[v]].push_back(v);
        k = std::min(k, residual[v]);
      }
    }
  }
  return core;
}

// Peel in sub-rounds: all vertices at the level leave together. batch[u]: how many left in earlier sub-rounds.
struct BatchPeel {
  std::vector<uint32_t> batch;
  std::vector<uint32_t> order;  // the last batch first, inside a batch by rank

  explicit BatchPeel(const Reference& host) : batch(host.active), order(host.active) {
    const uint32_t n = static_cast<uint32_t>(host.active);
    std::vector<std::vector<uint32_t>> neighbours(n);
    for (uint32_t u = 0; u < n; u++) {
      for (uint32_t v : host.rows[u]) {
        neighbours[u].push_back(v);
        neighbours[v].push_back(u);
      }
    }
    std::vector<uint32_t> residual(n), frontier;
    std::vector<bool> gone(n);
    for (uint32_t u = 0; u < n; u++) {
      residual[u] = static_cast<uint32_t>(neighbours[u].size());
    }
    for (uint32_t removed = 0; removed < n;) {
      uint32_t level = ~0u;
      for (uint32_t u = 0; u < n; u++) {
        level = gone[u] ? level : std::min(level, residual[u]);
      }
      frontier.clear();
      for (uint32_t u = 0; u < n; u++) {
        if (!gone[u] && residual[u] <= level) {
          frontier.push_back(u);
          gone[u] = true;
        }
      }
      while (!frontier.empty()) {
        std::vector<uint32_t> next;
        for (uint32_t u : frontier) {
          batch[u] = removed;
        }
        removed += static_cast<uint32_t>(frontier.size());
        for (uint32_t u : frontier) {
          for (uint32_t v : neighbours[u]) {
            if (!gone[v] && --residual[v] <= level) {
              gone[v] = true;
              next.push_back(v);
            }
          }
        }
        frontier = next;
      }
    }
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return batch[a] > batch[b]; });
  }
};

struct TestGraph {
  std::string name;
  uint64_t id_bound;
  std::vector<cs_pair> pairs;
};

// One seeded graph of a family chosen by the seed: every shape the kernels treat apart.
inline TestGraph random_graph(uint64_t seed) {
  std::mt19937_64 random(seed * 0x9E3779B97F4A7C15ull + 1);
  auto below = [&](uint64_t n) { return static_cast<uint32_t>(random() % n); };
  TestGraph g;
  std::vector<cs_pair>& e = g.pairs;
  const int family = static_cast<int>(seed % 12);
  uint32_t n = 2 + below(600);
  auto add = [&](uint32_t a, uint32_t b) { e.push_back(random() & 1 ? cs_pair{a, b} : cs_pair{b, a}); };
  switch (family) {
    case 0:
      g.name = "sparse";
      for (uint32_t i = 0; i < n * 3; i++) add(below(n), below(n));
      break;
    case 1:
      g.name = "skewed";
      n = 1000 + below(4000);
      for (uint32_t i = 0; i < n * 12; i++) {
        const double x = (random() >> 11) * 0x1p-53, y = (random() >> 11) * 0x1p-53;
        add(static_cast<uint32_t>(n * x * x * x), static_cast<uint32_t>(n * y * y * y));
      }
      break;
    case 2:
      g.name = "empty";
      for (uint32_t i = 0; i < below(4); i++) e.push_back({i % n, i % n});
      break;
    case 3:
      g.name = "star";
      for (uint32_t i = 1; i < n; i++) add(0, i);
      for (uint32_t i = 0; i < n / 3; i++) add(1 + below(n - 1), 1 + below(n - 1));
      break;
    case 4:
      g.name = "complete";
      n = 2 + below(180);
      for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < i; j++) add(i, j);
      break;
    case 5:
      g.name = "grid";
      n = 2 + below(30);
      for (uint32_t x = 0; x < n; x++)
        for (uint32_t y = 0; y < n; y++) {
          if (x + 1 < n) add(x * n + y, (x + 1) * n + y);
          if (y + 1 < n) add(x * n + y, x * n + y + 1);
          if (x + 1 < n && y + 1 < n && (seed & 16)) add(x * n + y, (x + 1) * n + y + 1);
        }
      n = n * n;
      break;
    case 6: {
      g.name = "planted";
      n = 300 + below(3000);
      for (uint32_t i = 0; i < n * 4; i++) add(below(n), below(n));
      const uint32_t k = 20 + below(60);
      std::vector<uint32_t> members;
      for (uint32_t i = 0; i < k; i++) members.push_back(below(n));
      for (uint32_t i = 0; i < k; i++)
        for (uint32_t j = 0; j < i; j++) add(members[i], members[j]);
      break;
    }
    case 7: {
      g.name = "colliding";  // ids equal modulo 1,024: one bucket of every bucketed hash on ids
      n = (20 + below(60)) * 1024 + 8;
      const uint32_t k = n / 1024;
      for (uint32_t i = 0; i < k * k / 3; i++) add(below(k) * 1024 + 7, below(k) * 1024 + 7);
      break;
    }
    case 8:
      g.name = "dense";
      n = 600 + below(900);
      for (uint32_t i = 0; i < n * n / 6; i++) add(below(n), below(n));
      break;
    case 9:
      g.name = "wide";  // more vertices than the hub window
      n = 70000 + below(30000);
      for (uint32_t i = 0; i < n * 4; i++) {
        const double x = (random() >> 11) * 0x1p-53;
        add(static_cast<uint32_t>(n * (seed & 32 ? x * x : x)), below(n));
      }
      for (uint32_t i = 0; i + 2 < n; i += 3) add(i, i + 1), add(i + 1, i + 2), add(i, i + 2);
      break;
    case 10: {
      g.name = "long rows past the window";  // a clique-ish part whose ranks lie beyond 65,535
      n = 140000 + below(1000);
      const uint32_t cycle = 70000;  // every vertex here has degree 60 or more: they take the small ranks
      if ((seed / 12) % 6 == 0) {
        for (uint32_t i = 0; i < cycle; i++)
          for (uint32_t j = 1; j <= 31; j++) add(i, (i + j) % cycle);
        const uint32_t k = 58;
        for (uint32_t c = 0; c < 20; c++)
          for (uint32_t i = 0; i < k; i++)
            for (uint32_t j = 0; j < i; j++) add(cycle + c * k + i, cycle + c * k + j);
      } else {
        n = 70000;
        for (uint32_t i = 0; i < n; i++) add(i, (i + 1) % n), add(i, (i + 2) % n), add(i, below(n));
      }
      break;
    }
    case 11:
      g.name = "one edge or two";
      n = 1 + below(6);
      for (uint32_t i = 0; i < 1 + below(3); i++) add(below(n), below(n));
      break;
  }
  if (random() % 3 == 0) {  // repeat some pairs, either way round
    const size_t m = e.size();
    for (size_t i = 0; i < m / 4; i++) {
      const cs_pair p = e[random() % m];
      e.push_back(random() & 1 ? p : cs_pair{p.second, p.first});
    }
  }
  std::shuffle(e.begin(), e.end(), random);
  g.id_bound = n + below(5);
  for (const cs_pair& p : e) g.id_bound = std::max<uint64_t>(g.id_bound, std::max(p.first, p.second) + 1);
  return g;
}

}  // namespace cliquestream::harness
