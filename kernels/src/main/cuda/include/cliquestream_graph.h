/*
 * Graphs on the device: preparation from an unsorted edge array, whole or in parts, other orders, statistics. The rules of
 * cliquestream_cuda.h hold here too.
 */
#ifndef CLIQUESTREAM_GRAPH_H
#define CLIQUESTREAM_GRAPH_H

#include "cliquestream_types.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

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
  uint64_t* edge_keys[2]; /* the caller's until cs_prepare_build; [0] holds the oriented keys after cs_prepare_build, in no order of use */
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
/* Step 2 in half the bytes, for pairs on the host that are sorted by their first id, or nearly. A run of them is packed by
 * any thread of the host, copied to the device (edge_keys[1] has room), and unpacked to where its pairs belong while their
 * degrees are counted. Results are the same, bit for bit, whatever was packed and in which order runs come. */
/* 32-bit words of a packed run of so many pairs. */
uint64_t cs_packed_words(uint64_t count);
/* Packs a run; packed has room for cs_packed_words(count), 8 bytes aligned. Returns the
 * words, or 0 where a pair does not fit one: the run then goes as it is. Pairs may change meanwhile: what was packed is
 * what is looked at again on the device. */
uint64_t cs_pack_pairs(const cs_pair* pairs, uint64_t count, uint32_t* packed);
/* The same out of symmetric rows, as a host graph keeps them: every edge of a part of the neighbour array once, smaller
 * vertex first. offsets[vertices + 1] are those of the whole array; the part holds its positions [first, first + count). */
/* How many pairs there are. */
uint64_t cs_row_pairs(
    const uint64_t* offsets, uint64_t vertices, const uint32_t* neighbors, uint64_t first, uint64_t count);
/* Packs them; 0 where one does not fit, or where they are not so many any more. */
uint64_t cs_pack_rows(
    const uint64_t* offsets,
    uint64_t vertices,
    const uint32_t* neighbors,
    uint64_t first,
    uint64_t count,
    uint64_t pairs,
    uint32_t* packed);
#define CS_PACKED_RUNS 16
typedef struct cs_packed_runs {
  uint64_t count; /* CS_PACKED_RUNS at most */
  uint64_t length[CS_PACKED_RUNS];        /* pairs of each */
  const uint32_t* packed[CS_PACKED_RUNS]; /* on the device, 8 bytes aligned; null: its pairs are there already */
  cs_pair* pairs[CS_PACKED_RUNS];         /* where they go, or are */
} cs_packed_runs;
int32_t cs_prepare_unpack(const cs_preparation* preparation, const cs_packed_runs* runs, cs_stream stream);
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

/* ------------------------------------------------------------------------------------------------------------
 * Sparse ids made dense: the arrays above are as long as the largest id, so pairs whose ids lie far apart are renumbered
 * before a preparation is bound for them. The number of an id is how many smaller ids the pairs hold; loops count too, so
 * some numbers may be left without an edge. An id that the pairs did not hold when they were looked at first becomes
 * 0xFFFFFFFF, which cs_prepare_header calls invalid.
 *
 *   ids of 32 bits:  cs_marked_ids_bind, _start, _add (chunks), _number, wait, _renumber (chunks, in place)
 *   ids of 64 bits:  cs_sorted_ids_bind, _number, wait, _renumber
 * ---------------------------------------------------------------------------------------------------------- */
/* Ids that were seen, a bit each: 8 bytes for 32 ids below the bound, which is 2^32 at most. */
typedef struct cs_marked_ids {
  uint64_t id_bound;
  uint32_t* records; /* two words for 32 ids each: which of them were seen, and how many smaller ones */
  void* scratch;
  uint64_t scratch_bytes;
} cs_marked_ids;
uint64_t cs_marked_ids_bytes(uint64_t id_bound);
int32_t cs_marked_ids_bind(void* memory, uint64_t bytes, uint64_t id_bound, cs_marked_ids* out);
int32_t cs_marked_ids_start(const cs_marked_ids* ids, cs_stream stream);
int32_t cs_marked_ids_add(const cs_marked_ids* ids, const cs_pair* pairs, uint64_t count, cs_stream stream);
/* Fills *host_count with the number of ids, of which there must be fewer than 2^32. */
int32_t cs_marked_ids_number(const cs_marked_ids* ids, uint32_t* host_count, cs_stream stream);
int32_t cs_marked_ids_renumber(const cs_marked_ids* ids, cs_pair* pairs, uint64_t count, cs_stream stream);

typedef struct cs_wide_pair {
  uint64_t first;
  uint64_t second;
} cs_wide_pair;
typedef struct cs_sorted_ids {
  uint64_t pairs; /* most pairs it can take: fewer than 2^31 */
  uint64_t* ids[2]; /* [2 * pairs] each; [0] holds the distinct ids, ascending, after cs_sorted_ids_number */
  uint32_t* count;
  void* scratch;
  uint64_t scratch_bytes;
} cs_sorted_ids;
uint64_t cs_sorted_ids_bytes(uint64_t pairs);
int32_t cs_sorted_ids_bind(void* memory, uint64_t bytes, uint64_t pairs, cs_sorted_ids* out);
/* Every id is below 2^id_bits. Fills *host_count with the number of ids. */
int32_t cs_sorted_ids_number(
    cs_sorted_ids* ids,
    const cs_wide_pair* pairs,
    uint64_t count,
    uint32_t id_bits,
    uint32_t* host_count,
    cs_stream stream);
int32_t cs_sorted_ids_renumber(
    const cs_sorted_ids* ids, const cs_wide_pair* pairs, uint64_t count, cs_pair* out, cs_stream stream);

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

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
