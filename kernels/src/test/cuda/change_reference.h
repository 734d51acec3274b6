// The host's side of tests of evolving graphs: the graph as a matrix, changed by the letter, and counts by looking at all
// vertices.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "cliquestream_change.h"

namespace cliquestream::harness {

class Matrix {
 public:
  explicit Matrix(uint32_t vertices) : n_(vertices), words_((vertices + 63) / 64), bits_(uint64_t{vertices} * words_) {}

  uint32_t vertices() const { return n_; }
  bool has(uint32_t a, uint32_t b) const { return (bits_[uint64_t{a} * words_ + b / 64] >> (b % 64) & 1) != 0; }
  void set(uint32_t a, uint32_t b, bool edge) {
    put(a, b, edge);
    put(b, a, edge);
  }
  // Later changes win; loops and ids past the bound are passed over.
  void apply(const std::vector<cs_change>& changes) {
    for (const cs_change& c : changes) {
      const uint32_t a = c.first & ~CS_CHANGE_DELETION;
      if (a < n_ && c.second < n_ && a != c.second) {
        set(a, c.second, (c.first & CS_CHANGE_DELETION) == 0);
      }
    }
  }
  Matrix common(const Matrix& other) const {
    Matrix result = *this;
    for (uint64_t i = 0; i < bits_.size(); i++) {
      result.bits_[i] &= other.bits_[i];
    }
    return result;
  }
  std::vector<uint32_t> row(uint32_t a) const {
    std::vector<uint32_t> ids;
    for (uint64_t w = 0; w < words_; w++) {
      for (uint64_t left = bits_[a * words_ + w]; left != 0; left &= left - 1) {
        ids.push_back(static_cast<uint32_t>(w * 64 + static_cast<uint64_t>(__builtin_ctzll(left))));
      }
    }
    return ids;
  }
  uint64_t edges() const {
    uint64_t sum = 0;
    for (uint64_t word : bits_) {
      sum += static_cast<uint64_t>(__builtin_popcountll(word));
    }
    return sum / 2;
  }
  // Triangles, and those of each vertex.
  uint64_t triangles(std::vector<int64_t>* by_vertex = nullptr) const {
    uint64_t sum = 0;
    for (uint32_t a = 0; a < n_; a++) {
      for (uint32_t b : row(a)) {
        if (b <= a) {
          continue;
        }
        uint64_t found = 0;
        for (uint64_t w = 0; w < words_; w++) {
          found += static_cast<uint64_t>(__builtin_popcountll(bits_[a * words_ + w] & bits_[b * words_ + w]));
        }
        sum += found;
        if (by_vertex != nullptr) {
          (*by_vertex)[a] += static_cast<int64_t>(found);
          (*by_vertex)[b] += static_cast<int64_t>(found);
        }
      }
    }
    if (by_vertex != nullptr) {
      for (int64_t& count : *by_vertex) {
        count /= 2;
      }
    }
    return sum / 3;
  }

  uint64_t cliques(uint32_t k) const {
    std::vector<uint32_t> all(n_);
    for (uint32_t v = 0; v < n_; v++) {
      all[v] = v;
    }
    return cliques_of(all, k);
  }
  // The same for k of 4 and 5, by bits: for graphs of many edges.
  uint64_t cliques_by_bits(uint32_t k) const {
    std::vector<uint64_t> later(words_, ~uint64_t{0});
    return cliques_by_bits(later, k);
  }
  // Maps of a pattern's vertices to different vertices that keep its edges; adjacency[v] has a bit a neighbour.
  uint64_t embeddings(const std::vector<uint32_t>& adjacency) const {
    std::vector<uint32_t> images;
    return embed(adjacency, images);
  }

 private:
  // Cliques of k vertices among those of a set.
  uint64_t cliques_by_bits(const std::vector<uint64_t>& set, uint32_t k) const {
    uint64_t sum = 0;
    std::vector<uint64_t> rest(words_);
    for (uint32_t a = 0; a < n_; a++) {
      if ((set[a / 64] >> (a % 64) & 1) == 0) {
        continue;
      }
      uint64_t left = 0;
      for (uint64_t w = a / 64; w < words_; w++) {  // those past a alone
        const uint64_t past = w == a / 64 ? ~uint64_t{0} << (a % 64) << 1 : ~uint64_t{0};
        rest[w] = set[w] & bits_[a * words_ + w] & past;
        left += static_cast<uint64_t>(__builtin_popcountll(rest[w]));
      }
      std::fill(rest.begin(), rest.begin() + a / 64, 0);
      sum += k == 2 ? left : left + 1 < k ? 0 : cliques_by_bits(rest, k - 1);
    }
    return sum;
  }
  uint64_t cliques_of(const std::vector<uint32_t>& candidates, uint32_t k) const {
    if (k == 1) {
      return candidates.size();
    }
    uint64_t sum = 0;
    for (size_t i = 0; i < candidates.size(); i++) {
      std::vector<uint32_t> rest;
      for (size_t j = i + 1; j < candidates.size(); j++) {
        if (has(candidates[i], candidates[j])) {
          rest.push_back(candidates[j]);
        }
      }
      sum += cliques_of(rest, k - 1);
    }
    return sum;
  }
  uint64_t embed(const std::vector<uint32_t>& adjacency, std::vector<uint32_t>& images) const {
    const uint32_t level = static_cast<uint32_t>(images.size());
    if (level == adjacency.size()) {
      return 1;
    }
    uint64_t sum = 0;
    for (uint32_t v = 0; v < n_; v++) {
      bool good = std::find(images.begin(), images.end(), v) == images.end();
      for (uint32_t l = 0; l < level && good; l++) {
        good = (adjacency[level] >> l & 1) == 0 || has(images[l], v);
      }
      if (good) {
        images.push_back(v);
        sum += embed(adjacency, images);
        images.pop_back();
      }
    }
    return sum;
  }
  void put(uint32_t a, uint32_t b, bool edge) {
    uint64_t& word = bits_[uint64_t{a} * words_ + b / 64];
    const uint64_t bit = uint64_t{1} << (b % 64);
    word = edge ? word | bit : word & ~bit;
  }

  uint32_t n_;
  uint64_t words_;
  std::vector<uint64_t> bits_;
};

// A pattern by its edges.
struct TestPattern {
  const char* name;
  std::vector<uint32_t> adjacency;
};

inline TestPattern make_pattern(const char* name, uint32_t vertices, std::vector<std::pair<int, int>> edges) {
  TestPattern pattern{name, std::vector<uint32_t>(vertices)};
  for (const auto& [a, b] : edges) {
    pattern.adjacency[static_cast<size_t>(a)] |= 1u << b;
    pattern.adjacency[static_cast<size_t>(b)] |= 1u << a;
  }
  return pattern;
}

// Vertices are numbered so that each but the first has an earlier neighbour.
inline std::vector<TestPattern> test_patterns() {
  return {
      make_pattern("triangle", 3, {{0, 1}, {0, 2}, {1, 2}}),
      make_pattern("wedge", 3, {{0, 1}, {0, 2}}),
      make_pattern("path4", 4, {{0, 1}, {1, 2}, {2, 3}}),
      make_pattern("star4", 4, {{0, 1}, {0, 2}, {0, 3}}),
      make_pattern("4-cycle", 4, {{0, 1}, {1, 2}, {2, 3}, {0, 3}}),
      make_pattern("tailed-triangle", 4, {{0, 1}, {0, 2}, {1, 2}, {2, 3}}),
      make_pattern("diamond", 4, {{0, 1}, {0, 2}, {1, 2}, {1, 3}, {2, 3}}),
      make_pattern("4-clique", 4, {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}),
      make_pattern("house", 5, {{0, 1}, {0, 2}, {1, 2}, {0, 3}, {1, 4}, {3, 4}}),
      make_pattern("5-cycle", 5, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {0, 4}}),
      make_pattern("bull", 5, {{0, 1}, {0, 2}, {1, 2}, {0, 3}, {1, 4}}),
      make_pattern(
          "5-clique", 5, {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}}),
      make_pattern("prism", 6, {{0, 1}, {0, 2}, {1, 2}, {0, 3}, {1, 4}, {2, 5}, {3, 4}, {3, 5}, {4, 5}})};
}

// A stream of changes of one of several kinds: hub-heavy, sparse, dense, clique-building and -breaking, with duplicates,
// loops, changes that change nothing, and now and then an id that is not there.
class ChangeStream {
 public:
  ChangeStream(uint64_t seed, uint32_t vertices)
      : random_(seed), n_(vertices), kind_(static_cast<uint32_t>(seed % 6)), invalid_(seed % 11 == 0) {}

  std::vector<cs_change> initial(uint64_t count) {
    std::vector<cs_change> changes;
    for (uint64_t i = 0; i < count; i++) {
      changes.push_back(pair(false));
    }
    return changes;
  }
  std::vector<cs_change> batch(const Matrix& graph, uint64_t count) {
    std::vector<cs_change> changes;
    const uint32_t deletions = below(101);  // per cent of this batch
    for (uint64_t i = 0; i < count; i++) {
      const bool deletion = below(100) < deletions;
      cs_change c = pair(deletion);
      if (below(4) == 0 && !changes.empty()) {  // the same pair again, either way round
        const cs_change& before = changes[below(static_cast<uint32_t>(changes.size()))];
        c = {(below(2) == 0 ? before.second : before.first & ~CS_CHANGE_DELETION), before.second};
        c.second = c.first == before.second ? before.first & ~CS_CHANGE_DELETION : before.second;
        c.first |= deletion ? CS_CHANGE_DELETION : 0;
      } else if (deletion && below(8) != 0) {  // an edge that is there, if one is found soon
        for (int tries = 0; tries < 8 && !there(graph, c); tries++) {
          c = pair(true);
        }
      }
      changes.push_back(c);
    }
    if (invalid_ && below(5) == 0 && count != 0) {
      changes[below(static_cast<uint32_t>(count))].second = n_ + below(3);
    }
    return changes;
  }
  uint32_t below(uint32_t bound) { return static_cast<uint32_t>(random_() % bound); }

 private:
  bool there(const Matrix& graph, const cs_change& c) const {
    const uint32_t a = c.first & ~CS_CHANGE_DELETION;
    return a < n_ && c.second < n_ && graph.has(a, c.second);
  }
  cs_change pair(bool deletion) {
    uint32_t a = below(n_), b = below(n_);
    switch (kind_) {
      case 0:  // a few hubs
        a = below(3) % n_;
        break;
      case 1:  // skewed
        a = static_cast<uint32_t>(std::min<uint64_t>(a, std::min(below(n_), below(n_))));
        break;
      case 2:  // near one another: many triangles
        b = (a + below(12)) % n_;
        break;
      case 3:  // cliques of neighbours in the order of ids
        b = std::min(n_ - 1, a / 9 * 9 + below(9));
        break;
      default:
        break;
    }
    if (below(2) == 0) {
      std::swap(a, b);
    }
    return {a | (deletion ? CS_CHANGE_DELETION : 0), b};
  }

  std::mt19937_64 random_;
  uint32_t n_;
  uint32_t kind_;
  bool invalid_;
};

}  // namespace cliquestream::harness
