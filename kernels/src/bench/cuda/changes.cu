// Times batches on evolving graphs, from changes in pinned host memory to the triangle count on the host: random edges
// deleted, and inserted again.
//
//   changes GRAPH.bin[:TRIANGLES] ... [batches=1,1000,100000,1000000] [repeats=11] [hub_degree=512] [hub_bytes=1073741824]
//           [seed=1] [recount=1] [spare=4] [rate=6.5e7] [matched=1000] [cliques=4,5] [patterns=diamond,house]
//
// cliques and patterns: of the batches named by `matched`, instead of triangles; a count that a deletion takes away must
// come back with the insertion.
// rate: probes a millisecond that a plan reckons with. spare: the pool holds so many times the rows. Every count is checked: what a batch takes away the next one brings back,
// and with recount=1 the total after a batch is counted anew by the wedge kernel.
#include <cinttypes>
#include <memory>
#include <random>

#include "arguments.h"
#include "change_reference.h"
#include "change_run.h"
#include "edge_file.h"

using namespace cliquestream::harness;

namespace {

double now() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values.empty() ? 0 : values[values.size() / 2];
}

struct Rows {
  std::vector<uint64_t> offsets;
  std::vector<uint32_t> neighbors;
  explicit Rows(const EdgeFile& file) : offsets(file.id_bound + 1), neighbors(2 * file.pairs) {
    for (uint64_t i = 0; i < file.pairs; i++) {
      offsets[file.edges[i].first + 1]++;
      offsets[file.edges[i].second + 1]++;
    }
    for (uint64_t v = 0; v < file.id_bound; v++) {
      offsets[v + 1] += offsets[v];
    }
    std::vector<uint64_t> at(offsets.begin(), offsets.end() - 1);
    for (uint64_t i = 0; i < file.pairs; i++) {
      neighbors[at[file.edges[i].first]++] = file.edges[i].second;
      neighbors[at[file.edges[i].second]++] = file.edges[i].first;
    }
    for (uint64_t v = 0; v < file.id_bound; v++) {
      std::sort(neighbors.begin() + static_cast<int64_t>(offsets[v]), neighbors.begin() + static_cast<int64_t>(offsets[v + 1]));
    }
  }
};

class Bench {
 public:
  Bench(const GraphArgument& graph, const Arguments& arguments)
      : arguments_(arguments), name_(graph.name()), file_(graph.path.c_str()), expect_(graph.expect) {
    const Rows rows(file_);
    total_ = expect_;
    const uint64_t words = (file_.id_bound + 31) / 32;
    std::vector<uint64_t> degrees;
    for (uint64_t v = 0; v < file_.id_bound; v++) {
      degrees.push_back(rows.offsets[v + 1] - rows.offsets[v]);
    }
    std::sort(degrees.rbegin(), degrees.rend());
    uint64_t hub_rows = std::min<uint64_t>(arguments.number("hub_bytes") / (words * 4), file_.id_bound);
    uint64_t hub_degree = arguments.number("hub_degree");
    if (hub_rows < degrees.size() && degrees[hub_rows] > hub_degree) {
      hub_degree = degrees[hub_rows];  // so that the longest get bit rows
    }
    uint64_t most = 1;
    std::vector<std::string> batches = arguments.list("batches");
    for (const std::string& batch : arguments.list("matched")) {
      batches.push_back(batch);
    }
    for (const std::string& batch : batches) {
      most = std::max<uint64_t>(most, std::min<uint64_t>(std::strtoull(batch.c_str(), nullptr, 10), file_.pairs));
    }
    hub_rows = std::min<uint64_t>(hub_rows, 64 + static_cast<uint64_t>(std::count_if(
        degrees.begin(), degrees.end(), [&](uint64_t d) { return d > hub_degree / 2; })));
    units_ = cs_evolving_units(2 * file_.pairs, file_.id_bound) * arguments.number("spare");
    const double begin = now();
    run_.load(rows.offsets, rows.neighbors, most, hub_rows, hub_degree, units_);
    std::printf(
        "%s: %" PRIu64 " ids, %" PRIu64 " edges, bit rows above degree %" PRIu64 ", loaded in %.1f ms, %.2f GB\n",
        name_.c_str(), file_.id_bound, file_.pairs, hub_degree, now() - begin, static_cast<double>(run_.memory()) / 1e9);
  }

  // planned: where the batch's probes are predicted to take longer than a whole count, its rows are counted whole.
  void measure(uint64_t changes, bool planned) {
    const uint64_t repeats = arguments_.number("repeats");
    changes = std::min(changes, file_.pairs);
    std::mt19937_64 random(arguments_.number("seed"));
    std::vector<double> times[2], whole[2], applied[2];
    uint64_t moves = 0, probes = 0, counted = 0, recounts = 0;
    std::vector<uint64_t> order(file_.pairs);
    for (uint64_t i = 0; i < order.size(); i++) {
      order[i] = i;
    }
    for (uint64_t r = 0; r < repeats + 2; r++) {
      for (uint64_t i = 0; i < changes; i++) {
        std::swap(order[i], order[i + random() % (order.size() - i)]);
      }
      uint64_t vanished = 0;
      for (int insertion = 0; insertion < 2; insertion++) {
        for (uint64_t i = 0; i < changes; i++) {
          const cs_pair& pair = file_.edges[order[i]];
          run_.changes()[i] = {pair.first | (insertion ? 0 : CS_CHANGE_DELETION), pair.second};
        }
        run_.wait();
        double begin = 0, end = 0;
        for (;;) {
          begin = now();
          if (planned) {
            CS_CHECK(cs_evolving_apply(&run_.evolving(), run_.changes(), changes, run_.header(), run_.stream()));
            run_.wait();
            const cs_change_header h = *run_.header();
            if (h.error == 0 && static_cast<double>(h.probes) > recount_ms_ * arguments_.real("rate")) {
              const uint64_t total = recount();
              run_.header()->vanished = total < total_ ? total_ - total : 0;
              run_.header()->appeared = total > total_ ? total - total_ : 0;
              recounts++;
            } else if (h.error == 0) {
              CS_CHECK(cs_evolving_triangles(&run_.evolving(), nullptr, run_.header(), run_.stream()));
              run_.wait();
            }
          } else {
            CS_CHECK(cs_evolving_apply(&run_.evolving(), run_.changes(), changes, nullptr, run_.stream()));
            CS_CHECK(cs_evolving_triangles(&run_.evolving(), nullptr, run_.header(), run_.stream()));
            run_.wait();
          }
          end = now();
          if (run_.header()->error == 0) {
            break;
          }
          CS_CHECK(cs_evolving_settle(&run_.evolving(), run_.stream()));
          run_.move(units_);
          run_.wait();
          moves++;
        }
        const cs_change_header h = *run_.header();
        total_ += h.appeared - h.vanished;
        CS_CHECK(cs_evolving_settle(&run_.evolving(), run_.stream()));
        run_.wait();
        if (r >= 2) {
          times[insertion].push_back(end - begin);
          whole[insertion].push_back(now() - begin);
        }
        check(h, changes, insertion != 0, vanished);
        if (!insertion && r == 0 && arguments_.number("recount") != 0 && expect_ != 0) {
          check(recount() == expect_ - vanished ? 0 : -4, "total by incremental and whole count");
        }
        probes = h.probes;
        counted = h.appeared + h.vanished;
      }
    }
    std::printf(
        "%s changes %" PRIu64 "%s: delete %.4f insert %.4f ms to the count, %.4f %.4f settled, %" PRIu64
        " probes, %" PRIu64 " triangles, %" PRIu64 " moves, %" PRIu64 " counted whole\n",
        name_.c_str(), changes, planned ? " planned" : "", median(times[0]), median(times[1]), median(whole[0]), median(whole[1]), probes, counted,
        moves, recounts);
  }

  // Something else than triangles: count(run) says what appeared and vanished.
  template <class Count>
  void measure_matches(uint64_t changes, const std::string& what, Count count) {
    changes = std::min(changes, file_.pairs);
    std::mt19937_64 random(arguments_.number("seed"));
    std::vector<double> times[2], counting[2];
    uint64_t counted = 0;
    const uint64_t repeats = arguments_.number("repeats");
    for (uint64_t r = 0; r < repeats + 1; r++) {
      std::vector<cs_pair> chosen;
      std::vector<bool> taken(file_.pairs);
      while (chosen.size() < changes) {
        const uint64_t i = random() % file_.pairs;
        if (!taken[i]) {
          taken[i] = true;
          chosen.push_back(file_.edges[i]);
        }
      }
      uint64_t vanished = 0;
      for (int insertion = 0; insertion < 2; insertion++) {
        for (uint64_t i = 0; i < changes; i++) {
          run_.changes()[i] = {chosen[i].first | (insertion ? 0 : CS_CHANGE_DELETION), chosen[i].second};
        }
        run_.move(units_);
        run_.wait();
        const double begin = now();
        CS_CHECK(cs_evolving_apply(&run_.evolving(), run_.changes(), changes, nullptr, run_.stream()));
        const auto h = count(run_);
        const double end = now();
        const double again = now();
        const auto same = count(run_);
        const double last = now();
        CS_CHECK(cs_evolving_settle(&run_.evolving(), run_.stream()));
        check(h.error == 0 && same.appeared == h.appeared && same.vanished == h.vanished ? 0 : -4, "a batch");
        check(insertion ? (h.appeared == vanished ? 0 : -4) : (h.appeared == 0 ? 0 : -4), "what comes back");
        vanished = h.vanished;
        counted = h.appeared + h.vanished;
        if (r >= 1) {
          times[insertion].push_back(end - begin);
          counting[insertion].push_back(last - again);
        }
      }
    }
    std::printf(
        "%s changes %" PRIu64 " %s: delete %.4f insert %.4f ms with the batch applied, counting alone %.4f %.4f, %" PRIu64
        " matches\n",
        name_.c_str(), changes, what.c_str(), median(times[0]), median(times[1]), median(counting[0]),
        median(counting[1]), counted);
    std::fflush(stdout);
  }

  void measure_matches() {
    for (const std::string& batch : arguments_.list("matched")) {
      const uint64_t changes = std::strtoull(batch.c_str(), nullptr, 10);
      for (const std::string& k : arguments_.list("cliques")) {
        measure_matches(
            changes, k + "-cliques", [&](EvolvingRun& run) { return run.cliques(static_cast<uint32_t>(std::stoul(k))); });
      }
      for (const std::string& name : arguments_.list("patterns")) {
        for (const TestPattern& p : test_patterns()) {
          if (name == p.name) {
            cs_change_pattern plan;
            CS_CHECK(cs_change_pattern_plan(static_cast<uint32_t>(p.adjacency.size()), p.adjacency.data(), &plan));
            measure_matches(changes, "pattern " + name, [&](EvolvingRun& run) { return run.matches(plan); });
          }
        }
      }
    }
  }

  // Device time of the parts of a batch: the same deletions and insertions in turn.
  void measure_stages(uint64_t changes) {
    changes = std::min(changes, file_.pairs);
    std::vector<double> times[3];
    cudaEvent_t events[4];
    for (cudaEvent_t& event : events) {
      CS_CHECK(cudaEventCreate(&event));
    }
    for (uint64_t r = 0; r < 2 * arguments_.number("repeats"); r++) {
      for (uint64_t i = 0; i < changes; i++) {
        const cs_pair& pair = file_.edges[(i * 7919) % file_.pairs];
        run_.changes()[i] = {pair.first | (r % 2 ? 0 : CS_CHANGE_DELETION), pair.second};
      }
      run_.move(units_);
      run_.wait();
      CS_CHECK(cudaEventRecord(events[0], run_.stream()));
      CS_CHECK(cs_evolving_apply(&run_.evolving(), run_.changes(), changes, nullptr, run_.stream()));
      CS_CHECK(cudaEventRecord(events[1], run_.stream()));
      CS_CHECK(cs_evolving_triangles(&run_.evolving(), nullptr, run_.header(), run_.stream()));
      CS_CHECK(cudaEventRecord(events[2], run_.stream()));
      CS_CHECK(cs_evolving_settle(&run_.evolving(), run_.stream()));
      CS_CHECK(cudaEventRecord(events[3], run_.stream()));
      run_.wait();
      check(run_.header()->error == 0 ? 0 : -4, "a batch after a move");
      for (int i = 0; i < 3; i++) {
        float ms = 0;
        CS_CHECK(cudaEventElapsedTime(&ms, events[i], events[i + 1]));
        times[i].push_back(ms);
      }
    }
    for (cudaEvent_t event : events) {
      cudaEventDestroy(event);
    }
    std::printf(
        "%s changes %" PRIu64 ": apply %.4f count %.4f settle %.4f ms of device time\n", name_.c_str(), changes,
        median(times[0]), median(times[1]), median(times[2]));
  }

  // The other way: rows to edges, prepared and counted whole.
  void measure_recount() {
    if (expect_ == 0) {
      return;
    }
    std::vector<double> times;
    for (uint64_t r = 0; r < arguments_.number("repeats"); r++) {
      const double begin = now();
      check(recount() == expect_ ? 0 : -4, "the whole count");
      times.push_back(now() - begin);
    }
    recount_ms_ = median(times);
    std::printf("%s recount from the rows: %.4f ms\n", name_.c_str(), recount_ms_);
  }

  void measure_move() {
    std::vector<double> times;
    for (uint64_t r = 0; r < arguments_.number("repeats"); r++) {
      run_.wait();
      const double begin = now();
      run_.move(units_);
      run_.wait();
      times.push_back(now() - begin);
    }
    std::printf("%s move: %.4f ms\n", name_.c_str(), median(times));
  }

 private:
  void check(const cs_change_header& h, uint64_t changes, bool insertion, uint64_t& vanished) {
    if (insertion) {
      cliquestream::harness::check(h.inserted == changes && h.appeared == vanished ? 0 : -4, "what comes back");
    } else {
      cliquestream::harness::check(h.deleted == changes ? 0 : -4, "what goes");
      vanished = h.vanished;
    }
  }
  static void check(int32_t code, const char* what) { cliquestream::harness::check(code, what); }

  uint64_t recount() {
    if (!runner_) {
      runner_ = std::make_unique<Runner>();
    }
    const cs_wedge_options options = {};
    written_.at_least(8);
    pairs_.at_least(file_.pairs * sizeof(cs_pair));
    CS_CHECK(cudaMemsetAsync(written_.as<uint64_t>(), 0, 8, run_.stream()));
    CS_CHECK(cs_evolving_edges(&run_.evolving(), pairs_.as<cs_pair>(), written_.as<uint64_t>(), run_.stream()));
    uint64_t edges = 0;
    CS_CHECK(cudaMemcpyAsync(&edges, written_.as<uint64_t>(), 8, cudaMemcpyDeviceToHost, run_.stream()));
    run_.wait();
    return runner_->all_in_resident(pairs_.as<cs_pair>(), edges, file_.id_bound, options);
  }

  const Arguments& arguments_;
  std::string name_;
  EdgeFile file_;
  uint64_t expect_, total_ = 0;
  double recount_ms_ = 0;
  uint64_t units_ = 0;
  EvolvingRun run_;
  std::unique_ptr<Runner> runner_;
  DeviceMemory written_, pairs_;
};

}  // namespace

int main(int argc, char** argv) try {
  const Arguments arguments(
      argc, argv,
      {{"batches", "1,1000,100000,1000000"},
       {"repeats", "11"},
       {"hub_degree", "512"},
       {"hub_bytes", "1073741824"},
       {"seed", "1"},
       {"recount", "1"},
       {"spare", "4"},
       {"rate", "6.5e7"},
       {"matched", ""},
       {"cliques", ""},
       {"patterns", ""}});
  for (const GraphArgument& graph : arguments.graphs()) {
    Bench bench(graph, arguments);
    if (arguments.number("recount") != 0) {
      bench.measure_recount();
    }
    for (const std::string& batch : arguments.list("batches")) {
      bench.measure(std::strtoull(batch.c_str(), nullptr, 10), false);
      if (arguments.number("recount") != 0 && graph.expect != 0) {
        bench.measure(std::strtoull(batch.c_str(), nullptr, 10), true);
      }
      bench.measure_stages(std::strtoull(batch.c_str(), nullptr, 10));
    }
    bench.measure_matches();
    bench.measure_move();
  }
  return 0;
} catch (const std::exception& e) {
  std::printf("FAILED: %s\n", e.what());
  return 1;
}
