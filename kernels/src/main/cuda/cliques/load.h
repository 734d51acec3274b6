// Loading of kernels ahead of their first launch.
#pragma once

#include "common/common.cuh"

namespace cliquestream::cliques {

template <class Kernel>
int32_t load_kernel(Kernel kernel) {
  cudaFuncAttributes attributes;
  return status(cudaFuncGetAttributes(&attributes, kernel));
}

}  // namespace cliquestream::cliques
