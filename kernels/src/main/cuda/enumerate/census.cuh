// All connected vertex-induced subgraphs of k vertices, each once, by isomorphism class: pattern-oblivious enumeration with
// canonical candidates (Wernicke's ESU, 2006) and relabelling by a dictionary (DuMato).
//
// The first vertex v0 has the largest rank of its subgraph. Binding a vertex appends to one list A its exclusive neighbours: of
// smaller rank than v0, not bound, adjacent to no vertex bound before. Position p is taken from the places of A after the one
// that position p - 1 was taken from. So every vertex set is found in one order only, the stack is a single list that grows
// and shrinks at its end, and what is left of a level is a range of places.
//
// With the last vertex the adjacency of the subgraph is known as a bitmap; the dictionary names its class. A warp counts
// classes in shared memory and adds them to the totals when it looks up from its work, before 32 bits can overflow.
#pragma once

#include "enumerate/extend.cuh"
#include "enumerate/traversal.cuh"

namespace cliquestream::enumerate {

// A program says which subgraphs to grow and how to count those that are complete:
//   static bool keep(u32 bound, u32 vertices, u32 bitmap, const u64* arguments)
//       whether to go on with `bound` of `vertices` vertices; what is refused is not extended, and not counted when complete
//   static u32 class_of(u32 vertices, u32 bitmap, const Job& job, const u64* arguments)
//       the counter, below the number of classes, of a complete one
// bitmap: adjacency, (0,1), (0,2), (1,2), (0,3) ..., the last pair lowest. arguments: eight words of the caller's.
struct CensusProgram {
  static constexpr bool kPrunes = false;
  static __device__ __forceinline__ bool keep(u32, u32, u32, const u64*) { return true; }
  static __device__ __forceinline__ u32 class_of(u32 vertices, u32 bitmap, const Job& job, const u64*) {
    // The first edge is always there: the dictionary leaves its bit out.
    return job.dictionary[bitmap & ((1u << (vertices * (vertices - 1) / 2 - 1)) - 1)];
  }
};

template <class Program, class WorkingGroup, bool kAllBits>
class SubgraphTraversal : public Walk<WorkingGroup> {
  using Base = Walk<WorkingGroup>;

 public:
  using typename Base::Group;
  using Base::deadline;
  using Base::extensions;
  using Base::job;
  using Base::lane;
  using Base::last;
  using Base::leaving;
  using Base::number;
  using Base::plan;
  using Base::state;
  using Base::sum;

  __device__ __forceinline__ SubgraphTraversal(
      const Job& j, const cs_enumerate_plan& p, WarpState& s, char* more, u32 n, u64 d)
      : Base(j, p, s, n, d), counts_(reinterpret_cast<u32*>(more)) {
    places_ = small();
    for (u32 i = lane; i < job.classes; i += Group::kLanes) {
      counts_[i] = 0;
    }
    Group::sync();
  }
  static __host__ __device__ u32 warp_bytes(u32 classes) { return (classes * 4 + 15) / 16 * 16; }

  __device__ __forceinline__ bool is_root(u32) const { return true; }
  __device__ __forceinline__ bool roots_bounded() const { return true; }
  __device__ __forceinline__ u32 candidate_begin(u32, u32 place) const { return place + 1; }
  __device__ __forceinline__ u32 candidate_count(u32) const { return top_; }
  __device__ __forceinline__ u32 candidate(u32 level, u32 place) const { return level == 0 ? place : places_[place]; }
  // Filter.
  __device__ __forceinline__ bool used(u32 level, u32 x) const {
    return Program::kPrunes && level > 0 && !Program::keep(level + 1, plan.vertices, extended(level, x), plan.coefficients);
  }

  __device__ __forceinline__ bool bind(u32 level, u32 vertex) {
    Group::sync();
    if (lane == 0) {
      state.matched[level] = vertex;
      state.mark[level] = top_;
      state.other_mark[level] = bitmap_;
    }
    Group::sync();
    const Row row = job.graph.row(vertex);
    const u32 root = state.matched[0];
    const u32* list = job.graph.list(row);
    // Smaller ranks than the root's lead the row.
    const u32 size = level == 0 ? row.out_degree : lower_bound(list, row.degree, root);
    if (!reserve(size)) {
      return false;
    }
    top_ += filter<Group>(list, size, places_ + top_, [&](u32 y) {
      for (u32 i = 0; i < level; i++) {
        if (state.matched[i] == y || job.graph.template adjacent<kAllBits>(state.matched[i], y)) {
          return false;
        }
      }
      return true;
    });
    bitmap_ = extended(level, vertex);
    look_after(size / Group::kLanes + 2);
    return true;
  }
  __device__ __forceinline__ void release(u32 level) {
    top_ = state.mark[level];
    bitmap_ = state.other_mark[level];
    if (top_ == 0) {
      return_large();
    }
  }
  __device__ __forceinline__ bool resume(u32 level) {
    for (u32 i = 0; i < level; i++) {
      if (!bind(i, state.matched[i])) {
        return_large();
        return false;
      }
    }
    return true;
  }

  __device__ __forceinline__ bool aggregate(u32 from, u32 end) {
    const u32 at = from + lane;
    if (at < end) {
      const u32 bitmap = extended(last(), candidate(last(), at));
      if (!Program::kPrunes || Program::keep(plan.vertices, plan.vertices, bitmap, plan.coefficients)) {
        atomicAdd(counts_ + Program::class_of(plan.vertices, bitmap, job, plan.coefficients), 1u);
      }
    }
    extensions += min(end - from, Group::kLanes);
    look_after(2);
    return true;
  }
  __device__ __forceinline__ void leave() {
    publish();
    return_large();
  }

 private:
  u32* counts_;
  u32* places_;
  u32 top_ = 0;
  u32 bitmap_ = 0;  // of the bound vertices: (0,1), (0,2), (1,2), (0,3) ..., the first bit highest
  u32 large_index_ = kNobody;

  __device__ __forceinline__ u32* small() const { return job.arenas + static_cast<u64>(number) * job.arena_ids; }

  __device__ __forceinline__ u32 extended(u32 level, u32 x) const {
    u32 bits = bitmap_;
    for (u32 i = 0; i < level; i++) {
      bits = bits << 1 | (job.graph.template adjacent<kAllBits>(state.matched[i], x) ? 1u : 0u);
    }
    return bits;
  }
  __device__ __forceinline__ void look_after(u32 more) {
    if (this->worked(more)) {
      publish();
    }
  }
  __device__ __forceinline__ void publish() {
    Group::sync();
    for (u32 i = lane; i < job.classes; i += Group::kLanes) {
      const u32 count = counts_[i];
      if (count != 0) {
        add_to(job.class_counts + i, count);
        counts_[i] = 0;
        sum += count;
      }
    }
    Group::sync();
  }

  // Room for more places; moves to a large stack when the small one is full.
  __device__ __forceinline__ bool reserve(u32 more) {
    if (large_index_ != kNobody || top_ + more <= job.arena_ids) {
      return true;
    }
    large_index_ = take_large<Group>(job, number, deadline);
    if (large_index_ == kNobody) {
      leaving = true;
      return false;
    }
    u32* larger = job.large + static_cast<u64>(large_index_) * job.large_ids;
    for (u32 i = lane; i < top_; i += Group::kLanes) {
      larger[i] = places_[i];
    }
    Group::sync();
    places_ = larger;
    return true;
  }
  __device__ __forceinline__ void return_large() {
    if (large_index_ == kNobody) {
      return;
    }
    Group::sync();
    if (lane == 0) {
      __threadfence();
      atomicExch(&job.large_taken[large_index_], 0u);
    }
    large_index_ = kNobody;
    places_ = small();
    top_ = 0;
    Group::sync();
  }
};

template <class Group, bool kAllBits>
using CensusTraversal = SubgraphTraversal<CensusProgram, Group, kAllBits>;

}  // namespace cliquestream::enumerate
