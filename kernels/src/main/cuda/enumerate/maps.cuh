// Homomorphisms of patterns of six vertices: maps that take edges to edges and may take different vertices to the same one. Most
// sparse patterns of six vertices have more matches than anything can visit, but their homomorphisms are sums of products of numbers
// of walks, and matches follow from homomorphisms: what is not injective maps a smaller pattern, and those of up to five vertices
// have formulas of their own (sums.cuh). The host takes these away (SixVertexMaps) and divides by the automorphisms.
//
// A pattern is taken apart at two of its vertices, x and y, its poles; what hangs between them in parallel is multiplied. Everything
// that joins two poles here is a number for every pair (x,y), x = y included:
//   A  1 if x and y are adjacent           W  common neighbours
//   T  walks of three edges                D  ordered pairs of adjacent common neighbours
//   P, Q, R  sums over common neighbours z of W(x,z), W(z,y), d(z)
//   S  sum over common neighbours of y(z) y(z), where y(z) is how many others of them are adjacent to z
//   K  sum over the pairs of D of k(x,a,b), the common neighbours of all three
// So the 6-cycle is the sum of T T, the domino that of A T T, a 4-clique with an edge made a path of three that of T D. Patterns
// with a cut vertex are products at it; with closed walks c4(x) = sum of W W and c5(x) = sum of W T, walks w2(x) and w3(x), t(x) =
// sum of W over neighbours, tip(x) = sum of D and k4(x) = sum of D over neighbours of x. Which product belongs to which pattern:
// cs_enumerate_map.
//
// A block takes one x after the other, the largest degree first.
// 1. It walks from all neighbours z of x to theirs, which makes W, P, Q and R of every y that is two steps away (rows of x).
// 2. For every neighbour u of x a warp lists the v that are adjacent to both, with k(x,u,v), and looks for each y next to u which of
//    them are next to y, by bits. This makes D, S and K. Cost: d(u) times t over the neighbours. The warp also goes through the
//    triangles zab at z = u.
// 3. It goes through all vertices y and adds W up over y's row, which gives T; whatever (x,y) adds to is added at once, so T is
//    never kept, and the cells of y are cleared. Cost: all arcs for every x, in all arcs times vertices, reads of a row that is in
//    shared memory where two bytes a vertex fit it.
//
// Exactness. Sums are made modulo 2^128 and the homomorphisms of a connected pattern of six vertices are no more than those of a
// star, the sum of d^5, which the host admits up to 2^126; so they are exact, whatever their parts do. For these: there are below
// 2^32 arcs, and every one of W, P, Q, R, D and T is at most w2(x) or w2(y), walks of two edges from one vertex, each of which has a
// last arc of its own: below 2^32. S and K sum at most w2 products of numbers below 2^31 (below 2^63), c4, c5, tip and k4 likewise
// (below 2^64). Products of two are below 2^64 and added to 64 bits with the carries counted; products of three are taken in 128.
//
// A launch ends between two takings of vertices x; sums over any parts of these add up.
#pragma once

#include "enumerate/wedges.cuh"

namespace cliquestream::enumerate {

// Rows of x at y, but W. One sector of memory.
struct alignas(32) MapCell {
  u32 near, far, degrees, pairs;  // P, Q, R, D
  u64 squares, cliques;           // S, K
};

// Sums at x.
enum RootSum : u32 { kWalks2, kWalks3, kSquares, kTriangles, kTheirTriangles, kCycles4, kCycles5, kTips, kCliques, kRootSums };

struct alignas(16) MapState {
  u64 low[CS_ENUMERATE_MAP_COUNT];
  u64 high[CS_ENUMERATE_MAP_COUNT];
  u64 root[kRootSums];
};

// A thread's part of the sums; carries go to the block's.
class MapSums {
 public:
  __device__ __forceinline__ explicit MapSums(MapState& state) : state_(state) {}
  template <int kWhich>
  __device__ __forceinline__ void add(u64 low, u64 high = 0) {
    const u64 sum = low_[kWhich] + low;
    high += sum < low ? 1 : 0;
    low_[kWhich] = sum;
    if (high != 0) {
      add_to(&state_.high[kWhich], high);
    }
  }
  template <int kWhich>
  __device__ __forceinline__ void add_product(u64 a, u64 b) {
    add<kWhich>(a * b, __umul64hi(a, b));
  }
  __device__ __forceinline__ void flush() {
#pragma unroll
    for (int i = 0; i < CS_ENUMERATE_MAP_COUNT; i++) {
      u64 low = low_[i], high = 0;
      warp_sum_wide(low, high);
      if (lane_id() == 0) {
        add_wide(&state_.low[i], &state_.high[i], low, high);
      }
    }
  }

 private:
  MapState& state_;
  u64 low_[CS_ENUMERATE_MAP_COUNT] = {};
};

// A block's rows. Counters have W; the rest is in global memory, as are the lists of the warps.
template <class Counters>
class MapRows {
 public:
  static __host__ __device__ u64 counter_words(u64 vertices) {
    return Counters::kGlobal ? (2 * vertices + (vertices + 31) / 32 + 7) / 8 * 8 : 0;
  }
  // Words of a block in global memory.
  static __host__ __device__ u64 words(u64 vertices, u64 max_degree, u32 warps) {
    return (counter_words(vertices) + 8 * vertices + 2 * u64{warps} * max_degree + 7) / 8 * 8;
  }
  static __host__ __device__ u32 mask_bytes(u32 vertices) { return Counters::kGlobal ? 0 : (vertices + 127) / 128 * 16; }

  __device__ __forceinline__ MapRows(const Job& job, char* shared)
      : counters(job, shared),
        vertices_(job.graph.vertices) {
    u32* const own = job.large + static_cast<u64>(blockIdx.x) * job.large_ids;
    mask_ = Counters::kGlobal ? own + 2 * static_cast<u64>(vertices_)
                              : reinterpret_cast<u32*>(shared + Counters::bytes(vertices_));
    cells_ = reinterpret_cast<MapCell*>(own + counter_words(vertices_));
    lists_ = own + counter_words(vertices_) + 8 * static_cast<u64>(vertices_);
    list_words_ = job.graph.vertices == 0 ? 0 : job.graph.row(0).degree;
    for (u32 i = threadIdx.x; i < (vertices_ + 31) / 32; i += blockDim.x) {
      mask_[i] = 0;
    }
    for (u32 i = threadIdx.x; i < vertices_; i += blockDim.x) {
      clear(i);
    }
  }
  __device__ __forceinline__ MapCell& cell(u32 y) const { return cells_[y]; }
  // Atomics leave what the first-level cache holds as it is: read past it.
  __device__ __forceinline__ MapCell read(u32 y) const {
    MapCell out;
    const uint4 first = __ldcg(reinterpret_cast<const uint4*>(cells_ + y));
    const ulonglong2 second = __ldcg(reinterpret_cast<const ulonglong2*>(cells_ + y) + 1);
    out.near = first.x;
    out.far = first.y;
    out.degrees = first.z;
    out.pairs = first.w;
    out.squares = second.x;
    out.cliques = second.y;
    return out;
  }
  __device__ __forceinline__ void clear(u32 y) const {
    reinterpret_cast<uint4*>(cells_ + y)[0] = {0, 0, 0, 0};
    reinterpret_cast<uint4*>(cells_ + y)[1] = {0, 0, 0, 0};
  }
  __device__ __forceinline__ void mark(u32 y) { atomicOr(mask_ + y / 32, 1u << (y & 31)); }
  __device__ __forceinline__ void unmark(u32 y) { mask_[y / 32] = 0; }
  __device__ __forceinline__ bool marked(u32 y) const {
    return (Counters::kGlobal ? __ldcg(mask_ + y / 32) : mask_[y / 32]) >> (y & 31) & 1;
  }
  // A warp's list of vertices; as many numbers follow them.
  __device__ __forceinline__ u32* list(u32 warp) const { return lists_ + 2 * static_cast<u64>(warp) * list_words_; }
  __device__ __forceinline__ u32 list_words() const { return list_words_; }

  Counters counters;

 private:
  const u32 vertices_;
  u32* mask_;
  MapCell* cells_;
  u32* lists_;
  u32 list_words_;
};

// 1: rows of what is two steps from x. The whole block calls it.
template <class Counters>
__device__ __forceinline__ void make_rows(const Job& job, const Row& root, MapRows<Counters>& rows, MapState& state, u64& looked) {
  const GraphView& graph = job.graph;
  const u32* const list = graph.list(root);
  const u32 warps = blockDim.x / 32;
  const u32 batch = min(32u, (root.degree + warps - 1) / warps);
  u64 walks2 = 0, walks3 = 0, squares = 0, triangles = 0, theirs = 0;
  for (u32 from = threadIdx.x / 32 * batch; from < root.degree; from += warps * batch) {
    const u32 i = from + lane_id();
    const bool active = lane_id() < batch && i < root.degree;
    const u32 z = active ? __ldg(list + i) : 0;
    const Row row = active ? graph.row(z) : Row{0, 0, 0};
    const u32 at_edge = active ? __ldg(job.triangles + root.start + i) : 0;
    if (active) {
      rows.mark(z);
    }
    walks2 += row.degree;
    squares += static_cast<u64>(row.degree) * row.degree;
    triangles += at_edge;
    const u64 both = static_cast<u64>(row.degree) << 32 | at_edge;
    const u32 total = each_flat(row.start, row.degree, both, [&](u32, u64 its, u64 arc) {
      const u32 y = __ldg(graph.neighbours + arc);
      const u32 near = static_cast<u32>(its), degree = static_cast<u32>(its >> 32), far = __ldg(job.triangles + arc);
      rows.counters.add(y);
      MapCell& cell = rows.cell(y);
      if (near != 0) {
        atomicAdd(&cell.near, near);
      }
      if (far != 0) {
        atomicAdd(&cell.far, far);
      }
      atomicAdd(&cell.degrees, degree);
      walks3 += graph.row(y).degree;
      theirs += far;
    });
    looked += lane_id() == 0 ? total : 0;
  }
  add_warp_sum(&state.root[kWalks2], walks2);
  add_warp_sum(&state.root[kWalks3], walks3);
  add_warp_sum(&state.root[kSquares], squares);
  add_warp_sum(&state.root[kTriangles], triangles);
  add_warp_sum(&state.root[kTheirTriangles], theirs);
}

// 2, for one neighbour u: what the triangles at the edge xu add. The whole warp calls it.
template <bool kAllBits, class Counters>
__device__ __forceinline__ void add_edge_triangles(
    const Job& job, u32 u, const Row& near, MapRows<Counters>& rows, MapSums& mine, u64& looked) {
  const GraphView& graph = job.graph;
  const u32* const list = graph.list(near);
  u32* const common = rows.list(threadIdx.x / 32);
  u32* const cliques = common + rows.list_words();
  u32 count = 0;
  for (u32 from = 0; from < near.degree; from += 32) {
    const u32 i = from + lane_id();
    const u32 v = i < near.degree ? __ldg(list + i) : 0;
    const bool member = i < near.degree && rows.marked(v);
    const u32 members = __ballot_sync(kFullWarp, member);
    if (member) {
      common[count + __popc(members & lanes_below_mine())] = v;
    }
    count += __popc(members);
  }
  __syncwarp();
  for (u32 i = lane_id(); i < count; i += 32) {
    const u32 v = common[i];
    u32 k = 0;
    u64 degrees = 0, triangles = 0;
    for (u32 j = 0; j < count; j++) {
      const u32 w = common[j];
      if (graph.template adjacent<kAllBits>(w, v)) {
        k++;
        degrees += graph.row(w).degree;
        triangles += rows.counters.get(w);
      }
    }
    cliques[i] = k;
    mine.add<CS_ENUMERATE_MAP_CLIQUE_DEGREES>(k * degrees);
    mine.add<CS_ENUMERATE_MAP_CLIQUE_TRIANGLES>(k * triangles);
  }
  __syncwarp();
  for (u32 i = lane_id(); i < near.degree; i += 32) {
    const u32 y = __ldg(list + i);
    u32 found = 0;
    u64 k = 0;
    for (u32 j = 0; j < count; j++) {
      if (graph.template adjacent<kAllBits>(common[j], y)) {
        found++;
        k += cliques[j];
      }
    }
    if (found != 0) {
      MapCell& cell = rows.cell(y);
      atomicAdd(&cell.pairs, found);
      add_to(&cell.squares, static_cast<u64>(found) * found);
      if (k != 0) {
        add_to(&cell.cliques, k);
      }
    }
  }
  __syncwarp();  // the next list goes where this one is
  looked += lane_id() == 0 ? static_cast<u64>(count) * (near.degree + count) : 0;
}

// 2, for one neighbour z: W(x,a) W(x,b) over the triangles zab, both ways round. The whole warp calls it.
template <bool kAllBits, class Counters>
__device__ __forceinline__ void add_far_triangles(
    const Job& job, u32 z, const Row& near, const MapRows<Counters>& rows, MapSums& mine, u64& looked) {
  const GraphView& graph = job.graph;
  for (u32 from = 0; from < near.degree; from += 32) {
    const u32 i = from + lane_id();
    const bool active = i < near.degree && __ldg(job.triangles + near.start + i) != 0;
    const u32 a = active ? __ldg(graph.list(near) + i) : 0;
    const Row row = active ? graph.row(a) : Row{0, 0, 0};
    const u32 at_a = active ? rows.counters.get(a) : 0;
    const u32 total = each_flat(row.start, row.out_degree, at_a, [&](u32, u32 its, u64 arc) {
      const u32 b = __ldg(graph.neighbours + arc);
      if (graph.template adjacent<kAllBits>(z, b)) {
        mine.add_product<CS_ENUMERATE_MAP_W_W_AT_TRIANGLE>(2 * static_cast<u64>(its), rows.counters.get(b));
      }
    });
    looked += lane_id() == 0 ? total : 0;
  }
}

struct PairRootSums {
  u64 cycles4 = 0, cycles5 = 0, tips = 0, cliques = 0;
};

// 3, for one y: everything that the pair (x,y) adds to.
template <class Counters>
__device__ __forceinline__ void add_pair(
    const MapRows<Counters>& rows, u64 degree, u32 y, u64 t, MapSums& mine, PairRootSums& root) {
  const bool adjacent = rows.marked(y);
  const u64 w = rows.counters.get(y);
  mine.add<CS_ENUMERATE_MAP_T_T>(t * t);
  if (adjacent) {
    mine.add<CS_ENUMERATE_MAP_A_T_T>(t * t);
  }
  if (w == 0) {
    return;
  }
  const MapCell cell = rows.read(y);
  rows.clear(y);
  const u64 p = cell.near, q = cell.far, r = cell.degrees, d = cell.pairs;
  root.cycles4 += w * w;
  root.cycles5 += w * t;
  mine.add_product<CS_ENUMERATE_MAP_W_W_T>(w * w, t);
  mine.add<CS_ENUMERATE_MAP_P_T>(p * t);
  mine.add<CS_ENUMERATE_MAP_P_Q>(p * q);
  if (adjacent) {
    mine.add<CS_ENUMERATE_MAP_A_R_T>(r * t);
    mine.add<CS_ENUMERATE_MAP_A_R_R>(r * r);
    mine.add<CS_ENUMERATE_MAP_A_P_T>(p * t);
    mine.add<CS_ENUMERATE_MAP_A_P_Q>(p * q);
  }
  if (d == 0) {
    return;
  }
  root.tips += d;
  mine.add<CS_ENUMERATE_MAP_T_D>(t * d);
  mine.add<CS_ENUMERATE_MAP_D_R>(d * r);
  mine.add<CS_ENUMERATE_MAP_P_D>(p * d);
  mine.add<CS_ENUMERATE_MAP_D_D>(d * d);
  mine.add_product<CS_ENUMERATE_MAP_D_W_DEGREE>(d * w, degree);
  mine.add_product<CS_ENUMERATE_MAP_D_W_W>(d * w, w);
  mine.add_product<CS_ENUMERATE_MAP_S_W>(cell.squares, w);
  mine.add_product<CS_ENUMERATE_MAP_K_W>(cell.cliques, w);
  if (adjacent) {
    root.cliques += d;
    mine.add<CS_ENUMERATE_MAP_A_T_D>(t * d);
    mine.add<CS_ENUMERATE_MAP_A_D_R>(d * r);
    mine.add<CS_ENUMERATE_MAP_A_P_D>(p * d);
    mine.add<CS_ENUMERATE_MAP_A_D_D>(d * d);
  }
}

// 3 for the vertices from `first` to before `end`, kLanes a row. The whole block calls it.
template <u32 kLanes, class Counters>
__device__ __forceinline__ void add_pairs(
    const Job& job, const MapRows<Counters>& rows, u32 first, u32 end, u64 degree, MapSums& mine, PairRootSums& root) {
  const GraphView& graph = job.graph;
  constexpr u32 kRows = 32 / kLanes;
  const u32 lane = lane_id() % kLanes;
  for (u32 from = first + threadIdx.x / 32 * kRows; from < end; from += blockDim.x / 32 * kRows) {
    const u32 y = from + lane_id() / kLanes;
    u64 t = 0;
    if (y < end) {
      const Row row = graph.row(y);
      const u32* const list = graph.list(row);
#pragma unroll 4
      for (u32 i = lane; i < row.degree; i += kLanes) {
        t += rows.counters.get(__ldg(list + i));
      }
    }
#pragma unroll
    for (u32 distance = kLanes / 2; distance != 0; distance /= 2) {
      t += __shfl_down_sync(kFullWarp, t, distance, kLanes);
    }
    if (lane == 0 && y < end && (t != 0 || rows.counters.get(y) != 0)) {
      add_pair(rows, degree, y, t, mine, root);
    }
  }
}

// What follows from the sums at x.
__device__ __forceinline__ void add_root(const u64* root, u64 degree, MapSums& mine) {
  mine.add_product<CS_ENUMERATE_MAP_T2_W3>(root[kTriangles], root[kWalks3]);
  mine.add_product<CS_ENUMERATE_MAP_T2_C4>(root[kTriangles], root[kCycles4]);
  mine.add_product<CS_ENUMERATE_MAP_C4_W2>(root[kCycles4], root[kWalks2]);
  mine.add_product<CS_ENUMERATE_MAP_TIP_W2>(root[kTips], root[kWalks2]);
  mine.add_product<CS_ENUMERATE_MAP_TIP_T2>(root[kTips], root[kTriangles]);
  mine.add_product<CS_ENUMERATE_MAP_T2_T2>(root[kTriangles], root[kTheirTriangles]);
  mine.add_product<CS_ENUMERATE_MAP_W2_W3>(root[kWalks2], root[kWalks3]);
  mine.add_product<CS_ENUMERATE_MAP_C5_DEGREE>(root[kCycles5], degree);
  mine.add_product<CS_ENUMERATE_MAP_C4_DEGREES>(root[kCycles4], degree * degree);
  mine.add_product<CS_ENUMERATE_MAP_T2_SQUARES>(root[kTriangles], root[kSquares]);
  mine.add_product<CS_ENUMERATE_MAP_K4_T2>(root[kCliques], root[kTriangles]);
  mine.add_product<CS_ENUMERATE_MAP_K4_W2>(root[kCliques], root[kWalks2]);
  mine.add<CS_ENUMERATE_MAP_ARCS>(degree);
}

// The first vertex from `first` on with fewer neighbours; ranks descend by degree.
__device__ __forceinline__ u32 first_below(const GraphView& graph, u32 first, u32 degree) {
  u32 end = graph.vertices;
  while (first < end) {
    const u32 middle = first + (end - first) / 2;
    if (graph.row(middle).degree < degree) {
      end = middle;
    } else {
      first = middle + 1;
    }
  }
  return first;
}

template <class Counters, bool kAllBits>
__device__ __forceinline__ void run_maps(const Job& job) {
  extern __shared__ uint4 cs_enumerate_shared[];
  char* const shared = reinterpret_cast<char*>(cs_enumerate_shared);
  BlockSums& block = *reinterpret_cast<BlockSums*>(shared + plan_bytes());
  MapState& state = *reinterpret_cast<MapState*>(shared + block_bytes());
  if (threadIdx.x == 0) {
    block = {};
  }
  for (u32 i = threadIdx.x; i < sizeof(MapState) / sizeof(u64); i += blockDim.x) {
    reinterpret_cast<u64*>(&state)[i] = 0;
  }
  MapRows<Counters> rows(job, shared + block_bytes() + sizeof(MapState));
  const GraphView& graph = job.graph;
  const bool ready = read_volatile(&job.control->next_edge) >= graph.arcs / 2;
  const long long first_cycle = clock64();
  const u32 warp_rows = first_below(graph, 0, EnumeratePolicy::kWarpRow);
  const u32 lanes_rows = first_below(graph, warp_rows, EnumeratePolicy::kLanesRow);
  MapSums mine(state);
  u64 looked = 0;
  take_hubs(job, ready, [&](u32 x, const Row& row) {
    make_rows(job, row, rows, state, looked);
    __syncthreads();
    for (u32 i = threadIdx.x / 32; i < row.degree; i += blockDim.x / 32) {
      const u32 u = __ldg(graph.list(row) + i);
      const Row near = graph.row(u);
      if (__ldg(job.triangles + row.start + i) != 0) {
        add_edge_triangles<kAllBits>(job, u, near, rows, mine, looked);
      }
      add_far_triangles<kAllBits>(job, u, near, rows, mine, looked);
    }
    __syncthreads();
    PairRootSums root;
    add_pairs<32>(job, rows, 0, warp_rows, row.degree, mine, root);
    add_pairs<8>(job, rows, warp_rows, lanes_rows, row.degree, mine, root);
    add_pairs<1>(job, rows, lanes_rows, graph.vertices, row.degree, mine, root);
    add_warp_sum(&state.root[kCycles4], root.cycles4);
    add_warp_sum(&state.root[kCycles5], root.cycles5);
    add_warp_sum(&state.root[kTips], root.tips);
    add_warp_sum(&state.root[kCliques], root.cliques);
    __syncthreads();
    if (threadIdx.x == 0) {
      looked += graph.arcs;
      add_root(state.root, row.degree, mine);
      for (u32 i = 0; i < kRootSums; i++) {
        state.root[i] = 0;
      }
    }
    for (u32 i = threadIdx.x; i < row.degree; i += blockDim.x) {
      rows.unmark(__ldg(graph.list(row) + i));
    }
    rows.counters.clear(0);
    __syncthreads();
  });
  mine.flush();
  __syncthreads();
  for (u32 i = threadIdx.x; i < CS_ENUMERATE_MAP_COUNT; i += blockDim.x) {
    add_wide(job.class_counts + 2 * i, job.class_counts + 2 * i + 1, state.low[i], state.high[i]);
  }
  add_warp_sum(&block.elements, looked);
  add_warp_sum(&block.cycles, lane_id() == 0 ? static_cast<u64>(clock64() - first_cycle) : 0);
  if (lane_id() == 0) {
    end_block(job, block, blockDim.x / 32);
  }
}

}  // namespace cliquestream::enumerate
