// Every kernel entry point in one translation unit, for drivers that load kernels by name.
#include "graph/prepare_kernels.cuh"
#include "triangles/wedge/core_kernels.cuh"
#include "triangles/wedge/core_plan_kernels.cuh"
#include "triangles/wedge/count_kernels.cuh"
#include "triangles/wedge/plan_kernels.cuh"
