// Constants of the triangles of every edge and vertex.
#pragma once

namespace cliquestream::local {

struct LocalPolicy {
  static constexpr int kThreads = 256;
  static constexpr unsigned kBlocksPerSm = 64;
  static constexpr unsigned kOrderBlocksPerSm = 16;  // of the kernels that put counts into the caller's order
};

}  // namespace cliquestream::local
