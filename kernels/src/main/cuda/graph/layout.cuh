// From oriented keys to rows. Shared by the launchers that make keys from pairs (prepare, partition) and from a
// graph that is oriented already (orient).
#pragma once

#include "graph/keys.cuh"

namespace cliquestream::graph {

// Sorts p.edge_keys[0][0 .. count) and leaves it, sorted, in p.edge_keys[0]. Then finds the rows of the first `edges`
// keys, and fills graph.offsets, graph.rows and the header's sums. The adjacency is not written.
int32_t sort_and_lay_out(cs_preparation& p, u64 count, u64 edges, const cs_graph& graph, cudaStream_t stream);

// Rows that lie at [first[u], end[u]) among the keys: fills graph.offsets, graph.rows and the header's sums.
int32_t lay_out_rows(
    const cs_preparation& p, const u64* first, const u64* end, const cs_graph& graph, cudaStream_t stream);

// Writes the adjacency from sorted keys, after sort_and_lay_out.
int32_t fill_rows(const cs_preparation& p, const cs_graph& graph, cudaStream_t stream);

// Every edge of the sorted keys once, in original ids; sources count from first_rank. Fills header.distinct.
int32_t write_distinct(
    const cs_preparation& p, const cs_graph& graph, u64 keys, u64 first_rank, cs_pair* out, cudaStream_t stream);

}  // namespace cliquestream::graph
