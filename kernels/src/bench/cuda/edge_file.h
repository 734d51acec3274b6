// The edge array a benchmark measures on: little-endian pairs of 32-bit ids, read into pinned memory; or rmat:SCALE, made here
// (0.57, 0.19, 0.19, 16 pairs a vertex).
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <stdexcept>
#include <string>

#include "runner.h"

namespace cliquestream::harness {

struct EdgeFile {
  PinnedMemory memory;
  cs_pair* edges = nullptr;
  uint64_t pairs = 0;
  uint64_t id_bound = 0;

  // Throws std::runtime_error when the file cannot be read to its end.
  explicit EdgeFile(const char* path) {
    if (std::string(path).rfind("rmat:", 0) == 0) {
      make(static_cast<uint32_t>(std::atoi(path + 5)));
      return;
    }
    FILE* file = std::fopen(path, "rb");
    if (file == nullptr) {
      throw std::runtime_error(std::string("cannot open ") + path);
    }
    std::fseek(file, 0, SEEK_END);
    pairs = static_cast<uint64_t>(std::ftell(file)) / sizeof(cs_pair);
    std::rewind(file);
    edges = static_cast<cs_pair*>(memory.at_least(pairs * sizeof(cs_pair) + 8));
    const bool whole = std::fread(edges, sizeof(cs_pair), pairs, file) == pairs;
    std::fclose(file);
    if (!whole) {
      throw std::runtime_error(std::string("short read of ") + path);
    }
    for (uint64_t i = 0; i < pairs; i++) {
      id_bound = std::max<uint64_t>(id_bound, std::max(edges[i].first, edges[i].second) + uint64_t{1});
    }
  }

 private:
  void make(uint32_t scale) {
    id_bound = uint64_t{1} << scale;
    pairs = id_bound * 16;
    edges = static_cast<cs_pair*>(memory.at_least(pairs * sizeof(cs_pair)));
    std::mt19937_64 random(7);
    for (uint64_t i = 0; i < pairs; i++) {
      uint32_t a = 0, b = 0;
      for (uint32_t level = 0; level < scale; level++) {
        const double x = static_cast<double>(random() >> 11) * 0x1p-53;
        a = a << 1 | (x >= 0.76 ? 1 : 0);
        b = b << 1 | (x >= 0.57 && (x < 0.76 || x >= 0.95) ? 1 : 0);
      }
      edges[i] = {a, b};
    }
  }
};

}  // namespace cliquestream::harness
