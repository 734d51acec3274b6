// Orientation over the whole matrix of a root of 33 to 128 out-neighbours: cliques of five to eight vertices, by lanes.
//
// A lane takes an edge (i, j) of the matrix, and with it the mask of the vertices below j that are adjacent to both; it works
// down from there by itself. Nothing is compacted: from the fourth vertex on candidates are few, so that copying rows into
// a tile costs more instructions than the words it saves. Two vertices before the end a lane holds a mask and those of its
// vertices that have not been looked at; a step ANDs the row of one of them with the mask and counts the bits.
//
// Words: a mask lies below j, and most edges have a small j, for vertices of small rank are in most cliques. So edges come in
// passes, those with j in words 2 and 3 first (four words a mask), then those in word 1 (two), then those in word 0 (one).
// Rows are there three times, four, two and one words wide, so that few lanes meet a bank.
//
// Balance: warps take rows of the root, pass by pass, from a counter and keep their edges in a ring; lanes without work wait
// for a few others and take from it together. Once there are no edges left, idle lanes take a vertex each from the masks of
// others (share). So a warp's lanes end together, and what is left is at most a row's worth of work between warps; blocks
// without a root join one with many rows left (root_choice.cuh).
//
// Cost: a step for each clique of one vertex less, without the smallest vertex of each mask.
#pragma once

#include "cliques/matrix.cuh"
#include "cliques/root_choice.cuh"

namespace cliquestream::cliques {

// A warp's part of shared memory: edges ready to be taken, and once there are none, masks that lanes hand over.
union alignas(16) LanesArea {
  u16 edges[CliquePolicy::kLanesRing];
  TileSet<4> masks[32];
};

// Sums bits of masks. A POPC takes as many as two or four of equal weight, through carry-save adders.
template <int kWords>
class BitSum {
 public:
  __device__ __forceinline__ void add(const TileSet<kWords>& set) {
    if constexpr (kWords == 1) {
      sum_ += __popc(set.word[0]);
    } else if constexpr (kWords == 2) {
      sum_ += __popc(carry(ones_, set.word[0], set.word[1]));
    } else {
      static_assert(kWords == 4, "a pair of pairs");
      const u32 low = carry(ones_, set.word[0], set.word[1]), high = carry(ones_, set.word[2], set.word[3]);
      sum_ += __popc(carry(twos_, low, high));
    }
  }
  // Once in 2^26 steps at least.
  __device__ __forceinline__ void settle() {
    settled_ += sum_;
    sum_ = 0;
  }
  __device__ __forceinline__ u64 total() const {
    return kWords * (settled_ + sum_) + 2 * __popc(twos_) + __popc(ones_);
  }

 private:
  // What is worth twice as much of the bits of three words; one of them keeps the rest.
  __device__ __forceinline__ static u32 carry(u32& kept, u32 a, u32 b) {
    const u32 carried = (kept & a) | (kept & b) | (a & b);
    kept ^= a ^ b;
    return carried;
  }

  u32 sum_ = 0;
  u32 ones_ = 0;
  u32 twos_ = 0;
  u64 settled_ = 0;
};

// What a lane works on. `mask` is a set from which two vertices are missing, `left` those of them to be looked at, all but the
// smallest, which has none below; `above` the vertices of a set from which three are missing whose masks have not been made;
// `levels` the like from which four and more are.
template <int kWords>
class LaneSearch {
  using Set = TileSet<kWords>;

 public:
  static constexpr u32 kLevels = CliquePolicy::kLanesMost - 6;

  // rows: of as many words as a mask, one after the other. missing: vertices, once an edge is taken; at least 2.
  __device__ __forceinline__ LaneSearch(const u32* rows, u32 missing) : rows_(rows), missing_(missing) {}

  __device__ __forceinline__ bool waits() const { return left_.empty() && above_.empty(); }
  __device__ __forceinline__ bool idle() const { return waits() && depth_ == 0; }
  __device__ __forceinline__ bool gives() const { return !above_.empty(); }

  __device__ __forceinline__ Set row(u32 vertex) const { return Set::load(rows_, vertex); }

  // The vertices below an edge that are adjacent to both its ends, and whether they may hold what is missing.
  __device__ __forceinline__ Set below(u32 i, u32 j) const { return row(i) & row(j); }
  __device__ __forceinline__ bool may_hold(const Set& set) const { return set.count() >= missing_; }

  // Begins at an edge, with the set below it.
  __device__ __forceinline__ void begin(const Set& both) {
    if (missing_ == 2) {
      look_at(both);
    } else if (missing_ == 3) {
      above_ = both;
    } else {
      levels_[0] = both;
      depth_ = 1;
    }
  }
  // The next set from which three vertices are missing.
  __device__ __forceinline__ void descend() {
    while (depth_ > 0 && waits()) {
      Set level = levels_[depth_ - 1];
      if (level.empty()) {
        depth_--;
        continue;
      }
      const Set child = level & row(level.take_top_or_zero());
      levels_[depth_ - 1] = level;
      const u32 missing = missing_ - depth_;
      if (child.count() >= missing) {
        if (missing == 3) {
          above_ = child;
        } else {
          levels_[depth_++] = child;
        }
      }
    }
  }
  // The next mask of `above`, where the last is done.
  __device__ __forceinline__ void next_mask() {
    if (left_.empty() && !above_.empty()) {
      const u32 vertex = above_.take_top_or_zero();
      look_at(above_ & row(vertex));
    }
  }
  // One vertex. Row 0 has no bits, and stands for the vertex where there is none left.
  __device__ __forceinline__ void step() {
    const u32 vertex = left_.take_top_or_zero();
    sum_.add(mask_ & row(vertex));
  }
  __device__ __forceinline__ void settle() { sum_.settle(); }
  __device__ __forceinline__ u64 total() const { return sum_.total(); }

  // Hands the largest vertex of `above` over to a lane that has nothing, for as many lanes as there are of both. For a whole
  // warp.
  __device__ __forceinline__ void share(TileSet<4>* masks, u32 lane) {
    const u32 givers = __ballot_sync(kFullWarp, gives()), takers = __ballot_sync(kFullWarp, idle());
    const u32 below = lanes_below_mine(), both = min(__popc(givers), __popc(takers));
    Set* slots = reinterpret_cast<Set*>(masks);
    const bool give = (givers >> lane & 1) && __popc(givers & below) < both;
    const bool take = (takers >> lane & 1) && __popc(takers & below) < both;
    if (give) {
      slots[__popc(givers & below)] = above_;
      above_.take_top_or_zero();
    }
    __syncwarp();
    if (take) {
      Set set = slots[__popc(takers & below)];
      const u32 vertex = set.take_top_or_zero();
      look_at(set & row(vertex));
    }
    __syncwarp();
  }

 private:
  __device__ __forceinline__ void look_at(const Set& mask) {
    mask_ = mask;
    left_ = mask.without_lowest();
  }

  const u32* rows_;
  const u32 missing_;
  u32 depth_ = 0;
  Set mask_ = {}, left_ = {}, above_ = {};
  Set levels_[kLevels];
  BitSum<kWords> sum_;
};

// The rows of a root, by words: those of the matrix, and copies of the two and of the one that most masks lie in.
struct LaneRows {
  u32* four;
  u32* two;
  u32* one;
  static constexpr u32 kWords = 7;  // of a vertex in all
  static constexpr u32 kPasses = 3;

  __device__ __forceinline__ LaneRows(u32* matrix, u32 vertices)
      : four(matrix), two(matrix + 4 * vertices), one(matrix + 6 * vertices) {}
  // For a whole block, between two barriers.
  __device__ __forceinline__ void copy(u32 degree) const {
    for (u32 i = threadIdx.x; i < degree; i += blockDim.x) {
      const TileSet<2> row = {{four[4 * i], four[4 * i + 1]}};
      row.store(two, i);
      one[i] = row.word[0];
    }
  }
};

// One pass over a root: of the edges (i, j) with j in the upper half of the masks' words, those in rows that this warp gets
// hold of. Rows are turns first .. end - 1 of the root's counter; turn: the last one that this warp was given, and has not
// worked off.
template <int kWords>
__device__ __forceinline__ void count_pass(
    Worker& worker, const u32* all_rows, const RowPart& part, u32 place, u32 degree, u32 first, u32 end, u32& turn) {
  constexpr u32 kLeastWord = kWords / 2;
  const Job& job = worker.job;
  const u32 lane = worker.lane;
  LanesArea& area = *shared_at<LanesArea>(worker.area_at(worker.warp));
  LaneSearch<kWords> search(all_rows, job.most - 3);
  u32 ring_first = 0, ring_end = 0;
  const auto add_row = [&] {
    const u32 i = degree - 1 - part.first - (turn - first) * part.step;
    const TileSet<kWords> row = search.row(i);
#pragma unroll
    for (u32 w = kWords; w-- > kLeastWord;) {  // the largest masks first
      const bool worth = (row.word[w] >> lane & 1) && search.may_hold(row & search.row(w * 32 + lane));
      const u32 those = __ballot_sync(kFullWarp, worth);
      if (worth) {
        const u32 at = ring_end + __popc(those & lanes_below_mine());
        area.edges[at & (CliquePolicy::kLanesRing - 1)] = static_cast<u16>(i << 8 | (w * 32 + lane));
      }
      ring_end += __popc(those);
    }
    if (kWords == 1 && lane == 0 && job.done != nullptr) {
      add_to(job.done, i + 1);
    }
    if (lane == 0) {
      turn = atomicAdd(job.rows_taken + place, 1u);
    }
    turn = __shfl_sync(kFullWarp, turn, 0);
  };
  for (;;) {
    search.descend();
    const u32 want = __ballot_sync(kFullWarp, search.idle());
    const u32 wanted = __popc(want);
    while (turn < end && ring_end - ring_first < wanted) {
      add_row();
    }
    __syncwarp();
    if (ring_first < ring_end) {
      const u32 mine = ring_first + __popc(want & lanes_below_mine());
      if ((want >> lane & 1) && mine < ring_end) {
        const u32 edge = area.edges[mine & (CliquePolicy::kLanesRing - 1)];
        search.begin(search.below(edge >> 8, edge & 255));
        search.descend();
      }
      ring_first = ring_end - ring_first < wanted ? ring_end : ring_first + wanted;
      __syncwarp();
    } else if (wanted == 32) {
      break;
    } else {
      search.share(area.masks, lane);
    }
    u32 waiting = __ballot_sync(kFullWarp, search.waits());
    if (waiting == kFullWarp ||
        (__popc(waiting) >= CliquePolicy::kWaitingLanes && (turn < end || ring_first < ring_end))) {
      continue;
    }
    do {
      const bool busy = !search.waits();
      search.next_mask();
#pragma unroll
      for (int x = 0; x < CliquePolicy::kLanesSteps; x++) {
        search.step();
      }
      worker.sweeps += busy ? CliquePolicy::kLanesSteps : 0;
      waiting = __ballot_sync(kFullWarp, search.waits());
      if (worker.node()) {
        worker.counted += search.total();
        return;
      }
    } while (__popc(waiting) < CliquePolicy::kWaitingLanes);
    search.settle();
  }
  worker.counted += search.total();
}

// The passes of a root, of which blocks that have joined it do their part.
__device__ __forceinline__ void count_passes(
    Worker& worker, const LaneRows& rows, const RowPart& part, u32 place, u32 degree) {
  u32 turn = 0;
  if (worker.lane == 0) {
    turn = atomicAdd(worker.job.rows_taken + place, 1u);
  }
  turn = __shfl_sync(kFullWarp, turn, 0);
  u32 first = 0;
  for (u32 pass = LaneRows::kPasses; pass-- > 0 && !worker.stopped;) {
    const u32 end = first + part.pass_rows(degree, pass);
    if (turn < end) {
      if (pass == 2) {
        count_pass<4>(worker, rows.four, part, place, degree, first, end, turn);
      } else if (pass == 1) {
        count_pass<2>(worker, rows.two, part, place, degree, first, end, turn);
      } else {
        count_pass<1>(worker, rows.one, part, place, degree, first, end, turn);
      }
    }
    first = end;
  }
}

__device__ __forceinline__ void count_roots_by_lanes(const Job& job) {
  char* shared = CS_CLIQUE_SHARED;
  const u32 lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  Sharing& sharing = *reinterpret_cast<Sharing*>(shared);
  const Leaves no_leaves(job.histogram, nullptr);
  const long long start = clock64();
  if (threadIdx.x == 0) {
    sharing.left = job.blocks;  // a root that was begun is done
  }
  Worker worker(job, no_leaves, sharing, sizeof(LanesArea), nullptr, lane, warp);
  const LaneRows rows(shared_at<u32>(job.layout.matrix), (job.widest + 3) & ~3u);
  u32* const ids = shared_at<u32>(job.layout.ids);
  for (;;) {
    __syncthreads();
    if (warp == 0) {
      choose_root(worker);
    }
    __syncthreads();
    const u32 place = sharing.root;
    if (place == kNoId) {
      break;
    }
    const u64 row = __ldg(job.rows + __ldg(job.roots + place));
    const u32 degree = row_length(row);
    const RowPart part(job, place);
    if (part.rows(degree) == 0) {
      continue;  // none of its rows is in this slice
    }
    const Lookup lookup = {
        ids, degree, shared_at<u32>(job.layout.filter), job.layout.filter_bits, shared_at<u32>(job.layout.slots),
        job.layout.slot_bits};
    build_matrix<false, true>(
        job, lookup, job.adjacency + row_quad(row) * 4, ids, rows.four, 4, CliquePolicy::kSmallRootLanesPerRow, threadIdx.x,
        blockDim.x);
    rows.copy(degree);
    __syncthreads();
    count_passes(worker, rows, part, place, degree);
  }
  worker.publish(start);
}

__global__ void __launch_bounds__(CliquePolicy::kLanesThreads, CliquePolicy::kLanesBlocks)
    cs_kernel_clique_orientation_lanes(Job job) {
  count_roots_by_lanes(job);
}

}  // namespace cliquestream::cliques
