// One maximum clique job from a prepared graph to its answer, the way a driver runs it.
#pragma once

#include "cliquestream_maximum.h"
#include "runner.h"

namespace cliquestream::harness {

struct MaximumAnswer {
  uint32_t size = 0;
  std::vector<uint32_t> clique;                // ids, ascending
  uint64_t found = 0;                          // when enumerating
  std::vector<std::vector<uint32_t>> cliques;  // ids, each ascending, sorted
  cs_maximum_header header = {};
  uint32_t rounds = 0, launches = 0;
  bool ended = true;                           // false: the time was up; header holds the bounds proven by then
};

class MaximumRun {
 public:
  explicit MaximumRun(const Runner& runner) : runner_(runner) { host_.at_least(sizeof(cs_maximum_header) + 64); }

  // Makes room; the runs that follow allocate nothing. Returns the bytes of the plan. most_blocks: of a launch, if not 0.
  uint64_t plan(const cs_maximum_options& options, uint64_t max_out_degree, uint64_t budget, uint32_t most_blocks = 0) {
    options_ = options;
    CS_CHECK(cs_maximum_plan(&runner_.graph(), max_out_degree, &options_, budget, &sizes_));
    if (most_blocks != 0) {
      sizes_.search_blocks = std::min(sizes_.search_blocks, most_blocks);
      sizes_.root_blocks = std::min(sizes_.root_blocks, most_blocks);
    }
    CS_CHECK(cs_maximum_bind(memory_.at_least(sizes_.bytes), &runner_.graph(), &options_, &sizes_, &work_));
    clique_.at_least((uint64_t{sizes_.max_out_degree} + 2) * 4);
    return sizes_.bytes;
  }

  // One maximum clique by so many parts of the roots, in turn: each is told of the largest clique so far.
  MaximumAnswer run_parts(uint32_t parts) {
    MaximumAnswer best;
    for (options_.part_count = parts, options_.part_index = 0; options_.part_index < parts; options_.part_index++) {
      options_.bound = best.size;
      MaximumAnswer answer = run(false);
      if (answer.size > best.size) {
        best = answer;
      } else if (answer.size != 0 && answer.clique.back() != UINT32_MAX) {
        throw std::runtime_error("a clique that was not found");
      }
    }
    options_.part_count = options_.part_index = options_.bound = 0;
    return best;
  }

  // seconds: after so many the run ends with what it has.
  MaximumAnswer run(bool greedy = true, double seconds = 1e9) {
    MaximumAnswer answer;
    const auto start = std::chrono::steady_clock::now();
    auto& header = *host_.as<cs_maximum_header>();
    const cs_graph* graph = &runner_.graph();
    CS_CHECK(cs_maximum_start(graph, &options_, &work_, runner_.stream()));
    if (greedy && options_.enumerate == 0) {
      CS_CHECK(cs_maximum_greedy(graph, &options_, &work_, nullptr, runner_.stream()));
    }
    do {
      CS_CHECK(cs_maximum_reduce(graph, &options_, &work_, nullptr, runner_.stream()));
      answer.rounds++;
      do {
        CS_CHECK(cs_maximum_search(graph, &options_, &work_, nullptr, &header, runner_.stream()));
        runner_.wait();
        answer.launches++;
        take_list(answer, header);
        answer.ended = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() < seconds;
      } while (header.pending != 0 && answer.ended);
    } while (header.roots_left != 0 && answer.ended);
    answer.ended |= header.pending == 0 && header.roots_left == 0;
    answer.header = header;
    answer.size = header.bound;
    answer.found = header.found;
    std::sort(answer.cliques.begin(), answer.cliques.end());
    if (options_.enumerate == 0) {
      CS_CHECK(cs_maximum_witness(&work_, clique_.as<uint32_t>(), answer.size, runner_.stream()));
      runner_.wait();
      answer.clique.assign(clique_.as<uint32_t>(), clique_.as<uint32_t>() + answer.size);
      std::sort(answer.clique.begin(), answer.clique.end());
    }
    return answer;
  }

 private:
  void take_list(MaximumAnswer& answer, const cs_maximum_header& header) {
    if (header.listed == 0) {
      return;
    }
    const uint32_t size = options_.bound + 1;
    const auto list = download(work_.list, uint64_t{header.listed} * size);
    for (uint32_t i = 0; i < header.listed; i++) {
      answer.cliques.emplace_back(list.begin() + uint64_t{i} * size, list.begin() + uint64_t{i + 1} * size);
      std::sort(answer.cliques.back().begin(), answer.cliques.back().end());
    }
    CS_CHECK(cs_maximum_list_taken(&work_, runner_.stream()));
  }

  const Runner& runner_;
  cs_maximum_options options_ = {};
  cs_maximum_sizes sizes_ = {};
  cs_maximum_work work_ = {};
  DeviceMemory memory_;
  PinnedMemory host_, clique_;
};

}  // namespace cliquestream::harness
