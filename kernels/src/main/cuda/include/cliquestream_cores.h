/*
 * Core numbers of a prepared graph. The rules of cliquestream_cuda.h hold here too.
 */
#ifndef CLIQUESTREAM_CORES_H
#define CLIQUESTREAM_CORES_H

#include "cliquestream_graph.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

/* ------------------------------------------------------------------------------------------------------------
 * Exact degeneracy: core numbers and a peel order.
 * ---------------------------------------------------------------------------------------------------------- */
typedef struct cs_core_header {
  uint32_t degeneracy;
  uint32_t removed;    /* vertices in the order: active unless error is not 0 */
  uint32_t error;      /* 0, or an internal bound was hit (a defect): do not use the result */
  uint32_t sub_rounds; /* peeling steps that depend on one another */
  uint32_t block_sub_rounds; /* of these, done by one block alone */
  uint32_t scans;
  uint32_t pending;  /* not 0: another launch is needed */
  uint32_t reserved; /* 0 */
} cs_core_header;

typedef struct cs_core_options {
  uint32_t block_edges;   /* frontiers with at most so many edges stay in one block; 1: none; 0: by the graph's density */
  uint32_t small_vertices; /* graphs of so few vertices are peeled by one block in its shared memory; 1: none; 0: where
                              they fit */
  uint32_t slice_microseconds; /* a launch ends about so long after its start; 0: policy */
  uint32_t reserved;           /* 0 */
  const uint32_t* stop;        /* device word or null: a launch ends soon once it is not 0, with everything kept */
} cs_core_options;

typedef struct cs_core_work {
  uint64_t* row_starts; /* [active + 1] of the symmetric adjacency */
  cs_two_words* rows;    /* [active] start, degree */
  uint32_t* neighbours; /* [2 * edges] */
  uint32_t* cursor;
  uint32_t* residual;
  cs_two_words* result;  /* [active] by rank: core number, place in the peel order */
  uint32_t* order;       /* [active] ranks, the one removed last first */
  cs_two_words* items;
  uint32_t* remaining[2];
  void* phases;
  void* state;
  cs_core_header* header;
  void* scratch;
  uint64_t scratch_bytes;
} cs_core_work;

uint64_t cs_core_bytes(const cs_graph* graph);
int32_t cs_core_bind(void* memory, uint64_t bytes, const cs_graph* graph, cs_core_work* out);
/* Symmetric adjacency from the oriented rows: neighbours of smaller rank first. Fewer than 2^31 edges. */
int32_t cs_core_symmetrise(const cs_graph* graph, const cs_core_work* work, cs_stream stream);
/* Nobody has left yet. */
int32_t cs_core_start(const cs_graph* graph, const cs_core_work* work, cs_stream stream);
/* One time slice: fills *host_header; wait, and call it again while header.pending. Once nothing is, result has core
 * numbers and, as place, the number of vertices removed in earlier sub-rounds: equal for all that leave together, and
 * the same in every run. */
int32_t cs_core_peel(
    const cs_graph* graph,
    const cs_core_work* work,
    const cs_core_options* options,
    cs_core_header* host_header,
    cs_stream stream);
/* After the peel: the places become a permutation (those that leave together: larger rank first), and `order` its
 * reverse, ready for cs_orient. Every vertex then has at most `degeneracy` neighbours of smaller rank. The order is a
 * function of the graph alone. It is not the CPU engine's, which removes vertices one by one; core numbers and the
 * bound are the same. */
int32_t cs_core_order(const cs_graph* graph, const cs_core_work* work, cs_stream stream);
/* Core numbers, device, [active]: under `order` (work->order: by rank of the oriented graph), or by rank of the peeled
 * graph where order is null. */
int32_t cs_core_numbers(
    const cs_graph* graph, const cs_core_work* work, const uint32_t* order, uint32_t* numbers, cs_stream stream);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
