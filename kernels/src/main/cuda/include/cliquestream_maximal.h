/*
 * Maximal cliques on the device: their number by size, or the cliques themselves. Part of the C ABI of
 * libcliquestream_cuda; the rules of cliquestream_cuda.h hold here too.
 *
 * Sequence, all on one stream, W meaning "wait for the stream, then read the host header":
 *
 *   cs_maximal_plan, cs_maximal_bind                    host only
 *   cs_maximal_start
 *   for (first = 0; first < graph.active; first = header.end) {
 *     cs_maximal_build(first, roots)                    subproblems of as many roots as fit, up to header.end
 *     do { cs_maximal_search  W } while (header.pending)      one time slice each
 *     cs_maximal_keep                                   adds what was counted to the histogram
 *   }
 *   cs_maximal_histogram  W
 *
 * With a list, cliques are written as records: place of the root counted from `first`, number of the clique below its
 * root, its size, and its ids in no order. Sorted by place and number they come in an order that depends on the graph
 * alone. When header.list_full says that the list could not take them all, begin again at the same `first` with fewer
 * roots: nothing was kept yet. For a single root there is nothing to begin again: the search has paused; take what is
 * listed (cs_maximal_list_taken) and go on searching.
 *
 * Several devices count the cliques of one graph by intervals of places, which cs_maximal_pieces cuts alike on each of them; the loop
 * above then runs over the places of the pieces that a device has, and the histograms add up to the whole.
 */
#ifndef CLIQUESTREAM_MAXIMAL_H
#define CLIQUESTREAM_MAXIMAL_H

#include "cliquestream_cuda.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

#define CS_MAXIMAL_OUT_DEGREE 8192u /* largest out-degree supported: CS_UNSUPPORTED past it */
#define CS_MAXIMAL_RECORD_WORDS 3u  /* of a listed clique, before its ids */

typedef struct cs_maximal_options {
  uint32_t minimum_size;       /* smaller cliques are neither counted nor listed */
  uint32_t list_words;         /* 32-bit words of the list on the device, enough for one record; 0: count only */
  uint32_t split_nodes;        /* nodes of a task before idle processors may take part of it; 0: policy */
  uint32_t slice_microseconds; /* a search launch ends about so long after its start; 0: policy */
} cs_maximal_options;

/* Sizes of the working memory, from cs_maximal_plan. */
typedef struct cs_maximal_sizes {
  uint32_t max_out_degree;
  uint32_t search_blocks;
  uint32_t build_blocks;
  uint32_t subproblems;   /* most roots of one round */
  uint64_t pool_words;    /* vertices and bit matrices of the subproblems of a round */
  uint64_t area_words;    /* stacks and lists of the warps */
  uint64_t item_capacity; /* split subtrees, of either buffer */
  uint64_t bytes;
} cs_maximal_sizes;

typedef struct cs_maximal_header {
  uint32_t end;       /* past the last root of the round */
  uint32_t pending;   /* not 0: another search launch is needed */
  uint32_t list_full; /* not 0: a clique was not listed for want of room */
  uint32_t listed;    /* words of the list that hold records */
  uint32_t tasks;     /* roots of the round */
  uint32_t taken;     /* of these, begun */
  uint32_t warps;     /* that search in this round */
  uint32_t splits;    /* subtrees handed over, of all rounds */
  uint64_t nodes;     /* of the search trees, of all rounds */
  uint64_t found;     /* cliques of the rounds kept and of this one */
} cs_maximal_header;

typedef struct cs_maximal_work {
  cs_maximal_sizes sizes;
  uint32_t* keys[2];
  uint32_t* roots[2];    /* [0] holds the roots: by falling out-degree to count, by rank to list */
  uint64_t* later_begin; /* [active + 1] where the neighbours of larger rank of a rank begin */
  uint32_t* later_taken; /* [active] */
  uint32_t* later;       /* [edges] */
  uint64_t* needs;       /* [active + 1] words of the subproblems before a root */
  void* state;
  cs_maximal_header* header;
  uint64_t* round_histogram; /* [max_out_degree + 2] cliques of the round by size */
  uint64_t* histogram;       /* [max_out_degree + 2] of the rounds kept */
  void* subproblems;
  uint32_t* pool;
  uint32_t* items[2];
  uint32_t* published; /* [item_capacity] places of an item buffer that are filled */
  uint32_t* areas;
  void* slots;    /* what each warp was doing when its launch ended */
  uint32_t* list; /* [list_words] */
  void* scratch;
  uint64_t scratch_bytes;
} cs_maximal_work;

/*
 * Working memory of at most budget bytes; fewer bytes mean more rounds and fewer warps. max_degree: an upper bound of
 * all degrees. CS_WORKSPACE_TOO_SMALL when not even the smallest plan fits, CS_UNSUPPORTED for an out-degree past
 * CS_MAXIMAL_OUT_DEGREE.
 */
int32_t cs_maximal_plan(
    const cs_graph* graph,
    uint64_t max_out_degree,
    uint64_t max_degree,
    const cs_maximal_options* options,
    uint64_t budget,
    cs_maximal_sizes* sizes);
int32_t cs_maximal_bind(
    void* memory,
    const cs_graph* graph,
    const cs_maximal_options* options,
    const cs_maximal_sizes* sizes,
    cs_maximal_work* out);
/* Neighbours of larger rank, the order of the roots, an empty histogram. */
int32_t cs_maximal_start(
    const cs_graph* graph, const cs_maximal_options* options, cs_maximal_work* work, cs_stream stream);
/* Cuts the places into so many intervals, 1 .. graph.active, of subproblems of about as many words each; some may be empty. Copies
 * where each begins to the host; the first begins at 0, the last ends at graph.active. The same on every device. Only between
 * cs_maximal_start and the first round, or between two rounds, of a count without a list. */
int32_t cs_maximal_pieces(
    const cs_graph* graph, const cs_maximal_work* work, uint32_t pieces, uint32_t* host_places, cs_stream stream);
/* A round: the subproblems of the roots at places first .. first + roots - 1, or of fewer where the pool is full. */
int32_t cs_maximal_build(
    const cs_graph* graph,
    const cs_maximal_options* options,
    const cs_maximal_work* work,
    uint32_t first,
    uint32_t roots,
    const uint32_t* stop,
    cs_stream stream);
/* Fills *host_header. A stop word that is not 0 ends the launch early with everything kept. */
int32_t cs_maximal_search(
    const cs_graph* graph,
    const cs_maximal_options* options,
    const cs_maximal_work* work,
    const uint32_t* stop,
    cs_maximal_header* host_header,
    cs_stream stream);
/* Marks the list as taken, on the stream. */
int32_t cs_maximal_list_taken(const cs_maximal_work* work, cs_stream stream);
/* Adds the round's counts to the histogram. */
int32_t cs_maximal_keep(const cs_maximal_work* work, cs_stream stream);
/* Copies the cliques by size, entries 0 .. max_out_degree + 1, to the host. */
int32_t cs_maximal_histogram(const cs_maximal_work* work, uint64_t* host_histogram, cs_stream stream);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
