// The host's approximate degeneracy order, and what the rule about orders has to say.
#pragma once

#include "cliques/clique_runner.h"
#include "reference.h"

namespace cliquestream::harness {

// order[r]: rank, by degree, of the vertex that takes rank r. *left: the vertices that no round removed.
inline std::vector<uint32_t> approximate_order(const Reference& host, uint32_t rounds, uint32_t* left) {
  const uint32_t n = static_cast<uint32_t>(host.rows.size());
  std::vector<std::vector<uint32_t>> larger(n);
  for (uint32_t u = 0; u < n; u++) {
    for (const uint32_t v : host.rows[u]) {
      larger[v].push_back(u);
    }
  }
  std::vector<uint32_t> residual = host.degrees, mark(n), order(n);
  std::vector<bool> remains(n, true);
  for (uint32_t round = 0; round < rounds; round++) {
    uint64_t vertices = 0, ends = 0;
    for (uint32_t u = 0; u < n; u++) {
      vertices += remains[u];
      ends += remains[u] ? residual[u] : 0;
    }
    std::vector<uint32_t> leaving;
    for (uint32_t u = 0; u < n; u++) {
      if (remains[u] && residual[u] <= ends / vertices) {
        leaving.push_back(u);
      }
    }
    for (const uint32_t u : leaving) {
      remains[u] = false;
      mark[u] = rounds - round;
    }
    const auto lose_one = [&](const std::vector<uint32_t>& neighbours) {
      for (const uint32_t v : neighbours) {
        residual[v] -= remains[v];
      }
    };
    for (const uint32_t u : leaving) {
      lose_one(host.rows[u]);
      lose_one(larger[u]);
    }
  }
  *left = static_cast<uint32_t>(std::count(remains.begin(), remains.end(), true));
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    return mark[a] != mark[b] ? mark[a] < mark[b] : residual[a] > residual[b];
  });
  return order;
}

// Largest k for which a subgraph has only vertices of degree k or more: peels vertex by vertex.
inline uint32_t degeneracy_of(const Reference& host) {
  const uint32_t n = static_cast<uint32_t>(host.rows.size());
  std::vector<std::vector<uint32_t>> neighbours = host.rows, of_degree(n + 1);
  for (uint32_t u = 0; u < n; u++) {
    for (const uint32_t v : host.rows[u]) {
      neighbours[v].push_back(u);
    }
    of_degree[host.degrees[u]].push_back(u);
  }
  std::vector<uint32_t> residual = host.degrees;
  std::vector<bool> left(n, true);
  uint32_t most = 0;
  for (uint32_t degree = 0; degree <= n; degree++) {
    for (size_t i = 0; i < of_degree[degree].size(); i++) {  // grows meanwhile
      const uint32_t u = of_degree[degree][i];
      if (!left[u] || residual[u] > degree) {
        continue;
      }
      left[u] = false;
      most = degree;
      for (const uint32_t v : neighbours[u]) {
        if (left[v] && residual[v] > degree) {
          of_degree[--residual[v]].push_back(v);
        }
      }
    }
  }
  return most;
}

// The bound that an approximate order promises: a vertex that a round removed has at most twice the degeneracy of
// out-neighbours. left: the vertices that no round removed; they have the smallest ranks, and no bound.
inline bool keeps_its_bound(const Reference& host, const std::vector<uint32_t>& order, uint32_t left) {
  const Reference ordered = host.reordered(order);
  const uint32_t most = 2 * degeneracy_of(host);
  for (uint64_t rank = left; rank < ordered.rows.size(); rank++) {
    if (ordered.rows[rank].size() > most) {
      return false;
    }
  }
  return true;
}

}  // namespace cliquestream::harness
