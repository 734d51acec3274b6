#pragma once

#include "change/graph.cuh"

namespace cliquestream::change {

#ifdef __CUDACC__
// By one thread, after everything that it tells.
__device__ __forceinline__ void write_header(const Control* control, cs_change_header* header) {
  const volatile Control* c = control;
  cs_change_header h = {};
  h.error = c->error;
  h.inserted = c->inserted;
  h.deleted = c->deleted;
  h.loops = c->loops;
  h.invalid = c->invalid;
  h.units = c->units;
  h.pool_used = c->pool_used;
  h.hubs = c->hubs_used;
  h.probes = c->probes;
  h.appeared = c->appeared;
  h.vanished = c->vanished;
  *header = h;
}
#endif

}  // namespace cliquestream::change
