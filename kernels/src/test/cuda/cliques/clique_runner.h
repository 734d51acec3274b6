// One path from a prepared graph to exact clique counts, for tests and the benchmark.
#pragma once

#include <chrono>
#include <numeric>
#include <random>

#include "cliques/big.h"
#include "cliquestream_cliques.h"
#include "runner.h"

namespace cliquestream::harness {

// What came back from the device, and the numbers it stands for.
class CliqueResult {
 public:
  CliqueResult(const cs_clique_work& work, const cs_clique_header& header, const char* bytes)
      : held_(work.held), pivots_(work.pivots), isolated_(header.without_out_neighbours) {
    std::copy(bytes, bytes + sizeof totals, reinterpret_cast<char*>(&totals));
    const auto* cells = reinterpret_cast<const uint64_t*>(bytes + sizeof totals);
    const uint64_t count = uint64_t{held_} * pivots_;
    low_.assign(cells, cells + count);
    high_.assign(cells + count, cells + 2 * count);
  }
  Big cliques(uint32_t k) const {
    Big sum = Big::of(totals.low, totals.high);
    if (k == 1) {
      sum += Big(isolated_);
    }
    for (uint32_t p = 0; p < pivots_; p++) {
      for (uint32_t h = 0; h < held_ && h <= k; h++) {
        const uint64_t at = uint64_t{h} * pivots_ + p;
        if ((low_[at] | high_[at]) != 0 && k - h <= p) {
          sum += Big::of(low_[at], high_[at]) * Big::choose(p, k - h);
        }
      }
    }
    return sum;
  }
  // Largest clique of any leaf.
  uint32_t largest() const {
    uint32_t most = 0;
    for (uint32_t p = 0; p < pivots_; p++) {
      for (uint32_t h = 0; h < held_; h++) {
        const uint64_t at = uint64_t{h} * pivots_ + p;
        if ((low_[at] | high_[at]) != 0) {
          most = std::max(most, h + p);
        }
      }
    }
    return most;
  }
  cs_clique_totals totals;

 private:
  uint32_t held_, pivots_;
  uint64_t isolated_;
  std::vector<uint64_t> low_, high_;
};

class CliqueRunner {
 public:
  explicit CliqueRunner(Runner& runner) : runner_(runner) {
    header_.at_least(sizeof(cs_clique_header));
    up_.at_least(2 * sizeof(uint32_t));
    up_.as<uint32_t>()[0] = 1;
    up_.as<uint32_t>()[1] = CS_PAUSE;
    CS_CHECK(cudaStreamCreateWithFlags(&control_, cudaStreamNonBlocking));
    CS_CHECK(cudaEventCreateWithFlags(&sampled_, cudaEventDisableTiming));
    CS_CHECK(cudaMemset(runner.device_done(), 0, sizeof(uint64_t)));  // kernels add to it
    CS_CHECK(cs_clique_load());
    CS_CHECK(cs_clique_local_load());
  }
  ~CliqueRunner() {
    cudaEventDestroy(sampled_);
    cudaStreamDestroy(control_);
  }
  CliqueRunner(const CliqueRunner&) = delete;
  CliqueRunner& operator=(const CliqueRunner&) = delete;

  // Raises the runner's stop word by copy: the kernels leave no room for another's blocks, and setting memory is a kernel.
  void raise_stop() { raise(0); }
  // The same, with which a launch ends soon and the next one goes on.
  void raise_pause() { raise(1); }

  // From here on the runner's graph is the prepared one in an approximate degeneracy order, which stays on the device until
  // the next.
  const uint32_t* order_approximately(uint32_t rounds = 0) {
    const uint64_t bytes = cs_approximate_order_bytes(&runner_.graph());
    const uint32_t* order = nullptr;
    CS_CHECK(cs_approximate_order_run(
        &runner_.graph(), rounds, order_memory_.at_least(bytes), bytes, &order, runner_.stream()));
    runner_.orient(order);
    return order;
  }
  void plan() {
    const cs_graph& graph = runner_.graph();
    const uint64_t bytes = cs_clique_plan_bytes(&graph);
    auto* header = header_.as<cs_clique_header>();
    CS_CHECK(cs_clique_plan_run(
        &graph, runner_.header()->max_out_degree, plan_memory_.at_least(bytes), bytes, &plan_, header,
        runner_.stream()));
    runner_.wait();
    plan_.header = *header;
  }
  void bind(const cs_clique_options& options) {
    const uint64_t bytes = cs_clique_bytes(&plan_, &options);
    if (bytes == 0) {
      throw std::runtime_error("invalid clique options");
    }
    CS_CHECK(cs_clique_bind(work_memory_.at_least(bytes), bytes, &plan_, &options, &work_));
    result_.at_least(work_.result_bytes);
  }
  void start() { CS_CHECK(cs_clique_start(&work_, runner_.stream())); }
  void enqueue(const cs_slice& slice, bool side_by_side = true) {
    const cs_lanes lanes = side_by_side ? runner_.lanes() : runner_.one_stream();
    CS_CHECK(cs_clique_count(&runner_.graph(), &plan_, &work_, &slice, &lanes));
  }
  CliqueResult collect() {
    CS_CHECK(cudaMemcpyAsync(
        result_.as<char>(), work_.totals, work_.result_bytes, cudaMemcpyDeviceToHost, runner_.stream()));
    runner_.wait();
    return CliqueResult(work_, plan_.header, result_.as<char>());
  }
  // All of it, in so many slices; every second one is cut again, into so many parts.
  CliqueResult count(
      const cs_clique_options& options, uint32_t slices = 1, bool side_by_side = true, uint32_t parts = 1) {
    bind(options);
    start();
    for (uint32_t i = 0; i < slices; i++) {
      const uint32_t cut = i % 2 == 0 ? parts : 1;
      for (uint32_t j = 0; j < cut; j++) {
        // Every third launch leaves blocks out.
        const uint32_t spared = (i + j) % 3 == 2 ? 2 + i % 7 : 0;
        enqueue({i + j * slices, slices * cut, nullptr, runner_.device_done(), cut, spared}, side_by_side);
      }
    }
    return collect();
  }
  // All of it, paused so many times after up to so many microseconds, the first time before the launch; each launch leaves
  // other blocks out.
  CliqueResult count_with_pauses(
      const cs_clique_options& options, uint32_t slices, uint32_t pauses, uint32_t microseconds, uint64_t seed) {
    bind(options);
    start();
    std::mt19937_64 random(seed);
    for (uint32_t i = 0; i < slices; i++) {
      for (uint32_t launch = 0; launch <= pauses; launch++) {
        const uint32_t spared = random() % 3 == 0 ? 2 + static_cast<uint32_t>(random() % 7) : 0;
        paused_launch(launch, pauses, random() % (microseconds + 1), [&] {
          enqueue({i, slices, runner_.device_stop(), runner_.device_done(), 0, spared, launch == 0 ? 0u : 1u, 0});
        });
      }
    }
    return collect();
  }
  // Totals of a sample of so many roots; *every: each stands for so many. Stopped after so many milliseconds, if not 0.
  CliqueResult sample(const cs_clique_options& options, uint32_t roots, uint32_t* every, double limit = 0) {
    bind(options);
    const cs_lanes lanes = runner_.lanes();
    CS_CHECK(cudaMemsetAsync(runner_.device_stop(), 0, sizeof(uint32_t), runner_.stream()));
    const uint64_t* of_class = plan_.header.roots;
    const uint64_t all = std::accumulate(of_class, of_class + CS_CLIQUE_CLASSES, uint64_t{0});
    *every = static_cast<uint32_t>(std::max<uint64_t>(1, all / std::max<uint32_t>(roots, 1)));
    const cs_slice slice = {*every / 2, *every, limit == 0 ? nullptr : runner_.device_stop(), nullptr};
    start();
    CS_CHECK(cs_clique_count(&runner_.graph(), &plan_, &work_, &slice, &lanes));
    if (limit != 0) {
      CS_CHECK(cudaEventRecord(sampled_, runner_.stream()));
      const auto begin = std::chrono::steady_clock::now();
      while (cudaEventQuery(sampled_) == cudaErrorNotReady) {
        if (std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count() > limit) {
          raise_stop();
          break;
        }
      }
    }
    return collect();
  }
  // One of the paper's configurations; a stop word that is raised leaves a part of the count.
  CliqueResult count_paper(
      const cs_clique_paper_options& options, uint32_t slices, const uint32_t* stop = nullptr) {
    const uint64_t widest = plan_.header.max_out_degree;
    const uint64_t bytes = cs_clique_paper_bytes(widest, &options);
    CS_CHECK(cs_clique_paper_bind(work_memory_.at_least(bytes), bytes, widest, &options, &work_));
    result_.at_least(work_.result_bytes);
    const uint64_t positions = runner_.header()->adjacency_ids;
    const uint32_t* sources = nullptr;
    if (options.edges != 0) {
      auto* device = static_cast<uint32_t*>(sources_.at_least((positions + 4) * sizeof(uint32_t)));
      CS_CHECK(cs_graph_sources(&runner_.graph(), device, runner_.stream()));
      sources = device;
    }
    start();
    for (uint32_t i = 0; i < slices; i++) {
      const uint32_t spared = i % 3 == 1 ? 2 + i % 7 : 0;
      const cs_slice slice = {i, slices, stop, nullptr, 0, spared};
      CS_CHECK(cs_clique_paper_count(
          &runner_.graph(), widest, sources, positions, &options, &work_, &slice, runner_.stream()));
    }
    return collect();
  }
  // Residues by the first prime, then those by the second, of every vertex's k-cliques, by rank; and with edges, of every
  // edge's, by position of the adjacency.
  struct LocalCounts {
    std::vector<uint64_t> of_vertices, of_edges;
  };
  // Paused so many times a slice after up to so many microseconds, the first time before its launch. trees: by pivot trees
  // whatever k.
  LocalCounts count_local(
      uint32_t k, bool edges, uint32_t slices, uint32_t pauses = 0, uint32_t microseconds = 0, uint64_t seed = 0,
      bool trees = false) {
    std::mt19937_64 random(seed);
    bind_local(k, edges, trees);
    for (uint32_t i = 0; i < slices; i++) {
      for (uint32_t launch = 0; launch <= pauses; launch++) {
        const cs_slice slice = {
            i, slices, pauses == 0 ? nullptr : runner_.device_stop(), runner_.device_done(), 0, 0, launch == 0 ? 0u : 1u, 0};
        paused_launch(launch, pauses, random() % (microseconds + 1), [&] { enqueue_local(slice); });
      }
    }
    return collect_local();
  }
  // The same in steps. Clears the results.
  void bind_local(uint32_t k, bool edges, bool trees = false) {
    const uint32_t method = trees ? CS_CLIQUE_LOCAL_TREES : CS_CLIQUE_LOCAL_AUTO;
    const cs_clique_local_options options = {k, edges, {CS_CLIQUE_PRIME_0, CS_CLIQUE_PRIME_1}, 1ull << 30, method, 0};
    const cs_graph& graph = runner_.graph();
    const uint64_t bytes = cs_clique_local_bytes(&graph, &plan_, &options);
    CS_CHECK(cs_clique_local_bind(work_memory_.at_least(bytes), bytes, &graph, &plan_, &options, &local_));
    CS_CHECK(cs_clique_local_start(&graph, &plan_, &local_, runner_.stream()));
  }
  void enqueue_local(const cs_slice& slice) {
    CS_CHECK(cs_clique_local_count(&runner_.graph(), &plan_, &local_, &slice, runner_.stream()));
  }
  void finish_local() { CS_CHECK(cs_clique_local_finish(&runner_.graph(), &local_, runner_.stream())); }
  LocalCounts collect_local() {
    finish_local();
    runner_.wait();
    return {
        download(local_.residues, 2 * runner_.graph().active), download(local_.edge_residues, 2 * local_.positions)};
  }
  const cs_clique_local& local_record() const { return local_; }
  const cs_clique_plan& plan_record() const { return plan_; }
  const cs_clique_work& work() const { return work_; }
  uint64_t memory() const { return plan_memory_.size() + work_memory_.size(); }

 private:
  // One launch of a slice that is paused so many times: the first before it begins, the last not at all.
  template <class Enqueue>
  void paused_launch(uint32_t launch, uint32_t pauses, uint64_t microseconds, Enqueue enqueue) {
    if (pauses == 0) {
      enqueue();
      return;
    }
    CS_CHECK(cudaMemset(runner_.device_stop(), 0, sizeof(uint32_t)));
    CS_CHECK(cudaDeviceSynchronize());
    if (launch == 0) {
      raise_pause();
      CS_CHECK(cudaStreamSynchronize(control_));
    }
    enqueue();
    if (launch != 0 && launch < pauses) {
      const auto until = std::chrono::steady_clock::now() + std::chrono::microseconds(microseconds);
      while (std::chrono::steady_clock::now() < until) {
      }
      raise_pause();
      CS_CHECK(cudaStreamSynchronize(control_));
    }
    runner_.wait();
  }
  void raise(uint32_t which) {
    CS_CHECK(cudaMemcpyAsync(
        runner_.device_stop(), up_.as<uint32_t>() + which, sizeof(uint32_t), cudaMemcpyHostToDevice, control_));
  }
  Runner& runner_;
  PinnedMemory header_, result_, up_;
  cudaStream_t control_ = nullptr;
  cudaEvent_t sampled_ = nullptr;
  DeviceMemory plan_memory_, work_memory_, sources_, order_memory_;
  cs_clique_plan plan_ = {};
  cs_clique_work work_ = {};
  cs_clique_local local_ = {};
};

}  // namespace cliquestream::harness
