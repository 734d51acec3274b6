// One path from a prepared graph to matches, for tests and the benchmark.
#pragma once

#include "enumerate/plan_maker.h"
#include "runner.h"

namespace cliquestream::harness {

struct EnumerateAnswer {
  __int128 sum = 0;
  cs_enumerate_header header = {};
  uint32_t launches = 0;
  float kernel_ms = 0;
  bool complete = true;  // false: it was stopped at its time limit
  uint64_t tile_bases = 0;
  uint64_t pairs = 0;         // 1: a lane took an edge
  uint64_t device_bytes = 0;  // of the job
  std::vector<std::vector<uint32_t>> matches;
  std::vector<__int128> sums;            // [CS_ENUMERATE_SUM_COUNT] of CS_ENUMERATE_SUMS, [CS_ENUMERATE_MAP_COUNT] of _MAPS
  std::map<uint32_t, uint64_t> classes;  // of a census: by greatest bitmap, without those that do not occur

  uint64_t count(uint64_t divisor) const {
    if (sum % static_cast<__int128>(divisor) != 0) {
      throw std::runtime_error("the sum is no multiple of the divisor");
    }
    return static_cast<uint64_t>(sum / static_cast<__int128>(divisor));
  }
};

class EnumerateRunner {
 public:
  static __int128 wide(uint64_t low, uint64_t high) {
    return static_cast<__int128>(static_cast<unsigned __int128>(high) << 64 | low);
  }
  static cs_enumerate_plan census(uint32_t vertices) {
    cs_enumerate_plan plan = {};
    plan.kind = CS_ENUMERATE_CENSUS;
    plan.vertices = plan.enumerated = vertices;
    return plan;
  }

  static cs_enumerate_plan cycles(uint32_t vertices) {
    cs_enumerate_plan plan = {};
    plan.kind = CS_ENUMERATE_CYCLES;
    plan.vertices = vertices;
    plan.enumerated = 1;
    return plan;
  }

  static cs_enumerate_plan houses() {
    cs_enumerate_plan plan = {};
    plan.kind = CS_ENUMERATE_HOUSES;
    plan.vertices = 5;
    plan.enumerated = 1;
    return plan;
  }

  static cs_enumerate_plan sums() {
    cs_enumerate_plan plan = houses();
    plan.kind = CS_ENUMERATE_SUMS;
    return plan;
  }

  static cs_enumerate_plan maps() {
    cs_enumerate_plan plan = houses();
    plan.kind = CS_ENUMERATE_MAPS;
    plan.vertices = 6;
    return plan;
  }

  // bit_bytes: most memory for bit rows.
  EnumerateRunner(Runner& runner, uint64_t bit_bytes) : runner_(runner) {
    host_.at_least(sizeof(cs_enumerate_header));
    CS_CHECK(cs_enumerate_load());
    CS_CHECK(cudaEventCreate(&begin_));
    CS_CHECK(cudaEventCreate(&end_));
    rebuild(bit_bytes);
  }
  ~EnumerateRunner() {
    cudaEventDestroy(begin_);
    cudaEventDestroy(end_);
  }
  void rebuild(uint64_t bit_bytes) {
    const uint64_t bytes = cs_enumerate_graph_bytes(&runner_.graph(), bit_bytes);
    const uint64_t scratch = cs_enumerate_graph_scratch_bytes(&runner_.graph());
    CS_CHECK(cs_enumerate_graph_bind(graph_memory_.at_least(bytes), bytes, &runner_.graph(), bit_bytes, &graph_));
    CS_CHECK(cs_enumerate_graph_build(&runner_.graph(), &graph_, scratch_.at_least(scratch), scratch, runner_.stream()));
    runner_.wait();
  }
  const cs_enumerate_graph& graph() const { return graph_; }

  // A plan that binds every position to a vertex with label 0 of so many labelled ids.
  static cs_enumerate_plan labelled(cs_enumerate_plan plan, uint64_t ids) {
    plan.labelled_ids = ids;
    plan.positions[0] |= uint64_t{1} << 32;
    for (uint32_t i = 0; i < plan.set_count; i++) plan.sets[i] |= uint64_t{1} << 48;
    return plan;
  }

  // Runs that follow hand out the roots in so many ranges, one after the other, each while work of the one before may be left.
  void cut(uint32_t pieces) { pieces_ = pieces; }

  // limit_ms: no further launch after so long. labels: by id, of a plan that asks for them.
  EnumerateAnswer run(
      const cs_enumerate_plan& plan, const cs_enumerate_options& options, uint64_t max_degree, float limit_ms = 1e9f,
      const std::vector<uint8_t>& labels = {}) {
    const uint64_t bytes = cs_enumerate_bytes(&graph_, max_degree, &plan, &options);
    if (bytes == 0) {
      throw std::runtime_error("the plan or the options are refused");
    }
    cs_enumerate_work work = {};
    CS_CHECK(cs_enumerate_bind(memory_.at_least(bytes), bytes, &graph_, max_degree, &plan, &options, &work));
    if (plan.labelled_ids != 0) {
      CS_CHECK(cudaMemcpyAsync(work.labels_by_id, labels.data(), labels.size(), cudaMemcpyHostToDevice, runner_.stream()));
    }
    CS_CHECK(cs_enumerate_start(&graph_, &plan, &work, runner_.stream()));
    if (plan.kind == CS_ENUMERATE_CENSUS) {
      dictionary(plan.vertices);
      CS_CHECK(cudaMemcpyAsync(
          work.dictionary, dictionary_.data(), dictionary_.size() * sizeof(uint16_t), cudaMemcpyHostToDevice,
          runner_.stream()));
    }
    EnumerateAnswer answer;
    answer.tile_bases = work.tile_bases;
    answer.pairs = work.pairs != 0 ? 1 : 0;
    answer.device_bytes = bytes;
    CS_CHECK(cudaEventRecord(begin_, runner_.stream()));
    const auto* header = host_.as<cs_enumerate_header>();
    const uint64_t roots = cs_enumerate_roots(&graph_, &work);
    uint64_t piece = pieces_ > 1 ? 0 : pieces_;
    const auto next_range = [&] {
      while (piece < pieces_) {
        const uint64_t first = roots * piece / pieces_, end = roots * (piece + 1) / pieces_;
        piece++;
        if (first < end) {
          CS_CHECK(cs_enumerate_range(&graph_, &work, first, end, runner_.stream()));
          return true;
        }
      }
      return false;
    };
    next_range();
    bool more;
    do {
      CS_CHECK(cs_enumerate_run(&graph_, &work, nullptr, host_.as<cs_enumerate_header>(), runner_.stream()));
      CS_CHECK(cudaEventRecord(end_, runner_.stream()));
      runner_.wait();
      answer.launches++;
      if (header->listed != 0) {
        const auto list = download(work.list, header->listed * plan.vertices);
        for (uint64_t i = 0; i < header->listed; i++) {
          answer.matches.emplace_back(list.begin() + i * plan.vertices, list.begin() + (i + 1) * plan.vertices);
        }
      }
      if (answer.launches > 2000000) {
        throw std::runtime_error("no end after two million launches");
      }
      CS_CHECK(cudaEventElapsedTime(&answer.kernel_ms, begin_, end_));
      more = header->pending != 0 || header->taken < work.end_root;
      if (header->taken == work.end_root && next_range()) more = true;
    } while (more && answer.kernel_ms < limit_ms);
    answer.complete = !more;
    answer.header = *header;
    if (plan.kind == CS_ENUMERATE_CENSUS) {
      const auto counts = download(work.class_counts, work.classes);
      for (uint32_t i = 0; i < work.classes; i++) {
        if (counts[i] != 0) answer.classes[codes_[i]] = counts[i];
      }
    }
    answer.sum = wide(header->low, header->high);
    if (plan.kind == CS_ENUMERATE_SUMS || plan.kind == CS_ENUMERATE_MAPS) {
      const auto words = download(work.class_counts, work.classes);
      for (uint32_t i = 0; i < work.classes; i += 2) answer.sums.push_back(wide(words[i], words[i + 1]));
    }
    return answer;
  }

 private:
  void dictionary(uint32_t vertices) {
    if (vertices == dictionary_of_) return;
    dictionary_.resize(size_t{1} << (vertices * (vertices - 1) / 2 - 1));
    codes_.resize(853);
    uint32_t count = 0;
    CS_CHECK(cs_enumerate_dictionary(vertices, dictionary_.data(), codes_.data(), &count));
    codes_.resize(count);
    dictionary_of_ = vertices;
  }

  uint32_t pieces_ = 1;
  uint32_t dictionary_of_ = 0;
  std::vector<uint16_t> dictionary_;
  std::vector<uint32_t> codes_;
  Runner& runner_;
  cs_enumerate_graph graph_ = {};
  DeviceMemory graph_memory_, scratch_, memory_;
  PinnedMemory host_;
  cudaEvent_t begin_ = nullptr, end_ = nullptr;
};

}  // namespace cliquestream::harness
