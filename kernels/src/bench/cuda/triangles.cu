// Times the triangle kernels on edge list files.
//
//   triangles FILE.bin [expect=N] [repeats=R] [variants=A,B,...] [all-in=0|1] [shuffle=0|1] [packed=0|1] [run=PAIRS]
//
// FILE.bin holds little-endian u32 pairs, any order. Prints one line a variant: median kernel time with the graph and
// its plan resident (a replayed CUDA graph of one launch), and one line for the whole way from pinned host memory.
#include <cinttypes>
#include <cmath>
#include <cstring>
#include <map>
#include <random>

#include "edge_file.h"
#include "other_ways.h"
#include "runner.h"

using namespace cliquestream::harness;

namespace {

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

template <class Work>
std::vector<double> replay(Runner& runner, int repeats, Work enqueue) {
  cudaGraph_t graph;
  cudaGraphExec_t replayed;
  enqueue();
  runner.wait();
  CS_CHECK(cudaStreamBeginCapture(runner.stream(), cudaStreamCaptureModeThreadLocal));
  enqueue();
  CS_CHECK(cudaStreamEndCapture(runner.stream(), &graph));
  CS_CHECK(cudaGraphInstantiate(&replayed, graph, 0));
  cudaEvent_t start, end;
  CS_CHECK(cudaEventCreate(&start));
  CS_CHECK(cudaEventCreate(&end));
  std::vector<double> times;
  for (int i = -2; i < repeats; i++) {
    CS_CHECK(cudaEventRecord(start, runner.stream()));
    CS_CHECK(cudaGraphLaunch(replayed, runner.stream()));
    CS_CHECK(cudaEventRecord(end, runner.stream()));
    CS_CHECK(cudaEventSynchronize(end));
    float ms;
    CS_CHECK(cudaEventElapsedTime(&ms, start, end));
    if (i >= 0) {
      times.push_back(ms);
    }
  }
  cudaEventDestroy(start);
  cudaEventDestroy(end);
  cudaGraphExecDestroy(replayed);
  cudaGraphDestroy(graph);
  return times;
}

// Device time of one launch of everything and of launches of about kSliceMs each, in turn; both as a caller enqueues
// them, not replayed.
constexpr double kSliceMs = 20;
template <class Enqueue>
void compare_slices(Runner& runner, const char* graph, const char* kernel, int repeats, double whole, Enqueue enqueue) {
  const uint32_t slices = std::max(2u, static_cast<uint32_t>(std::ceil(whole / kSliceMs)));
  cudaEvent_t start, end;
  CS_CHECK(cudaEventCreate(&start));
  CS_CHECK(cudaEventCreate(&end));
  std::vector<double> times[2];
  uint64_t counts[2] = {};
  for (int i = -1; i < repeats; i++) {
    for (int sliced = 0; sliced < 2; sliced++) {
      CS_CHECK(cudaMemsetAsync(runner.device_count(), 0, 8, runner.stream()));
      CS_CHECK(cudaEventRecord(start, runner.stream()));
      const uint32_t count = sliced ? slices : 1;
      for (uint32_t k = 0; k < count; k++) {
        enqueue(cs_slice{k, count, nullptr, nullptr});
      }
      CS_CHECK(cudaEventRecord(end, runner.stream()));
      CS_CHECK(cudaEventSynchronize(end));
      float ms;
      CS_CHECK(cudaEventElapsedTime(&ms, start, end));
      if (i >= 0) {
        times[sliced].push_back(ms);
      }
      counts[sliced] = runner.read_count();
    }
  }
  cudaEventDestroy(start);
  cudaEventDestroy(end);
  const double one = median(times[0]), many = median(times[1]);
  std::printf(
      "%-28s %-10s whole %9.4f ms, in %u slices %9.4f ms: %+.2f%%%s\n", graph, kernel, one, slices, many,
      (many / one - 1) * 100, counts[0] == counts[1] ? "" : "  COUNTS DIFFER");
  std::fflush(stdout);
}

struct Variant {
  std::string name;
  cs_wedge_options options;
};

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 2) {
    std::fprintf(stderr, "triangles FILE.bin [expect=N] [repeats=R] [variants=a,b] [all-in=0|1] [shuffle=0|1] [packed=0|1] [run=PAIRS]\n");
    return 2;
  }
  std::map<std::string, std::string> args = {
      {"expect", ""}, {"repeats", "11"}, {"variants", "default"}, {"all-in", "1"}, {"shuffle", "0"}, {"packed", "1"}, {"run", "0"}};
  for (int i = 2; i < argc; i++) {
    const char* equals = std::strchr(argv[i], '=');
    if (equals == nullptr || !args.count(std::string(argv[i], equals - argv[i]))) {
      std::fprintf(stderr, "unknown argument %s\n", argv[i]);
      return 2;
    }
    args[std::string(argv[i], equals - argv[i])] = equals + 1;
  }
  const int repeats = std::max(1, std::atoi(args["repeats"].c_str()));

  EdgeFile file(argv[1]);
  cs_pair* edges = file.edges;
  const uint64_t pairs = file.pairs;
  const uint64_t id_bound = file.id_bound;
  if (args["shuffle"] == "1") {
    std::mt19937_64 random(1);
    for (uint64_t i = pairs; i > 1; i--) {
      std::swap(edges[i - 1], edges[random() % i]);
      if (random() & 1) {
        std::swap(edges[i - 1].first, edges[i - 1].second);
      }
    }
  }
  const char* base = std::strrchr(argv[1], '/');
  const std::string name = std::string(base ? base + 1 : argv[1]);
  const cs_wedge_options standard = {1, 1, 0, 0, 0, 0, 0};
  const cs_wedge_options once = {1, 1, 0, 0, 0, 0, 3};  // a plan for a single count
  Runner runner;
  if (args["packed"] == "1") {
    runner.pack_on_the_way().set_run(std::strtoull(args["run"].c_str(), nullptr, 10));
  }
  auto now = [] {
    const auto since = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double, std::milli>(since).count();
  };
  bool right = true;
  auto verify = [&](const std::string& what, uint64_t got) {
    if (!args["expect"].empty() && got != std::strtoull(args["expect"].c_str(), nullptr, 10)) {
      std::printf("%s %s WRONG: %" PRIu64 ", expected %s\n", name.c_str(), what.c_str(), got, args["expect"].c_str());
      right = false;
    }
  };

  std::vector<double> whole, resident, copies;
  uint64_t count = runner.all_in(edges, pairs, id_bound, once);
  verify("all-in", count);
  if (args["all-in"] == "1") {
    for (int i = 0; i < repeats; i++) {
      const double start = now();
      count = runner.all_in(edges, pairs, id_bound, once);
      whole.push_back(now() - start);
      verify("all-in", count);
    }
    std::vector<double> ways;
    for (int i = 0; i < repeats; i++) {
      const double start = now();
      runner.bring(edges, pairs, id_bound);
      runner.wait();
      ways.push_back(now() - start);
    }
    for (int i = 0; i < repeats; i++) {
      const double start = now();
      runner.copy_only(edges, pairs);
      copies.push_back(now() - start);
    }
    for (int i = 0; i < repeats; i++) {
      const double start = now();
      runner.prepare_resident(pairs, id_bound);
      resident.push_back(now() - start);
    }
    std::vector<double> planning;
    for (int i = 0; i < repeats; i++) {
      const double start = now();
      runner.plan(once);
      runner.wait();
      planning.push_back(now() - start);
    }
    std::printf(
        "%-28s all-in %9.3f ms (best %.3f; to the degrees %.3f, copy alone %.3f)  prepare, edges resident %9.3f ms  plan %8.3f ms  "
        "triangles %" PRIu64 "  device memory %.2f GB\n",
        name.c_str(), median(whole), *std::min_element(whole.begin(), whole.end()), median(ways), median(copies), median(resident), median(planning), count,
        runner.memory() * 1e-9);
  }
  auto wanted = [&](const std::string& v) {
    return ("," + args["variants"] + ",").find("," + v + ",") != std::string::npos;
  };
  if (wanted("once-gains")) {  // the whole way with more or less left to the matrix core
    std::printf("%-28s all-in by core gain:", name.c_str());
    for (const uint32_t gain : {15u, 30u, 45u, 60u, 90u, 120u}) {
      cs_wedge_options chosen = once;
      chosen.core_gain = gain;
      std::vector<double> times;
      for (int i = -1; i < repeats; i++) {
        const double start = now();
        verify("all-in", runner.all_in(edges, pairs, id_bound, chosen));
        if (i >= 0) {
          times.push_back(now() - start);
        }
      }
      std::printf(" %u %.3f ms", gain, median(times));
    }
    std::printf("\n");
  }
  const std::vector<Variant> variants = {
      {"default", standard},
      {"no-core", {0, 1, 0, 0, 0, 0, 0}},
      {"no-tiny", {1, 0, 0, 0, 0, 0, 0}},
      {"split", {1, 1, 1, 0, 0, 0, 0}},
      {"no-split", {1, 1, 2, 0, 0, 0, 0}},
      {"gain25", {1, 1, 0, 25, 0, 0, 0}},
      {"gain75", {1, 1, 0, 75, 0, 0, 0}},
      {"gain100", {1, 1, 0, 100, 0, 0, 0}},
      {"chunk8k", {1, 1, 0, 0, 8 << 10, 0, 0}},
      {"chunk32k", {1, 1, 0, 0, 32 << 10, 0, 0}},
      {"chunk128k", {1, 1, 0, 0, 128 << 10, 0, 0}},
      {"chunk512k", {1, 1, 0, 0, 512 << 10, 0, 0}},
      {"block1k", {1, 1, 0, 0, 0, 1 << 10, 0}},
      {"block4k", {1, 1, 0, 0, 0, 4 << 10, 0}},
      {"block64k", {1, 1, 0, 0, 0, 64 << 10, 0}},
  };
  for (const Variant& v : variants) {
    if (!wanted(v.name) && args["variants"] != "all") {
      continue;
    }
    runner.plan(v.options);
    runner.wait();
    const cs_wedge_header& h = *runner.wedge_header();
    const auto times = replay(runner, repeats, [&] {
      CS_CHECK(cudaMemsetAsync(runner.device_count(), 0, 8, runner.stream()));
      runner.enqueue_wedges({0, 1, nullptr, nullptr}, true);
    });
    const uint64_t got = runner.read_count();
    verify(v.name, got);
    const double ms = median(times);
    const double bytes = h.hub_probes * 2.0 + h.tail_probes * 4.0 + (h.hub_entries + h.tail_entries) * 8.0;
    std::printf(
        "%-28s %-10s kernel %9.4f ms (best %9.4f)  probes hub %.4g tail %.4g core %.4g  entries %.4g + %.4g  tiny "
        "%.3g  %.3g probes/s  %.2f TB/s  core rows",
        name.c_str(), v.name.c_str(), ms, *std::min_element(times.begin(), times.end()),
        static_cast<double>(h.hub_probes), static_cast<double>(h.tail_probes), static_cast<double>(h.core_probes),
        static_cast<double>(h.hub_entries), static_cast<double>(h.tail_entries), static_cast<double>(h.tiny_edges),
        (h.hub_probes + h.tail_probes) / (ms * 1e-3), bytes / ms * 1e-9);
    for (uint64_t rows : h.core_rows) {
      std::printf(" %" PRIu64, rows);
    }
    std::printf("%s\n", got == count ? "" : "  COUNT DIFFERS FROM ALL-IN");
    right = right && got == count;
    std::fflush(stdout);
    if (wanted("slices")) {
      compare_slices(runner, name.c_str(), v.name.c_str(), repeats, ms, [&](const cs_slice& slice) {
        runner.enqueue_wedges(slice, true);
      });
    }
  }
  auto report = [&](const std::string& v, const std::vector<double>& times, uint64_t got) {
    verify(v, got);
    std::printf(
        "%-28s %-10s kernel %9.4f ms (best %9.4f)\n", name.c_str(), v.c_str(), median(times),
        *std::min_element(times.begin(), times.end()));
    std::fflush(stdout);
  };
  const cs_slice all = {0, 1, nullptr, nullptr};
  if (wanted("merge")) {
    const auto times = replay(runner, repeats, [&] {
      CS_CHECK(cudaMemsetAsync(runner.device_count(), 0, 8, runner.stream()));
      runner.enqueue_merge(all);
    });
    report("merge", times, runner.read_count());
    if (wanted("slices")) {
      compare_slices(runner, name.c_str(), "merge", repeats, median(times), [&](const cs_slice& slice) {
        runner.enqueue_merge(slice);
      });
    }
  }
  for (uint32_t order = 0; order < 3; order++) {
    constexpr const char* kReadings[CS_TRUST_READINGS] = {"", "-warp", "-half-warp", "-quarter-warp", "-physical"};
    for (uint32_t reading = 0; reading < CS_TRUST_READINGS; reading++) {
      const std::string v =
          std::string("trust") + (order == 0 ? "" : order == 1 ? "-in" : "-collective") + kReadings[reading];
      if (wanted(v)) {
        runner.plan_trust(order);
        const auto times = replay(runner, repeats, [&] {
          CS_CHECK(cudaMemsetAsync(runner.device_count(), 0, 8, runner.stream()));
          runner.enqueue_trust(0, all, reading);
        });
        report(v, times, runner.read_count());
      }
    }
  }
  if (wanted("local")) {
    std::vector<double> times;
    for (int i = 0; i < repeats; i++) {
      const double start = now();
      runner.count_local();
      times.push_back(now() - start);
    }
    report("local", times, runner.read_count());
  }
  if (wanted("parts")) {  // prepared in parts, with a quarter of the memory that the sort would take
    PartedPreparation parted(runner.stream());
    const auto feed = PartedPreparation::from_host(edges);
    const uint64_t budget = cs_prepare_bytes(pairs, id_bound) / 4, chunk = std::max<uint64_t>(pairs / 8, 1 << 20);
    std::vector<double> times;
    for (int i = 0; i < repeats; i++) {
      const double start = now();
      right = parted.prepare(feed, pairs, id_bound, budget, chunk) && right;
      times.push_back(now() - start);
    }
    std::printf(
        "%-28s in %" PRIu64 " parts %.3f ms, copies included, %.2f GB\n", name.c_str(), parted.plan()->parts,
        median(times), parted.memory() * 1e-9);
  }
  if (wanted("orient")) {  // the prepared graph under its peel order, step by step
    const char* names[] = {"symmetrise", "peel", "order", "orient"};
    std::vector<double> steps[4];
    for (int i = 0; i < repeats; i++) {
      for (int step = 0; step < 4; step++) {
        const double start = now();
        switch (step) {
          case 0: runner.symmetrise(); break;
          case 1: runner.peel(0); break;
          case 2: runner.order_by_peel(); break;
          default: runner.orient_aside(runner.core_work().order);
        }
        runner.wait();
        steps[step].push_back(now() - start);
      }
    }
    std::printf("%-28s degeneracy order:", name.c_str());
    for (int step = 0; step < 4; step++) {
      std::printf(" %s %.3f ms", names[step], median(steps[step]));
    }
    std::printf("\n");
  }
  if (wanted("peel")) {
    runner.symmetrise();
    runner.wait();
    const cs_core_options settings[] = {{0, 0}, {0, 1}, {1, 1}, {1, 0}};
    for (const cs_core_options& setting : settings) {
      std::vector<double> times;
      cs_core_header h = {};
      for (int i = 0; i < repeats; i++) {
        const double start = now();
        h = runner.peel(setting.block_edges, setting.small_vertices);
        times.push_back(now() - start);
      }
      std::printf(
          "%-28s peel (block edges %u, small graphs up to %u) %.3f ms, degeneracy %u, sub-rounds %u (%u in one block), scans %u, error "
          "%u\n",
          name.c_str(), setting.block_edges, setting.small_vertices, median(times), h.degeneracy, h.sub_rounds,
          h.block_sub_rounds, h.scans, h.error);
    }
  }
  return right ? 0 : 1;
} catch (const std::exception& e) {
  std::printf("FAILED: %s\n", e.what());
  return 1;
}
