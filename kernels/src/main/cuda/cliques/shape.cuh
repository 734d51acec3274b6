// Sizes of one launch: threads, shared memory, resident blocks and the memory each needs. Host arithmetic only, so that the
// memory of a job is known before anything starts.
#pragma once

#include <algorithm>

#include "cliques/count_kernels.cuh"
#include "cliques/four.cuh"
#include "cliques/orientation_lanes.cuh"
#include "common/device.cuh"

namespace cliquestream::cliques {

struct ClassShape {
  bool by_warp;
  bool global;      // matrices in global memory
  bool four;        // by the kernels of 4-cliques
  bool lanes;       // by the kernel of lanes over the whole matrix
  u32 widest;
  u32 threads;
  u32 blocks;       // of the grid: resident ones, and no more than the roots give work to
  u32 levels;
  u64 stack_words;  // a warp
  u64 list_at;      // in a stack
  u64 matrix_words; // a block
  Layout layout;

  u32 warps() const { return blocks * (threads / 32); }
};

struct Wanted {
  bool pivot;
  u32 least;
  u32 most;
  bool global;

  bool four() const { return !pivot && most == 4; }
  bool lanes() const { return !pivot && most >= CliquePolicy::kLanesLeast && most <= CliquePolicy::kLanesMost; }
  u64 matrix_bytes;  // at most so much for matrices in global memory; one block is always given
};

// Whether a block may have so much dynamic shared memory.
inline bool fits(u64 bytes, const DeviceLimits& device) {
  return bytes + CliquePolicy::kOwnShared <= device.shared_per_block;
}

inline u64 aligned(u64 bytes) { return (bytes + 15) & ~u64{15}; }

inline u64 area_bytes(bool pivot) { return pivot ? sizeof(PivotArea) : sizeof(OrientationArea); }

inline Layout small_layout(u32 warps, bool pivot) {
  Layout l = {};
  u64 at = aligned(sizeof(Sharing));
  l.matrix = static_cast<u32>(at);
  at += warps * sizeof(SmallBuild);
  l.warps = static_cast<u32>(at);
  at += warps * area_bytes(pivot);
  l.window = static_cast<u32>(at);
  l.bytes = static_cast<u32>(at + (pivot ? Leaves::kWindow * sizeof(u32) : 0));
  return l;
}

// matrix_words: of a matrix and what belongs to it; area: bytes of a warp.
inline u64 large_layout(u32 widest, u32 warps, bool pivot, bool global, u64 matrix_words, u64 area, Layout& l) {
  l = {};
  u64 at = aligned(sizeof(Sharing));
  l.filter_bits = widest <= 128 ? 13 : widest <= 256 ? 14 : widest <= 512 ? 15 : 16;
  l.slot_bits = 5;
  const u64 filter = 1ull << (l.filter_bits - 3);
  u64 slots = 0;
  if (!global) {
    while ((1ull << l.slot_bits) < 2ull * widest) {
      l.slot_bits++;
    }
    slots = 4ull << l.slot_bits;
    l.matrix = static_cast<u32>(at);
    at = aligned(at + matrix_words * 4);
    l.ids = static_cast<u32>(at);
    at = aligned(at + widest * 4ull);
    l.masks = static_cast<u32>(at);
    at = aligned(at + (pivot ? 3ull * words_of(widest) * 4 : 0));
  }
  // Lookup while a matrix is built, the warps' areas afterwards.
  l.warps = static_cast<u32>(at);
  l.filter = static_cast<u32>(at);
  l.slots = static_cast<u32>(at + filter);
  at += std::max<u64>(warps * area, aligned(filter + slots));
  l.window = static_cast<u32>(at);
  at += pivot ? Leaves::kWindow * sizeof(u32) : 0;
  l.bytes = static_cast<u32>(std::min<u64>(at, 0xFFFFFFFFu));
  return at;
}
inline u64 large_layout(u32 widest, u32 warps, bool pivot, bool global, Layout& l) {
  return large_layout(
      widest, warps, pivot, global, static_cast<u64>(widest) * stride_of(widest), area_bytes(pivot), l);
}

// Shape of a class for the kernel of lanes, in s; false: a block's shared memory does not hold the rows.
inline bool lanes_shape(u64 roots, const DeviceLimits& device, ClassShape& s) {
  const u64 vertices = (s.widest + 3) & ~3u;
  const u64 bytes = large_layout(
      s.widest, CliquePolicy::kLanesThreads / 32, false, false, vertices * LaneRows::kWords, sizeof(LanesArea),
      s.layout);
  if (!fits(bytes, device)) {
    return false;
  }
  s.lanes = true;
  s.threads = CliquePolicy::kLanesThreads;
  const u64 blocks_per_sm = std::min<u64>(CliquePolicy::kLanesBlocks, device.blocks_of(bytes));
  // Blocks that join a root need work too.
  s.blocks = static_cast<u32>(std::clamp<u64>(roots * 8, 1, blocks_per_sm * device.multiprocessors));
  return true;
}

// Shape of a class for the kernels of 4-cliques, in s; false: a block's shared memory does not hold a matrix.
inline bool four_shape(u32 root_class, u64 roots, const DeviceLimits& device, ClassShape& s) {
  u64 blocks_per_sm, bytes;
  if (root_class < CliquePolicy::kFourWarpClasses) {
    s.by_warp = true;
    s.threads = CliquePolicy::kFourWarpThreads;
    bytes = s.threads / 32 * sizeof(FourArea);
    blocks_per_sm = CliquePolicy::kFourWarpBlocks;
  } else {
    s.threads = s.widest <= 256 ? 128 : s.widest <= 512 ? 256 : CliquePolicy::kBlockKernelThreads;
    s.layout.matrix = static_cast<u32>(aligned(sizeof(FourTurn)));
    s.layout.ids = static_cast<u32>(
        s.layout.matrix + aligned(static_cast<u64>(four_rows(s.widest)) * four_stride(s.widest) * sizeof(u32)));
    bytes = s.layout.ids + 2ull * s.widest * sizeof(u32);
    blocks_per_sm = static_cast<u64>(CliquePolicy::kFourBlockBlocks) * CliquePolicy::kBlockKernelThreads / s.threads;
  }
  if (!fits(bytes, device)) {
    return false;
  }
  s.four = true;
  s.layout.bytes = static_cast<u32>(bytes);
  blocks_per_sm = std::min<u64>(blocks_per_sm, device.blocks_of(bytes));
  const u64 wanted = s.by_warp ? divide_up(roots, s.threads / 32) : roots;
  s.blocks = static_cast<u32>(std::clamp<u64>(wanted, 1, blocks_per_sm * device.multiprocessors));
  return true;
}

// Shape of a class of so many roots, of which the largest has so many out-neighbours.
inline ClassShape shape_of(
    u32 root_class, u64 roots, u32 max_out_degree, const Wanted& wanted, const DeviceLimits& device) {
  ClassShape empty = {};
  empty.widest = std::min(CliquePolicy::kClassMost[root_class], max_out_degree);
  ClassShape s = empty;
  if (wanted.four() && !wanted.global && root_class + 1 < CliquePolicy::kClasses &&
      four_shape(root_class, roots, device, s)) {
    return s;
  }
  s = empty;
  if (wanted.lanes() && !wanted.global && root_class >= CliquePolicy::kLanesFirstClass &&
      root_class <= CliquePolicy::kLanesLastClass && lanes_shape(roots, device, s)) {
    return s;
  }
  s = empty;
  s.by_warp = root_class < CliquePolicy::kWarpClasses;
  u64 blocks_per_sm;
  if (s.by_warp) {
    s.threads = wanted.pivot ? CliquePolicy::kPivotWarpThreads : CliquePolicy::kOrientationWarpThreads;
    while (s.threads > 32 && !fits(small_layout(s.threads / 32, wanted.pivot).bytes, device)) {
      s.threads /= 2;
    }
    s.layout = small_layout(s.threads / 32, wanted.pivot);
    blocks_per_sm = wanted.pivot ? CliquePolicy::kPivotWarpBlocks : CliquePolicy::kOrientationWarpBlocks;
  } else {
    // Warps of a block share pivot trees, so there should be many: where shared memory does not hold matrix and warps, there
    // are fewer warps, and where it does not hold the matrix, that is in global memory.
    for (s.global = wanted.global || root_class + 1 == CliquePolicy::kClasses;; s.global = true) {
      s.threads = wanted.pivot || s.widest > 256 ? CliquePolicy::kBlockKernelThreads : s.widest <= 128 ? 128 : 256;
      const u32 least = s.global ? 32 : 128;
      const auto holds = [&] {
        return fits(large_layout(s.widest, s.threads / 32, wanted.pivot, s.global, s.layout), device);
      };
      while (!holds() && s.threads > least) {
        s.threads /= 2;
      }
      if (s.global || holds()) {
        break;
      }
    }
    const int blocks = wanted.pivot ? CliquePolicy::kPivotBlockBlocks : CliquePolicy::kOrientationBlockBlocks;
    blocks_per_sm = static_cast<u64>(blocks) * CliquePolicy::kBlockKernelThreads / s.threads;
  }
  blocks_per_sm = std::min<u64>(blocks_per_sm, device.blocks_of(s.layout.bytes));
  const u64 warps = s.threads / 32;
  u64 blocks = blocks_per_sm * device.multiprocessors;
  if (s.by_warp) {
    s.blocks = static_cast<u32>(std::clamp<u64>(divide_up(roots, warps), 1, blocks));
    return s;
  }
  const u32 words = words_of(s.widest);
  if (wanted.pivot) {
    // A level takes two vertices, and a tile the last kTile.
    const u32 by_size = s.widest > CliquePolicy::kTile ? (s.widest - CliquePolicy::kTile) / 2 + 3 : 3;
    s.levels = std::min(by_size, wanted.most == kNoId ? by_size : wanted.most + 1);
    s.stack_words = wide_stack_words(s.levels, words);
  } else {
    s.levels = std::min(s.widest + 1, wanted.most + 1);
    s.stack_words = static_cast<u64>(s.levels) * (words + 1);
  }
  s.list_at = s.stack_words;
  s.stack_words = (s.stack_words + s.widest + 31) & ~u64{31};
  // Blocks that join a root need work too.
  blocks = std::min(blocks, roots * 8);
  if (s.global) {
    s.matrix_words = (static_cast<u64>(s.widest) * stride_of(s.widest) + 3ull * words + 31) & ~u64{31};
    const u64 each = 4 * (s.matrix_words + warps * s.stack_words);
    blocks = std::min(blocks, std::max<u64>(1, wanted.matrix_bytes / each));
  }
  s.blocks = static_cast<u32>(std::max<u64>(blocks, 1));
  return s;
}

}  // namespace cliquestream::cliques
