// One breadth-first search from a prepared graph to its answer, the way a driver runs it.
#pragma once

#include "cliquestream_maximum.h"
#include "runner.h"

namespace cliquestream::harness {

struct BreadthAnswer {
  uint32_t size = 0;
  std::vector<uint32_t> clique;                // ids, ascending
  uint64_t found = 0;                          // when enumerating
  std::vector<std::vector<uint32_t>> cliques;  // of the largest size, ids, each ascending, sorted
  cs_breadth_header header = {};
  uint32_t launches = 0;
  double greedy_ms = 0;
};

// Which rows the 2-clique list has.
struct BreadthRows {
  bool by_index = false;
  bool unsorted = false;
};

// What searches of one graph share: symmetric rows, core numbers, the other rows of the 2-clique list.
class BreadthInput {
 public:
  explicit BreadthInput(Runner& runner) : runner_(runner) { host_.at_least(sizeof(cs_prepare_header)); }

  // For the graph the runner has prepared last.
  void prepare() {
    input_ = {};
    input_.graph = runner_.graph();
    for (Lists& lists : lists_) {
      lists.graph = runner_.graph();
      lists.longest = runner_.header()->max_out_degree;
    }
    if (runner_.graph().active != 0) {
      runner_.symmetrise();
      runner_.peel(0);
      auto* cores = static_cast<uint32_t*>(cores_.at_least(runner_.graph().active * 4));
      CS_CHECK(cs_core_numbers(&runner_.graph(), &runner_.core_work(), nullptr, cores, runner_.stream()));
      input_.neighbour_rows = runner_.core_work().rows;
      input_.neighbours = runner_.core_work().neighbours;
      input_.cores = cores;
      for (const BreadthRows rows : {BreadthRows{true, false}, {false, true}, {true, true}}) {
        orient(rows);
      }
    }
  }

  cs_breadth_input with(BreadthRows rows) const {
    cs_breadth_input input = input_;
    input.lists = lists_[place(rows)].graph;
    return input;
  }
  uint64_t longest(BreadthRows rows) const { return lists_[place(rows)].longest; }

 private:
  struct Lists {
    cs_graph graph = {};
    uint64_t longest = 0;
    DeviceMemory memory;
  };

  static uint32_t place(BreadthRows rows) { return (rows.by_index ? 1u : 0u) + (rows.unsorted ? 2u : 0u); }

  void orient(BreadthRows rows) {
    const cs_graph& g = runner_.graph();
    Lists& lists = lists_[place(rows)];
    const uint64_t work = cs_prepare_bytes(g.edges, g.id_bound), bytes = cs_graph_bytes(g.edges, g.id_bound);
    cs_preparation preparation = {};
    CS_CHECK(cs_prepare_bind(preparation_.at_least(work), work, g.edges, g.id_bound, &preparation));
    CS_CHECK(cs_graph_bind(lists.memory.at_least(bytes), bytes, g.edges, g.id_bound, &lists.graph));
    auto* header = host_.as<cs_prepare_header>();
    CS_CHECK(cs_breadth_orient(
        &g, rows.by_index, rows.unsorted, &preparation, &lists.graph, header, runner_.stream()));
    runner_.wait();
    lists.longest = header->max_out_degree;
  }

  Runner& runner_;
  cs_breadth_input input_ = {};
  Lists lists_[4];
  DeviceMemory cores_, preparation_;
  PinnedMemory host_;
};

class BreadthRun {
 public:
  explicit BreadthRun(const Runner& runner) : runner_(runner) { host_.at_least(sizeof(cs_breadth_header)); }

  // Makes room; false where the budget is too small.
  bool plan(const BreadthInput& input, BreadthRows rows, const cs_breadth_options& options, uint64_t budget) {
    longest_ = input.longest(rows);
    input_ = input.with(rows);
    options_ = options;
    const int32_t status = cs_breadth_plan(&input_, longest_, &options_, budget, &sizes_);
    if (status == CS_WORKSPACE_TOO_SMALL) {
      return false;
    }
    CS_CHECK(status);
    CS_CHECK(cs_breadth_bind(memory_.at_least(sizes_.bytes), &input_, &options_, &sizes_, &work_));
    clique_.at_least((uint64_t{sizes_.max_list} + 2) * 4);
    return true;
  }
  const cs_breadth_sizes& sizes() const { return sizes_; }

  // Up to about so many milliseconds; header.pending tells whether the search ended.
  BreadthAnswer run(double limit_ms = 1e12) {
    BreadthAnswer answer;
    auto& header = *host_.as<cs_breadth_header>();
    const auto start = std::chrono::steady_clock::now();
    const auto elapsed = [&] {
      return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    };
    CS_CHECK(cs_breadth_start(&input_, &options_, &work_, runner_.stream()));
    CS_CHECK(cs_breadth_greedy(&input_, &options_, &work_, nullptr, runner_.stream()));
    if (time_greedy) {
      runner_.wait();
      answer.greedy_ms = elapsed();
    }
    do {
      CS_CHECK(cs_breadth_search(&input_, &options_, &work_, nullptr, &header, runner_.stream()));
      runner_.wait();
      answer.launches++;
      take_list(answer, header);
    } while (header.pending != 0 && elapsed() < limit_ms);
    answer.header = header;
    answer.size = header.bound;
    answer.found = header.found;
    auto& cliques = answer.cliques;
    cliques.erase(
        std::remove_if(cliques.begin(), cliques.end(), [&](const auto& c) { return c.size() < answer.size; }),
        cliques.end());
    std::sort(answer.cliques.begin(), answer.cliques.end());
    if (header.bound > options_.bound) {
      CS_CHECK(cs_breadth_witness(&work_, clique_.as<uint32_t>(), answer.size, runner_.stream()));
      runner_.wait();
      answer.clique.assign(clique_.as<uint32_t>(), clique_.as<uint32_t>() + answer.size);
      std::sort(answer.clique.begin(), answer.clique.end());
    }
    return answer;
  }

  bool time_greedy = false;

 private:
  void take_list(BreadthAnswer& answer, const cs_breadth_header& header) {
    if (header.listed == 0) {
      return;
    }
    const uint64_t words = uint64_t{sizes_.max_list} + 2;
    const auto list = download(work_.list, header.listed * words);
    for (uint32_t i = 0; i < header.listed; i++) {
      const auto slot = list.begin() + static_cast<int64_t>(i * words);
      if (*slot == header.bound) {
        answer.cliques.emplace_back(slot + 1, slot + 1 + *slot);
        std::sort(answer.cliques.back().begin(), answer.cliques.back().end());
      }
    }
    CS_CHECK(cs_breadth_list_taken(&work_, runner_.stream()));
  }

  const Runner& runner_;
  uint64_t longest_ = 0;
  cs_breadth_input input_ = {};
  cs_breadth_options options_ = {};
  cs_breadth_sizes sizes_ = {};
  cs_breadth_work work_ = {};
  DeviceMemory memory_;
  PinnedMemory host_, clique_;
};

}  // namespace cliquestream::harness
