// Classes of one launch side by side on the streams a caller gives.
//
// A caller frees its memory in the order of the main stream, so whatever runs beside it must be joined on every path,
// also where a launch on the way failed: leaving the scope joins.
#pragma once

#include "common/common.cuh"

namespace cliquestream {

// A stream beside the main one.
class Side {
 public:
  Side() = default;
  Side(const cs_lanes& lanes, u32 index)
      : main_(lanes.main), side_(lanes.side[index]), fork_(lanes.fork), join_(lanes.join[index]) {}
  Side(const Side&) = delete;
  Side& operator=(const Side&) = delete;
  ~Side() {
    if (open_ && join() != CS_OK) {
      cudaStreamSynchronize(side_);  // nothing else is left that keeps the order
      forget_last_error();
    }
  }
  bool given() const { return side_ != nullptr && fork_ != nullptr && join_ != nullptr; }
  // What goes there begins after what the main stream had when the fork was recorded.
  int32_t open(cudaStream_t& stream) {
    stream = side_;
    if (!open_) {
      open_ = true;
      return status(cudaStreamWaitEvent(side_, fork_));
    }
    return CS_OK;
  }
  // The main stream goes on after what is there.
  int32_t join() {
    if (open_) {
      CS_RETURN_IF_CUDA_FAILED(cudaEventRecord(join_, side_));
      CS_RETURN_IF_CUDA_FAILED(cudaStreamWaitEvent(main_, join_));
      open_ = false;
    }
    return CS_OK;
  }

 private:
  cudaStream_t main_ = nullptr, side_ = nullptr;
  cudaEvent_t fork_ = nullptr, join_ = nullptr;
  bool open_ = false;
};

// Hands out the streams in turn and joins them again.
class Fork {
 public:
  explicit Fork(const cs_lanes& lanes) : lanes_(lanes), sides_{{lanes, 0}, {lanes, 1}, {lanes, 2}} {
    while (given_ < 3 && sides_[given_].given()) {
      given_++;
    }
  }
  int32_t begin() { return given_ == 0 ? CS_OK : status(cudaEventRecord(lanes_.fork, lanes_.main)); }
  int32_t next(cudaStream_t& stream) {
    const u32 turn = turn_++ % (given_ + 1);
    if (turn == 0) {
      stream = lanes_.main;
      return CS_OK;
    }
    return sides_[turn - 1].open(stream);
  }
  int32_t join() {
    for (Side& side : sides_) {
      CS_RETURN_IF_FAILED(side.join());
    }
    return CS_OK;
  }

 private:
  const cs_lanes& lanes_;
  Side sides_[3];
  u32 given_ = 0, turn_ = 0;
};

}  // namespace cliquestream
