// Classes of one launch side by side on the streams a caller gives.
#pragma once

#include <algorithm>

#include "common/common.cuh"

namespace cliquestream {

// Hands out the streams in turn and joins them again.
class Fork {
 public:
  explicit Fork(const cs_lanes& lanes) : lanes_(lanes) {
    while (sides_ < 3 && lanes.side[sides_] != nullptr && lanes.fork != nullptr && lanes.join[sides_] != nullptr) {
      sides_++;
    }
  }
  int32_t begin() { return sides_ == 0 ? CS_OK : status(cudaEventRecord(lanes_.fork, lanes_.main)); }
  int32_t next(cudaStream_t& stream) {
    const u32 turn = turn_++ % (sides_ + 1);
    if (turn == 0) {
      stream = lanes_.main;
      return CS_OK;
    }
    stream = lanes_.side[turn - 1];
    if (turn > used_) {
      used_ = turn;
      return status(cudaStreamWaitEvent(stream, lanes_.fork));
    }
    return CS_OK;
  }
  int32_t join() {
    for (u32 i = 0; i < used_; i++) {
      CS_RETURN_IF_CUDA_FAILED(cudaEventRecord(lanes_.join[i], lanes_.side[i]));
      CS_RETURN_IF_CUDA_FAILED(cudaStreamWaitEvent(lanes_.main, lanes_.join[i]));
    }
    return CS_OK;
  }

 private:
  const cs_lanes& lanes_;
  u32 sides_ = 0, turn_ = 0, used_ = 0;
};

}  // namespace cliquestream
