// The other way to a prepared graph: in parts, for a small budget.
#pragma once

#include <functional>

#include "reference.h"
#include "runner.h"

namespace cliquestream::harness {

// Pairs go past in chunks, as often as asked for, and are never on the device all at once.
class PartedPreparation {
 public:
  // Puts pairs first .. first + count - 1 into device memory, on the stream.
  using Feed = std::function<void(cs_pair* device, uint64_t first, uint64_t count, cs_stream stream)>;

  explicit PartedPreparation(cs_stream stream) : stream_(stream) {
    host_.at_least(sizeof(cs_partition) + 512);
    device_plan_.at_least(sizeof(cs_partition));
  }

  static Feed from_host(const cs_pair* pairs) {
    return [pairs](cs_pair* device, uint64_t first, uint64_t count, cs_stream stream) {
      CS_CHECK(cudaMemcpyAsync(device, pairs + first, count * sizeof(cs_pair), cudaMemcpyHostToDevice, stream));
    };
  }

  // budget: bytes for the sort, not counting the graph and the chunk. False: no part can hold the longest row.
  bool prepare(const Feed& feed, uint64_t count, uint64_t id_bound, uint64_t budget, uint64_t chunk) {
    const uint64_t part_pairs = cs_partition_part_pairs(count, id_bound, budget);
    const uint64_t bytes = cs_prepare_bytes(part_pairs, id_bound);
    if (bytes > budget) {
      return false;
    }
    CS_CHECK(cs_prepare_bind(work_.at_least(bytes), bytes, part_pairs, id_bound, &preparation_));
    const uint64_t result = cs_graph_bytes(count, id_bound);
    CS_CHECK(cs_graph_bind(graph_memory_.at_least(result), result, count, id_bound, &graph_));
    chunk_.at_least(chunk * sizeof(cs_pair));
    auto pass = [&](auto&& take) {
      for (uint64_t at = 0; at < count; at += chunk) {
        const uint64_t part = std::min(chunk, count - at);
        feed(chunk_.as<cs_pair>(), at, part, stream_);
        CS_CHECK(take(chunk_.as<cs_pair>(), part));
      }
    };
    CS_CHECK(cs_prepare_start(&preparation_, stream_));
    pass([&](const cs_pair* p, uint64_t n) { return cs_prepare_accumulate(&preparation_, p, n, stream_); });
    CS_CHECK(cs_prepare_summarise(&preparation_, header(), stream_));
    wait();
    const cs_prepare_header first = *header();
    CS_CHECK(cs_prepare_order_by_degree(&preparation_, &first, &graph_, stream_));
    CS_CHECK(cs_partition_start(&preparation_, stream_));
    pass([&](const cs_pair* p, uint64_t n) { return cs_partition_accumulate(&preparation_, &graph_, p, n, stream_); });
    CS_CHECK(cs_partition_plan(
        &preparation_, &first, count, &graph_, device_plan_.as<cs_partition>(), plan(), header(), stream_));
    wait();
    if (plan()->parts == 0 && graph_.active != 0) {
      return false;
    }
    for (uint32_t part = 0; part < plan()->parts; part++) {
      build(part, pass);
    }
    if (header()->duplicates != 0) {
      return prepare_distinct(pass, id_bound, budget, chunk);
    }
    return true;
  }

  const cs_graph& graph() const { return graph_; }
  cs_prepare_header* header() const { return reinterpret_cast<cs_prepare_header*>(host_.as<char>() + sizeof(cs_partition)); }
  cs_partition* plan() const { return host_.as<cs_partition>(); }
  uint64_t memory() const { return work_.size() + graph_memory_.size() + chunk_.size(); }

 private:
  void wait() const { CS_CHECK(cudaStreamSynchronize(stream_)); }

  template <class Pass>
  void build(uint32_t part, Pass& pass) {
    CS_CHECK(cs_partition_select_start(&preparation_, stream_));
    pass([&](const cs_pair* p, uint64_t n) {
      return cs_partition_select(&preparation_, &graph_, plan(), part, p, n, stream_);
    });
    CS_CHECK(cs_partition_build(&preparation_, &graph_, plan(), part, header(), stream_));
    wait();
    if (header()->distinct != plan()->first_key[part + 1] - plan()->first_key[part]) {
      throw std::runtime_error("a part has another size than planned");
    }
  }

  template <class Pass>
  bool prepare_distinct(Pass& pass, uint64_t id_bound, uint64_t budget, uint64_t chunk) {
    std::vector<cs_pair> distinct;
    for (uint32_t part = 0; part < plan()->parts; part++) {
      build(part, pass);
      auto* out = static_cast<cs_pair*>(distinct_.at_least(preparation_.pairs * sizeof(cs_pair)));
      CS_CHECK(cs_partition_deduplicate(&preparation_, &graph_, plan(), part, out, header(), stream_));
      wait();
      const auto pairs = download(out, header()->distinct);
      distinct.insert(distinct.end(), pairs.begin(), pairs.end());
    }
    return prepare(from_host(distinct.data()), distinct.size(), id_bound, budget, chunk);
  }

  cs_stream stream_;
  DeviceMemory work_, graph_memory_, chunk_, distinct_, device_plan_;
  PinnedMemory host_;
  cs_preparation preparation_ = {};
  cs_graph graph_ = {};
};

}  // namespace cliquestream::harness
