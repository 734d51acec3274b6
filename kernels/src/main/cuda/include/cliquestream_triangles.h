/*
 * Triangle counts of a prepared graph, in total, by edge and by vertex. The rules of cliquestream_cuda.h hold here too.
 */
#ifndef CLIQUESTREAM_TRIANGLES_H
#define CLIQUESTREAM_TRIANGLES_H

#include "cliquestream_graph.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

/* ------------------------------------------------------------------------------------------------------------
 * The wedge kernel, the default.
 * ---------------------------------------------------------------------------------------------------------- */
#define CS_WEDGE_CORE_CLASSES 6

typedef struct cs_wedge_options {
  uint32_t core;           /* 1: hub prefixes as b1 matrix blocks, where the device has them; 0: never */
  uint32_t tiny;           /* 1: edges between very short rows are compared in registers */
  uint32_t split;          /* 0: decide, 1: two windows for owners past 65,535, 2: one */
  uint32_t core_gain;      /* word-ANDs of the matrix unit that cost as much as one probe; 0: policy */
  uint32_t chunk_probes;   /* probes of one item; 0: from the total work */
  uint32_t block_probes;   /* owners with at least this work get a block; 0: policy */
  uint32_t few_tails;      /* 0: decide for a plan that is kept, 1: walk all tail entries without grouping them,
                              2: always group, 3: decide for a single count */
  uint32_t far_places;     /* 1: places of hub entries are counted as where they take more than 32 bits; for tests */
} cs_wedge_options;

typedef struct cs_wedge_header {
  uint64_t hub_octets;  /* rows of 16-bit ids, in units of eight */
  uint64_t hub_entries; /* prefixes to stream as 16-bit ids */
  uint64_t hub_room;    /* places kept for them: as many for an owner as there are edges towards it */
  uint64_t tail_entries;
  uint64_t hub_probes;
  uint64_t tail_probes;
  uint64_t core_probes; /* wedges answered by matrix blocks */
  uint64_t tiny_edges;
  uint64_t max_length;  /* longest entry */
  uint64_t core_rows[CS_WEDGE_CORE_CLASSES];
  uint64_t split;
} cs_wedge_header;

typedef struct cs_wedge_survey { /* first half of a plan: sizes */
  cs_wedge_header* header;
  uint64_t* split_rows; /* [active] core class | core length | hub length */
  uint32_t* counts;     /* [active] x 4 */
  uint64_t* bases;      /* [active] x 3 */
  void* scratch;
  uint64_t scratch_bytes;
} cs_wedge_survey;

typedef struct cs_wedge_queue { /* entries of one kind, grouped by owner, and the items over them */
  uint64_t entries;
  uint64_t item_capacity;
  uint32_t grouped;   /* 0: in row order, no items */
  uint64_t* entry[2]; /* [0] holds them; with room between owners in the hub queue */
  uint32_t start_bits;
  uint32_t length_bits;
  uint32_t owner_bits;
  uint32_t* owner_key[2]; /* only where an entry and its owner do not fit one word */
  uint64_t* signature[2]; /* of each entry's ids, where prefixes are short; else null */
  uint64_t* row_signature; /* [active] of each row's ids, beside them */
  uint64_t* owner_begin; /* null in the hub queue, as is owner_end: there owner_work holds place and work */
  uint64_t* owner_end;
  uint64_t* owner_work;
  void* items;
  uint32_t* class_state; /* sizes of the item classes */
} cs_wedge_queue;

typedef struct cs_wedge_plan {
  cs_wedge_header header;
  cs_wedge_options options;
  cs_wedge_survey survey;
  uint16_t* hub_ids;
  cs_wedge_queue hub;
  cs_wedge_queue tail;
  uint32_t* core_row_list;  /* rows of all core classes, class after class */
  uint32_t* core_row_bits;
  uint32_t* core_matrix;
  uint64_t core_rows_padded;
  uint32_t core_width;      /* bits of a matrix row: the largest class in use */
  uint32_t* heads;          /* [active] x 4: the first ids of every row, where most edges lie between short ones */
  uint32_t* core_cursor;
  uint32_t* taken; /* items taken so far, of every class */
  void* scratch;
  uint64_t scratch_bytes;
  uint64_t total_probes;
} cs_wedge_plan;

uint64_t cs_wedge_survey_bytes(const cs_graph* graph);
/* prepared: the device's header of the preparation the graph comes from, kept with the graph. */
int32_t cs_wedge_survey_run(
    const cs_graph* graph,
    const cs_prepare_header* prepared,
    const cs_wedge_options* options,
    void* memory,
    uint64_t bytes,
    cs_wedge_survey* survey,
    cs_wedge_header* host_header,
    cs_stream stream);
uint64_t cs_wedge_plan_bytes(
    const cs_graph* graph, const cs_wedge_options* options, const cs_wedge_header* header);
int32_t cs_wedge_plan_run(
    const cs_graph* graph,
    const cs_wedge_options* options,
    const cs_wedge_survey* survey,
    const cs_wedge_header* header,
    void* memory,
    uint64_t bytes,
    cs_wedge_plan* plan,
    cs_stream stream);
/* Adds the triangles of the slice to *device_count. */
int32_t cs_wedge_count(
    const cs_graph* graph,
    const cs_wedge_plan* plan,
    const cs_slice* slice,
    uint64_t* device_count,
    const cs_lanes* lanes);

/* Units: items of entries, tiles of the core, tail entries and short rows. */
int32_t cs_wedge_units(
    const cs_graph* graph, const cs_wedge_plan* plan, uint64_t* device_units, cs_stream stream);

/* cs_wedge_plan_run and cs_wedge_count of the whole in one, for a plan that serves a single count: what needs no entries
 * is counted while they are being written. stop and device_done are those of a slice. The units are known once this was
 * enqueued. */
int32_t cs_wedge_count_once(
    const cs_graph* graph,
    const cs_wedge_options* options,
    const cs_wedge_survey* survey,
    const cs_wedge_header* header,
    void* memory,
    uint64_t bytes,
    cs_wedge_plan* plan,
    const uint32_t* stop,
    uint64_t* device_done,
    uint64_t* device_count,
    const cs_lanes* lanes);

/* ------------------------------------------------------------------------------------------------------------
 * Merge: one thread an edge, two pointers (Polak 2016). Needs no plan. Units: edges.
 * ---------------------------------------------------------------------------------------------------------- */
int32_t cs_merge_count(const cs_graph* graph, const cs_slice* slice, uint64_t* device_count, cs_stream stream);
int32_t cs_merge_units(const cs_graph* graph, uint64_t* device_units, cs_stream stream);

/* ------------------------------------------------------------------------------------------------------------
 * TRUST: vertex-centric hashing with degree-aware resources (Pandey et al. 2021), with an exact overflow path.
 * ---------------------------------------------------------------------------------------------------------- */
#define CS_TRUST_RANK_ORDER 0       /* ids are ranks */
#define CS_TRUST_IN_DEGREE_ORDER 1  /* renumbered by in-degree, largest first */
#define CS_TRUST_COLLECTIVE_ORDER 2 /* renumbered list by list, largest collective degree first */

/* How a warp reads the two-hop lists of up to 32 neighbours (the paper's comparison). */
#define CS_TRUST_VIRTUAL_LISTS 0  /* as one array that is not made: the paper's choice */
#define CS_TRUST_WARP_LISTS 1     /* all lanes on one list at a time */
#define CS_TRUST_HALF_LISTS 2     /* 16 lanes on a list */
#define CS_TRUST_QUARTER_LISTS 3  /* 8 lanes on a list */
#define CS_TRUST_PHYSICAL_LISTS 4 /* copied into one array, piece by piece */
#define CS_TRUST_READINGS 5

typedef struct cs_trust_plan {
  uint32_t order;
  uint32_t* block_list; /* ascending, as warp_list: a slice is the same vertices on every device */
  uint32_t* warp_list;
  uint32_t* state; /* [0], [1]: vertices of the block and the warp class */
  uint32_t* block_slots;
  uint32_t* warp_slots;
  uint64_t* rows; /* null under the rank order: the graph's own */
  uint32_t* adjacency;
  uint32_t* label;
  uint64_t* sort_keys[2];
  uint32_t* sort_values[2];
  void* scratch;
  uint64_t scratch_bytes;
} cs_trust_plan;

uint64_t cs_trust_plan_bytes(const cs_graph* graph, uint32_t order);
/* Fills host_classes[2] with the vertices of the block and the warp class: wait, then hand them to the count. */
int32_t cs_trust_plan_run(
    const cs_graph* graph,
    uint32_t order,
    uint64_t max_out_degree,
    void* memory,
    uint64_t bytes,
    cs_trust_plan* plan,
    uint32_t* host_classes,
    cs_stream stream);
/* chunk: vertices a block or warp takes at a time; the paper's default is 1. 0: from the number of vertices.
 * reading: CS_TRUST_*_LISTS. */
int32_t cs_trust_count(
    const cs_graph* graph,
    const cs_trust_plan* plan,
    const uint32_t* classes,
    uint32_t chunk,
    uint32_t reading,
    const cs_slice* slice,
    uint64_t* device_count,
    cs_stream stream);
/* Units: vertices of both classes. */
int32_t cs_trust_units(const uint32_t* classes, uint64_t* device_units, cs_stream stream);

/* ------------------------------------------------------------------------------------------------------------
 * Triangles of every edge and vertex.
 * ---------------------------------------------------------------------------------------------------------- */
/* Adds to support, parallel to graph->adjacency and 0 before the first slice; padding is untouched. Also adds the
 * number of triangles to *device_count. */
int32_t cs_local_edges(
    const cs_graph* graph, const cs_slice* slice, uint32_t* support, uint64_t* device_count, cs_stream stream);
/* Units: rows. */
int32_t cs_local_units(const cs_graph* graph, uint64_t* device_units, cs_stream stream);
/* vertices[active], by rank: triangles of each. *coefficients (device): sum of the local clustering coefficients
 * over vertices of degree 2 and more. */
int32_t cs_local_vertices(
    const cs_graph* graph, const uint32_t* support, uint64_t* vertices, double* coefficients, cs_stream stream);
/* The same counts by id: by_id[id_bound], 0 for ids without an edge. */
int32_t cs_local_vertices_by_id(
    const cs_graph* graph, const uint64_t* by_rank, uint64_t* by_id, cs_stream stream);
/* Finished support in the order of edges by (smaller id, larger id). *out, set at once, lies inside memory and holds
 * graph->edges counts when the stream gets there. */
uint64_t cs_local_edges_by_id_bytes(const cs_graph* graph);
int32_t cs_local_edges_by_id(
    const cs_graph* graph, const uint32_t* support, void* memory, uint64_t bytes, uint32_t** out, cs_stream stream);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
