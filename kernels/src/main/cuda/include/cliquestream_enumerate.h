/*
 * Subgraph enumeration on the device: a matching plan is data, and warps follow it depth first. The rules of
 * cliquestream_cuda.h hold here too. W means "wait for the stream, then read the host header".
 *
 *   cs_enumerate_graph_bytes, _bind, _build               symmetric sorted rows and bit rows of hubs; stays with a graph
 *   cs_enumerate_bytes, cs_enumerate_bind                 memory of one job, known before it starts
 *   cs_enumerate_start                                    clears results, hands out every root again
 *   do { cs_enumerate_run  W } while (header.pending)     one time slice each; take the list after each when listing
 *
 * To search a part of the roots: cs_enumerate_range before a slice, and again whenever header.taken has come to the range's
 * end; nothing that was found or is under way is touched. Sums of ranges that cover all roots add up to the whole.
 *
 * A match is counted once: the plan's bounds break the pattern's symmetries, what its closing formula counts more often
 * the caller divides by the plan's divisor. Vertices are ranks by degree; listed matches are ids.
 */
#ifndef CLIQUESTREAM_ENUMERATE_H
#define CLIQUESTREAM_ENUMERATE_H

#include "cliquestream_cuda.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

/* One row of the symmetric adjacency, 16 bytes. */
typedef struct cs_enumerate_row {
  uint64_t start;
  uint32_t degree;
  uint32_t out_degree; /* the first so many neighbours have a smaller rank */
} cs_enumerate_row;

typedef struct cs_enumerate_graph {
  uint64_t vertices;
  uint64_t arcs;         /* both directions of every edge */
  uint64_t hubs;         /* vertices with a bit row: those of smaller rank */
  uint64_t words;        /* of a bit row */
  cs_enumerate_row* rows;
  uint32_t* neighbours;  /* [arcs] each row ascending */
  uint32_t* bits;        /* [hubs][words] */
  uint32_t* rank_to_id;  /* the oriented graph's */
  uint32_t* smaller_ends; /* [arcs / 2] of every edge the end of smaller rank, ascending */
  uint32_t* larger_ends;  /* [arcs / 2] and the other */
  uint64_t* edge_starts;  /* [vertices + 1] edges whose smaller end is before a vertex */
} cs_enumerate_graph;

/* What stays on the device. bit_bytes: most memory for bit rows; all vertices get one where they fit. */
uint64_t cs_enumerate_graph_bytes(const cs_graph* graph, uint64_t bit_bytes);
/* What building takes besides. CS_UNSUPPORTED by _build from 2^31 edges on. */
uint64_t cs_enumerate_graph_scratch_bytes(const cs_graph* graph);
int32_t cs_enumerate_graph_bind(
    void* memory, uint64_t bytes, const cs_graph* graph, uint64_t bit_bytes, cs_enumerate_graph* out);
/* graph: prepared by degree, adjacency included. */
int32_t cs_enumerate_graph_build(
    const cs_graph* graph, const cs_enumerate_graph* target, void* scratch, uint64_t scratch_bytes, cs_stream stream);

#define CS_ENUMERATE_POSITIONS 8
#define CS_ENUMERATE_SETS 64
#define CS_ENUMERATE_SIZES 48
#define CS_ENUMERATE_TERMS 256
#define CS_ENUMERATE_FACTORS 7
#define CS_ENUMERATE_LABELS 8 /* that a plan tells apart */

#define CS_ENUMERATE_PATTERN 0 /* matches of one pattern, along the plan */
#define CS_ENUMERATE_CENSUS 1  /* every connected vertex-induced subgraph, by isomorphism class: no plan but its size */
#define CS_ENUMERATE_MODULE 2  /* the same, filtered and classed by a kernel of the caller's: enumerate/module.cuh */
#define CS_ENUMERATE_CYCLES 3  /* cycles of 4 or 5 vertices, not only induced ones, by wedges below their hub */
#define CS_ENUMERATE_HOUSES 4  /* houses, not only induced ones, by the triangles of edges and wedges below hubs */
#define CS_ENUMERATE_SUMS 5    /* the sums that counts of all motifs of up to five vertices follow from, in one pass */
#define CS_ENUMERATE_MAPS 6    /* homomorphisms of patterns of six vertices, in one pass over rows of walks */
#define CS_ENUMERATE_CENSUS_VERTICES 7
#define CS_ENUMERATE_MODULE_CLASSES 1024

/* What CS_ENUMERATE_SUMS adds up: class_counts[2 i] and [2 i + 1] are the low and the high word of sum i. d is a degree, t the triangles
 * at an edge or a vertex; an arc is an edge with a direction. */
enum cs_enumerate_sum {
  CS_ENUMERATE_SUM_PAIRS_AT_VERTEX = 0, /* C(d, 2) over vertices */
  CS_ENUMERATE_SUM_TRIPLES_AT_VERTEX, /* C(d, 3), three times each */
  CS_ENUMERATE_SUM_QUADRUPLES_AT_VERTEX, /* C(d, 4), six times each */
  CS_ENUMERATE_SUM_WALKS_3, /* (d(u) - 1) (d(v) - 1) over arcs uv */
  CS_ENUMERATE_SUM_FORKS, /* C(d(u) - 1, 2) (d(v) - 1) over arcs */
  CS_ENUMERATE_SUM_WALKS_4, /* (d(a) - 1) (d(b) - 1) over vertices and ordered pairs of neighbours */
  CS_ENUMERATE_SUM_TRIANGLES_AT_VERTEX, /* t over vertices */
  CS_ENUMERATE_SUM_TAILS, /* t(v) (d(v) - 2) */
  CS_ENUMERATE_SUM_TRIANGLE_PAIRS_AT_ARC, /* C(t, 2) over arcs */
  CS_ENUMERATE_SUM_TRIANGLE_TRIPLES_AT_ARC, /* C(t, 3) over arcs, three times each */
  CS_ENUMERATE_SUM_TAIL_PAIRS, /* t(v) C(d(v) - 2, 2) */
  CS_ENUMERATE_SUM_BULLS, /* t(uv) (d(u) - 2) (d(v) - 2) over arcs */
  CS_ENUMERATE_SUM_LONG_TAILS, /* t(v) (d(u) - 1) over arcs vu */
  CS_ENUMERATE_SUM_TRIANGLE_ENDS, /* t(uv) (d(v) - 1) over arcs */
  CS_ENUMERATE_SUM_TRIANGLE_PAIRS_AT_VERTEX, /* C(t, 2) over vertices */
  CS_ENUMERATE_SUM_DARTS, /* C(t(uv), 2) (d(u) - 3) over arcs */
  CS_ENUMERATE_SUM_CLIQUES_4, /* 4-cliques, twelve times each */
  CS_ENUMERATE_SUM_CLIQUE_PAIRS_AT_TRIANGLE, /* C(k, 2) over triangles in k 4-cliques, three times each */
  CS_ENUMERATE_SUM_CLIQUE_TAILS, /* k (d - 3) over triangles and their vertices */
  CS_ENUMERATE_SUM_CLIQUE_TRIANGLES, /* k (t - 2) over triangles and their edges */
  CS_ENUMERATE_SUM_KITES, /* (t - 1) (d - 2) over triangles' edges and the vertices opposite */
  CS_ENUMERATE_SUM_GEMS, /* (t - 1) (t' - 1) over triangles' pairs of edges */
  CS_ENUMERATE_SUM_CYCLES_4, /* 4-cycles, twice each */
  CS_ENUMERATE_SUM_BANNERS, /* d - 2 over 4-cycles' vertices */
  CS_ENUMERATE_SUM_TRIPLES_AT_LATER_END, /* C(W, 3) over pairs of vertices with W common neighbours, three times each */
  CS_ENUMERATE_SUM_SPOKES_AT_LATER_END, /* y (W - 2) over pairs and their common neighbours, of which y are adjacent to it */
  CS_ENUMERATE_SUM_WEDGES_AT_LATER_END, /* C(y, 2) over the same */
  CS_ENUMERATE_SUM_COUNT
};

/* What CS_ENUMERATE_MAPS adds up, in the same way: the homomorphisms of 36 patterns of six vertices and of an edge,
 * each named by its edges. enumerate/maps.cuh says what the letters stand for. */
enum cs_enumerate_map {
  CS_ENUMERATE_MAP_T_T = 0, /* 0-4,0-5,1-3,1-5,2-3,2-4: T T over pairs */
  CS_ENUMERATE_MAP_A_T_T, /* 0-1,0-4,0-5,1-2,1-3,2-5,3-4: T T over arcs */
  CS_ENUMERATE_MAP_P_T, /* 0-1,0-4,0-5,1-3,1-5,2-3,2-4: P T over pairs */
  CS_ENUMERATE_MAP_W_W_T, /* 0-3,0-4,0-5,1-2,1-4,1-5,2-3: W W T over pairs */
  CS_ENUMERATE_MAP_A_R_T, /* 0-1,0-2,0-5,1-2,1-4,2-3,3-4: R T over arcs */
  CS_ENUMERATE_MAP_A_P_T, /* 0-1,0-2,0-4,0-5,1-2,1-5,2-3,3-4: P T over arcs */
  CS_ENUMERATE_MAP_P_Q, /* 0-1,0-3,0-5,1-2,1-5,2-3,2-4,3-4: P Q over pairs */
  CS_ENUMERATE_MAP_A_P_Q, /* 0-1,0-2,0-3,0-5,1-2,1-3,1-4,2-5,3-4: P Q over arcs */
  CS_ENUMERATE_MAP_T_D, /* 0-2,0-3,0-5,1-2,1-3,1-4,2-3,4-5: T D over pairs */
  CS_ENUMERATE_MAP_A_T_D, /* 0-1,0-2,0-3,0-5,1-2,1-3,1-4,2-3,4-5: T D over arcs */
  CS_ENUMERATE_MAP_D_R, /* 0-3,0-4,0-5,1-2,1-3,1-4,2-3,2-4: D R over pairs */
  CS_ENUMERATE_MAP_A_D_R, /* 0-1,0-2,0-3,0-4,1-2,1-3,1-4,2-5,3-4: D R over arcs */
  CS_ENUMERATE_MAP_D_W_DEGREE, /* 0-2,0-3,0-4,0-5,1-2,1-3,1-4,2-3: D W d(x) over pairs */
  CS_ENUMERATE_MAP_D_W_W, /* 0-2,0-3,0-4,0-5,1-2,1-3,1-4,1-5,2-3: D W W over pairs */
  CS_ENUMERATE_MAP_D_D, /* 0-2,0-3,0-4,0-5,1-2,1-3,1-4,1-5,2-5,3-4: D D over pairs */
  CS_ENUMERATE_MAP_A_D_D, /* 0-1,0-2,0-3,0-4,0-5,1-2,1-3,1-4,1-5,2-5,3-4: D D over arcs */
  CS_ENUMERATE_MAP_P_D, /* 0-1,0-3,0-4,0-5,1-2,1-5,2-3,2-4,3-4: P D over pairs */
  CS_ENUMERATE_MAP_A_P_D, /* 0-1,0-2,0-3,0-4,0-5,1-2,1-3,1-4,2-5,3-4: P D over arcs */
  CS_ENUMERATE_MAP_S_W, /* 0-2,0-3,0-4,0-5,1-2,1-3,1-4,1-5,2-3,2-4: S W over pairs */
  CS_ENUMERATE_MAP_K_W, /* 0-1,0-2,0-4,0-5,1-2,1-3,1-4,2-3,2-4,3-5: K W over pairs */
  CS_ENUMERATE_MAP_W_W_AT_TRIANGLE, /* 0-3,0-4,0-5,1-2,1-3,1-5,2-3,2-4: W(x,a) W(x,b) over x and triangles zab of its neighbours z */
  CS_ENUMERATE_MAP_A_R_R, /* 0-2,0-3,0-5,1-2,1-3,1-4,2-3: R R over arcs */
  CS_ENUMERATE_MAP_CLIQUE_DEGREES, /* 0-1,0-2,0-3,0-5,1-2,1-3,1-4,2-3,2-4,3-4: k times the degrees of the same k vertices over triangles */
  CS_ENUMERATE_MAP_CLIQUE_TRIANGLES, /* 0-1,0-2,0-3,0-4,0-5,1-2,1-3,1-5,2-3,2-4,3-4: k times the W(x,v) of the same k vertices v over triangles */
  CS_ENUMERATE_MAP_T2_W3, /* 0-2,0-3,0-4,1-4,1-5,2-3: t w3 over vertices */
  CS_ENUMERATE_MAP_T2_C4, /* 0-2,0-3,0-4,0-5,1-4,1-5,2-3: t c4 */
  CS_ENUMERATE_MAP_C4_W2, /* 0-1,0-3,0-4,1-5,2-3,2-4: c4 w2 */
  CS_ENUMERATE_MAP_TIP_W2, /* 0-1,0-2,0-4,1-2,1-4,2-3,3-5: tip w2 */
  CS_ENUMERATE_MAP_TIP_T2, /* 0-1,0-2,0-3,0-4,1-2,1-5,2-5,3-4: tip t */
  CS_ENUMERATE_MAP_T2_T2, /* 0-1,0-2,0-5,1-3,1-4,2-5,3-4: t times the t of neighbours */
  CS_ENUMERATE_MAP_W2_W3, /* 0-3,0-5,1-2,1-4,2-3: w2 w3 */
  CS_ENUMERATE_MAP_C5_DEGREE, /* 0-3,0-4,0-5,1-2,1-4,2-3: c5 d */
  CS_ENUMERATE_MAP_C4_DEGREES, /* 0-2,0-3,0-4,0-5,1-2,1-3: c4 d d */
  CS_ENUMERATE_MAP_T2_SQUARES, /* 0-1,0-4,0-5,1-2,1-3,2-3: t times the squared degrees of neighbours */
  CS_ENUMERATE_MAP_K4_T2, /* 0-1,0-2,0-3,0-4,0-5,1-2,1-3,2-3,4-5: k4 t */
  CS_ENUMERATE_MAP_K4_W2, /* 0-1,0-2,0-3,0-4,1-2,1-3,2-3,4-5: k4 w2 */
  CS_ENUMERATE_MAP_ARCS, /* 0-1: d over vertices, for what the others are corrected by */
  CS_ENUMERATE_MAP_COUNT
};

/*
 * A matching plan. Positions 0, 1, ... are bound one after the other; sets are over bound positions. Bytes of a word are
 * numbered from the least significant one; masks have a bit a position.
 */
typedef struct cs_enumerate_plan {
  uint32_t vertices;   /* of the pattern, 2 .. 8 */
  uint32_t enumerated; /* positions that are bound, 1 .. vertices */
  uint32_t set_count;
  uint32_t size_count;
  uint32_t term_count; /* 0: matches are listed, and enumerated is vertices */
  uint32_t kind;       /* CS_ENUMERATE_CENSUS: vertices = enumerated = 3 .. 7 and all counts are 0; CS_ENUMERATE_MODULE: 2 .. 8,
                          size_count is the number of classes, coefficients[0 .. 7] are the program's arguments;
                          CS_ENUMERATE_CYCLES: vertices = 4 or 5, enumerated = 1, all counts are 0, and each cycle adds
                          coefficients[0] to the sum, or 1 where that is 0; CS_ENUMERATE_HOUSES: the same with vertices = 5;
                          CS_ENUMERATE_SUMS: vertices = 5, enumerated = 1, all counts are 0, and the sum of the header stays 0;
                          CS_ENUMERATE_MAPS: the same with vertices = 6 */
  /* byte 0: mask of earlier positions of larger rank, 1: the set it is taken from + 1 (0 for position 0), 2: mask of earlier
     positions it might coincide with, 3: the pattern's vertex, 4: of position 0 the label + 1 that
     its vertex has, or 0 */
  uint64_t positions[CS_ENUMERATE_POSITIONS];
  /* ascending by level. byte 0: level (computed once that position is bound), 1: mask of positions adjacent, 2: mask of
     positions not adjacent, 3: mask of positions of larger rank, 4: source set + 1 or 0 for the neighbours of the level's
     vertex, 5: 1 if members are needed, 0 if only their number, 6: label + 1 that all members have, its source's too, or 0 */
  uint64_t sets[CS_ENUMERATE_SETS];
  /* byte 0: set, 1: mask of positions of larger rank, 2: mask of positions that may be members and do not count */
  uint64_t sizes[CS_ENUMERATE_SIZES];
  /* byte p: mask of positions that position p must be adjacent to in order to be a member */
  uint64_t exclusions[CS_ENUMERATE_SIZES];
  uint64_t factors[CS_ENUMERATE_TERMS];      /* bytes: sizes to multiply, 0xFF past the last */
  uint64_t coefficients[CS_ENUMERATE_TERMS]; /* signed */
  uint64_t labelled_ids; /* where the plan asks for labels: so many ids have them; else 0 */
} cs_enumerate_plan;

#define CS_ENUMERATE_STATIC 0      /* a warp works on what it has taken until it is done */
#define CS_ENUMERATE_DONATE 1      /* a warp with work gives half of it to one without, inside the kernel */
#define CS_ENUMERATE_ROUND_ROBIN 2 /* the kernel stops once too many warps are idle, which get work in turn */
#define CS_ENUMERATE_WEIGHTED 3    /* the same, those with most work giving most */
#define CS_ENUMERATE_THREADS 4     /* plain DFS: every thread searches by itself; not for modules and labels */

typedef struct cs_enumerate_options {
  uint32_t balance;            /* CS_ENUMERATE_* */
  uint32_t idle_percent;       /* of warps, past which policies 2 and 3 stop; 0: 30 */
  uint32_t donations;          /* jobs a warp gives at a stop under policies 2 and 3, at most; 0: 16 */
  uint32_t warps;              /* 0: as many as are resident; of CS_ENUMERATE_THREADS threads */
  uint32_t slice_microseconds; /* a launch ends about so long after its start; 0: policy */
  uint32_t chunk;              /* arcs handed out at a time; 0: from their number. Of sums: roots of larger degree are taken pair by
                                  pair; 0: policy */
  uint32_t arena_ids;          /* of a warp's own stack, in ids; 0: policy. Of cycles, houses and homomorphisms: most vertices whose
                                  counters are in shared memory. Of sums: words that a block has there */
  uint32_t large_stacks;       /* stacks as long as the largest degree wants, shared by all warps; 0: policy. Of cycles and
                                  houses: most blocks that have counters of all vertices in global memory; of sums and homomorphisms: most blocks */
  uint32_t list_capacity;      /* matches kept on the device between two launches; needed to list */
  uint32_t lists_only;         /* 1: a warp for every set: no bit matrix where the last levels of a plan would fit one, no lane
                                  for an edge where two positions are bound */
} cs_enumerate_options;

typedef struct cs_enumerate_header {
  uint64_t low;         /* of the sum, 128 bits, two's complement */
  uint64_t high;
  uint64_t pending;     /* not 0: another launch is needed */
  uint64_t taken;       /* roots before it are handed out or not of the range; its end when all are */
  uint64_t total;       /* cs_enumerate_roots */
  uint64_t listed;      /* matches in the list */
  uint64_t extensions;  /* vertices bound */
  uint64_t elements;    /* members looked at */
  uint64_t donations;
  uint64_t stops;       /* launches that idle warps ended */
  uint64_t cycles;      /* of all warps */
  uint64_t idle_cycles; /* of these, without work inside the kernel */
} cs_enumerate_header;

typedef struct cs_enumerate_work {
  cs_enumerate_options options;
  uint32_t warps;
  uint32_t arena_ids;
  uint32_t large_stacks;
  uint32_t enumerated;
  uint64_t large_ids;
  uint64_t shared_bytes; /* of a block */
  uint32_t warp_bytes;   /* of these, of a warp */
  uint32_t kind;
  uint32_t classes;      /* of a census; words of the sums */
  uint32_t threads;      /* of a block; warps / (threads / 32) blocks, of CS_ENUMERATE_THREADS warps / threads */
  uint16_t* dictionary;  /* [2^(k (k - 1) / 2 - 1)] of a census: cs_enumerate_dictionary, copied there by the caller */
  uint64_t* class_counts; /* [classes] the census or the sums, complete when nothing is pending */
  cs_enumerate_plan* plan;
  cs_enumerate_header* header;
  void* control;
  void* slots;
  void* mail;
  uint32_t* arenas;
  uint32_t* large;
  uint32_t* large_taken;
  uint32_t* lists;       /* [2][warps] donors and slots without work */
  uint32_t* list;  /* [list_capacity][vertices] ids, in the pattern's order of vertices */
  uint64_t tile_bases;   /* byte p: set + 1 that position p and all after it live in, 0: no bit matrix may begin there */
  uint32_t one_size;     /* 1: the closing formula is one size times a coefficient */
  uint8_t* labels_by_id; /* [labelled_ids] of a plan that asks for labels, filled by the caller before cs_enumerate_start: bit i
                            is set if the vertex has label i of the plan */
  uint8_t* labels;       /* [vertices] the same by rank, null without labels */
  uint32_t pairs;        /* 1: a lane an edge, its ends interchangeable; 2: a lane an arc; 0: a warp a part of the search */
  uint64_t first_root;   /* of the range that is handed out: cs_enumerate_range */
  uint64_t end_root;     /* 0: all roots */
  uint32_t* triangles;   /* [arcs] of houses, sums and homomorphisms: at every edge, beside either end of it in the rows */
  uint32_t matrix_degree; /* of sums: roots of larger degree are taken pair by pair */
  uint32_t shared_counters; /* of homomorphisms: 1 where two bytes a vertex fit a block's shared memory */
} cs_enumerate_work;

/* 0 if plan or options are not valid. max_degree: of the symmetric graph. */
uint64_t cs_enumerate_bytes(
    const cs_enumerate_graph* graph,
    uint64_t max_degree,
    const cs_enumerate_plan* plan,
    const cs_enumerate_options* options);
int32_t cs_enumerate_bind(
    void* memory,
    uint64_t bytes,
    const cs_enumerate_graph* graph,
    uint64_t max_degree,
    const cs_enumerate_plan* plan,
    const cs_enumerate_options* options,
    cs_enumerate_work* out);
/* The plan is read before this returns. */
int32_t cs_enumerate_start(
    const cs_enumerate_graph* graph, const cs_enumerate_plan* plan, const cs_enumerate_work* work, cs_stream stream);
/* Roots of a search, the same on every device: arcs, edges where their ends are interchangeable, or vertices where one position is
 * enumerated. */
uint64_t cs_enumerate_roots(const cs_enumerate_graph* graph, const cs_enumerate_work* work);
/* The next slices hand out roots first .. end - 1, and none where first is end; end is 1 .. cs_enumerate_roots. Between two slices,
 * when all that is to be handed out of the range before has been: header.taken is its end, or end is header.taken. */
int32_t cs_enumerate_range(
    const cs_enumerate_graph* graph, cs_enumerate_work* work, uint64_t first, uint64_t end, cs_stream stream);
/* One time slice; fills *host_header. Once the stop word (device or null) is not 0 every warp leaves within some
 * milliseconds, keeping what it has left. The list is emptied when a launch begins. */
int32_t cs_enumerate_run(
    const cs_enumerate_graph* graph,
    const cs_enumerate_work* work,
    const uint32_t* stop,
    cs_enumerate_header* host_header,
    cs_stream stream);
/* A slice by a kernel of the caller's, CS_ENUMERATION of enumerate/module.cuh: cs_enumerate_turn, then the kernel with one argument,
 * *device_job of cs_enumerate_job_bytes bytes, with work's blocks, threads and shared_bytes, then cs_enumerate_finish. Before a slice
 * cs_enumerate_run does what _turn does, with device_job null. */
uint64_t cs_enumerate_job_bytes(void);
int32_t cs_enumerate_turn(
    const cs_enumerate_graph* graph,
    const cs_enumerate_work* work,
    const uint32_t* stop,
    void* device_job,
    cs_stream stream);
int32_t cs_enumerate_finish(
    const cs_enumerate_graph* graph,
    const cs_enumerate_work* work,
    cs_enumerate_header* host_header,
    cs_stream stream);
/* Host only. For all connected graphs of so many vertices (3 .. 7): the class of every adjacency bitmap (bits (0,1), (0,2), (1,2),
 * (0,3) ..., the first highest and, being always set, left out), and of every class its greatest bitmap, complete with the first
 * bit. classes has 2^(k (k - 1) / 2 - 1) entries; of codes 853 are enough. 7 vertices take some hundred milliseconds. */
int32_t cs_enumerate_dictionary(uint32_t vertices, uint16_t* classes, uint32_t* codes, uint32_t* count);
/* Once for each device, before the first job: loads the kernels now. */
int32_t cs_enumerate_load(void);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
