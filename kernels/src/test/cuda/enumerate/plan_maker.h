// Matching plans for tests and benchmarks: what the host's plan compiler does, in short. Symmetry is broken by a chain of
// stabilisers, the order is the cheapest by a model of degree and closure, and when counting edge-induced matches the last
// vertices that are pairwise not adjacent are left to inclusion and exclusion.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "cliquestream_enumerate.h"

namespace cliquestream::harness {

struct Pattern {
  uint32_t vertices = 0;
  uint32_t rows[8] = {};

  bool edge(uint32_t i, uint32_t j) const { return rows[i] >> j & 1; }
  void add(uint32_t i, uint32_t j) {
    rows[i] |= 1u << j;
    rows[j] |= 1u << i;
    vertices = std::max({vertices, i + 1, j + 1});
  }
  // "0-1,1-2"
  static Pattern parse(const std::string& text) {
    Pattern p;
    for (size_t at = 0; at + 2 < text.size(); at += 4) {
      p.add(static_cast<uint32_t>(text[at] - '0'), static_cast<uint32_t>(text[at + 2] - '0'));
    }
    return p;
  }
  bool connected() const {
    uint32_t reached = 1;
    for (uint32_t round = 0; round < vertices; round++) {
      for (uint32_t v = 0; v < vertices; v++) {
        reached |= reached >> v & 1 ? rows[v] : 0;
      }
    }
    return reached == (1u << vertices) - 1;
  }
  // Adjacency bits under the order that makes them greatest: equal for isomorphic patterns.
  uint32_t code() const {
    std::vector<uint32_t> order(vertices);
    for (uint32_t i = 0; i < vertices; i++) order[i] = i;
    uint32_t best = 0;
    do {
      uint32_t bits = 0;
      for (uint32_t j = 1; j < vertices; j++)
        for (uint32_t i = 0; i < j; i++) bits = bits << 1 | (edge(order[i], order[j]) ? 1 : 0);
      best = std::max(best, bits);
    } while (std::next_permutation(order.begin(), order.end()));
    return best;
  }
  std::string text() const {
    std::string out;
    for (uint32_t i = 0; i < vertices; i++)
      for (uint32_t j = i + 1; j < vertices; j++)
        if (edge(i, j)) out += (out.empty() ? "" : ",") + std::to_string(i) + "-" + std::to_string(j);
    return out;
  }
};

// One of each class of connected patterns with so many vertices.
inline std::vector<Pattern> connected_patterns(uint32_t vertices) {
  std::map<uint32_t, Pattern> found;
  const uint32_t pairs = vertices * (vertices - 1) / 2;
  for (uint32_t bits = 0; bits < 1u << pairs; bits++) {
    Pattern p;
    p.vertices = vertices;
    uint32_t at = 0;
    uint32_t degrees[8] = {};
    for (uint32_t j = 1; j < vertices; j++)
      for (uint32_t i = 0; i < j; i++, at++)
        if (bits >> at & 1) {
          p.add(i, j);
          degrees[i]++;
          degrees[j]++;
        }
    p.vertices = vertices;
    // Only labellings with falling degrees: each class has one, and there are fewer to name.
    if (std::is_sorted(degrees, degrees + vertices, std::greater<uint32_t>()) && p.connected()) {
      found.emplace(p.code(), p);
    }
  }
  std::vector<Pattern> out;
  for (const auto& entry : found) out.push_back(entry.second);
  return out;
}

struct GraphGuess {
  double vertices = 1e5, reached = 60, closure = 0.1;
};

struct MadePlan {
  cs_enumerate_plan plan = {};
  uint64_t divisor = 1;
  double cost = 0;
  bool fits = true;
};

class PlanMaker {
 public:
  using Permutations = std::vector<std::vector<uint32_t>>;

  PlanMaker(const Pattern& pattern, bool induced, bool counting, const GraphGuess& guess)
      : p_(pattern), induced_(induced), counting_(counting), guess_(guess) {
    std::vector<uint32_t> image(p_.vertices);
    automorphisms(image, 0, 0);
  }
  size_t automorphism_count() const { return group_.size(); }

  // The cheapest plan.
  MadePlan best() {
    found_ = false;
    order_.assign(p_.vertices, 0);
    extend(0, 0, group_);
    return best_;
  }

 private:
  struct Key {
    uint32_t adjacent, absent;
    bool operator<(const Key& o) const {
      return level() != o.level() ? level() < o.level()
          : adjacent != o.adjacent ? adjacent < o.adjacent
                                   : absent < o.absent;
    }
    uint32_t level() const { return 31 - static_cast<uint32_t>(__builtin_clz(adjacent | absent)); }
    Key source() const { return {adjacent & ~(1u << level()), absent & ~(1u << level())}; }
  };
  struct Use {
    uint32_t below;
    bool members;
  };

  void automorphisms(std::vector<uint32_t>& image, uint32_t at, uint32_t used) {
    if (at == p_.vertices) {
      group_.push_back(image);
      return;
    }
    for (uint32_t v = 0; v < p_.vertices; v++) {
      bool good = !(used >> v & 1);
      for (uint32_t i = 0; good && i < at; i++) good = p_.edge(i, at) == p_.edge(image[i], v);
      if (good) {
        image[at] = v;
        automorphisms(image, at + 1, used | 1u << v);
      }
    }
  }
  static uint32_t orbit(const Permutations& group, uint32_t v) {
    uint32_t out = 0;
    for (const auto& g : group) out |= 1u << g[v];
    return out;
  }
  static Permutations stabilizer(const Permutations& group, uint32_t v) {
    Permutations out;
    for (const auto& g : group)
      if (g[v] == v) out.push_back(g);
    return out;
  }
  void extend(uint32_t position, uint32_t used, const Permutations& group) {
    if (position == p_.vertices) {
      consider();
      return;
    }
    uint32_t tried = 0;
    for (uint32_t v = 0; v < p_.vertices; v++) {
      if (!(used >> v & 1) && (position == 0 || (p_.rows[v] & used)) && !(tried >> v & 1)) {
        tried |= orbit(group, v);
        order_[position] = v;
        extend(position + 1, used | 1u << v, stabilizer(group, v));
      }
    }
  }
  void consider() {
    uint32_t enumerated = p_.vertices - (counting_ ? 1 : 0);
    if (counting_ && !induced_) {
      uint32_t suffix = 1u << order_[enumerated];
      while (enumerated > 1 && (p_.rows[order_[enumerated - 1]] & suffix) == 0) {
        suffix |= 1u << order_[--enumerated];
      }
    }
    const MadePlan made = build(enumerated);
    if (!found_ || made.cost < best_.cost) {
      best_ = made;
      found_ = true;
    }
  }

  Key candidates(uint32_t position, uint32_t known) const {
    const uint32_t earlier = (1u << known) - 1, adjacent = adjacency_[position] & earlier;
    return {adjacent, induced_ ? earlier & ~adjacent : 0};
  }
  void require(Key key, uint32_t below, bool members) {
    const uint32_t known = below & ((2u << key.level()) - 1);
    const bool twice = uses_.count(key) != 0;
    Use& use = uses_.emplace(key, Use{known, false}).first->second;
    use.below &= known;
    use.members = use.members || members || twice || known != below;
    if (key.source().adjacent != 0) require(key.source(), known, true);
  }
  double expected(Key k) const {
    return guess_.reached * std::pow(guess_.closure, __builtin_popcount(k.adjacent) - 1) *
        std::pow(1 - guess_.closure, __builtin_popcount(k.absent));
  }

  MadePlan build(uint32_t enumerated) {
    const uint32_t k = p_.vertices;
    std::fill(adjacency_, adjacency_ + 8, 0);
    std::fill(bounds_, bounds_ + 8, 0);
    uses_.clear();
    for (uint32_t i = 0; i < k; i++)
      for (uint32_t j = 0; j < k; j++) adjacency_[i] |= p_.edge(order_[i], order_[j]) ? 1u << j : 0;
    Permutations group = group_;
    for (uint32_t i = 0; i < enumerated; i++) {
      const uint32_t same = orbit(group, order_[i]);
      for (uint32_t later = i + 1; later < k; later++) bounds_[later] |= same >> order_[later] & 1 ? 1u << i : 0;
      group = stabilizer(group, order_[i]);
    }
    MadePlan made;
    made.divisor = group.size();
    for (uint32_t position = 1; position < enumerated; position++) {
      require(candidates(position, position), bounds_[position], true);
    }
    struct SizeKey {
      Key key;
      uint32_t below;
    };
    std::vector<SizeKey> sizes;
    std::map<std::vector<uint32_t>, int64_t> products;
    if (enumerated < k) {
      std::vector<uint32_t> blocks;
      split((1u << (k - enumerated)) - 1, blocks, 1, [&](const std::vector<uint32_t>& parts, int64_t coefficient) {
        std::vector<uint32_t> factors;
        for (uint32_t block : parts) {
          SizeKey wanted = {{0, 0}, 0};
          for (uint32_t member = 0; member < k - enumerated; member++) {
            if (block >> member & 1) {
              const Key key = candidates(enumerated + member, enumerated);
              wanted.key.adjacent |= key.adjacent;
              wanted.key.absent |= key.absent;
              wanted.below |= bounds_[enumerated + member];
            }
          }
          uint32_t at = 0;
          while (at < sizes.size() &&
                 (sizes[at].key.adjacent != wanted.key.adjacent || sizes[at].key.absent != wanted.key.absent ||
                  sizes[at].below != wanted.below))
            at++;
          if (at == sizes.size()) sizes.push_back(wanted);
          factors.push_back(at);
        }
        std::sort(factors.begin(), factors.end());
        products[factors] += coefficient;
      });
    }
    for (const SizeKey& s : sizes) require(s.key, s.below, false);
    std::vector<Key> keys;
    for (const auto& use : uses_) keys.push_back(use.first);
    const auto index = [&](Key key) {
      for (uint32_t i = 0; i < keys.size(); i++)
        if (keys[i].adjacent == key.adjacent && keys[i].absent == key.absent) return i;
      return 0xFFu;
    };
    cs_enumerate_plan& out = made.plan;
    out.vertices = k;
    out.enumerated = enumerated;
    out.set_count = static_cast<uint32_t>(keys.size());
    out.size_count = static_cast<uint32_t>(sizes.size());
    for (uint32_t i = 0; i < k; i++) {
      uint64_t set = 0, excluded = 0;
      if (i > 0 && i < enumerated) {
        set = index(candidates(i, i)) + 1;
        excluded = ((1u << i) - 1) & ~adjacency_[i] & ~bounds_[i];
      }
      out.positions[i] = (i < enumerated ? bounds_[i] : 0) | set << 8 | excluded << 16 | uint64_t{order_[i]} << 24;
    }
    for (uint32_t i = 0; i < keys.size() && i < CS_ENUMERATE_SETS; i++) {
      const Key key = keys[i];
      const Use& use = uses_[key];
      const uint64_t source = key.source().adjacent != 0 ? index(key.source()) + 1 : 0;
      out.sets[i] = key.level() | uint64_t{key.adjacent} << 8 | uint64_t{key.absent} << 16 | uint64_t{use.below} << 24 |
          source << 32 | uint64_t{use.members} << 40;
    }
    for (uint32_t i = 0; i < sizes.size() && i < CS_ENUMERATE_SIZES; i++) {
      const SizeKey& s = sizes[i];
      uint64_t mask = 0;
      for (uint32_t j = 0; j < enumerated; j++) {
        const uint32_t unknown = s.key.adjacent & ~adjacency_[j];
        const bool cannot = ((s.key.adjacent | s.below) >> j & 1) || (s.key.absent & adjacency_[j]) || (induced_ && unknown);
        if (!cannot) {
          mask |= 1u << j;
          out.exclusions[i] |= uint64_t{unknown} << (8 * j);
        }
      }
      out.sizes[i] = index(s.key) | uint64_t{s.below} << 8 | mask << 16;
    }
    for (const auto& product : products) {
      if (product.second != 0 && out.term_count < CS_ENUMERATE_TERMS) {
        uint64_t word = ~uint64_t{0};
        for (size_t i = 0; i < product.first.size(); i++)
          word = (word & ~(uint64_t{0xFF} << (8 * i))) | uint64_t{product.first[i]} << (8 * i);
        out.factors[out.term_count] = word;
        out.coefficients[out.term_count++] = static_cast<uint64_t>(product.second);
      }
    }
    made.cost = cost(keys, enumerated, out);
    return made;
  }
  double cost(const std::vector<Key>& keys, uint32_t enumerated, const cs_enumerate_plan& plan) const {
    double total = 0, reached = guess_.vertices;
    for (uint32_t level = 0; level < enumerated; level++) {
      if (level > 0) reached *= expected(candidates(level, level)) / (1 + __builtin_popcount(bounds_[level]));
      double work = 1;
      for (const Key& key : keys) {
        if (key.level() == level) {
          const double source = key.source().adjacent == 0 ? 0 : expected(key.source());
          work += std::min(source + guess_.reached, 4 * source + 1);
        }
      }
      total += reached * (work + (level == enumerated - 1 ? plan.term_count : 0));
    }
    return total;
  }
  template <class Take>
  static void split(uint32_t rest, std::vector<uint32_t>& blocks, int64_t coefficient, const Take& take) {
    if (rest == 0) {
      take(blocks, coefficient);
      return;
    }
    const uint32_t first = rest & (0u - rest), others = rest & ~first;
    for (uint32_t subset = others;; subset = (subset - 1) & others) {
      int64_t sign = 1;
      for (int i = 1; i <= __builtin_popcount(subset); i++) sign *= -i;
      blocks.push_back(first | subset);
      split(others & ~subset, blocks, coefficient * sign, take);
      blocks.pop_back();
      if (subset == 0) return;
    }
  }

  Pattern p_;
  bool induced_, counting_;
  GraphGuess guess_;
  Permutations group_;
  std::vector<uint32_t> order_;
  uint32_t adjacency_[8] = {};
  uint32_t bounds_[8] = {};
  std::map<Key, Use> uses_;
  MadePlan best_;
  bool found_ = false;
};

}  // namespace cliquestream::harness
