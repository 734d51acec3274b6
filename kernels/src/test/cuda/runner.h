// What tests and benchmarks share: one path from an edge array to a count.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "cliquestream_cuda.h"
#include "memory.h"
#include "packed_feed.h"

namespace cliquestream::harness {

// Streams, events and memory of one worker.
class Runner {
 public:
  Runner() {
    CS_CHECK(cudaStreamCreateWithFlags(&copies_, cudaStreamNonBlocking));
    CS_CHECK(cudaStreamCreateWithFlags(&lanes_.main, cudaStreamNonBlocking));
    CS_CHECK(cudaEventCreateWithFlags(&lanes_.fork, cudaEventDisableTiming));
    for (int i = 0; i < 3; i++) {
      CS_CHECK(cudaStreamCreateWithFlags(&lanes_.side[i], cudaStreamNonBlocking));
      CS_CHECK(cudaEventCreateWithFlags(&lanes_.join[i], cudaEventDisableTiming));
    }
    for (auto& event : arrived_) {
      CS_CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    }
    host_.at_least(4096);
    device_words_.at_least(4096);
  }
  ~Runner() {
    cudaDeviceSynchronize();
    for (auto event : arrived_) {
      cudaEventDestroy(event);
    }
    for (int i = 0; i < 3; i++) {
      cudaEventDestroy(lanes_.join[i]);
      cudaStreamDestroy(lanes_.side[i]);
    }
    cudaEventDestroy(lanes_.fork);
    cudaStreamDestroy(lanes_.main);
    cudaStreamDestroy(copies_);
  }

  cs_stream stream() const { return lanes_.main; }
  const cs_lanes& lanes() const { return lanes_; }
  cs_lanes one_stream() const {
    cs_lanes lanes = {};
    lanes.main = lanes_.main;
    return lanes;
  }
  void wait() const { CS_CHECK(cudaStreamSynchronize(lanes_.main)); }

  // From here on prepare() lets threads of the host pack what it copies, where that pays.
  PackedFeed& pack_on_the_way() {
    feed_ = std::make_unique<PackedFeed>();
    return *feed_;
  }
  // From an edge array in host memory (pinned, for speed) to a prepared graph. Copies overlap the degree count.
  void prepare(const cs_pair* pairs, uint64_t count, uint64_t id_bound) {
    bring(pairs, count, id_bound);
    loops_ = 0;
    finish_preparation(pairs_.as<cs_pair>(), count, id_bound);
  }
  // The way to the device and the degrees alone.
  void bring(const cs_pair* pairs, uint64_t count, uint64_t id_bound) {
    stage_memory(count, id_bound);
    cs_pair* device = pairs_.as<cs_pair>();
    CS_CHECK(cs_prepare_start(&preparation_, stream()));
    if (feed_ != nullptr && feed_->feed(preparation_, pairs, count, device, copies_, stream())) {
      return;
    }
    // Each chunk is half of what is left: its degrees are counted during the next copy, and few copies mean few gaps
    // between them. Counting the degrees of the last has no copy to hide behind.
    int k = 0;
    for (uint64_t at = 0; at < count; k++) {
      const uint64_t left = count - at, half = std::max((left + 1) / 2, kLastChunk);
      const uint64_t part = k + 1 == kMostChunks ? left : std::min(left, half);
      CS_CHECK(cudaMemcpyAsync(device + at, pairs + at, part * sizeof(cs_pair), cudaMemcpyHostToDevice, copies_));
      CS_CHECK(cudaEventRecord(arrived_[k], copies_));
      CS_CHECK(cudaStreamWaitEvent(stream(), arrived_[k]));
      CS_CHECK(cs_prepare_accumulate(&preparation_, device + at, part, stream()));
      at += part;
    }
  }
  void copy_only(const cs_pair* pairs, uint64_t count) {
    CS_CHECK(cudaMemcpyAsync(
        pairs_.at_least(count * sizeof(cs_pair)), pairs, count * sizeof(cs_pair), cudaMemcpyHostToDevice, stream()));
    wait();
  }
  // The same with edges made on the device by write(device pairs).
  template <class Write>
  void prepare_written(uint64_t count, uint64_t id_bound, Write write) {
    stage_memory(count, id_bound);
    write(pairs_.as<cs_pair>());
    prepare_resident(count, id_bound);
  }
  // The same with the edges already on the device (those of the last prepare).
  void prepare_resident(uint64_t count, uint64_t id_bound) {
    stage_memory(count, id_bound);
    CS_CHECK(cs_prepare_start(&preparation_, stream()));
    CS_CHECK(cs_prepare_accumulate(&preparation_, pairs_.as<cs_pair>(), count, stream()));
    loops_ = 0;
    finish_preparation(pairs_.as<cs_pair>(), count, id_bound);
  }

  // Sizes and then the plan of the wedge kernel.
  void survey(const cs_wedge_options& options) {
    const uint64_t bytes = cs_wedge_survey_bytes(&graph_);
    CS_CHECK(cs_wedge_survey_run(
        &graph_, preparation_.header, &options, survey_.at_least(bytes), bytes,
        &wedge_survey_, wedge_header(), stream()));
  }
  void plan(const cs_wedge_options& options) {
    survey(options);
    wait();
    finish_plan(options);
  }
  void finish_plan(const cs_wedge_options& options) {
    const uint64_t bytes = cs_wedge_plan_bytes(&graph_, &options, wedge_header());
    CS_CHECK(cs_wedge_plan_run(
        &graph_, &options, &wedge_survey_, wedge_header(), plan_.at_least(bytes), bytes, &wedge_plan_, stream()));
  }
  uint64_t count_wedges(uint32_t slices = 1, bool side_by_side = true) {
    CS_CHECK(cudaMemsetAsync(device_count(), 0, 8, stream()));
    for (uint32_t i = 0; i < slices; i++) {
      enqueue_wedges({i, slices, nullptr, nullptr}, side_by_side);
    }
    return read_count();
  }
  void enqueue_wedges(const cs_slice& slice, bool side_by_side) {
    const cs_lanes lanes = side_by_side ? lanes_ : one_stream();
    CS_CHECK(cs_wedge_count(&graph_, &wedge_plan_, &slice, device_count(), &lanes));
  }
  uint64_t read_count() {
    auto* host = reinterpret_cast<uint64_t*>(host_.as<char>() + 2048);
    CS_CHECK(cudaMemcpyAsync(host, device_count(), 8, cudaMemcpyDeviceToHost, stream()));
    wait();
    return *host;
  }

  uint64_t count_merge(uint32_t slices = 1) {
    CS_CHECK(cudaMemsetAsync(device_count(), 0, 8, stream()));
    for (uint32_t i = 0; i < slices; i++) {
      enqueue_merge({i, slices, nullptr, nullptr});
    }
    return read_count();
  }
  void enqueue_merge(const cs_slice& slice) { CS_CHECK(cs_merge_count(&graph_, &slice, device_count(), stream())); }

  void plan_trust(uint32_t order) {
    const uint64_t bytes = cs_trust_plan_bytes(&graph_, order);
    CS_CHECK(cs_trust_plan_run(
        &graph_, order, header()->max_out_degree, trust_.at_least(bytes), bytes, &trust_plan_, trust_classes(),
        stream()));
    wait();
  }
  uint64_t count_trust(uint32_t chunk, uint32_t slices = 1, uint32_t reading = CS_TRUST_VIRTUAL_LISTS) {
    CS_CHECK(cudaMemsetAsync(device_count(), 0, 8, stream()));
    for (uint32_t i = 0; i < slices; i++) {
      enqueue_trust(chunk, {i, slices, nullptr, nullptr}, reading);
    }
    return read_count();
  }
  void enqueue_trust(uint32_t chunk, const cs_slice& slice, uint32_t reading = CS_TRUST_VIRTUAL_LISTS) {
    CS_CHECK(
        cs_trust_count(&graph_, &trust_plan_, trust_classes(), chunk, reading, &slice, device_count(), stream()));
  }

  // Supports beside the adjacency, triangles by vertex; returns the sum of the local clustering coefficients.
  double count_local(uint32_t slices = 1) {
    auto* support = static_cast<uint32_t*>(support_.at_least((graph_.adjacency_capacity + 64) * 4));
    auto* vertices = static_cast<uint64_t*>(vertices_.at_least((graph_.active + 1) * 8));
    auto* coefficients = reinterpret_cast<double*>(device_words_.as<char>() + 768);
    CS_CHECK(cudaMemsetAsync(support, 0, graph_.adjacency_capacity * 4, stream()));
    CS_CHECK(cudaMemsetAsync(device_count(), 0, 8, stream()));
    for (uint32_t i = 0; i < slices; i++) {
      const cs_slice slice = {i, slices, nullptr, nullptr};
      CS_CHECK(cs_local_edges(&graph_, &slice, support, device_count(), stream()));
    }
    CS_CHECK(cs_local_vertices(&graph_, support, vertices, coefficients, stream()));
    wait();
    return download(coefficients, 1)[0];
  }
  const uint32_t* support() const { return support_.as<uint32_t>(); }
  const uint64_t* vertices() const { return vertices_.as<uint64_t>(); }

  void symmetrise() {
    const uint64_t bytes = cs_core_bytes(&graph_);
    CS_CHECK(cs_core_bind(core_.at_least(bytes), bytes, &graph_, &core_work_));
    CS_CHECK(cs_core_symmetrise(&graph_, &core_work_, stream()));
  }
  // slice_microseconds: of each launch.
  cs_core_header peel(uint32_t block_edges, uint32_t small_vertices = 0, uint32_t slice_microseconds = 0) {
    const cs_core_options options = {block_edges, small_vertices, slice_microseconds, 0, nullptr};
    CS_CHECK(cs_core_start(&graph_, &core_work_, stream()));
    do {
      CS_CHECK(cs_core_peel(&graph_, &core_work_, &options, core_header(), stream()));
      wait();
    } while (core_header()->pending != 0);
    return *core_header();
  }
  // The order of the last peel, and core numbers under it (or, without it, by rank).
  void order_by_peel() { CS_CHECK(cs_core_order(&graph_, &core_work_, stream())); }
  std::vector<uint32_t> core_numbers(const uint32_t* order) {
    auto* numbers = static_cast<uint32_t*>(vertices_.at_least((graph_.active + 1) * 8));
    CS_CHECK(cs_core_numbers(&graph_, &core_work_, order, numbers, stream()));
    wait();
    return download(numbers, graph_.active);
  }
  // An order of the prepared graph by numbers for its ids.
  const uint32_t* order_by_priority(const std::vector<uint32_t>& by_id) {
    bind_orientation();
    auto* device = static_cast<uint32_t*>(priorities_.at_least((2 * by_id.size() + 1) * sizeof(uint32_t)));
    CS_CHECK(cudaMemcpyAsync(
        device, by_id.data(), by_id.size() * sizeof(uint32_t), cudaMemcpyHostToDevice, stream()));
    uint32_t* order = device + by_id.size();
    CS_CHECK(cs_order_by_priority(&graph_, device, &preparation_, order, stream()));
    return order;
  }
  // The prepared graph under an order, the prepared one staying what it is.
  cs_graph orient_aside(const uint32_t* order) {
    bind_orientation();
    cs_graph target = {};
    const uint64_t bytes = cs_graph_bytes(graph_.edges, graph_.id_bound);
    CS_CHECK(cs_graph_bind(oriented_memory_.at_least(bytes), bytes, graph_.edges, graph_.id_bound, &target));
    CS_CHECK(cs_orient(&graph_, order, &preparation_, &target, header(), stream()));
    wait();
    return target;
  }
  // From here on the graph is the prepared one under the order; prepare() makes a fresh one.
  void orient(const uint32_t* order) {
    graph_ = orient_aside(order);
  }
  // A graph prepared in another way; its memory is not this runner's.
  void adopt(const cs_graph& graph) {
    graph_ = graph;
  }
  std::vector<uint32_t> sources() {
    auto* device = static_cast<uint32_t*>(support_.at_least(graph_.adjacency_capacity * 4 + 4));
    CS_CHECK(cs_graph_sources(&graph_, device, stream()));
    wait();
    return download(device, header()->adjacency_ids);
  }
  const cs_core_work& core_work() const { return core_work_; }
  cs_core_header* core_header() const { return reinterpret_cast<cs_core_header*>(host_.as<char>() + 2560); }
  uint32_t* trust_classes() const { return reinterpret_cast<uint32_t*>(host_.as<char>() + 2304); }

  // The whole way. Three waits: degrees, sizes, count.
  uint64_t all_in(const cs_pair* pairs, uint64_t count, uint64_t id_bound, const cs_wedge_options& options) {
    survey_with_build_ = &options;
    prepare(pairs, count, id_bound);
    survey_with_build_ = nullptr;
    return count_once(options);
  }
  // The same with edges on the device.
  uint64_t all_in_resident(
      const cs_pair* pairs, uint64_t count, uint64_t id_bound, const cs_wedge_options& options) {
    stage_memory(count, id_bound);
    CS_CHECK(cs_prepare_start(&preparation_, stream()));
    CS_CHECK(cs_prepare_accumulate(&preparation_, pairs, count, stream()));
    loops_ = 0;
    survey_with_build_ = &options;
    finish_preparation(pairs, count, id_bound);
    survey_with_build_ = nullptr;
    return count_once(options);
  }
  uint64_t count_once(
      const cs_wedge_options& options, const uint32_t* stop = nullptr, uint64_t* done = nullptr) {
    const uint64_t bytes = cs_wedge_plan_bytes(&graph_, &options, wedge_header());
    CS_CHECK(cudaMemsetAsync(device_count(), 0, 8, stream()));
    CS_CHECK(cs_wedge_count_once(
        &graph_, &options, &wedge_survey_, wedge_header(), plan_.at_least(bytes), bytes, &wedge_plan_, stop,
        done, device_count(), &lanes_));
    return read_count();
  }

  uint64_t* device_count() const { return device_words_.as<uint64_t>(); }
  uint32_t* device_stop() const { return device_words_.as<uint32_t>() + 64; }
  uint64_t* device_done() const { return device_words_.as<uint64_t>() + 64; }
  cs_graph_statistics* device_statistics() const {
    return reinterpret_cast<cs_graph_statistics*>(device_words_.as<char>() + 1024);
  }
  cs_prepare_header* header() const { return host_.as<cs_prepare_header>(); }
  cs_wedge_header* wedge_header() const {
    return reinterpret_cast<cs_wedge_header*>(host_.as<char>() + 1024);
  }
  cs_graph_statistics* host_statistics() const {
    return reinterpret_cast<cs_graph_statistics*>(host_.as<char>() + 3072);
  }
  const cs_graph& graph() const { return graph_; }
  cs_preparation& preparation() { return preparation_; }
  const cs_wedge_plan& wedge_plan() const { return wedge_plan_; }
  const cs_trust_plan& trust_plan() const { return trust_plan_; }
  uint64_t loops() const { return loops_; }
  uint64_t memory() const {
    return pairs_.size() + distinct_.size() + preparation_memory_.size() + graph_memory_.size() + survey_.size() +
        plan_.size();
  }

 private:
  static constexpr int kMostChunks = 16;
  static constexpr uint64_t kLastChunk = 1 << 18;

  void bind_orientation() {
    const uint64_t work = cs_prepare_bytes(graph_.edges, graph_.id_bound);
    CS_CHECK(cs_prepare_bind(
        preparation_memory_.at_least(work), work, graph_.edges, graph_.id_bound, &preparation_));
  }
  void stage_memory(uint64_t count, uint64_t id_bound) {
    pairs_.at_least(std::max<uint64_t>(count, 1) * sizeof(cs_pair));
    const uint64_t work = cs_prepare_bytes(count, id_bound);
    CS_CHECK(cs_prepare_bind(preparation_memory_.at_least(work), work, count, id_bound, &preparation_));
    const uint64_t result = cs_graph_bytes(count, id_bound);
    CS_CHECK(cs_graph_bind(graph_memory_.at_least(result), result, count, id_bound, &graph_));
  }
  void finish_preparation(const cs_pair* pairs, uint64_t count, uint64_t id_bound) {
    CS_CHECK(cs_prepare_summarise(&preparation_, header(), stream()));
    wait();
    if (header()->invalid != 0) {
      throw std::runtime_error("an id is not below the bound");
    }
    loops_ += header()->loops;
    const cs_prepare_header first = *header();
    CS_CHECK(cs_prepare_order_by_degree(&preparation_, &first, &graph_, stream()));
    CS_CHECK(cs_prepare_build(&preparation_, &first, pairs, count, &graph_, header(), stream()));
    if (survey_with_build_ != nullptr) {
      survey(*survey_with_build_);
    }
    wait();
    if (header()->duplicates != 0) {
      const uint64_t most = graph_.edges - header()->duplicates;
      auto* out = static_cast<cs_pair*>(distinct_.at_least(most * sizeof(cs_pair)));
      CS_CHECK(cs_prepare_deduplicate(&preparation_, &graph_, out, stream()));
      wait();
      const uint64_t distinct = download(&preparation_.header->distinct, 1)[0];
      CS_CHECK(cs_prepare_start(&preparation_, stream()));
      CS_CHECK(cs_prepare_accumulate(&preparation_, out, distinct, stream()));
      finish_preparation(out, distinct, id_bound);
    }
  }

  std::unique_ptr<PackedFeed> feed_;
  cs_lanes lanes_ = {};
  cudaStream_t copies_ = nullptr;
  cudaEvent_t arrived_[kMostChunks] = {};
  DeviceMemory trust_, support_, vertices_, core_, priorities_, oriented_memory_;
  cs_trust_plan trust_plan_ = {};
  cs_core_work core_work_ = {};
  DeviceMemory pairs_, distinct_, preparation_memory_, graph_memory_, survey_, plan_, device_words_;
  PinnedMemory host_;
  cs_preparation preparation_ = {};
  cs_graph graph_ = {};
  cs_wedge_survey wedge_survey_ = {};
  cs_wedge_plan wedge_plan_ = {};
  const cs_wedge_options* survey_with_build_ = nullptr;
  uint64_t loops_ = 0;
};

}  // namespace cliquestream::harness
