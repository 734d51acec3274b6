// An evolving graph with the memory it takes, for tests and benchmarks.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "cliquestream_change.h"
#include "runner.h"

namespace cliquestream::harness {

class EvolvingRun {
 public:
  EvolvingRun() { CS_CHECK(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking)); }
  EvolvingRun(const EvolvingRun&) = delete;
  EvolvingRun& operator=(const EvolvingRun&) = delete;
  ~EvolvingRun() {
    cudaStreamSynchronize(stream_);
    cudaStreamDestroy(stream_);
  }

  // pool_units: of each of two pools that are used in turn.
  void load(
      const std::vector<uint64_t>& offsets, const std::vector<uint32_t>& neighbors, uint64_t most_changes,
      uint64_t hub_rows, uint64_t hub_degree, uint64_t pool_units) {
    const uint64_t vertices = offsets.size() - 1;
    const uint64_t bytes = cs_evolving_bytes(vertices, most_changes, hub_rows);
    CS_CHECK(cs_evolving_bind(
        memory_.at_least(bytes), bytes, vertices, most_changes, hub_rows, hub_degree, &evolving_));
    DeviceMemory offset_memory, neighbor_memory;
    void* device_offsets = offset_memory.at_least(offsets.size() * sizeof(uint64_t));
    void* device_neighbors = neighbor_memory.at_least(neighbors.size() * sizeof(uint32_t) + 4);
    // On the stream itself: a copy on another one may end after the call that asked for it.
    CS_CHECK(cudaMemcpyAsync(
        device_offsets, offsets.data(), offsets.size() * sizeof(uint64_t), cudaMemcpyHostToDevice, stream_));
    CS_CHECK(cudaMemcpyAsync(
        device_neighbors, neighbors.data(), neighbors.size() * sizeof(uint32_t), cudaMemcpyHostToDevice, stream_));
    turn_ = 0;
    CS_CHECK(cs_evolving_load(
        &evolving_, pools_[0].at_least(pool_units * 32 + 32), pool_units, static_cast<uint64_t*>(device_offsets),
        static_cast<uint32_t*>(device_neighbors), stream_));
    changes_.at_least(most_changes * sizeof(cs_change));
    header_.at_least(sizeof(cs_change_header));
    wait();
  }
  void move(uint64_t pool_units) {
    turn_ ^= 1;
    CS_CHECK(cs_evolving_move(&evolving_, pools_[turn_].at_least(pool_units * 32 + 32), pool_units, stream_));
  }

  // Of the batch that is applied and not settled; waits. The memory grows to what is needed and is kept.
  cs_change_clique_header cliques(uint32_t k) {
    auto* header = static_cast<cs_change_clique_header*>(clique_header_.at_least(sizeof(cs_change_clique_header)));
    for (;;) {
      const uint64_t bytes = cs_evolving_cliques_bytes(&evolving_, k, list_ids_, matrix_words_);
      CS_CHECK(cs_evolving_cliques(
          &evolving_, k, list_ids_, matrix_words_, clique_memory_.at_least(bytes), bytes, header, stream_));
      wait();
      if ((header->error & CS_CHANGE_ERROR_WIDE) == 0) {
        return *header;
      }
      if (header->list_ids <= list_ids_ && header->matrix_words <= matrix_words_) {
        throw std::runtime_error("memory was enough and yet was not");
      }
      list_ids_ = std::max(list_ids_, header->list_ids);
      matrix_words_ = std::max(matrix_words_, header->matrix_words);
    }
  }
  void forget_sizes() { list_ids_ = matrix_words_ = 0; }
  cs_change_pattern_header matches(const cs_change_pattern& pattern) {
    auto* header = static_cast<cs_change_pattern_header*>(pattern_header_.at_least(sizeof(cs_change_pattern_header)));
    const uint64_t bytes = cs_evolving_pattern_bytes(&evolving_);
    CS_CHECK(cs_evolving_pattern(&evolving_, &pattern, pattern_memory_.at_least(bytes), bytes, header, stream_));
    wait();
    return *header;
  }

  cs_change* changes() const { return changes_.as<cs_change>(); }
  cs_change_header* header() const { return header_.as<cs_change_header>(); }
  cs_evolving& evolving() { return evolving_; }
  cs_stream stream() const { return stream_; }
  void wait() const { CS_CHECK(cudaStreamSynchronize(stream_)); }
  uint64_t memory() const { return memory_.size() + pools_[0].size() + pools_[1].size(); }

 private:
  cs_stream stream_ = nullptr;
  cs_evolving evolving_ = {};
  DeviceMemory memory_, pools_[2];
  PinnedMemory changes_, header_, clique_header_, pattern_header_;
  DeviceMemory clique_memory_, pattern_memory_;
  uint64_t list_ids_ = 0, matrix_words_ = 0;
  int turn_ = 0;
};

}  // namespace cliquestream::harness
