// The end of a branch, for a group's candidates of the last position at once: a lane each counts by the plan's closing formula,
// or stores its match.
#pragma once

#include "enumerate/plan_traversal.cuh"

namespace cliquestream::enumerate {

// Members of a set that holds the neighbours of each lane's x but not those of some bound vertices, all with a label.
template <class Way>
__device__ __forceinline__ u32 count_private(
    Way& t, u32 absent, u32 label, u32 x, u32 limit, bool active, u32& work) {
  const GraphView& graph = t.job.graph;
  const Row row = active ? graph.row(x) : Row{0, 0, 0};
  const u32 length = limit == kUnbounded || limit > x ? row.degree : row.out_degree;
  return count_flat<typename Way::Group>(graph.list(row), length, x, limit, work, [&](u32, u32, u32 y) {
    bool good = t.has_label(label, y);
    for (u32 mask = absent; mask != 0; mask &= mask - 1) {
      good = good && !t.adjacent(t.state.matched[__ffs(mask) - 1], y);
    }
    return good;
  });
}

// How many unused members the size's set has for each lane's x, which is bound to position `last`.
template <class Way>
__device__ __forceinline__ u32 size_for(
    Way& t, u32 index, u32 last, u32 x, bool active, u32& work) {
  const GraphView& graph = t.job.graph;
  const u64 size = t.plan.sizes[index];
  const u32 id = byte_of(size, 0);
  const u64 step = t.plan.sets[id];
  const u32 limit = t.limit(byte_of(size, 1), last, x);
  const u32 source = byte_of(step, 4);
  const u32 label = Way::kLabelled ? byte_of(step, 6) : 0;
  u32 value;
  if (byte_of(step, 0) != last) {
    value = byte_of(step, 5) != 0 ? below(t.sets[id], limit) : t.sets[id].size;
  } else if (source == 0 && byte_of(step, 2) == 0 && label == 0) {
    const Row row = active ? graph.row(x) : Row{0, 0, 0};
    value = limit == kUnbounded ? row.degree
        : limit == x            ? row.out_degree
                                : lower_bound(graph.list(row), row.degree, limit);
  } else if (source == 0) {
    value = count_private(t, byte_of(step, 2), label, x, limit, active, work);
  } else {
    const SetView from = t.sets[source - 1];
    value = count_common<typename Way::Group, Way::kEveryBit>(graph, from, x, limit, active, work);
    if ((byte_of(step, 1) >> last & 1) == 0) {
      value = below(from, limit) - value;
    }
  }
  for (u32 mask = byte_of(size, 2); mask != 0; mask &= mask - 1) {
    const u32 position = __ffs(mask) - 1;
    const u32 vertex = position == last ? x : t.state.matched[position];
    bool member = active && vertex < limit && t.has_label(label, vertex);
    for (u32 near = byte_of(t.plan.exclusions[index], position); member && near != 0; near &= near - 1) {
      const u32 other = __ffs(near) - 1;
      member = t.adjacent(other == last ? x : t.state.matched[other], vertex);
    }
    value -= member ? 1 : 0;
  }
  return value;
}

template <class Way>
__device__ __forceinline__ void aggregate_count(Way& t, u32 last, u32 x, bool active, u32& work) {
  for (u32 i = 0; i < t.plan.size_count; i++) {
    t.values[i * Way::Group::kLanes + t.lane] = size_for(t, i, last, x, active, work);
  }
  if (!active) {
    return;
  }
  for (u32 i = 0; i < t.plan.term_count; i++) {
    __int128 product = static_cast<int64_t>(t.plan.coefficients[i]);
    for (u64 factors = t.plan.factors[i]; (factors & 0xFF) != 0xFF; factors >>= 8) {
      product *= t.values[(factors & 0xFF) * Way::Group::kLanes + t.lane];
    }
    t.sum += product;
  }
}

// Stores the matches of the active lanes. False: the list is full, and nothing was stored.
template <class Way>
__device__ __forceinline__ bool aggregate_store(Way& t, u32 last, u32 x, bool active) {
  const u32 mask = Way::Group::ballot(active);
  const u32 matches = __popc(mask);
  if (matches == 0) {
    return true;
  }
  u32 at = kNobody;
  if (t.lane == 0) {
    u32 seen = read_volatile(&t.job.control->listed);
    while (seen + matches <= t.job.list_capacity) {
      const u32 now = atomicCAS(&t.job.control->listed, seen, seen + matches);
      if (now == seen) {
        at = seen;
        break;
      }
      seen = now;
    }
    if (at == kNobody) {
      atomicExch(&t.job.control->pause, 1u);
    }
  }
  at = Way::Group::from(at, 0);
  if (at == kNobody) {
    t.leaving = true;
    return false;
  }
  if (active) {
    u32* out = t.job.list + static_cast<u64>(at + __popc(mask & Way::Group::lanes_below())) * t.plan.vertices;
    for (u32 i = 0; i < last; i++) {
      out[byte_of(t.plan.positions[i], 3)] = t.job.rank_to_id[t.state.matched[i]];
    }
    out[byte_of(t.plan.positions[last], 3)] = t.job.rank_to_id[x];
    t.sum += 1;
  }
  return true;
}

// One batch of candidates of the last position. False: it has to be done again by a later launch.
template <class Way>
__device__ __forceinline__ bool aggregate(Way& t, u32 last, u32 from, u32 end) {
  const u32 at = from + t.lane;
  const u32 x = at < end ? t.candidate(last, at) : 0;
  const bool active = at < end && !t.used(last, x);
  u32 work = 1;
  bool stored = true;
  if (t.plan.term_count == 0) {
    stored = aggregate_store(t, last, x, active);
  } else {
    aggregate_count(t, last, x, active, work);
  }
  if (stored) {
    t.extensions += __popc(Way::Group::ballot(active));
  }
  t.worked(work);
  return stored;
}

}  // namespace cliquestream::enumerate
