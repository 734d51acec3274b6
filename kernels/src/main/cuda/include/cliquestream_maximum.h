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
} cs_maximum_options;

/* Sizes of the working memory, from cs_maximum_plan. */
typedef struct cs_maximum_sizes {
  uint32_t max_out_degree;
  uint32_t root_blocks;   /* most blocks of one reduction launch */
  uint32_t search_blocks;
  uint32_t global_blocks; /* blocks with a matrix outside shared memory */
  uint64_t pool_words;    /* subproblems: vertices, colours, bit matrices */
  uint64_t task_capacity;
  uint64_t item_capacity; /* split subtrees, of either buffer */
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
/* Copies the ids of one largest clique found to host_clique[0 .. header.bound), in no order; capacity in ids. */
int32_t cs_maximum_witness(
    const cs_maximum_work* work, uint32_t* host_clique, uint32_t capacity, cs_stream stream);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
