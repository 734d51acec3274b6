// What the tests named after what went wrong share: how a difference ends a run, and graphs whose counts are known.
#pragma once

#include <cinttypes>

#include "cliques/clique_runner.h"
#include "runner.h"

namespace cliquestream::harness {

// A program that is ended from outside has said how far it came.
inline const int kLineByLine = std::setvbuf(stdout, nullptr, _IOLBF, 1 << 12);

[[noreturn]] inline void fail(const std::string& what) {
  std::printf("DIFFERS: %s\n", what.c_str());
  std::exit(1);
}
inline void expect(const std::string& what, uint64_t got, uint64_t wanted) {
  if (got != wanted) {
    fail(what + ": got " + std::to_string(got) + ", expected " + std::to_string(wanted));
  }
}
inline void expect(const std::string& what, const Big& got, const Big& wanted) {
  if (got != wanted) {
    fail(what + ": got " + got.text() + ", expected " + wanted.text());
  }
}

// A complete graph of so many vertices in which the first `missing` disjoint pairs are not adjacent.
struct NearlyComplete {
  uint32_t vertices, missing;

  std::vector<cs_pair> pairs() const {
    std::vector<cs_pair> all;
    for (uint32_t i = 0; i < vertices; i++) {
      for (uint32_t j = 0; j < i; j++) {
        if (i / 2 != j / 2 || i >= 2 * missing) {
          all.push_back({i, j});
        }
      }
    }
    return all;
  }
  // Of i of the pairs one end each, and the others among the rest.
  Big cliques(uint32_t k) const {
    Big sum;
    for (uint32_t i = 0; i <= std::min(missing, k); i++) {
      sum += Big::choose(missing, i) * Big(uint64_t{1} << i) * Big::choose(vertices - 2 * missing, k - i);
    }
    return sum;
  }
  uint32_t largest() const { return vertices - missing; }
  uint64_t largest_cliques() const { return uint64_t{1} << missing; }
};

// Vertex i and i + 1 .. i + reach, modulo so many: all degrees are equal, so ranks are ids.
struct Circulant {
  uint32_t vertices, reach;

  uint64_t edges() const { return uint64_t{vertices} * reach; }
  uint64_t triangles() const { return uint64_t{vertices} * (uint64_t{reach} * (reach - 1) / 2); }
  std::vector<cs_pair> pairs() const {
    std::vector<cs_pair> all;
    all.reserve(edges());
    for (uint32_t i = 0; i < vertices; i++) {
      for (uint32_t j = 1; j <= reach; j++) {
        all.push_back({i, (i + j) % vertices});
      }
    }
    return all;
  }
};

}  // namespace cliquestream::harness
