#pragma once

#include "change/graph.cuh"

namespace cliquestream::change {

#ifdef __CUDACC__
// Whether a neighbour of the shorter row's vertex, as the row has it, makes a triangle with the edge.
__device__ __forceinline__ bool closes(const Graph& g, const ChangedEdge& edge, const View& view, u32 tagged_id) {
  if (!sees(view, edge.few, tagged_id)) {
    return false;
  }
  const u32 id = tagged_id & kIdMask;
  if (edge.hub != kNoId) {
    return g.bit(edge.hub, id) &&
        (edge.run_last - edge.run_first == 1 || g.changed[id] == kNoId ||
         sees_hit(g, view, edge.run_first, edge.run_last, edge.many, id));
  }
  const u32* ids = g.ids(edge.many_row);
  const u32 at = find(ids, row_degree(edge.many_row), id);
  return at < row_degree(edge.many_row) && sees(view, edge.many, ids[at]);
}
#endif

}  // namespace cliquestream::change
