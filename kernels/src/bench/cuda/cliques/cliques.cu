// Times k-clique counting on edge list files.
//
//   cliques FILE.bin CASE... [order=degree|approximate|core] [rounds=R] [repeats=R] [slices=S] [limit=MS] [sample=ROOTS] [counts=0|1]
//
// CASE: METHOD:K[=COUNT] with METHOD pivot or orient, and K a number or all; or vertex, edge, vertex-trees, edge-trees for counts of
// every vertex and edge, by pivot trees whatever k with the last two. Prints for each case the median kernel time
// (graph and plan resident, results cleared before) and the complete time from pinned host memory to the counts on the
// host: transfer, preparation, order, plan, count. Busy: warps at work at a time, on the average. sample=ROOTS:
// no count, but what a sample of so many roots, stopped after the limit, predicts for the whole. counts=1: the count of
// every size of a range.
#include <cinttypes>
#include <cstring>
#include <map>

#include "../edge_file.h"
#include "cliques/clique_runner.h"

using namespace cliquestream::harness;

namespace {

struct Case {
  std::string text, wanted;
  cs_clique_options options;
  bool local, edges, trees;
};

double now() {
  const auto since = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double, std::milli>(since).count();
}
double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

Case parse(const std::string& text) {
  Case c;
  const size_t colon = text.find(':'), equals = text.find('=');
  c.text = text.substr(0, equals);
  c.wanted = equals == std::string::npos ? "" : text.substr(equals + 1);
  const std::string k = text.substr(colon + 1, equals == std::string::npos ? equals : equals - colon - 1);
  c.options = {};
  const std::string method = text.substr(0, colon);
  c.edges = method.rfind("edge", 0) == 0;
  c.local = c.edges || method.rfind("vertex", 0) == 0;
  c.trees = method.find("-trees") != std::string::npos;
  c.options.method = text.compare(0, colon, "pivot") == 0 ? CS_CLIQUE_PIVOT : CS_CLIQUE_ORIENTATION;
  c.options.least = k == "all" ? 1 : static_cast<uint32_t>(std::strtoul(k.c_str(), nullptr, 10));
  c.options.most = k == "all" ? CS_CLIQUE_ALL : c.options.least;
  return c;
}

// Kernel: clearing, counting and the residues, the graph and its plan resident. Whether the sum over vertices is what it should be.
template <class Prepare>
bool time_local(Runner& runner, CliqueRunner& cliques, const Case& c, Prepare prepare, int repeats, double limit) {
  const uint32_t k = c.options.most;
  prepare();
  cudaEvent_t begin, counted, end;
  CS_CHECK(cudaEventCreate(&begin));
  CS_CHECK(cudaEventCreate(&counted));
  CS_CHECK(cudaEventCreate(&end));
  std::vector<double> all, count;
  for (int i = -1; i < std::max(1, repeats); i++) {
    runner.wait();
    CS_CHECK(cudaEventRecord(begin, runner.stream()));
    cliques.bind_local(k, c.edges, c.trees);
    cliques.enqueue_local({0, 1, nullptr, nullptr});
    CS_CHECK(cudaEventRecord(counted, runner.stream()));
    cliques.finish_local();
    CS_CHECK(cudaEventRecord(end, runner.stream()));
    runner.wait();
    float ms, ms_count;
    CS_CHECK(cudaEventElapsedTime(&ms, begin, end));
    CS_CHECK(cudaEventElapsedTime(&ms_count, begin, counted));
    if (i >= 0 || ms > limit) {
      all.push_back(ms);
      count.push_back(ms_count);
    }
    if (ms > limit) {
      break;
    }
  }
  const std::vector<uint64_t> residues = download(cliques.local_record().residues, runner.graph().active);
  Big sum;
  for (const uint64_t residue : residues) {
    sum += Big(residue);
  }
  sum /= k;  // right where every vertex is in fewer than 2^61
  const bool wrong = !c.wanted.empty() && sum.text() != c.wanted;
  std::printf(
      "%-16s kernel %9.3f (counting %9.3f) by trees %" PRIu64 " roots, out %" PRIu64 " %s%s\n", c.text.c_str(), median(all),
      median(count), cliques.local_record().tree_roots, cliques.plan_record().header.max_out_degree, sum.text().c_str(),
      wrong ? (" WRONG, expected " + c.wanted).c_str() : "");
  std::fflush(stdout);
  return !wrong;
}

}  // namespace

int main(int argc, char** argv) try {
  std::map<std::string, std::string> args = {{"order", "core"}, {"rounds", "0"}, {"repeats", "5"},
                                             {"slices", "1"},   {"limit", "3000"}, {"sample", "0"}, {"counts", "0"}};
  std::vector<Case> cases;
  for (int i = 2; i < argc; i++) {
    const std::string text = argv[i];
    if (text.find(':') != std::string::npos) {
      cases.push_back(parse(text));
    } else {
      const size_t equals = text.find('=');
      if (equals == std::string::npos || args.count(text.substr(0, equals)) == 0) {
        std::fprintf(stderr, "unknown argument %s\n", argv[i]);
        return 2;
      }
      args[text.substr(0, equals)] = text.substr(equals + 1);
    }
  }
  if (cases.empty()) {
    std::fprintf(
        stderr,
        "cliques FILE.bin METHOD:K[=COUNT]... [order=degree|approximate|core] [rounds=R] [repeats=R] [slices=S] "
        "[limit=MS] [sample=ROOTS] [counts=0|1]\n");
    return 2;
  }
  const std::string order = args["order"];
  const uint32_t rounds = static_cast<uint32_t>(std::atoi(args["rounds"].c_str()));
  const uint32_t slices = static_cast<uint32_t>(std::atoi(args["slices"].c_str()));
  const double limit = std::atof(args["limit"].c_str());
  EdgeFile file(argv[1]);
  cs_pair* edges = file.edges;
  const uint64_t pairs = file.pairs;
  const uint64_t id_bound = file.id_bound;
  const char* base = std::strrchr(argv[1], '/');
  Runner runner;
  CliqueRunner cliques(runner);
  cudaEvent_t begin, end;
  CS_CHECK(cudaEventCreate(&begin));
  CS_CHECK(cudaEventCreate(&end));
  int device = 0, khz = 1;
  CS_CHECK(cudaGetDevice(&device));
  CS_CHECK(cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, device));
  constexpr double kPivotWarps = 2112;  // resident on an H200
  // From the edges to the plan of the graph in its order.
  auto prepare = [&](std::string& in_order, double& ready) {
    in_order = order;
    runner.prepare(edges, pairs, id_bound);
    if (in_order == "approximate") {
      cliques.order_approximately(rounds);
    } else if (in_order == "core") {
      runner.symmetrise();
      runner.peel(0);
      runner.order_by_peel();
      runner.orient(runner.core_work().order);
    }
    ready = now();
    cliques.plan();
  };
  const uint32_t sampled = static_cast<uint32_t>(std::atoi(args["sample"].c_str()));
  bool right = true;
  for (const Case& c : cases) {
    std::string in_order;
    double ready = 0;
    if (sampled != 0) {
      prepare(in_order, ready);
      const double start = now();
      uint32_t every = 1;
      const CliqueResult sample = cliques.sample(c.options, sampled, &every, limit);
      const double took = now() - start, work = static_cast<double>(sample.totals.cycles) * every / khz;
      std::printf(
          "%-12.12s %-8s %s sample of 1 in %u took %.1f ms%s: predicted %.0f ms with %.0f warps, nodes %.3g\n",
          base ? base + 1 : argv[1], c.text.c_str(), in_order.c_str(), every, took,
          took > limit ? " (stopped: a lower bound)" : "", work / kPivotWarps, kPivotWarps,
          static_cast<double>(sample.totals.nodes) * every);
      std::fflush(stdout);
      continue;
    }
    if (c.local) {
      right = time_local(runner, cliques, c, [&] { prepare(in_order, ready); }, std::atoi(args["repeats"].c_str()), limit) && right;
      continue;
    }
    std::vector<double> kernel, complete, prepared;
    std::string count;
    cs_clique_totals totals = {};
    const int repeats = std::max(1, std::atoi(args["repeats"].c_str()));
    for (int i = -1; i < repeats; i++) {
      const double start = now();
      prepare(in_order, ready);
      cliques.bind(c.options);
      cliques.start();
      CS_CHECK(cudaEventRecord(begin, runner.stream()));
      for (uint32_t s = 0; s < slices; s++) {
        cliques.enqueue({s, slices, nullptr, nullptr});
      }
      CS_CHECK(cudaEventRecord(end, runner.stream()));
      const CliqueResult result = cliques.collect();
      const double done = now();
      float ms;
      CS_CHECK(cudaEventElapsedTime(&ms, begin, end));
      if (i >= 0 || ms > limit) {
        kernel.push_back(ms);
        complete.push_back(done - start);
        prepared.push_back(ready - start);
      }
      totals = result.totals;
      if (i == -1) {
        const uint32_t k = c.options.most == CS_CLIQUE_ALL ? result.largest() : c.options.most;
        count = (c.options.most == CS_CLIQUE_ALL ? "omega " + std::to_string(k) + " " : "") + result.cliques(k).text();
        for (uint32_t size = 1; args["counts"] == "1" && size <= k; size++) {
          std::printf("  %u-cliques %s\n", size, result.cliques(size).text().c_str());
        }
      }
      if (ms > limit) {
        break;
      }
    }
    const bool wrong = !c.wanted.empty() && count != c.wanted;
    right = right && !wrong;
    std::printf(
        "%-12.12s %-8s %s%s kernel %9.3f complete %9.3f (prepared %8.3f) busy %.0f nodes %.3g wide %.3g tiles %.3g mean %.1f sweeps %.3g "
        "joins %" PRIu64 " gifts %" PRIu64 " out %" PRIu64 " %s%s\n",
        base ? base + 1 : argv[1], c.text.c_str(), wrong ? "WRONG " : "", in_order.c_str(), median(kernel), median(complete), median(prepared),
        static_cast<double>(totals.cycles) / (median(kernel) * khz), static_cast<double>(totals.nodes), static_cast<double>(totals.wide_nodes), static_cast<double>(totals.tiles),
        totals.tiles ? static_cast<double>(totals.tile_vertices) / totals.tiles : 0.0, static_cast<double>(totals.sweeps),
        totals.joins, totals.donations, cliques.plan_record().header.max_out_degree, count.c_str(),
        wrong ? (" WRONG, expected " + c.wanted).c_str() : "");
    std::fflush(stdout);
  }
  return right ? 0 : 1;
} catch (const std::exception& e) {
  std::printf("FAILED: %s\n", e.what());
  return 1;
}
