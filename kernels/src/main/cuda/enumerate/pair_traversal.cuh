// Plans that bind two positions: a lane an edge.
//
// With two positions bound there is no depth to go into, and rows of the graph are all that sets are made of. A warp that took
// one row after the other would pay the way to a row, five or six dependent loads, for rows of one or two members too, which
// are most of a graph. So a lane takes an edge, 32 of whatever rows at once, and the elements of the 32 shorter rows are gone
// through flat. Edges lie by the end of smaller rank, the hub: neighbouring lanes ask one bit row, and the longest lists come
// first, so that what is handed out last is short and nothing has to be given away.
//
// What a size can be over two adjacent positions p and q: members of row p, of row q, of both, or of one but not the other,
// which is the row's less the common ones. So one count of common members answers every size with the same bounds.
#pragma once

#include "enumerate/extend.cuh"
#include "enumerate/traversal.cuh"

namespace cliquestream::enumerate {

template <bool kAllBits>
class PairTraversal : public Walk<WarpGroup> {
  using Base = Walk<WarpGroup>;

 public:
  __device__ __forceinline__ PairTraversal(const Job& j, const cs_enumerate_plan& p, WarpState& s, char* more, u32 n, u64 d)
      : Base(j, p, s, n, d), values_(reinterpret_cast<u32*>(more)) {}
  static __host__ __device__ u32 warp_bytes(const cs_enumerate_plan& p) { return p.size_count * 32 * 4; }

  // The only level is a range of edges, or of arcs where the positions are not interchangeable.
  __device__ __forceinline__ u32 last() const { return 0; }
  __device__ __forceinline__ bool aggregate(u32 from, u32 to) {
    const u32 at = from + lane;
    const bool active = at < to;
    u32 work = 2;
    take_edge(at, active);
    u32 counted = kUnbounded;  // the bounds that `common` respects: no mask of positions yet
    u32 common = 0;
    for (u32 i = 0; i < plan.size_count; i++) {
      const u64 size = plan.sizes[i];
      const u64 set = plan.sets[byte_of(size, 0)];
      const u32 near = byte_of(set, 1), both = near | byte_of(set, 2);
      const u32 limit = limit_of(byte_of(size, 1));
      if (both == 3 && counted != byte_of(size, 1)) {
        common = count_common(limit, active, work);
        counted = byte_of(size, 1);
      }
      u32 value = near == 3 ? common : row_below(near >> 1, limit) - (both == 3 ? common : 0);
      // The positions are adjacent, so whoever might coincide does if it is within the bounds.
      for (u32 mask = byte_of(size, 2); mask != 0; mask &= mask - 1) {
        value -= active && end(__ffs(mask) - 1) < limit ? 1 : 0;
      }
      values_[i * 32 + lane] = value;
    }
    if (active) {
      for (u32 i = 0; i < plan.term_count; i++) {
        __int128 product = static_cast<int64_t>(plan.coefficients[i]);
        for (u64 factors = plan.factors[i]; (factors & 0xFF) != 0xFF; factors >>= 8) {
          product *= values_[(factors & 0xFF) * 32 + lane];
        }
        sum += product;
      }
    }
    extensions += min(to - from, 32u);
    worked(work);
    return true;
  }

  // What a search of some depth would need.
  __device__ __forceinline__ bool is_root(u32) const { return true; }
  __device__ __forceinline__ bool roots_bounded() const { return byte_of(plan.positions[1], 0) & 1; }
  __device__ __forceinline__ u32 candidate_begin(u32, u32) const { return 0; }
  __device__ __forceinline__ u32 candidate_count(u32) const { return 0; }
  __device__ __forceinline__ u32 candidate(u32, u32 at) const { return at; }
  __device__ __forceinline__ bool used(u32, u32) const { return false; }
  __device__ __forceinline__ bool bind(u32, u32) { return true; }
  __device__ __forceinline__ bool resume(u32) { return true; }
  __device__ __forceinline__ void release(u32) {}
  __device__ __forceinline__ void leave() {}

 private:
  u32* const values_;  // [size][32]
  u32 first_end_ = 0, second_end_ = 0;  // this lane's, at position 0 and 1
  Row first_row_, second_row_;

  __device__ __forceinline__ u32 end(u32 position) const { return position == 0 ? first_end_ : second_end_; }
  __device__ __forceinline__ Row row(u32 position) const { return position == 0 ? first_row_ : second_row_; }
  __device__ __forceinline__ void take_edge(u32 at, bool active) {
    const bool bounded = roots_bounded();  // position 1 is the end of smaller rank
    const u32 edge = bounded ? at : at / 2;
    const bool turned = !bounded && at % 2 != 0;
    const u32 smaller = active ? __ldg(job.smaller_ends + edge) : 0;
    const u32 larger = active ? __ldg(job.larger_ends + edge) : 0;
    first_end_ = turned ? smaller : larger;
    second_end_ = turned ? larger : smaller;
    first_row_ = active ? job.graph.row(first_end_) : Row{0, 0, 0};
    second_row_ = active ? job.graph.row(second_end_) : Row{0, 0, 0};
  }
  __device__ __forceinline__ u32 limit_of(u32 positions) const {
    return min(positions & 1 ? first_end_ : kUnbounded, positions & 2 ? second_end_ : kUnbounded);
  }
  // At least as many members of a position's row as are below a limit, without a search.
  __device__ __forceinline__ u32 length(u32 position, u32 limit) const {
    return limit <= end(position) ? row(position).out_degree : row(position).degree;
  }
  __device__ __forceinline__ u32 row_below(u32 position, u32 limit) const {
    const Row its = row(position);
    return limit == kUnbounded    ? its.degree
        : limit == end(position) ? its.out_degree
                                 : lower_bound(job.graph.list(its), its.degree, limit);
  }
  __device__ __forceinline__ u32 count_common(u32 limit, bool active, u32& work) const {
    const u32 first = active ? length(0, limit) : 0;
    const u32 second = active ? length(1, limit) : 0;
    const bool by_first = first <= second;
    return count_flat<WarpGroup, EnumeratePolicy::kLongPair, EnumeratePolicy::kPairSteps>(
        job.graph.list(row(by_first ? 0 : 1)), by_first ? first : second, end(by_first ? 1 : 0), limit, work,
        [&](u32, u32 other, u32 y) { return job.graph.template adjacent<kAllBits>(other, y); });
  }
};

}  // namespace cliquestream::enumerate
