// Clique counts of every method, order, class of roots and number of slices against the host on seeded random graphs.
//
//   clique_test [GRAPHS] [FIRST_SEED]     exit status 1 at the first difference, which is printed with its seed
//   clique_test complete N                a complete graph: C(N, k) for every k looked at, exactly
//   clique_test planted SIZE ...           disjoint cliques of these sizes on a tree: sums of binomials, for some k and all k
//   clique_test file FILE.bin K=COUNT ... a graph with known counts, by every method
//   clique_test stop N                    cancel in the middle of one job, latency printed
//   clique_test pauses N                  a count paused and gone on with, again and again
//   clique_test samples                   what samples of few roots say of a dense core beside many roots of no weight
#include <cstring>
#include <set>
#include <thread>

#include "cliques/clique_comparison.h"

using namespace cliquestream::harness;

namespace {

uint64_t units(Runner& runner, uint32_t least) {
  CS_CHECK(cs_clique_units(&runner.graph(), least, runner.device_count(), runner.stream()));
  return runner.read_count();
}
void clear_done(Runner& runner) { CS_CHECK(cudaMemsetAsync(runner.device_done(), 0, 8, runner.stream())); }

void compare(Runner& runner, CliqueRunner& cliques, const KnownGraph& known) {
  const TestGraph& g = known.graph;
  const uint64_t seed = known.seed;
  const uint32_t omega = known.omega();
  auto want = [&](uint32_t k) { return known.cliques(k); };
  for (int way = 0; way < 4; way++) {  // whole and in slices, some of them cut again; shared and global matrices
    const bool global = way & 1;
    const uint32_t slices = way & 2 ? 2 + static_cast<uint32_t>(seed % 5) : 1;
    const uint32_t parts = way & 2 ? 1 + static_cast<uint32_t>(seed / 5 % 4) : 1;
    const std::string how = std::string(global ? ", global" : "") + (slices > 1 ? ", slices" : "") +
        (parts > 1 ? ", " + std::to_string(parts) + " parts" : "");
    clear_done(runner);
    const CliqueResult all = cliques.count(pivoting(1, CS_CLIQUE_ALL, global), slices, way != 1, parts);
    for (uint32_t k = 1; k <= omega + 1; k++) {
      expect(g.name, seed, "pivot, all, k = " + std::to_string(k) + how, all.cliques(k), want(k));
    }
    expect(g.name, seed, "largest clique" + how, Big(all.largest()), Big(omega > 1 ? omega : 0));
    expect(g.name, seed, "progress" + how, Big(download(runner.device_done(), 1)[0]), Big(units(runner, 1)));
    std::set<uint32_t> some = {3, 4, 5, 6, 7, 8, omega / 2, omega - 1, omega, omega + 1};
    for (uint32_t k : some) {
      if (k < 3 || k > omega + 1) {
        continue;
      }
      clear_done(runner);
      expect(
          g.name, seed, "pivot, k = " + std::to_string(k) + how,
          cliques.count(pivoting(k, k, global), slices, true, parts).cliques(k), want(k));
      expect(g.name, seed, "progress" + how, Big(download(runner.device_done(), 1)[0]), Big(units(runner, k)));
      uint64_t steps = 0;  // orientation visits all smaller cliques
      for (uint32_t s = 3; s < k; s++) {
        steps = want(s) == Big() || want(s).text().size() > 8 ? ~0ull : std::max<uint64_t>(steps, 1);
        if (steps == ~0ull) {
          break;
        }
      }
      if (steps != ~0ull) {
        clear_done(runner);
        expect(
            g.name, seed, "orientation, k = " + std::to_string(k) + how,
            cliques.count(orientation(k, global), slices, way != 2, parts).cliques(k), want(k));
        expect(g.name, seed, "progress" + how, Big(download(runner.device_done(), 1)[0]), Big(units(runner, k)));
      }
    }
    const uint32_t low = 3 + static_cast<uint32_t>(seed % 3), high = low + 2;
    const CliqueResult range = cliques.count(pivoting(low, high, global), slices, true, parts);
    for (uint32_t k = low; k <= high; k++) {
      expect(g.name, seed, "pivot, range, k = " + std::to_string(k) + how, range.cliques(k), want(k));
    }
  }
  // Paused at any time, and gone on with by more or fewer blocks: nothing is lost or counted twice.
  for (const bool global : {false, true}) {
    const uint32_t slices = 1 + static_cast<uint32_t>(seed % 2);
    clear_done(runner);
    const CliqueResult all = cliques.count_with_pauses(pivoting(1, CS_CLIQUE_ALL, global), slices, 4, 120, seed);
    for (uint32_t k = 1; k <= omega + 1; k++) {
      expect(g.name, seed, "pivot, all, paused, k = " + std::to_string(k), all.cliques(k), want(k));
    }
    expect(g.name, seed, "progress, paused", Big(download(runner.device_done(), 1)[0]), Big(units(runner, 1)));
    for (uint32_t k = 3; k <= 6; k++) {
      if (want(k).text().size() > 8) {
        break;
      }
      clear_done(runner);
      expect(
          g.name, seed, "orientation, paused, k = " + std::to_string(k),
          cliques.count_with_pauses(orientation(k, global), slices, 4, 120, seed + k).cliques(k), want(k));
      expect(g.name, seed, "progress, paused", Big(download(runner.device_done(), 1)[0]), Big(units(runner, k)));
    }
  }
  // A pause before the start lets no warp take work.
  cliques.bind(pivoting(3, 5));
  cliques.start();
  CS_CHECK(cudaMemset(runner.device_stop(), 0, 4));
  cliques.raise_pause();
  CS_CHECK(cudaDeviceSynchronize());
  cliques.enqueue({0, 1, runner.device_stop(), nullptr});
  expect(g.name, seed, "paused before the start", Big(cliques.collect().totals.tiles), Big());
  // A stop word that is up lets no warp take work.
  CS_CHECK(cudaMemset(runner.device_stop(), 1, 4));
  cliques.bind(pivoting(3, 5));
  cliques.start();
  cliques.enqueue({0, 1, runner.device_stop(), nullptr});
  expect(g.name, seed, "stopped before the start", Big(cliques.collect().totals.tiles), Big());
}

std::vector<cs_pair> complete_pairs(uint32_t n) {
  std::vector<cs_pair> pairs;
  for (uint32_t i = 0; i < n; i++) {
    for (uint32_t j = 0; j < i; j++) {
      pairs.push_back({j, i});
    }
  }
  return pairs;
}


int complete(uint32_t n) {
  const std::vector<cs_pair> pairs = complete_pairs(n);
  Runner runner;
  CliqueRunner cliques(runner);
  runner.prepare(pairs.data(), pairs.size(), n);
  cliques.plan();
  double start = now();
  const CliqueResult all = cliques.count(pivoting(1, CS_CLIQUE_ALL));
  std::printf("complete %u, all k: %.0f ms, %.1f MB\n", n, now() - start, cliques.memory() / 1e6);
  for (uint32_t k : {1u, 2u, 3u, 7u, n / 2, n - 1, n, n + 1}) {
    expect("complete", n, "all, k = " + std::to_string(k), all.cliques(k), Big::choose(n, k));
  }
  for (uint32_t k : {3u, 5u, n / 2}) {
    start = now();
    expect("complete", n, "k = " + std::to_string(k), cliques.count(pivoting(k, k)).cliques(k), Big::choose(n, k));
    std::printf("complete %u, pivot, k = %u: %.0f ms\n", n, k, now() - start);
  }
  for (uint32_t k : {3u, 4u}) {
    start = now();
    expect("complete", n, "k = " + std::to_string(k), cliques.count(orientation(k)).cliques(k), Big::choose(n, k));
    std::printf("complete %u, orientation, k = %u: %.0f ms\n", n, k, now() - start);
  }
  std::printf("OK: complete %u\n", n);
  return 0;
}

// Cliques that share no vertex, hung on a path: for k of 3 and more, the sum of C(size, k).
int planted(const std::vector<uint32_t>& sizes) {
  std::vector<cs_pair> pairs;
  uint32_t n = 0, largest = 3;
  for (const uint32_t size : sizes) {
    if (n != 0) {
      pairs.push_back({n - 1, n});
    }
    for (cs_pair p : complete_pairs(size)) {
      pairs.push_back({n + p.first, n + p.second});
    }
    n += size;
    largest = std::max(largest, size);
  }
  std::mt19937_64 random(n);
  std::shuffle(pairs.begin(), pairs.end(), random);
  const auto wanted = [&](uint32_t k) {
    Big sum;
    for (const uint32_t size : sizes) {
      sum += Big::choose(size, k);
    }
    return sum;
  };
  Runner runner;
  CliqueRunner cliques(runner);
  runner.prepare(pairs.data(), pairs.size(), n);
  order_by_degeneracy(runner);
  cliques.plan();
  const CliqueResult all = cliques.count(pivoting(1, CS_CLIQUE_ALL));
  expect("planted", n, "largest", Big(all.largest()), Big(largest));
  for (uint32_t k : {3u, 4u, 5u, 7u, 50u, largest / 2, largest - 1, largest, largest + 1}) {
    expect("planted", n, "all, k = " + std::to_string(k), all.cliques(k), wanted(k));
    expect("planted", n, "k = " + std::to_string(k), cliques.count(pivoting(k, k)).cliques(k), wanted(k));
  }
  for (uint32_t k : {3u, 4u, 5u}) {
    expect("planted", n, "orientation, k = " + std::to_string(k), cliques.count(orientation(k)).cliques(k), wanted(k));
  }
  std::printf("OK: planted, %u vertices\n", n);
  return 0;
}

std::vector<cs_pair> read_pairs(const char* path, uint64_t& id_bound) {
  FILE* file = std::fopen(path, "rb");
  if (file == nullptr) {
    throw std::runtime_error(std::string("cannot open ") + path);
  }
  std::fseek(file, 0, SEEK_END);
  std::vector<cs_pair> pairs(static_cast<uint64_t>(std::ftell(file)) / sizeof(cs_pair));
  std::rewind(file);
  const size_t read = std::fread(pairs.data(), sizeof(cs_pair), pairs.size(), file);
  std::fclose(file);
  if (read != pairs.size()) {
    throw std::runtime_error(std::string("short read of ") + path);
  }
  id_bound = 0;
  for (const cs_pair& p : pairs) {
    id_bound = std::max<uint64_t>(id_bound, std::max(p.first, p.second) + uint64_t{1});
  }
  return pairs;
}

int known_counts(const char* path, int known, char** counts) {
  uint64_t id_bound = 0;
  const std::vector<cs_pair> pairs = read_pairs(path, id_bound);
  Runner runner;
  CliqueRunner cliques(runner);
  for (int order = 0; order < 2; order++) {
    runner.prepare(pairs.data(), pairs.size(), id_bound);
    if (order == 1) {
      order_by_degeneracy(runner);
    }
    cliques.plan();
    for (int i = 0; i < known; i++) {
      const uint32_t k = static_cast<uint32_t>(std::strtoul(counts[i], nullptr, 10));
      const std::string wanted = std::strchr(counts[i], '=') + 1;
      for (int method = 0; method < 2; method++) {
        if (method == 0 && k > 6) {
          continue;  // too many steps for a test
        }
        const std::string got =
            cliques.count(method == 0 ? orientation(k) : pivoting(k, k), 1 + i % 2 * 3).cliques(k).text();
        if (got != wanted) {
          std::printf(
              "DIFFERS: %s, order %d, method %d, k = %u: got %s, expected %s\n", path, order, method, k, got.c_str(),
              wanted.c_str());
          return 1;
        }
      }
    }
  }
  std::printf("OK: %s\n", path);
  return 0;
}

// A dense random graph whose trees have no end in sight: raise the stop word, and see how long the kernels stay.
int stop(uint32_t n) {
  std::mt19937_64 random(n);
  std::vector<cs_pair> pairs;
  for (const cs_pair& p : complete_pairs(n)) {
    if (random() % 10 != 0) {
      pairs.push_back(p);
    }
  }
  Runner runner;
  CliqueRunner cliques(runner);
  runner.prepare(pairs.data(), pairs.size(), n);
  cliques.plan();
  // Orientation by lanes over the matrix, by tiles, and by tiles in which cliques of that size are rare.
  for (const cs_clique_options& options :
       {pivoting(1, CS_CLIQUE_ALL), pivoting(12, 12), orientation(8), orientation(12), orientation(30)}) {
    CS_CHECK(cudaMemset(runner.device_stop(), 0, 16));
    cliques.bind(options);
    cliques.start();
    runner.wait();
    cliques.enqueue({0, 1, runner.device_stop(), nullptr});
    const double begin = now();
    while (now() - begin < 300 && cudaStreamQuery(runner.stream()) == cudaErrorNotReady) {
      std::this_thread::yield();
    }
    const bool running = cudaStreamQuery(runner.stream()) == cudaErrorNotReady;
    const double raised = now();
    cliques.raise_stop();
    runner.wait();
    const double left = now() - raised;
    std::fflush(stdout);
    std::printf("stop, method %u: still running %d, left after %.3f ms\n", options.method, running, left);
    if (running && left > 100) {
      return 1;
    }
  }
  std::printf("OK: stop %u\n", n);
  return 0;
}

// A dense random graph whose count takes a while: paused again and again, it comes to the same, and each launch ends soon.
int pauses(uint32_t n) {
  std::mt19937_64 random(n);
  std::vector<cs_pair> pairs;
  for (const cs_pair& p : complete_pairs(n)) {
    if (random() % 2 != 0) {
      pairs.push_back(p);
    }
  }
  Runner runner;
  CliqueRunner cliques(runner);
  runner.prepare(pairs.data(), pairs.size(), n);
  cliques.plan();
  for (const cs_clique_options& options : {pivoting(1, CS_CLIQUE_ALL), pivoting(9, 9), orientation(7)}) {
    double begin = now();
    const CliqueResult whole = cliques.count(options);
    const double alone = now() - begin;
    begin = now();
    clear_done(runner);
    const CliqueResult paused = cliques.count_with_pauses(options, 1, 20, 2000, n);
    std::printf("pauses, method %u: %.1f ms in one launch, %.1f ms in 21\n", options.method, alone, now() - begin);
    for (uint32_t k = options.least; k <= std::min(options.most, n); k++) {
      expect("dense", n, "paused, k = " + std::to_string(k), paused.cliques(k), whole.cliques(k));
    }
    expect("dense", n, "progress, paused", Big(download(runner.device_done(), 1)[0]), Big(units(runner, options.least)));
  }
  for (const uint32_t size : {5u, 6u, 7u}) {  // rows along the orientation, then pivot trees
    for (const bool edges : {false, true}) {
      double begin = now();
      const CliqueRunner::LocalCounts whole = cliques.count_local(size, edges, 1);
      const double alone = now() - begin;
      begin = now();
      clear_done(runner);
      const CliqueRunner::LocalCounts paused = cliques.count_local(size, edges, 1, 20, 2000, n);
      std::printf("pauses, k = %u, every vertex%s: %.1f ms in one launch, %.1f ms in 21\n", size, edges ? " and edge" : "", alone, now() - begin);
      expect("dense", n, "paused, counts", Big(paused.of_vertices == whole.of_vertices), Big(1));
      expect("dense", n, "paused, counts of edges", Big(paused.of_edges == whole.of_edges), Big(1));
      expect("dense", n, "progress, paused", Big(download(runner.device_done(), 1)[0]), Big(units(runner, size)));
    }
  }
  std::printf("OK: pauses %u\n", n);
  return 0;
}

// Samples of a count that is all in a few hundred roots: their rows are sliced. With slices that took rows of like rank of all
// roots, or none, hours were predicted at a second. A sample is of some dozens of rows here, so several are averaged.
int samples() {
  constexpr uint32_t kCore = 300, kTail = 60000, kSize = 6;
  std::mt19937_64 random(1);
  std::vector<cs_pair> pairs;
  for (const cs_pair& p : complete_pairs(kCore)) {
    if (random() % 2 == 0) {
      pairs.push_back(p);
    }
  }
  for (uint32_t v = kCore; v < kTail; v++) {
    for (int i = 0; i < 3; i++) {
      pairs.push_back({static_cast<uint32_t>(kCore + random() % (kTail - kCore)), v});
    }
  }
  Runner runner;
  CliqueRunner cliques(runner);
  runner.prepare(pairs.data(), pairs.size(), kTail);
  cliques.plan();
  bool right = true;
  for (const cs_clique_options& options : {pivoting(kSize, kSize), orientation(kSize)}) {
    const double all = std::strtod(cliques.count(options).cliques(kSize).text().c_str(), nullptr);
    double sum = 0;
    int drawn = 0;
    for (uint32_t roots = 40; roots <= 200; roots += 5, drawn++) {
      uint32_t every = 0;
      const double found = std::strtod(cliques.sample(options, roots, &every).cliques(kSize).text().c_str(), nullptr);
      sum += found * every;
    }
    const double ratio = sum / drawn / all;
    std::printf("samples, method %u: %.3g cliques, %.2f times as many by %d samples\n", options.method, all, ratio, drawn);
    right = right && ratio > 0.5 && ratio < 2;
  }
  std::printf(right ? "OK: samples\n" : "DIFFERS: samples\n");
  return right ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) try {
  const std::string mode = argc > 1 ? argv[1] : "";
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  if (mode == "complete" && argc > 2) {
    return complete(static_cast<uint32_t>(std::strtoul(argv[2], nullptr, 10)));
  }
  if (mode == "planted" && argc > 2) {
    std::vector<uint32_t> sizes;
    for (int i = 2; i < argc; i++) {
      sizes.push_back(static_cast<uint32_t>(std::strtoul(argv[i], nullptr, 10)));
    }
    return planted(sizes);
  }
  if (mode == "file" && argc > 3) {
    return known_counts(argv[2], argc - 3, argv + 3);
  }
  if (mode == "stop" && argc > 2) {
    return stop(static_cast<uint32_t>(std::strtoul(argv[2], nullptr, 10)));
  }
  if (mode == "pauses" && argc > 2) {
    return pauses(static_cast<uint32_t>(std::strtoul(argv[2], nullptr, 10)));
  }
  if (mode == "samples") {
    return samples();
  }
  return compare_random_graphs(
      "counts", argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 200,
      argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 0,
      [](Runner& runner, CliqueRunner& cliques, const KnownGraph& known, bool) { compare(runner, cliques, known); });
} catch (const std::exception& e) {
  std::printf("FAILED: %s\n", e.what());
  return 1;
}
