/*
 * k-cliques on the device. The rules of cliquestream_cuda.h hold here too.
 *
 *   cs_clique_plan_bytes, cs_clique_plan_run   roots by out-degree; wait for the header
 *   cs_clique_bytes, cs_clique_bind            memory of one kind of counting, known before it starts
 *   cs_clique_start                            clears the results
 *   cs_clique_count, once a slice              adds to them
 *
 * The graph may come in any order of the vertices: N+(u) are neighbours of smaller rank. A degeneracy order keeps
 * out-degrees, and with them matrices and trees, small.
 */
#ifndef CLIQUESTREAM_CLIQUES_H
#define CLIQUESTREAM_CLIQUES_H

#include "cliquestream_cuda.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

/* ------------------------------------------------------------------------------------------------------------
 * An order near a degeneracy order, from a graph prepared by degree: rounds that remove every vertex of at most average
 * residual degree, two passes over the graph each. cs_orient makes the graph of it. Out-degrees come close to those of
 * the peel (largest ones of 98 instead of 96 on ego-twitter, 129 by degree) for a tenth of its time. The same in every run.
 * ---------------------------------------------------------------------------------------------------------- */
#define CS_APPROXIMATE_ROUNDS 4 /* more change little */

uint64_t cs_approximate_order_bytes(const cs_graph* graph);
/* rounds: at most 14; 0: CS_APPROXIMATE_ROUNDS. *order is set at once and lies in the memory; it is filled when the stream
 * gets there. */
int32_t cs_approximate_order_run(
    const cs_graph* graph, uint32_t rounds, void* memory, uint64_t bytes, const uint32_t** order, cs_stream stream);

/* ------------------------------------------------------------------------------------------------------------
 * Counting.
 * ---------------------------------------------------------------------------------------------------------- */
#define CS_CLIQUE_CLASSES 11
#define CS_CLIQUE_ALL 0xFFFFFFFFu /* most: no upper bound */

typedef struct cs_clique_header {
  uint64_t roots[CS_CLIQUE_CLASSES]; /* vertices with an out-neighbour, by class of out-degree, smallest class first */
  uint64_t without_out_neighbours;   /* the other vertices: each is a clique of one, and no kernel counts it */
  uint64_t max_out_degree;
  uint64_t most_vertices; /* no clique has more; of the order of the square root of the edges at most */
} cs_clique_header;

typedef struct cs_clique_plan {
  cs_clique_header header; /* the caller copies the host's here once it has arrived */
  cs_clique_header* device_header;
  uint32_t* roots; /* [active] largest out-degree first */
  uint32_t* keys[2];
  uint32_t* values[2];
  void* scratch;
  uint64_t scratch_bytes;
  uint64_t hubs;      /* ranks 0 .. hubs - 1, */
  uint32_t* hub_bits; /* whose edges with one another are also there as bits, row after row */
} cs_clique_plan;

uint64_t cs_clique_plan_bytes(const cs_graph* graph);
/* max_out_degree: an upper bound, below 2^24; cs_prepare_header has the exact one. Sets plan->roots. */
int32_t cs_clique_plan_run(
    const cs_graph* graph,
    uint64_t max_out_degree,
    void* memory,
    uint64_t bytes,
    cs_clique_plan* plan,
    cs_clique_header* host_header,
    cs_stream stream);

#define CS_CLIQUE_ORIENTATION 0 /* one k: every (k-1)-clique is visited */
#define CS_CLIQUE_PIVOT 1       /* one k, a range or all k: a leaf stands for many cliques */

typedef struct cs_clique_options {
  uint32_t method;
  uint32_t least;        /* cliques of least .. most vertices are counted, 3 <= least <= most, or 1 <= least with */
  uint32_t most;         /*   pivoting; orientation: least = most; CS_CLIQUE_ALL: no bound */
  uint32_t global;       /* 1: matrices of all roots past 64 out-neighbours in global memory, as if they did not fit */
  uint64_t matrix_bytes; /* at most so much for matrices and stacks of roots whose matrix does not fit a block's shared
                            memory, unless one block needs more; 0: 8 GiB */
} cs_clique_options;

/* What a count leaves behind, on the host. */
typedef struct cs_clique_totals {
  uint64_t low;      /* cliques counted one by one, 128 bits */
  uint64_t high;
  uint64_t nodes;    /* of pivot trees, or steps of orientation */
  uint64_t wide_nodes;
  uint64_t tiles;
  uint64_t tile_vertices;
  uint64_t joins;
  uint64_t donations;
  uint64_t cycles;   /* clock cycles of all warps, without those spent waiting for work */
  uint64_t sweeps;   /* AND-POPC sweeps of orientation, lane by lane */
} cs_clique_totals;

typedef struct cs_clique_work {
  cs_clique_options options;
  uint64_t result_bytes; /* totals, then the low words of all cells, then the high words */
  uint32_t held;         /* rows of the histogram, 0 with orientation */
  uint32_t pivots;       /* columns */
  cs_clique_totals* totals;
  uint64_t* cells_low;   /* [held][pivots] */
  uint64_t* cells_high;
  uint32_t* state;       /* queues of one slice */
  uint64_t state_bytes;
  void* mailboxes;
  uint32_t* stacks[CS_CLIQUE_CLASSES];
  uint32_t* matrices[CS_CLIQUE_CLASSES];
} cs_clique_work;

/* Once for each device, before the first job: loads every kernel of this section now. A kernel that is loaded when first
 * launched may have to wait until others have ended, and these may run for long. */
int32_t cs_clique_load(void);
/* plan->header must be filled. 0 if the options are not valid. */
uint64_t cs_clique_bytes(const cs_clique_plan* plan, const cs_clique_options* options);
int32_t cs_clique_bind(
    void* memory,
    uint64_t bytes,
    const cs_clique_plan* plan,
    const cs_clique_options* options,
    cs_clique_work* out);
/* Clears the result, result_bytes from totals on: totals, cells_low, cells_high. In the end the number of k-cliques is
 * high * 2^64 + low plus the sum over cells of cell * C(pivots, k - held), and for k = 1 also header.without_out_neighbours. */
int32_t cs_clique_start(const cs_clique_work* work, cs_stream stream);
/* Adds the cliques of the slice. Slices of one work run one after the other. slice->done grows by d * (d + 1) / 2 for a
 * root with d out-neighbours, row by row where d is large; cs_clique_units says how much that is in all. Once the stop
 * word is not 0 every warp leaves its tree within some microseconds, and the results are partial. Raise it by a copy from
 * pinned memory on another stream: setting memory is a kernel, which may find no room beside these. */
int32_t cs_clique_count(
    const cs_graph* graph,
    const cs_clique_plan* plan,
    const cs_clique_work* work,
    const cs_slice* slice,
    const cs_lanes* lanes);
/* Units of progress of all slices together, to *device_units. */
int32_t cs_clique_units(const cs_graph* graph, uint32_t least, uint64_t* device_units, cs_stream stream);

/* ------------------------------------------------------------------------------------------------------------
 * k-cliques of every vertex, and of every edge, for one k: residues modulo two primes. The number of a vertex is at most
 * C(degree, k - 1), that of an edge C(degree - 1, k - 2) with the smaller degree of its ends; the host repeats the count with
 * other primes until their product is larger, and puts the residues together.
 *
 *   cs_clique_local_bytes, _bind, _start, _count once a slice (one after the other), _finish
 * ---------------------------------------------------------------------------------------------------------- */
#define CS_CLIQUE_PRIME_0 0x1FFFFFFFFFFFFFFFull /* 2^61 - 1, - 31, - 45, - 229 are prime */
#define CS_CLIQUE_PRIME_1 0x1FFFFFFFFFFFFFE1ull

typedef struct cs_clique_local_options {
  uint32_t k; /* at least 3 */
  uint32_t edges; /* 1: of every edge, too */
  uint64_t modulus[2];   /* primes below 2^61 */
  uint64_t memory_bytes; /* at most so much for the blocks of pivot trees, unless one needs more; 0: 8 GiB */
  uint32_t method;       /* CS_CLIQUE_LOCAL_AUTO: small k along the orientation; CS_CLIQUE_LOCAL_TREES: pivot trees always */
  uint32_t reserved;     /* 0 */
} cs_clique_local_options;
#define CS_CLIQUE_LOCAL_AUTO 0
#define CS_CLIQUE_LOCAL_TREES 1

typedef struct cs_clique_local {
  cs_clique_local_options options;
  uint32_t blocks;
  uint64_t* counts;
  uint64_t* residues; /* [2][active] by rank, after _finish */
  uint64_t* binomials;
  uint64_t* taken;
  uint64_t* begun; /* grows by one for each block that begins a launch, from 0 at _start */
  uint32_t* left;  /* what a paused launch leaves for the next one */
  uint32_t* memory;
  uint64_t positions;      /* of edge_residues: the graph's adjacency_capacity, or 0 without edges */
  uint64_t* edge_counts;
  uint64_t* edge_residues; /* [2][positions] by position of the adjacency, after _finish; 0 at padding */
  /* Roots from place tree_roots on are counted along the orientation, those before by pivot trees: their sums are whole
   * numbers of so many words each, not residues. */
  uint64_t tree_roots;
  uint32_t sum_words;
  uint32_t row_blocks;   /* with a word in busy_with */
  uint64_t* sums;        /* [active][2] */
  uint64_t* edge_sums;   /* [positions][sum_words] */
  uint32_t* row_state;   /* roots handed out, of each class of sizes; what blocks are busy with; rows handed out, of each root */
  uint64_t row_state_bytes;
} cs_clique_local;

uint64_t cs_clique_local_bytes(
    const cs_graph* graph, const cs_clique_plan* plan, const cs_clique_local_options* options);
int32_t cs_clique_local_bind(
    void* memory,
    uint64_t bytes,
    const cs_graph* graph,
    const cs_clique_plan* plan,
    const cs_clique_local_options* options,
    cs_clique_local* out);
int32_t cs_clique_local_start(
    const cs_graph* graph, const cs_clique_plan* plan, const cs_clique_local* local, cs_stream stream);
/* As cs_clique_load, of the kernels of this section. */
int32_t cs_clique_local_load(void);
/* done grows as with cs_clique_count. */
int32_t cs_clique_local_count(
    const cs_graph* graph,
    const cs_clique_plan* plan,
    const cs_clique_local* local,
    const cs_slice* slice,
    cs_stream stream);
int32_t cs_clique_local_finish(const cs_graph* graph, const cs_clique_local* local, cs_stream stream);

/* ------------------------------------------------------------------------------------------------------------
 * The configurations of Almasri et al. (2022), as they are in the paper; the order is that of the graph. start
 * and the reading of the result are as above. done grows by one a task: a vertex, or a position of the adjacency.
 * ---------------------------------------------------------------------------------------------------------- */
typedef struct cs_clique_paper_options {
  uint32_t method;        /* CS_CLIQUE_ORIENTATION, CS_CLIQUE_PIVOT */
  uint32_t edges;         /* 1: a block an edge (needs cs_graph_sources), 0: a block a vertex */
  uint32_t binary;        /* 1: sets and induced subgraphs as bits, 0: as lists */
  uint32_t group;         /* threads that work on one subtree, or on one candidate of the pivot: 1, 2, 4, 8, 16, 32 */
  uint32_t least;         /* 3 <= least <= most; orientation: least = most */
  uint32_t most;
  uint32_t blocks_per_sm; /* 0: 8 */
} cs_clique_paper_options;

/* With d the largest out-degree, w words of a set (d / 32 with binary encoding, d without), g groups a block and l levels (k,
 * or d / 2 + 2): blocks * (d + d w + g l (w + 2)) words for orientation, blocks * (d + d w + l (2 w + 5)) for pivoting, and d
 * more a block without binary encoding. 0 if the options are not valid. */
uint64_t cs_clique_paper_bytes(uint64_t max_out_degree, const cs_clique_paper_options* options);
int32_t cs_clique_paper_bind(
    void* memory,
    uint64_t bytes,
    uint64_t max_out_degree,
    const cs_clique_paper_options* options,
    cs_clique_work* out);
/* positions: used length of the adjacency (cs_prepare_header.adjacency_ids). */
int32_t cs_clique_paper_count(
    const cs_graph* graph,
    uint64_t max_out_degree,
    const uint32_t* sources,
    uint64_t positions,
    const cs_clique_paper_options* options,
    const cs_clique_work* work,
    const cs_slice* slice,
    cs_stream stream);
/* Units: vertices, or positions with options->edges. */
int32_t cs_clique_paper_units(
    const cs_graph* graph,
    uint64_t positions,
    const cs_clique_paper_options* options,
    uint64_t* device_units,
    cs_stream stream);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
