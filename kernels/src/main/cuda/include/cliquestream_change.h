/*
 * Graphs that change: batches of inserted and deleted edges, and exact counts from the changes alone. The rules of
 * cliquestream_cuda.h hold here too.
 *
 * The graph is kept as symmetric rows, ascending, in a pool of units of eight ids. A batch writes the rows that it
 * changes to the end of the pool and leaves the old ones as they are, so both versions can be read until the batch is
 * settled. One evolving graph takes one batch at a time:
 *
 *   cs_evolving_apply                    the batch: sorted, cleared of what changes nothing, rows written
 *   cs_evolving_triangles                and other counts, any of them, against that batch
 *   wait; look at the header             error: nothing was applied; settle, make room (cs_evolving_move), apply again
 *   cs_evolving_settle                   before the next batch; need not be waited for
 *
 * Standing jobs follow changes on it where that is predicted to be sooner; the Java package kernels.cuda.change has the
 * graphs. Measured in src/bench/cuda/RECORD-changes.md.
 */
#ifndef CLIQUESTREAM_CHANGE_H
#define CLIQUESTREAM_CHANGE_H

#include "cliquestream_types.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

/* Set in `first` of a change that deletes its edge. */
#define CS_CHANGE_DELETION 0x80000000u
/* Ids are below it. */
#define CS_CHANGE_MOST_IDS 0x7FFFFFFFu
#define CS_CHANGE_UNIT_IDS 8

/* One edge inserted or deleted, either direction. Of several changes of one pair in a batch the last one holds; a loop, an
 * insertion of what is there and a deletion of what is not change nothing. */
typedef struct cs_change {
  uint32_t first; /* id, with CS_CHANGE_DELETION or without */
  uint32_t second;
} cs_change;

#define CS_CHANGE_ERROR_POOL 1u /* the pool has no room for the rows that the batch changes */
#define CS_CHANGE_ERROR_ROW 2u  /* a row would have 2^28 ids or more */
#define CS_CHANGE_ERROR_ID 4u   /* an id is not below id_bound */
#define CS_CHANGE_ERROR_WIDE 8u /* common neighbourhoods do not fit the memory given: the count is not one */

/* What the last batch did. */
typedef struct cs_change_header {
  uint64_t error;     /* 0, or CS_CHANGE_ERROR_*: the batch was not applied, and counts mean nothing */
  uint64_t inserted;  /* edges that were not there before and are now */
  uint64_t deleted;   /* edges that were there before and no more */
  uint64_t loops;     /* changes (v, v), which change nothing */
  uint64_t invalid;   /* changes with an id at or past id_bound */
  uint64_t units;     /* of the pool, that the batch wrote */
  uint64_t pool_used; /* units in use before the batch */
  uint64_t hubs;      /* rows with a bit row */
  uint64_t probes;    /* sum of the shorter rows of all changed edges */
  uint64_t appeared;  /* of cs_evolving_triangles */
  uint64_t vanished;
} cs_change_header;

/* k-cliques of the last batch. */
typedef struct cs_change_clique_header {
  uint64_t error;        /* as above; with CS_CHANGE_ERROR_WIDE list_ids and matrix_words say what is needed */
  uint64_t list_ids;     /* ids of common neighbours, an upper bound */
  uint64_t matrix_words; /* known once list_ids sufficed */
  uint64_t appeared;
  uint64_t vanished;
} cs_change_clique_header;

/* Matches of a pattern in the last batch. */
typedef struct cs_change_pattern_header {
  uint64_t error;
  uint64_t appeared;
  uint64_t vanished;
} cs_change_pattern_header;

#define CS_CHANGE_MOST_PATTERN 8 /* vertices */
#define CS_CHANGE_MOST_SEEDS 56

/* A pattern's edge that is laid on the changed edge, and the order in which the other vertices follow. */
typedef struct cs_change_seed {
  uint32_t weight; /* directed edges of the pattern that are its images */
  uint32_t source; /* where the third vertex comes from: 0 the shorter row, 1 the smaller end's, 2 the larger end's */
  uint32_t back[CS_CHANGE_MOST_PATTERN]; /* of each vertex in order: bits of the earlier ones it is adjacent to */
} cs_change_seed;

typedef struct cs_change_pattern {
  uint32_t vertices;
  uint32_t automorphisms;
  uint32_t seeds;
  uint32_t reserved; /* 0 */
  cs_change_seed seed[CS_CHANGE_MOST_SEEDS];
} cs_change_pattern;

typedef struct cs_evolving {
  uint64_t id_bound;
  uint64_t most_changes; /* of a batch */
  uint64_t hub_rows;     /* most bit rows */
  uint64_t hub_words;    /* 32-bit words of a bit row */
  uint64_t hub_degree;   /* longer rows get one as long as there are some */
  uint64_t pool_units;
  uint64_t entries; /* of the batch in work: two a change */
  uint64_t* rows[2]; /* [id_bound] first unit << 28 | degree: before the batch, after it */
  uint32_t* hub_of;  /* [id_bound] its bit row, or 0xFFFFFFFF */
  uint32_t* changed; /* [id_bound] its first entry in the batch, or 0xFFFFFFFF */
  uint32_t* hub_bits; /* [hub_rows * hub_words] neighbours before or after */
  uint32_t* hub_tags; /* the same: edges that the batch changes */
  uint32_t* pool;
  uint32_t* unit_of_row; /* [id_bound + 1] working memory */
  uint64_t* keys[2];     /* the batch's entries: sorted keys in [0] */
  uint32_t* place;       /* where an entry's target is, or would be, in the row before */
  uint32_t* heads;       /* an entry's record */
  cs_two_words* sums;    /* entries before with an effect, those of them that insert */
  uint32_t* unit_first;  /* units of changed rows before this entry */
  uint64_t* probe_first; /* probes of changed edges before this entry */
  void* records;         /* of changed rows, at their first entry */
  void* edges;           /* of changed edges, at the entry of their smaller end */
  uint64_t* look_back;
  void* control;
  void* scratch;
  uint64_t scratch_bytes;
} cs_evolving;

/* Device bytes beside the pool. hub_rows: bit rows of twice id_bound bits, for rows longer than hub_degree. 0: a size past the
 * bounds: id_bound 2^31 - 1, most_changes 2^29. */
uint64_t cs_evolving_bytes(uint64_t id_bound, uint64_t most_changes, uint64_t hub_rows);
int32_t cs_evolving_bind(
    void* memory,
    uint64_t bytes,
    uint64_t id_bound,
    uint64_t most_changes,
    uint64_t hub_rows,
    uint64_t hub_degree,
    cs_evolving* out);
/* Units that a pool of so many symmetric ids (two an edge) in so many rows needs at most. */
uint64_t cs_evolving_units(uint64_t ids, uint64_t rows);

/* Fills the graph from symmetric ascending rows without loops and duplicates, as a host graph keeps them:
 * offsets[id_bound + 1], neighbors, both on the device. pool has pool_units * 32 bytes, 32-byte aligned. Where they do
 * not suffice, the header of the next batch has CS_CHANGE_ERROR_POOL. */
int32_t cs_evolving_load(
    cs_evolving* evolving,
    void* pool,
    uint64_t pool_units,
    const uint64_t* offsets,
    const uint32_t* neighbors,
    cs_stream stream);
/* Moves all rows to another pool, without gaps; the graph must be settled. The old pool is free once the stream is
 * past this. */
int32_t cs_evolving_move(cs_evolving* evolving, void* pool, uint64_t pool_units, cs_stream stream);
/* The rows after the last batch as edges, each once, smaller id first, in no order: room for all edges. *written (device)
 * is 0 before. */
int32_t cs_evolving_edges(const cs_evolving* evolving, cs_pair* pairs, uint64_t* written, cs_stream stream);

/* Applies a batch: changes in pinned host memory or on the device, 8-byte aligned, which stay as they are until the stream is past
 * this. host_header (pinned) may be null where a count follows, which fills one too. */
int32_t cs_evolving_apply(
    cs_evolving* evolving,
    const cs_change* changes,
    uint64_t count,
    cs_change_header* host_header,
    cs_stream stream);
/* Triangles that the batch made appear (of the graph after it) and vanish (of the graph before it). by_vertex (device,
 * [id_bound], may be null): grows by the difference for each vertex. */
int32_t cs_evolving_triangles(
    cs_evolving* evolving, int64_t* by_vertex, cs_change_header* host_header, cs_stream stream);
/* k-cliques that the batch made appear and vanish, 4 <= k <= CS_CHANGE_MOST_CLIQUE. memory: cs_evolving_cliques_bytes with the
 * same arguments; list_ids: header.probes of the batch, or a guess; matrix_words: 0 for k = 4, else a guess. Where they do
 * not suffice the header says so and what is needed; the batch stays as it is, and the call may be repeated. */
#define CS_CHANGE_MOST_CLIQUE 32
uint64_t cs_evolving_cliques_bytes(
    const cs_evolving* evolving, uint32_t k, uint64_t list_ids, uint64_t matrix_words);
int32_t cs_evolving_cliques(
    const cs_evolving* evolving,
    uint32_t k,
    uint64_t list_ids,
    uint64_t matrix_words,
    void* memory,
    uint64_t bytes,
    cs_change_clique_header* host_header,
    cs_stream stream);
/* Host alone: plans a connected pattern of 3 to CS_CHANGE_MOST_PATTERN vertices; adjacency[v] has a bit for each
 * neighbour. */
int32_t cs_change_pattern_plan(uint32_t vertices, const uint32_t* adjacency, cs_change_pattern* out);
/* Subgraphs equal to the pattern, induced or not, that the batch made appear and vanish. */
uint64_t cs_evolving_pattern_bytes(const cs_evolving* evolving);
int32_t cs_evolving_pattern(
    const cs_evolving* evolving,
    const cs_change_pattern* pattern,
    void* memory,
    uint64_t bytes,
    cs_change_pattern_header* host_header,
    cs_stream stream);
/* Makes the graph after the batch the one before the next. */
int32_t cs_evolving_settle(cs_evolving* evolving, cs_stream stream);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
