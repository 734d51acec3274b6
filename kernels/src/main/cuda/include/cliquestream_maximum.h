/*
 * Maximum cliques on the device: one, or every one. Part of the C ABI of libcliquestream_cuda; the rules of
 * cliquestream_cuda.h hold here too.
 *
 * Sequence, all on one stream, W meaning "wait for the stream, then read the host header":
 *
 *   cs_maximum_plan, cs_maximum_bind                    host only
 *   cs_maximum_start
 *   cs_maximum_greedy                                   when one clique is wanted: raises the bound
 *   do {
 *     cs_maximum_reduce                                 filters roots, stores the subproblems that are left
 *     do { cs_maximum_search  W } while (header.pending)      one time slice each
 *   } while (header.roots_left)
 *   cs_maximum_witness  W                               the clique itself
 *
 * To enumerate, find the clique number first, then start again with options.enumerate = 1 and options.bound one
 * less than it (not smaller): every clique of bound + 1 vertices is counted in header.found and, with a list_capacity, written
 * to the list. When the list is full the search pauses itself; the caller takes what is there and goes on.
 *
 * Several devices search one graph by parts of the roots, each as above from cs_maximum_start on, without cs_maximum_greedy. Between
 * two launches the caller may raise header.bound on the device to the size of a clique that another one has found.
 */
#ifndef CLIQUESTREAM_MAXIMUM_H
#define CLIQUESTREAM_MAXIMUM_H

#include "cliquestream_cuda.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

#define CS_MAXIMUM_CLASSES 6            /* of roots, by out-degree */
#define CS_MAXIMUM_OUT_DEGREE 8192u     /* largest out-degree supported: CS_UNSUPPORTED past it */

typedef struct cs_maximum_options {
  uint32_t bound;              /* only cliques with more vertices count */
  uint32_t enumerate;          /* 0: each clique found raises the bound; 1: every clique of bound + 1 vertices */
  uint32_t greedy_roots;       /* roots that cs_maximum_greedy tries; 0: policy */
  uint32_t split_nodes;        /* nodes of a task before idle processors may take part of it; 0: policy */
  uint32_t slice_microseconds; /* a search launch ends about so long after its start; 0: policy */
  uint32_t list_capacity;      /* cliques kept on the device between two launches; 0: count only */
  uint32_t part_count;         /* not 0: of the roots only those whose rank is part_index modulo part_count, which must be larger;
                                  header.upper is of their cliques then */
  uint32_t part_index;
  uint32_t hubs;               /* the edges among the so many vertices of smallest rank are kept as bits, fewer where memory is
                                  short; 0: policy */
} cs_maximum_options;

/* Sizes of the working memory, from cs_maximum_plan. */
typedef struct cs_maximum_sizes {
  uint32_t max_out_degree;
  uint32_t root_blocks;   /* most blocks of one reduction launch */
  uint32_t search_blocks;
  uint32_t global_blocks; /* blocks with a matrix outside shared memory */
  uint32_t hubs;          /* vertices of smallest rank whose edges with one another are kept as bits */
  uint32_t reserved;      /* 0 */
  uint64_t pool_words;    /* subproblems: vertices, colours, bit matrices */
  uint64_t task_capacity;
  uint64_t item_capacity; /* split subtrees, of either buffer */
  uint64_t stack_words;   /* of all processors together; how many search at a time depends on how deep theirs must be */
  uint64_t bytes;
} cs_maximum_sizes;

typedef struct cs_maximum_header {
  uint32_t bound;        /* vertices of the largest clique found, or the bound given */
  uint32_t upper;        /* no clique of the graph has more vertices */
  uint32_t roots_left;   /* not 0: another reduction is needed */
  uint32_t pending;      /* not 0: another search launch is needed */
  uint32_t listed;       /* cliques in the list, list_capacity at most */
  uint32_t built;        /* roots whose matrix was built, by the reduction */
  uint32_t filtered;     /* of these, left after the degree filter */
  uint32_t coloured;     /* of these, left after colouring */
  uint32_t stored;       /* subproblems searched */
  uint32_t tasks;        /* of the current round */
  uint32_t taken;        /* of these, begun */
  uint32_t stale;        /* tasks that a better bound made needless */
  uint32_t splits;
  uint32_t reserved;     /* 0 */
  uint64_t nodes;        /* of the search tree */
  uint64_t found;        /* cliques, when enumerating */
} cs_maximum_header;

typedef struct cs_maximum_work {
  cs_maximum_sizes sizes;
  uint32_t* keys[2];
  uint32_t* values[2]; /* [0] holds the roots by falling out-degree */
  uint32_t* begin;     /* [classes] next root of each class */
  uint32_t* deferred;  /* [2][classes][root_blocks] roots that did not fit the pool */
  void* state;
  cs_maximum_header* header;
  uint32_t* root_witness;
  uint32_t* search_witness;
  uint32_t* matrices;  /* of the largest class */
  uint32_t* hub_bits;  /* edges among the hubs */
  uint32_t* pool;
  void* survivors;
  uint64_t* tasks;
  uint32_t* items[2];
  uint32_t* stacks;
  void* slots;         /* what each warp of the search was doing when its launch ended */
  uint32_t* list;      /* [list_capacity][bound + 1] ids, of one clique in no order */
  void* scratch;
  uint64_t scratch_bytes;
} cs_maximum_work;

/*
 * Working memory of at most budget bytes; fewer bytes mean more rounds and fewer warps. CS_WORKSPACE_TOO_SMALL when
 * not even the smallest plan fits, CS_UNSUPPORTED for an out-degree past CS_MAXIMUM_OUT_DEGREE.
 */
int32_t cs_maximum_plan(
    const cs_graph* graph,
    uint64_t max_out_degree,
    const cs_maximum_options* options,
    uint64_t budget,
    cs_maximum_sizes* sizes);
int32_t cs_maximum_bind(
    void* memory,
    const cs_graph* graph,
    const cs_maximum_options* options,
    const cs_maximum_sizes* sizes,
    cs_maximum_work* out);
int32_t cs_maximum_start(
    const cs_graph* graph, const cs_maximum_options* options, cs_maximum_work* work, cs_stream stream);
/* Greedy cliques in the neighbourhoods of the roots with the largest out-degrees. stop: device word or null. */
int32_t cs_maximum_greedy(
    const cs_graph* graph,
    const cs_maximum_options* options,
    const cs_maximum_work* work,
    const uint32_t* stop,
    cs_stream stream);
int32_t cs_maximum_reduce(
    const cs_graph* graph,
    const cs_maximum_options* options,
    const cs_maximum_work* work,
    const uint32_t* stop,
    cs_stream stream);
/* Fills *host_header. A stop word that is not 0 ends the launch early with everything kept. */
int32_t cs_maximum_search(
    const cs_graph* graph,
    const cs_maximum_options* options,
    const cs_maximum_work* work,
    const uint32_t* stop,
    cs_maximum_header* host_header,
    cs_stream stream);
/* Marks the list as taken, on the stream. */
int32_t cs_maximum_list_taken(const cs_maximum_work* work, cs_stream stream);
/* Copies the ids of one largest clique found to host_clique[0 .. header.bound), in no order; capacity in ids. All bits are set where
 * the bound was given or raised by the caller and no clique of that size was found. */
int32_t cs_maximum_witness(
    const cs_maximum_work* work, uint32_t* host_clique, uint32_t capacity, cs_stream stream);

/* ------------------------------------------------------------------------------------------------------------
 * Breadth-first search over a clique list (Geil, Porumbescu, Owens), windowed recursively under a memory ledger.
 *
 *   cs_breadth_plan, cs_breadth_bind                    host only
 *   cs_breadth_start                                    sorts sources and seeds
 *   cs_breadth_greedy                                   unless options.heuristic is CS_GREEDY_NONE
 *   do { cs_breadth_search  W } while (header.pending)  one time slice each
 *   cs_breadth_witness  W                               one largest clique found
 *
 * The 2-clique list comes from the rows of cs_breadth_input.lists, edges are looked up in cs_breadth_input.graph. One
 * clique: a clique counts when it is larger than the best so far. All: every clique as large as the best so far
 * counts, so found[header.bound] is the number of maximum cliques when the search has ended, and the list holds all of
 * them, among smaller ones found earlier. Memory never runs out on the way: what a window makes is known before it is
 * written, and the window is cut to what fits.
 * ---------------------------------------------------------------------------------------------------------- */
#define CS_GREEDY_NONE 0
#define CS_GREEDY_SINGLE_DEGREE 1 /* one clique, from the vertex with the largest key */
#define CS_GREEDY_SINGLE_CORE 2
#define CS_GREEDY_MULTI_DEGREE 3 /* one clique from each of the seeds with the largest keys */
#define CS_GREEDY_MULTI_CORE 4

#define CS_WINDOW_INDEX 0 /* sources by id */
#define CS_WINDOW_ASCENDING 1 /* by degree, or by core number with options.core_bounds */
#define CS_WINDOW_DESCENDING 2

#define CS_BREADTH_LIST 16384u /* longest row of lists supported: CS_UNSUPPORTED past it */

typedef struct cs_breadth_input {
  cs_graph graph; /* by degree */
  cs_graph lists; /* the same graph for the degree orientation, or one of cs_breadth_orient */
  const cs_two_words* neighbour_rows; /* cs_core_work.rows after cs_core_symmetrise; null without a heuristic */
  const uint32_t* neighbours;
  const uint32_t* cores; /* cs_core_numbers by rank of graph; null unless a heuristic or core_bounds needs them */
} cs_breadth_input;

typedef struct cs_breadth_options {
  uint32_t bound;        /* only cliques with more vertices count */
  uint32_t enumerate;    /* 0: one maximum clique; 1: all */
  uint32_t heuristic;    /* CS_GREEDY_* */
  uint32_t seeds;        /* of a multi-run heuristic; 0: every vertex */
  uint32_t core_bounds;  /* 1: vertices are pruned by core numbers, 0: by degrees */
  uint32_t ascending;    /* 1: sub-lists by rising degree, 0: by falling degree, or by id where lists is made so */
  uint32_t window;       /* most entries of the 2-clique list searched at a time, one whole sub-list at least;
                            0: all that fit */
  uint32_t window_order; /* CS_WINDOW_* */
  uint32_t concurrent;   /* windows searched at a time: 1: one by all processors, as in the paper; more: one by each
                            block, with its share of the memory; 0: as 1, which was faster wherever measured */
  uint32_t color_from;   /* sub-lists of so many entries or more are colored, and entries that the colors show to be
                            needless are not expanded; 0: none, as in the paper */
  uint32_t unpruned;     /* 1: no vertex, sub-list or entry is left out because a bound says that it reaches no clique that
                            counts; color_from must be 0 then. It is for comparison: everything is expanded */
  uint32_t list_capacity;      /* cliques kept on the device between two launches; 0: count only */
  uint32_t slice_microseconds; /* a launch ends about so long after its start; 0: policy */
} cs_breadth_options;

typedef struct cs_breadth_sizes {
  uint32_t max_list;      /* longest row of lists */
  uint32_t teams;         /* blocks with a window of their own; 0: one window at a time */
  uint32_t team_entries;  /* clique list of each */
  uint32_t team_list;     /* sources with longer rows are left to the large window */
  uint32_t team_window;   /* entries expanded at a time */
  uint32_t large_window;
  uint64_t large_entries; /* clique list of the window that all processors share */
  uint32_t greedy_blocks;
  uint32_t reserved;      /* 0 */
  uint64_t bytes;
} cs_breadth_sizes;

typedef struct cs_breadth_header {
  uint32_t bound;      /* vertices of the largest clique found, or the bound given */
  uint32_t greedy;     /* of the largest one that the heuristic found, or the bound given */
  uint32_t upper;      /* no clique of the graph has more vertices */
  uint32_t pending;    /* not 0: another launch is needed */
  uint32_t listed;     /* slots of the list in use: a size, 0 for an unused slot, then ids */
  uint32_t sources;    /* rows of the 2-clique list */
  uint32_t taken;      /* of these, expanded or pruned */
  uint32_t long_sources; /* of these, left to the large window */
  uint32_t early_exit; /* 1: what pruning left was the heuristic's clique alone */
  uint32_t deepest;    /* level of the clique list reached */
  uint64_t expanded;   /* entries whose sub-lists were counted and written */
  uint64_t created;    /* entries written */
  uint64_t windows;    /* steps of count, scan and output */
  uint64_t cuts;       /* of these, with a window cut to the memory left */
  uint64_t peak_entries; /* most entries of the clique list held at a time, over all windows together */
  uint64_t found;      /* cliques of header.bound vertices, when enumerating */
} cs_breadth_header;

typedef struct cs_breadth_work {
  cs_breadth_sizes sizes;
  cs_breadth_header* header;
  void* state;
  void* teams;
  void* levels;
  uint32_t* entries; /* vertices, then parents, of every team */
  uint64_t* offsets;
  uint64_t* partials;
  uint64_t* found;   /* [max_list + 3] cliques by size */
  uint32_t* witness;
  uint32_t* list;    /* [list_capacity][max_list + 2] */
  uint32_t* keys[2];
  uint32_t* values[2];
  uint32_t* sources; /* [active] ranks in window order */
  uint32_t* seeds;   /* [active] ranks by falling key of the heuristic */
  uint32_t* long_sources;
  void* scratch;
  uint64_t scratch_bytes;
} cs_breadth_work;

/* Other rows of the 2-clique list; ranks stay those of the source. by_id: 1: the row of a vertex holds its neighbours with
 * larger ids, 0: those that it holds in the source. unsorted: 1: rows ascend by id, which by degree is no order, 0: by
 * rank. Otherwise like cs_orient; such a graph serves as cs_breadth_input.lists alone. */
int32_t cs_breadth_orient(
    const cs_graph* source,
    uint32_t by_id,
    uint32_t unsorted,
    cs_preparation* preparation,
    cs_graph* target,
    cs_prepare_header* host_header,
    cs_stream stream);

/*
 * Working memory of at most budget bytes. max_list: longest row of lists. CS_WORKSPACE_TOO_SMALL where the longest row
 * cannot be searched to the end (some 4 bytes times its length squared), CS_UNSUPPORTED past CS_BREADTH_LIST.
 */
int32_t cs_breadth_plan(
    const cs_breadth_input* input,
    uint64_t max_list,
    const cs_breadth_options* options,
    uint64_t budget,
    cs_breadth_sizes* sizes);
int32_t cs_breadth_bind(
    void* memory,
    const cs_breadth_input* input,
    const cs_breadth_options* options,
    const cs_breadth_sizes* sizes,
    cs_breadth_work* out);
int32_t cs_breadth_start(
    const cs_breadth_input* input, const cs_breadth_options* options, cs_breadth_work* work, cs_stream stream);
/* stop: device word or null; likewise below. */
int32_t cs_breadth_greedy(
    const cs_breadth_input* input,
    const cs_breadth_options* options,
    const cs_breadth_work* work,
    const uint32_t* stop,
    cs_stream stream);
/* Fills *host_header. A stop word that is not 0 ends the launch early with everything kept. */
int32_t cs_breadth_search(
    const cs_breadth_input* input,
    const cs_breadth_options* options,
    const cs_breadth_work* work,
    const uint32_t* stop,
    cs_breadth_header* host_header,
    cs_stream stream);
/* Marks the list as taken, on the stream. */
int32_t cs_breadth_list_taken(const cs_breadth_work* work, cs_stream stream);
/* Copies the ids of one largest clique found to host_clique[0 .. header.bound), in no order; capacity in ids. */
int32_t cs_breadth_witness(
    const cs_breadth_work* work, uint32_t* host_clique, uint32_t capacity, cs_stream stream);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
