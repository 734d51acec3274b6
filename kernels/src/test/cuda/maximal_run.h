// One maximal clique job from a prepared graph to its answer, the way a driver runs it.
#pragma once

#include "cliquestream_maximal.h"
#include "runner.h"

namespace cliquestream::harness {

struct MaximalAnswer {
  std::vector<uint64_t> by_size;               // entry s: cliques of s vertices
  std::vector<std::vector<uint32_t>> cliques;  // when listing: ids, each ascending, in the order of the list
  cs_maximal_header header = {};
  uint32_t rounds = 0, launches = 0, shrunk = 0, paused = 0;
  bool ended = true;                           // false: the time was up; header.found cliques were found by then

  uint64_t count() const {
    uint64_t sum = 0;
    for (uint64_t cliques_of_size : by_size) {
      sum += cliques_of_size;
    }
    return sum;
  }
};

class MaximalRun {
 public:
  // graph: the runner's, or the same under another order.
  MaximalRun(const Runner& runner, const cs_graph& graph) : runner_(runner), graph_(graph) {
    host_.at_least(sizeof(cs_maximal_header) + 64);
  }

  // Makes room; the runs that follow allocate nothing. Returns the bytes of the plan. most_blocks: of a launch, if not 0.
  uint64_t plan(
      const cs_maximal_options& options, uint64_t max_out_degree, uint64_t max_degree, uint64_t budget,
      uint32_t most_blocks = 0) {
    options_ = options;
    CS_CHECK(cs_maximal_plan(&graph_, max_out_degree, max_degree, &options_, budget, &sizes_));
    if (most_blocks != 0) {
      sizes_.search_blocks = std::min(sizes_.search_blocks, most_blocks);
      sizes_.build_blocks = std::min(sizes_.build_blocks, most_blocks);
    }
    CS_CHECK(cs_maximal_bind(memory_.at_least(sizes_.bytes), &graph_, &options_, &sizes_, &work_));
    histogram_.at_least((uint64_t{sizes_.max_out_degree} + 2) * 8);
    return sizes_.bytes;
  }

  // Counts by so many pieces of the roots, in turn, the last first.
  MaximalAnswer run_pieces(uint32_t pieces) {
    MaximalAnswer answer;
    auto& header = *host_.as<cs_maximal_header>();
    const uint32_t active = static_cast<uint32_t>(graph_.active);
    pieces = std::min(pieces, active);
    CS_CHECK(cs_maximal_start(&graph_, &options_, &work_, runner_.stream()));
    PinnedMemory places;
    places.at_least(4 * (uint64_t{pieces} + 1));
    if (pieces != 0) {
      CS_CHECK(cs_maximal_pieces(&graph_, &work_, pieces, places.as<uint32_t>(), runner_.stream()));
      runner_.wait();
    }
    for (uint32_t piece = pieces; piece-- > 0;) {
      const uint32_t end = piece + 1 < pieces ? places.as<uint32_t>()[piece + 1] : active;
      for (uint32_t first = places.as<uint32_t>()[piece]; first < end; first = header.end) {
        CS_CHECK(cs_maximal_build(&graph_, &options_, &work_, first, end - first, nullptr, runner_.stream()));
        do {
          CS_CHECK(cs_maximal_search(&graph_, &options_, &work_, nullptr, &header, runner_.stream()));
          runner_.wait();
        } while (header.pending != 0);
        CS_CHECK(cs_maximal_keep(&work_, runner_.stream()));
      }
    }
    CS_CHECK(cs_maximal_histogram(&work_, histogram_.as<uint64_t>(), runner_.stream()));
    runner_.wait();
    answer.by_size.assign(histogram_.as<uint64_t>(), histogram_.as<uint64_t>() + sizes_.max_out_degree + 2);
    return answer;
  }

  // most_roots: of a round, when listing. seconds: after so many the run ends with what it has.
  MaximalAnswer run(uint32_t most_roots = 1 << 14, double seconds = 1e9) {
    MaximalAnswer answer;
    const auto start = std::chrono::steady_clock::now();
    auto& header = *host_.as<cs_maximal_header>();
    const bool list = options_.list_words != 0;
    CS_CHECK(cs_maximal_start(&graph_, &options_, &work_, runner_.stream()));
    uint32_t roots = list ? most_roots : static_cast<uint32_t>(graph_.active);
    for (uint32_t first = 0; first < graph_.active && answer.ended;) {
      CS_CHECK(cs_maximal_build(&graph_, &options_, &work_, first, roots, nullptr, runner_.stream()));
      answer.rounds++;
      bool again = false;
      do {
        CS_CHECK(cs_maximal_search(&graph_, &options_, &work_, nullptr, &header, runner_.stream()));
        runner_.wait();
        answer.launches++;
        if (header.list_full != 0) {
          if (header.tasks > 1) {
            again = true;
            break;
          }
          answer.paused++;
          take_list(answer, header.listed);
          CS_CHECK(cs_maximal_list_taken(&work_, runner_.stream()));
        }
        answer.ended = header.pending == 0 ||
            std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() < seconds;
      } while (header.pending != 0 && answer.ended);
      if (again) {
        roots = header.tasks / 2;
        answer.shrunk++;
        continue;
      }
      if (list) {
        take_list(answer, header.listed);
        roots = std::min(most_roots, roots * 2);
      }
      CS_CHECK(cs_maximal_keep(&work_, runner_.stream()));
      first = header.end;
    }
    CS_CHECK(cs_maximal_histogram(&work_, histogram_.as<uint64_t>(), runner_.stream()));
    runner_.wait();
    answer.header = header;
    answer.by_size.assign(histogram_.as<uint64_t>(), histogram_.as<uint64_t>() + sizes_.max_out_degree + 2);
    return answer;
  }

 private:
  void take_list(MaximalAnswer& answer, uint64_t words) {
    const auto list = download(work_.list, words);
    struct Record {
      uint32_t place, number;
      uint64_t at;
    };
    std::vector<Record> records;
    for (uint64_t at = 0; at < words; at += CS_MAXIMAL_RECORD_WORDS + list[at + 2]) {
      records.push_back({list[at], list[at + 1], at});
    }
    std::sort(records.begin(), records.end(), [](const Record& a, const Record& b) {
      return a.place != b.place ? a.place < b.place : a.number < b.number;
    });
    for (const Record& r : records) {
      const auto ids = list.begin() + r.at + CS_MAXIMAL_RECORD_WORDS;
      answer.cliques.emplace_back(ids, ids + list[r.at + 2]);
      std::sort(answer.cliques.back().begin(), answer.cliques.back().end());
    }
  }

  const Runner& runner_;
  const cs_graph graph_;
  cs_maximal_options options_ = {};
  cs_maximal_sizes sizes_ = {};
  cs_maximal_work work_ = {};
  DeviceMemory memory_;
  PinnedMemory host_, histogram_;
};

}  // namespace cliquestream::harness
