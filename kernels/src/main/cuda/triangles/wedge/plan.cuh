// The steps of a plan, for launchers that make all of it, or count a part while the rest is being made.
#pragma once

#include "triangles/wedge/format.cuh"

namespace cliquestream::wedge {

// Cuts the memory into the plan's arrays.
int32_t bind_plan(
    const cs_graph& graph, const cs_wedge_options& options, const cs_wedge_survey& survey,
    const cs_wedge_header& header, void* memory, u64 bytes, cs_wedge_plan& plan);
// Bit rows of the matrix core.
int32_t build_core(const cs_graph& graph, const cs_wedge_plan& plan, cudaStream_t stream);
// Where entries go: sums over rows, and every owner's first place. Needs no more than the survey.
int32_t start_entries(const cs_graph& graph, const cs_wedge_plan& plan, cudaStream_t stream);
// Everything else: 16-bit rows, entries at their owners, items, heads of rows.
int32_t build_entries(const cs_graph& graph, cs_wedge_plan& plan, cudaStream_t stream);

}  // namespace cliquestream::wedge
