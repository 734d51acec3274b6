// The worked example of docs/write-your-own-enumeration.md: quasi-cliques, vertex sets in which every vertex is adjacent to at
// least arguments[0] percent of the others, counted by their number of edges.
#include "enumerate/module.cuh"

using namespace cliquestream;

struct QuasiCliques {
  static constexpr bool kPrunes = true;

  // Every vertex that is still to come may be adjacent to all.
  static __device__ bool keep(u32 bound, u32 vertices, u32 bitmap, const u64* arguments) {
    const u32 wanted = (static_cast<u32>(arguments[0]) * (vertices - 1) + 99) / 100;
    for (u32 v = 0; v < bound; v++) {
      if (enumerate::bitmap_degree(bound, bitmap, v) + vertices - bound < wanted) {
        return false;
      }
    }
    return true;
  }
  static __device__ u32 class_of(u32, u32 bitmap, const enumerate::Job&, const u64*) { return __popc(bitmap); }
};

CS_ENUMERATION(quasi_cliques, QuasiCliques)
