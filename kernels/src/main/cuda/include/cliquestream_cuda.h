/*
 * Cliquestream's device side: the C ABI of libcliquestream_cuda.
 *
 * Rules that hold for every function here:
 *   - Functions named *_bytes and *_bind run on the host alone and touch no device.
 *   - Every other function only enqueues work on the given stream. None allocates, none synchronises.
 *   - A function returns 0, or a negative cs_status, or a positive cudaError_t of a launch that failed.
 *   - Device memory is the caller's. Each area is asked for with *_bytes and cut into arrays with *_bind, so a
 *     job's peak memory is known before anything starts.
 *   - Headers are small records that the device fills and the launcher copies to pinned host memory. The caller
 *     waits for the stream before it reads one. Sizes of the next step depend on them.
 *
 * Ranks: after cs_prepare_* rank 0 is the vertex with the largest degree, ties go to the smaller id; cs_orient gives
 * any other order. N+(u) are the neighbours of u with a smaller rank, ascending.
 */
#ifndef CLIQUESTREAM_CUDA_H
#define CLIQUESTREAM_CUDA_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CS_ABI_VERSION 4

#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

/* A cudaStream_t and a cudaEvent_t, spelled so that callers need no CUDA header. */
typedef struct CUstream_st* cs_stream;
typedef struct CUevent_st* cs_event;

typedef enum cs_status {
  CS_OK = 0,
  CS_INVALID_ARGUMENT = -1, /* a null pointer, a bound exceeded */
  CS_WORKSPACE_TOO_SMALL = -2,
  CS_UNSUPPORTED = -3 /* a size past the documented bounds of a kernel */
} cs_status;

/* One undirected edge as it arrives: either direction, loops and duplicates allowed. */
typedef struct cs_pair {
  uint32_t first;
  uint32_t second;
} cs_pair;

/* Two words, eight bytes aligned: CUDA's uint2. */
typedef struct cs_two_words {
  uint32_t x;
  uint32_t y;
} cs_two_words;

int32_t cs_abi_version(void);

/* Where a field of a record of this header lies; an empty field stands for the record itself. */
typedef struct cs_layout {
  const char* record;
  const char* field;
  uint64_t offset;
  uint64_t bytes;
} cs_layout;

/* Every record and field of this header; returns their number. The table lives as long as the library. */
uint64_t cs_layouts(const cs_layout** out);

/* ------------------------------------------------------------------------------------------------------------
 * The prepared graph: relabelled by rank, oriented towards smaller ranks, every row 16-byte aligned.
 * ---------------------------------------------------------------------------------------------------------- */
typedef struct cs_graph {
  uint64_t id_bound;           /* exclusive upper bound of the ids */
  uint64_t active;             /* vertices with at least one neighbour; they hold the ranks 0 .. active-1 */
  uint64_t edges;              /* undirected, after loops and duplicates are gone */
  uint64_t adjacency_capacity; /* length of adjacency in ids, a multiple of 4 */
  uint64_t* offsets;           /* [active + 1] first position of each row in adjacency, a multiple of 4 */
  uint64_t* rows;              /* [active] (offsets / 4) << 24 | out-degree: one load gives both */
  uint32_t* adjacency;         /* rows of smaller ranks, ascending, padded with 0xFFFFFFFF to four ids */
  uint32_t* degrees;           /* [active] by rank */
  uint32_t* rank_to_id;        /* [id_bound] */
  uint32_t* id_to_rank;        /* [id_bound] */
} cs_graph;

typedef struct cs_prepare_header {
  uint64_t loops;        /* pairs (v, v) seen and ignored */
  uint64_t invalid;      /* pairs with an id at or past id_bound: the graph must be rejected */
  uint64_t max_degree;   /* of the multigraph as read */
  uint64_t active;       /* vertices with a neighbour */
  uint64_t duplicates;   /* after cs_prepare_build: so many pairs or more repeat an edge; deduplicate and start again */
  uint64_t hub_targets;  /* after cs_prepare_build: edges whose smaller rank is below 65,535 */
  uint64_t adjacency_ids; /* after cs_prepare_build: used length of adjacency, padding included */
  uint64_t max_out_degree; /* after cs_prepare_build */
  uint64_t distinct;     /* after cs_prepare_deduplicate: pairs written */
} cs_prepare_header;

/* Working memory of a preparation. Opaque to the caller but for its life: one per running preparation. */
typedef struct cs_preparation {
  uint64_t pairs;    /* most pairs it can take */
  uint64_t id_bound; /* ids are 0 .. id_bound-1 */
  cs_prepare_header* header;
  uint32_t* degree_by_id;
  uint32_t* sort_keys[2];
  uint32_t* sort_values[2];
  uint64_t* edge_keys[2]; /* [0] holds the oriented keys after cs_prepare_build, in no order of use */
  uint64_t* row_first;
  uint64_t* row_end;
  void* scratch;
  uint64_t scratch_bytes;
} cs_preparation;

uint64_t cs_prepare_bytes(uint64_t pairs, uint64_t id_bound);
int32_t cs_prepare_bind(void* memory, uint64_t bytes, uint64_t pairs, uint64_t id_bound, cs_preparation* out);
/* Bytes of a prepared graph, an upper bound that needs no look at the edges. */
uint64_t cs_graph_bytes(uint64_t pairs, uint64_t id_bound);
int32_t cs_graph_bind(void* memory, uint64_t bytes, uint64_t pairs, uint64_t id_bound, cs_graph* out);

/* Step 1. Clears the counters. */
int32_t cs_prepare_start(const cs_preparation* preparation, cs_stream stream);
/* Step 2, as often as chunks arrive: counts degrees of pairs already on the device. Chunks may still be copied. */
int32_t cs_prepare_accumulate(
    const cs_preparation* preparation, const cs_pair* pairs, uint64_t count, cs_stream stream);
/* Step 3. Largest degree and number of vertices with a neighbour; fills *host_header. Wait before step 4. */
int32_t cs_prepare_summarise(
    const cs_preparation* preparation, cs_prepare_header* host_header, cs_stream stream);
/* Step 4. Ranks by degree into graph->id_to_rank, rank_to_id and degrees. */
int32_t cs_prepare_order_by_degree(
    const cs_preparation* preparation, const cs_prepare_header* header, cs_graph* graph, cs_stream stream);
/* Step 5. Relabels, orients and writes the sorted rows; fills *host_header. If it then reports duplicates, call
 * cs_prepare_deduplicate and start again from step 1 with the pairs it wrote. */
int32_t cs_prepare_build(
    cs_preparation* preparation,
    const cs_prepare_header* header,
    const cs_pair* pairs,
    uint64_t count,
    cs_graph* graph,
    cs_prepare_header* host_header,
    cs_stream stream);
/* Writes every edge of the last build once, in original ids, to out, which has room for
 * graph->edges - header.duplicates pairs; header->distinct says how many they are. */
int32_t cs_prepare_deduplicate(
    const cs_preparation* preparation, const cs_graph* graph, cs_pair* out, cs_stream stream);

/* Edges out of symmetric rows, as a host graph keeps them: every edge of a part of the neighbour array once, smaller
 * vertex first, in no order, appended to pairs. offsets[vertices + 1] are those of the whole array; the part holds its
 * positions [first, first + count). *written (device) is 0 before the first part. */
int32_t cs_graph_edges_from_rows(
    const uint64_t* offsets,
    uint64_t vertices,
    const uint32_t* neighbors,
    uint64_t first,
    uint64_t count,
    cs_pair* pairs,
    uint64_t* written,
    cs_stream stream);

/* ------------------------------------------------------------------------------------------------------------
 * Preparation in parts, where 16 bytes of sort memory for every pair do not fit. Pairs come past in chunks, once for
 * the degrees, once for the out-degrees, and once for every part, a range of ranks whose keys fit the preparation:
 *
 *   cs_prepare_bind(part_pairs, id_bound)          graph bound for all pairs
 *   cs_prepare_start, _accumulate (chunks), _summarise, wait, _order_by_degree          as ever
 *   cs_partition_start, _accumulate (chunks), _plan, wait
 *   every part: cs_partition_select_start, _select (chunks), _build; wait after the last, or after each
 *
 * The graph is the same, bit for bit, as by cs_prepare_build. If the header then reports
 * duplicates, go through the parts once more with cs_partition_deduplicate after each build, collect the pairs it
 * writes, and prepare those.
 * ---------------------------------------------------------------------------------------------------------- */
#define CS_PARTITION_MOST_PARTS 1024

typedef struct cs_partition {
  uint64_t parts; /* 0: a row is longer than a part, or there would be too many: more memory is needed */
  uint64_t first_rank[CS_PARTITION_MOST_PARTS + 1]; /* part i holds the rows first_rank[i] .. first_rank[i + 1] - 1 */
  uint64_t first_key[CS_PARTITION_MOST_PARTS + 1];  /* and so many keys lie in the parts before */
} cs_partition;

/* The most pairs a part may have so that cs_prepare_bytes(part_pairs, id_bound) stays within the budget; all of them
 * where they fit at once, 0 where not even an empty part does. */
uint64_t cs_partition_part_pairs(uint64_t pairs, uint64_t id_bound, uint64_t budget);
int32_t cs_partition_start(const cs_preparation* preparation, cs_stream stream);
int32_t cs_partition_accumulate(
    const cs_preparation* preparation, const cs_graph* graph, const cs_pair* pairs, uint64_t count, cs_stream stream);
/* header: of cs_prepare_summarise; pairs: all that were seen. Lays out the rows; fills *host_plan, *host_header. */
int32_t cs_partition_plan(
    const cs_preparation* preparation,
    const cs_prepare_header* header,
    uint64_t pairs,
    cs_graph* graph,
    cs_partition* device_plan,
    cs_partition* host_plan,
    cs_prepare_header* host_header,
    cs_stream stream);
int32_t cs_partition_select_start(const cs_preparation* preparation, cs_stream stream);
int32_t cs_partition_select(
    const cs_preparation* preparation,
    const cs_graph* graph,
    const cs_partition* host_plan,
    uint32_t part,
    const cs_pair* pairs,
    uint64_t count,
    cs_stream stream);
/* Sorts the part and writes its rows. host_header->distinct: keys selected for it; other than planned (first_key) means
 * that the pairs changed between two passes, and the graph must be thrown away. duplicates add up over the parts. */
int32_t cs_partition_build(
    cs_preparation* preparation,
    const cs_graph* graph,
    const cs_partition* host_plan,
    uint32_t part,
    cs_prepare_header* host_header,
    cs_stream stream);
/* Every edge of the part just built once, in original ids: host_header->distinct pairs. */
int32_t cs_partition_deduplicate(
    const cs_preparation* preparation,
    const cs_graph* graph,
    const cs_partition* host_plan,
    uint32_t part,
    cs_pair* out,
    cs_prepare_header* host_header,
    cs_stream stream);

/* ------------------------------------------------------------------------------------------------------------
 * A graph that the host has relabelled and oriented (the CPU path of Polak's paper): offsets, targets, vertices.
 *
 *   cs_prepare_bind(memory, cs_graph_import_bytes(id_bound), 0, id_bound); cs_graph_bind(edges, id_bound)
 *   copy active + 1 offsets to preparation.row_first and id_bound vertices to graph.rank_to_id
 *   cs_graph_import_rows; wait and look at the header
 *   cs_graph_import_targets for ranges of rows, which together are all rows, as their targets arrive
 *   cs_graph_import_finish; wait and look at the header
 *
 * invalid counts what is wrong: a vertex twice, offsets that descend or do not end at the number of edges, a row of
 * 2^24 ids or more, a row that is not ascending or holds a rank that is not smaller. Such a graph is thrown away, and
 * after cs_graph_import_rows its targets must not be imported at all.
 * ---------------------------------------------------------------------------------------------------------- */
uint64_t cs_graph_import_bytes(uint64_t id_bound);
/* Ranks from `active` on have no neighbours. Earlier ones may have none either. */
int32_t cs_graph_import_rows(
    const cs_preparation* preparation,
    uint64_t active,
    uint64_t edges,
    cs_graph* graph,
    cs_prepare_header* host_header,
    cs_stream stream);
/* targets (device): those of the rows first_row .. last_row - 1, one after the other, without padding. */
int32_t cs_graph_import_targets(
    const cs_preparation* preparation,
    const cs_graph* graph,
    uint64_t first_row,
    uint64_t last_row,
    const uint32_t* targets,
    cs_stream stream);
/* Fills *host_header: invalid, max_degree, hub_targets, adjacency_ids, max_out_degree. */
int32_t cs_graph_import_finish(
    const cs_preparation* preparation, const cs_graph* graph, cs_prepare_header* host_header, cs_stream stream);

/* ------------------------------------------------------------------------------------------------------------
 * Other orders. Every order starts from a graph prepared by degree, the source; an order is an array of `active`
 * source ranks, the vertex that takes rank 0 first. Vertices without a neighbour keep the ranks after them.
 * ---------------------------------------------------------------------------------------------------------- */
/* Order by a number given for each id (device, [id_bound]): the smaller, the smaller the rank; equal numbers keep the
 * order of the source. The preparation lends its memory: cs_prepare_bind(edges, id_bound) is enough. */
int32_t cs_order_by_priority(
    const cs_graph* source,
    const uint32_t* priority_by_id,
    const cs_preparation* preparation,
    uint32_t* order,
    cs_stream stream);
/* Relabels and orients source by the order into target, adjacency included; fills *host_header (active, duplicates 0,
 * hub_targets, adjacency_ids, max_out_degree). Preparation and target are bound for the source's edges and id_bound or
 * more. Source and target share no memory. The caller rejects a target
 * whose max_out_degree is 2^24 or more: only an order of the caller's own can reach that. */
int32_t cs_orient(
    const cs_graph* source,
    const uint32_t* order,
    cs_preparation* preparation,
    cs_graph* target,
    cs_prepare_header* host_header,
    cs_stream stream);
/* The edge list beside the adjacency (COO): sources[i] is the rank whose row holds position i, 0xFFFFFFFF on padding. As
 * long as the adjacency. */
int32_t cs_graph_sources(const cs_graph* graph, uint32_t* sources, cs_stream stream);

typedef struct cs_graph_statistics {
  uint64_t wedges;               /* sum of C(out-degree, 2): probes of the wedge kernel without its core */
  uint64_t shorter_list;         /* sum over edges (u, v) of min(d+(u), d+(v)) */
  uint64_t target_out_degrees;   /* sum over edges (u, v) of d+(v): probes of the TRUST kernel */
  uint64_t shorter_prefix;       /* sum over edges (u, v) of min(position of v in N+(u), d+(v)) */
  uint64_t squared_out_degrees;
  uint64_t max_out_degree;
  uint64_t histogram[33];        /* [0]: out-degree 0, [i]: out-degrees 2^(i-1) .. 2^i - 1 */
} cs_graph_statistics;

/* device_out is device memory of the record's size. */
int32_t cs_graph_statistics_collect(
    const cs_graph* graph, cs_graph_statistics* device_out, cs_graph_statistics* host_out, cs_stream stream);

/* ------------------------------------------------------------------------------------------------------------
 * Slices: every triangle kernel works through its items in order, and a launch may be given a part of them.
 * ---------------------------------------------------------------------------------------------------------- */
typedef struct cs_slice {
  uint32_t index; /* this launch does slice index of count; the slices of one count are disjoint and complete */
  uint32_t count; /* at least 1 */
  const uint32_t* stop; /* device word or null: blocks take no further item once it is not 0 */
  uint64_t* done;       /* device counter or null: grows by the entries of each finished item */
} cs_slice;

/* Streams on which one launch may run its classes side by side. side[i] may be null: all on the main stream. */
typedef struct cs_lanes {
  cs_stream main;
  cs_stream side[3];
  cs_event fork;
  cs_event join[3];
} cs_lanes;

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

/* cs_wedge_plan_run and cs_wedge_count of the whole in one, for a plan that serves a single count: what needs no entries
 * is counted while they are being written. */
int32_t cs_wedge_count_once(
    const cs_graph* graph,
    const cs_wedge_options* options,
    const cs_wedge_survey* survey,
    const cs_wedge_header* header,
    void* memory,
    uint64_t bytes,
    cs_wedge_plan* plan,
    uint64_t* device_count,
    const cs_lanes* lanes);

/* ------------------------------------------------------------------------------------------------------------
 * Merge: one thread an edge, two pointers (Polak 2016). Needs no plan. done grows by edges.
 * ---------------------------------------------------------------------------------------------------------- */
int32_t cs_merge_count(const cs_graph* graph, const cs_slice* slice, uint64_t* device_count, cs_stream stream);

/* ------------------------------------------------------------------------------------------------------------
 * TRUST: vertex-centric hashing with degree-aware resources (Pandey et al. 2021), with an exact overflow path.
 * ---------------------------------------------------------------------------------------------------------- */
#define CS_TRUST_RANK_ORDER 0       /* ids are ranks */
#define CS_TRUST_IN_DEGREE_ORDER 1  /* renumbered by in-degree, largest first */
#define CS_TRUST_COLLECTIVE_ORDER 2 /* renumbered list by list, largest collective degree first */

typedef struct cs_trust_plan {
  uint32_t order;
  uint32_t* block_list;
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
/* chunk: vertices a block or warp takes at a time; the paper's default is 1. 0: from the number of vertices. */
int32_t cs_trust_count(
    const cs_graph* graph,
    const cs_trust_plan* plan,
    const uint32_t* classes,
    uint32_t chunk,
    const cs_slice* slice,
    uint64_t* device_count,
    cs_stream stream);

/* ------------------------------------------------------------------------------------------------------------
 * Triangles of every edge and vertex.
 * ---------------------------------------------------------------------------------------------------------- */
/* Adds to support, parallel to graph->adjacency and 0 before the first slice; padding is untouched. Also adds the
 * number of triangles to *device_count. */
int32_t cs_local_edges(
    const cs_graph* graph, const cs_slice* slice, uint32_t* support, uint64_t* device_count, cs_stream stream);
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
} cs_core_header;

typedef struct cs_core_options {
  uint32_t block_edges;   /* frontiers with at most so many edges stay in one block; 1: none; 0: by the graph's density */
  uint32_t tail_vertices; /* so few remaining vertices are peeled by one block in its shared memory; 1: never; 0: where
                             the whole graph fits */
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
  uint32_t* tail_names; /* what remains for the last block */
  uint32_t* tail_long;
  cs_two_words* tail_rows;
  cs_two_words* tail_result;
  uint32_t* tail_neighbours;
  void* tail;
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
/* Fills *host_header, and result with core numbers and, as place, the number of vertices removed in earlier sub-rounds:
 * equal for all that leave together, and the same in every run. */
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
