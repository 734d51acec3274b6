// The host's maximum cliques, and graphs whose cliques are worth a comparison.
#pragma once

#include "reference.h"

namespace cliquestream::harness {

// Every maximum clique by backtracking with the size bound and a greedy colouring, on sorted lists.
class HostSearch {
 public:
  explicit HostSearch(const Reference& host) : host_(host) {
    for (uint32_t u = 0; u < host.active; u++) {
      clique_.assign(1, u);
      grow(host.rows[u]);
    }
    for (auto& clique : best_) {
      for (uint32_t& vertex : clique) {
        vertex = host.rank_to_id[vertex];
      }
      std::sort(clique.begin(), clique.end());
    }
    std::sort(best_.begin(), best_.end());
  }
  uint32_t size() const { return best_.empty() ? 0 : static_cast<uint32_t>(best_[0].size()); }
  const std::vector<std::vector<uint32_t>>& cliques() const { return best_; }

 private:
  bool edge(uint32_t larger, uint32_t smaller) const {
    return std::binary_search(host_.rows[larger].begin(), host_.rows[larger].end(), smaller);
  }
  uint32_t colors(const std::vector<uint32_t>& candidates) const {
    std::vector<std::vector<uint32_t>> classes;
    for (uint32_t v : candidates) {
      size_t c = 0;
      for (; c < classes.size(); c++) {
        if (std::none_of(classes[c].begin(), classes[c].end(), [&](uint32_t w) { return edge(v, w); })) {
          break;
        }
      }
      if (c == classes.size()) {
        classes.emplace_back();
      }
      classes[c].push_back(v);
    }
    return static_cast<uint32_t>(classes.size());
  }
  // candidates: smaller ranks than the clique's, ascending, adjacent to all of it.
  void grow(const std::vector<uint32_t>& candidates) {
    if (candidates.empty()) {
      if (clique_.size() > size()) {
        best_.clear();
      }
      if (clique_.size() >= size()) {
        best_.push_back(clique_);
      }
      return;
    }
    if (clique_.size() + candidates.size() < size() || clique_.size() + colors(candidates) < size()) {
      return;
    }
    for (size_t i = candidates.size(); i-- > 0;) {
      std::vector<uint32_t> next;
      for (size_t j = 0; j < i; j++) {
        if (edge(candidates[i], candidates[j])) {
          next.push_back(candidates[j]);
        }
      }
      clique_.push_back(candidates[i]);
      grow(next);
      clique_.pop_back();
    }
    // Cliques without any candidate are smaller than those with one.
  }

  const Reference& host_;
  std::vector<uint32_t> clique_;
  std::vector<std::vector<uint32_t>> best_;
};

// Shapes with many equal maximum cliques, and random graphs of every density.
inline TestGraph clique_graph(uint64_t seed) {
  std::mt19937_64 random(seed * 0xD1342543DE82EF95ull + 3);
  auto below = [&](uint64_t n) { return static_cast<uint32_t>(random() % n); };
  TestGraph g;
  uint32_t n = 1 + below(60);
  auto dense = [&](double probability) {
    for (uint32_t i = 0; i < n; i++)
      for (uint32_t j = 0; j < i; j++)
        if ((random() >> 11) * 0x1p-53 < probability) g.pairs.push_back({i, j});
  };
  switch (seed % 8) {
    case 0:
      g.name = "random";
      dense((random() >> 11) * 0x1p-53);
      break;
    case 1:
      g.name = "cocktail party";
      n = 2 * (1 + below(8));
      for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < i; j++)
          if (i / 2 != j / 2) g.pairs.push_back({i, j});
      break;
    case 2: {
      g.name = "complete multipartite";
      const uint32_t parts = 2 + below(6);
      n = parts * (1 + below(5));
      for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < i; j++)
          if (i % parts != j % parts) g.pairs.push_back({i, j});
      break;
    }
    case 3: {
      g.name = "many equal cliques";
      const uint32_t k = 3 + below(12);
      n = 200 + below(3000);
      for (uint32_t c = 0; c < 20; c++) {
        std::vector<uint32_t> members;
        for (uint32_t i = 0; i < k; i++) members.push_back(below(n));
        for (uint32_t i = 0; i < k; i++)
          for (uint32_t j = 0; j < i; j++) g.pairs.push_back({members[i], members[j]});
      }
      for (uint32_t i = 0; i < n; i++) g.pairs.push_back({below(n), below(n)});
      break;
    }
    case 4:
      g.name = "no triangle";
      for (uint32_t i = 0; i < n * 3; i++) g.pairs.push_back({2 * below(n), 2 * below(n) + 1});
      n *= 2;
      break;
    case 5:
      g.name = "larger random";
      n = 90 + below(200);
      dense(0.05 + 0.35 * ((random() >> 11) * 0x1p-53));
      break;
    case 6:
      g.name = "overlapping cliques";
      n = 400 + below(1000);
      for (uint32_t c = 0; c < 8; c++) {
        const bool long_one = seed / 8 % 2 == 0;  // nearly whole, or shorter with holes all over
        const uint32_t start = below(n - 150), length = long_one ? 60 + below(80) : 12 + below(20);
        for (uint32_t i = 0; i < length; i++)
          for (uint32_t j = 0; j < i; j++)
            if (long_one ? below(1500) != 0 : j + 1 != i || below(3) == 0) g.pairs.push_back({start + i, start + j});
      }
      break;
    case 7:
      return random_graph(seed / 8 % 11 == 7 ? 4 : 12 * (seed / 8) + (seed / 8) % 8);
  }
  g.id_bound = n + below(3);
  return g;
}

// The same shapes with a handful of vertices, for runs under compute-sanitizer, where every launch costs milliseconds.
inline TestGraph tiny_clique_graph(uint64_t seed) {
  std::mt19937_64 random(seed * 0x9E3779B97F4A7C15ull + 7);
  auto below = [&](uint64_t n) { return static_cast<uint32_t>(random() % n); };
  TestGraph g;
  g.name = "tiny";
  const uint32_t n = 8 + below(9), parts = 2 + below(4), share = 3 + below(6);
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t j = 0; j < i; j++)
      if (seed % 3 == 0 ? i % parts != j % parts : seed % 3 == 1 ? i / 2 != j / 2 : below(9) < share) g.pairs.push_back({i, j});
  for (uint32_t i = 0; i < 40; i++) g.pairs.push_back({below(n), n + i});  // rows of the large degrees
  g.id_bound = n + 40;
  return g;
}

// What the tests of cliques run over: GRAPHS seeds from FIRST_SEED on; behind them `tiny` for tiny graphs, and `long` where a
// launch should be long and of few blocks: racecheck takes milliseconds for a launch and does not end where warps of hundreds
// of blocks wait for one another.
struct TestGraphs {
  static constexpr uint32_t kLongSlice = 100000000;  // microseconds
  static constexpr uint32_t kFewBlocks = 3;

  uint64_t count, first;
  bool tiny = false, long_slices = false;

  TestGraphs(int& argc, char** argv, uint64_t otherwise) {
    for (; argc > 1; argc--) {
      const std::string last = argv[argc - 1];
      if (last == "tiny") {
        tiny = true;
      } else if (last == "long") {
        long_slices = true;
      } else {
        break;
      }
    }
    count = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : otherwise;
    first = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 0;
  }
  TestGraph at(uint64_t seed) const { return tiny ? tiny_clique_graph(seed) : clique_graph(seed); }
};

}  // namespace cliquestream::harness
