// The edge array a benchmark measures on: little-endian pairs of 32-bit ids, read into pinned memory.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
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
};

}  // namespace cliquestream::harness
