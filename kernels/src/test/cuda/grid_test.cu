// Triangles of graphs that lie in parts on the host, against the host's count, and against the device's in one piece.
//
//   grid_test [GRAPHS] [FIRST_SEED]            exit status 1 at the first difference, which is printed with its seed
//   grid_test bench rmat SCALE FACTOR [SEED]   a graph of 2^SCALE vertices and FACTOR times as many pairs with a half, a
//   grid_test bench FILE.bin                   quarter and an eighth of what it needs in one piece; or little-endian pairs
//
// The bench prints for each number of classes from the smallest that fits on what was moved, what moving it takes at the
// link's rate, and what all of it took, medians of three. SHARES=m in the environment cuts each task.
#include <thrust/binary_search.h>
#include <thrust/copy.h>
#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/sort.h>
#include <thrust/unique.h>

#include <cinttypes>
#include <set>
#include <string>

#include "../../bench/cuda/edge_file.h"
#include "grid_run.h"
#include "reference.h"

using namespace cliquestream::harness;

namespace {

constexpr uint64_t kRoomy = uint64_t{96} << 20;
constexpr uint64_t kWithLargeOnes = 4;  // fewer graphs are for compute-sanitizer, which takes minutes for the large ones
constexpr uint64_t kNoKey = ~uint64_t{0};

[[noreturn]] void differ(uint64_t seed, const std::string& what) {
  std::printf("DIFFERS: seed %" PRIu64 ": %s\n", seed, what.c_str());
  std::exit(1);
}

void expect(uint64_t seed, const std::string& what, uint64_t got, uint64_t wanted) {
  if (got != wanted) {
    differ(seed, what + ": got " + std::to_string(got) + ", expected " + std::to_string(wanted));
  }
}

void fill(HostRows& rows, const TestGraph& g) {
  std::vector<std::set<uint32_t>> neighbors(g.id_bound);
  for (const cs_pair& p : g.pairs) {
    if (p.first != p.second) {
      neighbors[p.first].insert(p.second);
      neighbors[p.second].insert(p.first);
    }
  }
  uint64_t entries = 0;
  for (const auto& row : neighbors) {
    entries += row.size();
  }
  rows.reserve(g.id_bound, entries);
  uint64_t at = 0;
  for (uint64_t v = 0; v < g.id_bound; v++) {
    rows.offsets[v] = at;
    for (uint32_t w : neighbors[v]) {
      rows.neighbors[at++] = w;
    }
  }
  rows.offsets[g.id_bound] = at;
}

// Every number of classes, slots from three up, chunks of one long row and more.
void check_classes(GridRun& run, const HostRows& rows, uint64_t seed, uint64_t triangles) {
  for (uint32_t n = 1; n <= 5; n++) {
    const uint32_t shares = 1 + (seed + n) % 3;
    const uint64_t chunk = (seed + n) % 2 == 0 ? 1000 : 0;
    for (const uint32_t slots : {std::min(3u, n * n), 4u, 6u, 0u}) {
      const std::string about = std::to_string(n) + " classes, " + std::to_string(shares) + " shares, " +
          std::to_string(slots) + " slots at most, chunks of " + std::to_string(chunk);
      const GridOutcome outcome = run.count(rows, kRoomy, n, shares, chunk, slots);
      if (!outcome.fits) {
        differ(seed, about + ": does not fit");
      }
      expect(seed, about, outcome.triangles, triangles);
      if (slots != 0 && outcome.slots > slots) {
        differ(seed, about + ": more slots than it may take");
      }
    }
  }
}

// What fits a budget is right, and more slots bring no more.
void check_budgets(GridRun& run, const HostRows& rows, uint64_t seed, uint64_t triangles) {
  const uint32_t n = 2 + seed % 4;
  bool fitted = false;
  for (uint64_t budget = kRoomy; budget >= 64 * 1024; budget = budget * 2 / 3) {
    const GridOutcome outcome = run.count(rows, budget, n, 1, 64);
    if (outcome.fits) {
      expect(seed, "budget of " + std::to_string(budget), outcome.triangles, triangles);
      fitted = true;
    }
  }
  if (!fitted) {
    differ(seed, "no budget fits");
  }
  uint64_t fewest = kNoKey;
  for (uint32_t slots = 3; slots <= n * n; slots++) {
    const GridOutcome outcome = run.count(rows, kRoomy, n, 1, 0, slots);
    expect(seed, std::to_string(slots) + " slots", outcome.triangles, triangles);
    if (slots == 3) {
      fewest = outcome.brought;
    } else if (slots == n * n && outcome.brought > fewest) {
      differ(seed, "all parts have room, and more is brought than with three");
    }
  }
}

void check_stop(GridRun& run, const HostRows& rows, uint64_t seed) {
  if (rows.entries == 0) {
    return;
  }
  CS_CHECK(cudaMemset(run.device_stop(), 0xFF, sizeof(uint32_t)));
  CS_CHECK(cudaDeviceSynchronize());
  run.heed(run.device_stop());
  bool seen = false;
  try {
    run.count(rows, kRoomy, 2, 2);
  } catch (const std::runtime_error& e) {
    seen = std::string(e.what()).find("incomplete") != std::string::npos;
  }
  run.heed(nullptr);
  if (!seen) {
    differ(seed, "a count under a stop word passes for a whole one");
  }
}

// Rows of more arcs than are sorted in shared memory: a complete graph. Returns its triangles.
uint64_t fill_complete(HostRows& rows, uint64_t vertices) {
  rows.reserve(vertices, vertices * (vertices - 1));
  uint64_t at = 0;
  for (uint64_t v = 0; v < vertices; v++) {
    rows.offsets[v] = at;
    for (uint64_t w = 0; w < vertices; w++) {
      if (w != v) {
        rows.neighbors[at++] = static_cast<uint32_t>(w);
      }
    }
  }
  rows.offsets[vertices] = at;
  return vertices * (vertices - 1) * (vertices - 2) / 6;
}

// Places past the bitmap: as many vertices as take them there, and next to `reach` others on either side.
uint64_t fill_circulant(HostRows& rows, uint64_t vertices, uint64_t reach) {
  rows.reserve(vertices, 2 * vertices * reach);
  uint64_t at = 0;
  for (uint64_t v = 0; v < vertices; v++) {
    rows.offsets[v] = at;
    const uint64_t first = at;
    for (uint64_t step = 1; step <= reach; step++) {
      rows.neighbors[at++] = static_cast<uint32_t>((v + step) % vertices);
      rows.neighbors[at++] = static_cast<uint32_t>((v + vertices - step) % vertices);
    }
    std::sort(rows.neighbors + first, rows.neighbors + at);
  }
  rows.offsets[vertices] = at;
  return vertices * (reach * (reach - 1) / 2);
}

int test(uint64_t graphs, uint64_t first) {
  GridRun run;
  for (uint64_t seed = first; seed < first + graphs; seed++) {
    const TestGraph g = random_graph(seed);
    HostRows rows;
    fill(rows, g);
    const uint64_t triangles = Reference(g.pairs, g.id_bound).triangles();
    CS_CHECK(cs_set_shared_memory_limit(seed % 2 == 0 ? 0 : 48 * 1024));
    check_classes(run, rows, seed, triangles);
    if (seed % 3 == 0) {
      check_budgets(run, rows, seed, triangles);
      check_stop(run, rows, seed);
    }
  }
  CS_CHECK(cs_set_shared_memory_limit(0));
  if (graphs < kWithLargeOnes) {
    std::printf("grid_test: %" PRIu64 " graphs, all equal\n", graphs);
    return 0;
  }
  HostRows complete, circulant;
  const uint64_t of_complete = fill_complete(complete, 4200), of_circulant = fill_circulant(circulant, 400'000, 12);
  check_classes(run, complete, 0, of_complete);
  std::printf("OK: a complete graph of 4,200 vertices\n");
  check_classes(run, circulant, 0, of_circulant);
  std::printf("OK: a circulant of 400,000 vertices\n");
  std::printf("grid_test: %" PRIu64 " graphs, all equal\n", graphs);
  return 0;
}

__device__ uint64_t mixed(uint64_t x) {
  x += 0x9E3779B97F4A7C15ull;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
  return x ^ (x >> 31);
}

// Both directions of each edge; a loop is no key. 0.57, 0.19, 0.19.
__global__ void write_rmat(uint64_t* keys, uint64_t pairs, uint32_t scale, uint64_t seed) {
  for (uint64_t i = blockIdx.x * uint64_t{blockDim.x} + threadIdx.x; i < pairs; i += uint64_t{gridDim.x} * blockDim.x) {
    uint64_t u = 0, v = 0, random = mixed(seed) ^ i;
    for (uint32_t level = 0; level < scale; level++) {
      random = mixed(random);
      const double x = (random >> 11) * 0x1p-53;
      u = 2 * u + (x >= 0.76);
      v = 2 * v + ((x >= 0.57 && x < 0.76) || x >= 0.95);
    }
    keys[2 * i] = u == v ? kNoKey : u << 32 | v;
    keys[2 * i + 1] = u == v ? kNoKey : v << 32 | u;
  }
}

__global__ void write_both(const cs_pair* edges, uint64_t pairs, uint64_t* keys) {
  for (uint64_t i = blockIdx.x * uint64_t{blockDim.x} + threadIdx.x; i < pairs; i += uint64_t{gridDim.x} * blockDim.x) {
    const uint64_t u = edges[i].first, v = edges[i].second;
    keys[2 * i] = u == v ? kNoKey : u << 32 | v;
    keys[2 * i + 1] = u == v ? kNoKey : v << 32 | u;
  }
}

struct LowWord {
  __host__ __device__ uint32_t operator()(uint64_t key) const { return static_cast<uint32_t>(key); }
};
struct FirstKey {
  __host__ __device__ uint64_t operator()(uint64_t vertex) const { return vertex << 32; }
};
struct Ascends {
  __host__ __device__ bool operator()(uint64_t key) const { return key >> 32 < static_cast<uint32_t>(key); }
};

// Keys to rows in pinned memory, and the count in one piece; returns the bytes that a prepared graph and its plan take.
uint64_t make_rows(thrust::device_vector<uint64_t>& keys, uint64_t vertices, HostRows& rows, uint64_t& triangles) {
  thrust::sort(keys.begin(), keys.end());
  uint64_t count = thrust::unique(keys.begin(), keys.end()) - keys.begin();
  if (count != 0 && static_cast<uint64_t>(keys[count - 1]) == kNoKey) {
    count--;
  }
  rows.reserve(vertices, count);
  {
    thrust::device_vector<uint64_t> offsets(vertices + 1);
    const auto wanted = thrust::make_transform_iterator(thrust::make_counting_iterator<uint64_t>(0), FirstKey{});
    thrust::lower_bound(keys.begin(), keys.begin() + count, wanted, wanted + vertices + 1, offsets.begin());
    thrust::device_vector<uint32_t> neighbors(count);
    thrust::transform(keys.begin(), keys.begin() + count, neighbors.begin(), LowWord{});
    CS_CHECK(cudaMemcpy(
        rows.offsets, thrust::raw_pointer_cast(offsets.data()), (vertices + 1) * sizeof(uint64_t),
        cudaMemcpyDeviceToHost));
    CS_CHECK(cudaMemcpy(
        rows.neighbors, thrust::raw_pointer_cast(neighbors.data()), count * sizeof(uint32_t), cudaMemcpyDeviceToHost));
  }
  Runner runner;
  runner.prepare_written(count / 2, vertices, [&](cs_pair* pairs) {
    const auto out = thrust::device_pointer_cast(reinterpret_cast<uint64_t*>(pairs));
    thrust::copy_if(keys.begin(), keys.begin() + count, out, Ascends{});
    CS_CHECK(cudaDeviceSynchronize());
  });
  const cs_wedge_options options = {1, 1, 0, 0, 0, 0, 0, 0};
  runner.plan(options);
  triangles = runner.count_wedges();
  return cs_graph_bytes(count / 2, vertices) + cs_wedge_survey_bytes(&runner.graph()) +
      cs_wedge_plan_bytes(&runner.graph(), &options, runner.wedge_header());
}

double link_rate(const HostRows& rows) {
  DeviceMemory memory;
  const uint64_t bytes = std::min<uint64_t>(rows.entries * sizeof(uint32_t), uint64_t{1} << 30);
  void* device = memory.at_least(bytes);
  double best = 0;
  for (int i = 0; i < 5; i++) {
    const auto start = std::chrono::steady_clock::now();
    CS_CHECK(cudaMemcpy(device, rows.neighbors, bytes, cudaMemcpyHostToDevice));
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    best = std::max(best, bytes / taken.count());
  }
  return best;
}

int bench(const HostRows& rows, uint64_t needed, uint64_t triangles) {
  const char* text = std::getenv("SHARES");
  const uint32_t shares = text == nullptr ? 1 : static_cast<uint32_t>(std::strtoul(text, nullptr, 10));
  const double rate = link_rate(rows);
  std::printf(
      "%" PRIu64 " vertices, %" PRIu64 " edges, %" PRIu64 " triangles; in one piece %.1f MB; the link brings %.1f GB/s\n",
      rows.vertices, rows.entries / 2, triangles, needed * 1e-6, rate * 1e-9);
  std::printf(
      "share  budget MB  classes  slots  chunks   up MB  down MB  parts MB  host MB  prepare ms  tasks ms  all ms  link ms  "
      "times\n");
  for (const uint64_t share : {2, 4, 8}) {
    const uint64_t budget = needed / share;
    GridRun run;
    uint32_t rows_printed = 0;
    for (uint32_t n = 1; n <= 16 && rows_printed < 4; n++) {
      run.reserve_host(rows.entries / 2, n, rows.vertices);
      std::vector<GridOutcome> outcomes;
      for (int i = 0; i < 4; i++) {  // the first is not measured
        outcomes.push_back(run.count(rows, budget, n, shares));
        if (!outcomes.back().fits) {
          break;
        }
        if (outcomes.back().triangles != triangles) {
          std::printf("WRONG: %u classes: %" PRIu64 " triangles\n", n, outcomes.back().triangles);
          return 1;
        }
      }
      if (!outcomes.back().fits) {
        continue;
      }
      rows_printed++;
      std::sort(outcomes.begin() + 1, outcomes.end(), [](const GridOutcome& a, const GridOutcome& b) {
        return a.prepare_ms + a.count_ms < b.prepare_ms + b.count_ms;
      });
      const GridOutcome& o = outcomes[2];
      const double all = o.prepare_ms + o.count_ms, link = o.up / rate * 1e3;
      std::printf(
          "  1/%" PRIu64 "  %9.1f  %7u  %5u  %6u  %6.0f  %7.0f  %8.0f  %7.0f  %10.1f  %8.1f  %6.1f  %7.1f  %5.2f\n", share,
          budget * 1e-6, n, o.slots, o.chunks, o.up * 1e-6, o.down * 1e-6, o.brought * 1e-6, o.host_bytes * 1e-6,
          o.prepare_ms, o.count_ms, all, link, all / link);
      std::fflush(stdout);
    }
    if (rows_printed == 0) {
      std::printf("  1/%" PRIu64 "  %9.1f  fits no number of classes\n", share, budget * 1e-6);
    }
  }
  return 0;
}

int bench(int argc, char** argv) {
  HostRows rows;
  uint64_t triangles = 0, needed = 0;
  if (argc > 4 && std::string(argv[2]) == "rmat") {
    const uint32_t scale = static_cast<uint32_t>(std::strtoul(argv[3], nullptr, 10));
    const uint64_t pairs = std::strtoull(argv[4], nullptr, 10) << scale;
    thrust::device_vector<uint64_t> keys(2 * pairs);
    write_rmat<<<4096, 256>>>(
        thrust::raw_pointer_cast(keys.data()), pairs, scale, argc > 5 ? std::strtoull(argv[5], nullptr, 10) : 7);
    CS_CHECK(cudaGetLastError());
    needed = make_rows(keys, uint64_t{1} << scale, rows, triangles);
  } else {
    const EdgeFile file(argv[2]);
    DeviceMemory pairs;
    thrust::device_vector<uint64_t> keys(2 * file.pairs);
    CS_CHECK(cudaMemcpy(
        pairs.at_least(file.pairs * sizeof(cs_pair)), file.edges, file.pairs * sizeof(cs_pair),
        cudaMemcpyHostToDevice));
    write_both<<<4096, 256>>>(pairs.as<cs_pair>(), file.pairs, thrust::raw_pointer_cast(keys.data()));
    CS_CHECK(cudaGetLastError());
    needed = make_rows(keys, file.id_bound, rows, triangles);
  }
  return bench(rows, needed, triangles);
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc > 2 && std::string(argv[1]) == "bench") {
    return bench(argc, argv);
  }
  return test(
      argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 60, argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1);
} catch (const std::exception& e) {
  std::printf("FAILED: %s\n", e.what());
  return 1;
}
