// Sizes of the counts by orientation: which roots they take, and in what blocks. Host arithmetic only, so that the memory of a
// job is known before anything starts.
#pragma once

#include <algorithm>

#include "cliques/job.cuh"
#include "cliquestream_cliques.h"
#include "common/device.cuh"

namespace cliquestream::cliques::local {

struct RowPolicy {
  // Cliques of up to so many vertices, in roots of up to so many out-neighbours; others go by pivot trees. A row of a root of
  // the bound is done within some hundredths of a second, which is what a pause may take.
  static constexpr u32 kMost = 6;
  static constexpr u32 kWidest[kMost + 1] = {0, 0, 0, 1280, 1280, 1280, 512};

  // Groups of classes of roots, by the last class of each. In the first a warp takes a root, past it a block does.
  static constexpr u32 kGroups = 5;
  static constexpr u32 kLastClass[kGroups] = {1, 2, 4, 6, 9};
  static constexpr u32 kThreads[kGroups] = {128, 128, 256, 256, 256};
  static constexpr u32 kMostThreads = 256;
  static constexpr u32 kResidentBlocks = 2;  // of kMostThreads, that the compiler leaves registers for

  // Candidates that are copied into a tile, 32 a word; more are counted where they are.
  static constexpr u32 kTileWords = 8;

  // Cheap rows are handed out together, of cliques of up to so many vertices; roots of the first group are, too.
  static constexpr u32 kCheap = 4;
  static constexpr u32 kRowsAtOnce = 4;
  static constexpr u32 kRootsAtOnce = 4;
  // Whoever finds no root left helps with one that has so many rows a warp left at least.
  static constexpr u32 kRowsPerJoiningWarp = 2;
  static constexpr u32 kOwnShared = 1024;  // of the kernels themselves, at most
};

// Bytes from the start of a group's shared memory: of a block, or in the first group of a warp.
struct RowLayout {
  u32 low;      // sums of the root's vertices and the root, two words each
  u32 high;
  u32 ids;
  u32 matrix;
  u32 filter;   // while a matrix is built; the warps' areas afterwards
  u32 slots;
  u32 areas;
  u32 masks;    // in an area: three masks of the root's vertices
  u32 members;  // in an area
  u32 area_bytes;
  u32 bytes;
  u32 filter_bits;
  u32 slot_bits;
  u32 capacity;  // vertices of a tile
};

struct RowGroup {
  u32 widest;
  u64 roots;
  u64 first;  // place of the first root
  u32 threads;
  u32 blocks;
  u32 shared;
  RowLayout layout;
};

inline u64 row_layout(u32 widest, u32 warps, u32 k, RowLayout& l) {
  const auto aligned = [](u64 bytes) { return (bytes + 31) & ~u64{31}; };
  l = {};
  u64 at = 0;
  const auto take = [&](u64 bytes) {
    const u64 here = at;
    at = aligned(at + bytes);
    return static_cast<u32>(here);
  };
  l.low = take((widest + 1ull) * sizeof(u32));
  l.high = take((widest + 1ull) * sizeof(u32));
  l.ids = take(widest * 4ull);
  // A matrix of one word a row is a tile as it is, of 32 rows.
  l.matrix = take(std::max<u64>(static_cast<u64>(widest) * stride_of(widest), 32) * 4);
  const u32 words = words_of(widest), tile_words = std::min(words, RowPolicy::kTileWords);
  u32 stride = 1;
  while (stride < tile_words) {
    stride *= 2;
  }
  l.capacity = k <= 4 ? 0 : tile_words * 32;
  l.masks = static_cast<u32>(aligned(4ull * l.capacity * stride));
  l.members = static_cast<u32>(l.masks + aligned(k <= 4 ? 0 : 3ull * words * 4));
  l.area_bytes = static_cast<u32>(l.members + aligned(l.capacity * sizeof(u16)));
  l.filter_bits = widest <= 64 ? 12 : widest <= 128 ? 13 : widest <= 256 ? 14 : widest <= 512 ? 15 : 16;
  l.slot_bits = 5;
  while ((1ull << l.slot_bits) < 2ull * widest) {
    l.slot_bits++;
  }
  const u64 filter = 1ull << (l.filter_bits - 3);
  l.areas = static_cast<u32>(at);
  l.filter = l.areas;
  l.slots = static_cast<u32>(at + filter);
  at += std::max<u64>(static_cast<u64>(warps) * l.area_bytes, aligned(filter + (4ull << l.slot_bits)));
  l.bytes = static_cast<u32>(std::min<u64>(at, 0xFFFFFFF0u));
  return at;
}

// Groups of one count, and the roots that are left to pivot trees, which are the first ones.
struct RowShapes {
  RowGroup of[RowPolicy::kGroups] = {};
  u64 roots = 0;
  u64 tree_roots = 0;
  u64 block_roots = 0;  // past the trees' roots, those that a block takes
  u32 blocks = 0;       // that take them
  u32 sum_words = 1;    // of an edge's sum

  RowShapes(const cs_clique_plan& plan, const cs_clique_local_options& o) {
    const DeviceLimits device = device_limits();
    const u32 widest = static_cast<u32>(plan.header.max_out_degree);
    for (const u64 of_class : plan.header.roots) {
      roots += of_class;
    }
    u64 place = plan.header.roots[CliquePolicy::kClasses - 1];
    tree_roots = place;
    const bool by_rows = o.method == CS_CLIQUE_LOCAL_AUTO && o.k <= RowPolicy::kMost;
    double most = 0;  // cliques that any edge may be in
    for (u32 g = RowPolicy::kGroups; g-- > 0;) {
      RowGroup& group = of[g];
      group.first = place;
      for (u32 c = g == 0 ? 0 : RowPolicy::kLastClass[g - 1] + 1; c <= RowPolicy::kLastClass[g]; c++) {
        group.roots += plan.header.roots[c];
      }
      place += group.roots;
      group.widest = std::min(CliquePolicy::kClassMost[RowPolicy::kLastClass[g]], widest);
      if (group.roots == 0) {
        continue;
      }
      if (!by_rows || group.widest > RowPolicy::kWidest[o.k] || !shape(g, o.k, device)) {
        tree_roots = place;
        for (u32 other = g; other < RowPolicy::kGroups; other++) {
          of[other].roots = 0;
        }
        most = 0;
        continue;
      }
      double cliques = static_cast<double>(group.roots);
      for (u32 i = 0; i + 1 < o.k; i++) {
        cliques *= group.widest > i ? static_cast<double>(group.widest - i) / (i + 1) : 0;
      }
      most += cliques;
    }
    for (u32 g = 1; g < RowPolicy::kGroups; g++) {
      blocks += of[g].roots == 0 ? 0 : of[g].blocks;
      block_roots += of[g].roots;
    }
    sum_words = most * o.k < 0x1p60 ? 1 : 2;
  }
  // Words of the state: a counter a group, a word a block, one for each root that a block takes.
  u64 state_words() const { return RowPolicy::kGroups * kCounterWords + blocks + block_roots; }
  static constexpr u32 kCounterWords = 32;  // a line each

 private:
  bool shape(u32 g, u32 k, const DeviceLimits& device) {
    RowGroup& group = of[g];
    u64 bytes = 0;
    for (group.threads = RowPolicy::kThreads[g]; group.threads >= 32; group.threads /= 2) {
      const u32 warps = group.threads / 32;
      bytes = g == 0 ? warps * row_layout(group.widest, 1, k, group.layout) : row_layout(group.widest, warps, k, group.layout);
      if (bytes + RowPolicy::kOwnShared <= device.shared_per_block) {
        break;
      }
    }
    if (group.threads < 32) {
      return false;
    }
    group.shared = static_cast<u32>(bytes);
    const u64 by_threads = RowPolicy::kResidentBlocks * RowPolicy::kMostThreads / group.threads;
    const u64 most = std::min<u64>(by_threads, device.blocks_of(bytes)) * device.multiprocessors;
    // Blocks that join a root need work, too.
    const u64 wanted = g == 0 ? divide_up(group.roots, group.threads / 32) : group.roots * 8;
    group.blocks = static_cast<u32>(std::clamp<u64>(wanted, 1, most));
    return true;
  }
};

}  // namespace cliquestream::cliques::local
