/*
 * Triangles of a graph that the device's memory does not hold: TRUST's partition in two dimensions (Pandey et al. 2021,
 * section 5), whose parts stream past the device. What is kept and what moves is told in triangles/grid/policy.cuh. The
 * rules of cliquestream_cuda.h hold here too.
 *
 * Ranks are by degree, largest first, ties by id. Rank r is in class r % classes, at place r / classes there; an arc goes
 * from the larger rank to the smaller one, and part (i, j) has those from class i to class j. A triangle of ranks
 * u > v > w in the classes i, j, k is counted by task (i, j, k) at its arc (u, v).
 *
 *   ranks    cs_grid_ranking_start, _degrees (slices of the offsets), _finish, wait
 *   parts    cs_grid_chunk_split for runs of whole rows, which together are all rows, wait, and copy what it wrote to the
 *            host: the arcs of part after part, and the rows of part after part
 *   tasks    a part on the device again: its arcs of all runs in order, to columns, and its rows of all runs in order, then
 *            cs_grid_part_index; cs_grid_turn of part (i, j); cs_grid_count with parts (i, k) and (j, k) for each k
 */
#ifndef CLIQUESTREAM_GRID_H
#define CLIQUESTREAM_GRID_H

#include "cliquestream_types.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

#define CS_GRID_MOST_CLASSES 32

/* ------------------------------------------------------------------------------------------------------------
 * Ranks of a host graph.
 * ---------------------------------------------------------------------------------------------------------- */
typedef struct cs_grid_header {
  uint64_t max_degree;
  uint64_t active; /* vertices with a neighbour; they hold the ranks 0 .. active-1 */
} cs_grid_header;

typedef struct cs_grid_ranking {
  uint64_t vertices;
  cs_grid_header* header;
  uint32_t* keys[2];
  uint32_t* ids[2];
  void* scratch;
  uint64_t scratch_bytes;
} cs_grid_ranking;

/* vertices: fewer than 2^31. */
uint64_t cs_grid_ranking_bytes(uint64_t vertices);
int32_t cs_grid_ranking_bind(void* memory, uint64_t bytes, uint64_t vertices, cs_grid_ranking* out);
int32_t cs_grid_ranking_start(const cs_grid_ranking* ranking, cs_stream stream);
/* offsets (device): count + 1 of the host's, from that of vertex first on. */
int32_t cs_grid_ranking_degrees(
    const cs_grid_ranking* ranking, const uint64_t* offsets, uint64_t first, uint64_t count, cs_stream stream);
/* rank_by_id[vertices] (device). Fills *host_header. */
int32_t cs_grid_ranking_finish(
    const cs_grid_ranking* ranking, uint32_t* rank_by_id, cs_grid_header* host_header, cs_stream stream);

/* ------------------------------------------------------------------------------------------------------------
 * Rows to arcs of parts.
 * ---------------------------------------------------------------------------------------------------------- */
typedef struct cs_grid_chunk {
  uint64_t entry_capacity;
  uint64_t row_capacity;
  uint32_t classes;
  uint32_t reserved;
  uint32_t* entries; /* in: neighbours of the rows; destroyed */
  uint64_t* offsets; /* in: [rows + 1] the host's offsets of the rows */
  uint32_t* arcs;    /* out: places in the second class, part after part */
  cs_two_words* rows; /* out: place in the first class, first arc among all of the part's; part after part */
  uint32_t* kept;
  uint32_t* long_rows;
  uint64_t* counts; /* [classes * classes] rows << 32 | arcs of each part in this chunk */
  uint64_t* firsts;
  uint64_t* before;
  uint64_t* cursors;
} cs_grid_chunk;

/* entries: fewer than 2^32, no fewer than the largest degree; rows: 1 or more. */
uint64_t cs_grid_chunk_bytes(uint64_t entries, uint64_t rows, uint32_t classes);
int32_t cs_grid_chunk_bind(
    void* memory, uint64_t bytes, uint64_t entries, uint64_t rows, uint32_t classes, cs_grid_chunk* out);
/* rank_by_id: of the whole graph. active: of its header. totals[classes * classes] (device): arcs of each part in the
 * chunks before, 0 at first; grow by this one's. Fills host_counts (pinned) with counts. */
int32_t cs_grid_chunk_split(
    const cs_grid_chunk* chunk,
    const uint32_t* rank_by_id,
    uint64_t active,
    uint64_t first_row,
    uint64_t rows,
    uint64_t entries,
    uint64_t* totals,
    uint64_t* host_counts,
    cs_stream stream);

/* ------------------------------------------------------------------------------------------------------------
 * Tasks.
 * ---------------------------------------------------------------------------------------------------------- */
typedef struct cs_grid_part {
  uint64_t arcs;
  uint64_t arc_capacity;
  uint64_t class_size; /* places of a class: active / classes, rounded up */
  uint32_t* columns;   /* [arcs] */
  cs_two_words* rows;  /* [class_size] first arc, number of arcs */
} cs_grid_part;

/* arcs: fewer than 2^32. */
uint64_t cs_grid_part_bytes(uint64_t arcs, uint64_t class_size);
int32_t cs_grid_part_bind(void* memory, uint64_t bytes, uint64_t arcs, uint64_t class_size, cs_grid_part* out);
/* Begins a part of so many arcs; rows (device): those that are not empty, as the chunks wrote them, in their order. */
int32_t cs_grid_part_index(
    cs_grid_part* part, uint64_t arcs, const cs_two_words* rows, uint64_t row_count, cs_stream stream);

typedef struct cs_grid_turned { /* a part by the targets of its arcs */
  uint64_t arcs;
  uint64_t arc_capacity;
  uint64_t class_size;
  uint32_t* ends;    /* [class_size] where each target's sources end */
  uint32_t* sources; /* [arcs] in no order within a target */
  uint32_t* taken;
  void* scratch;
  uint64_t scratch_bytes;
} cs_grid_turned;

uint64_t cs_grid_turned_bytes(uint64_t arcs, uint64_t class_size);
int32_t cs_grid_turned_bind(void* memory, uint64_t bytes, uint64_t arcs, uint64_t class_size, cs_grid_turned* out);
int32_t cs_grid_turn(cs_grid_turned* turned, const cs_grid_part* part, cs_stream stream);

/* Adds the triangles of a share of a task to *device_count: turned: of part (i, j); ik, jk: the parts. Units: arcs of
 * part (i, j), so all tasks of a graph have classes times its edges. */
int32_t cs_grid_count(
    const cs_grid_turned* turned,
    const cs_grid_part* ik,
    const cs_grid_part* jk,
    const cs_slice* slice,
    uint64_t* device_count,
    cs_stream stream);
int32_t cs_grid_units(uint64_t units, uint64_t* device_units, cs_stream stream);

/* ------------------------------------------------------------------------------------------------------------
 * What moves. Copies go on the stream that is given, in either direction; host memory that is not page-locked makes the
 * caller wait for them.
 * ---------------------------------------------------------------------------------------------------------- */
typedef struct cs_grid_extent {
  uint64_t address; /* host */
  uint64_t bytes;
} cs_grid_extent;

int32_t cs_grid_copy(void* to, const void* from, uint64_t bytes, cs_stream stream);
/* Extents one after the other. */
int32_t cs_grid_gather(void* to, const cs_grid_extent* extents, uint64_t count, cs_stream stream);
/* What follows on the side stream waits for the main one, and the other way round. A null side stream: nothing to do. */
int32_t cs_grid_fork(const cs_lanes* lanes, uint32_t side);
int32_t cs_grid_join(const cs_lanes* lanes, uint32_t side);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
