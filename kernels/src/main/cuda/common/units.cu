#include "common/units.cuh"

#include "common/launch.cuh"

using namespace cliquestream;

namespace {

__global__ void sum_units(u64 known, const u32* counts, const u32* more_counts, u32 words, u64* units) {
  u64 sum = known;
  for (const u32* array : {counts, more_counts}) {
    for (u32 i = 0; array != nullptr && i < words; i++) {
      sum += array[i];
    }
  }
  *units = sum;
}

}  // namespace

namespace cliquestream {

int32_t write_units(
    u64 known, const u32* counts, const u32* more_counts, u32 words, u64* device_units, cudaStream_t stream) {
  return launch({1, 1, 0, stream}, sum_units, known, counts, more_counts, words, device_units);
}

}  // namespace cliquestream

extern "C" int32_t cs_completion_collect(
    const uint64_t* done, const uint64_t* units, const uint32_t* stop, cs_completion* host_completion,
    cs_stream stream) {
  *host_completion = {};
  CS_RETURN_IF_CUDA_FAILED(
      cudaMemcpyAsync(&host_completion->done, done, sizeof(u64), cudaMemcpyDeviceToHost, stream));
  CS_RETURN_IF_CUDA_FAILED(
      cudaMemcpyAsync(&host_completion->units, units, sizeof(u64), cudaMemcpyDeviceToHost, stream));
  return stop == nullptr
      ? CS_OK
      : status(cudaMemcpyAsync(&host_completion->stopped, stop, sizeof(u32), cudaMemcpyDeviceToHost, stream));
}

extern "C" int32_t cs_completion_status(const cs_completion* completion) {
  return completion->stopped == 0 && completion->done == completion->units ? CS_OK : CS_INCOMPLETE;
}
