// Edges out of symmetric rows, and local counts in the caller's order, against the host.
//
//   rows_test [GRAPHS] [FIRST_SEED]     exit status 1 at the first difference, which is printed with its seed
#include <cinttypes>
#include <set>

#include "reference.h"
#include "runner.h"

using namespace cliquestream::harness;

namespace {

[[noreturn]] void differ(uint64_t seed, const char* what, uint64_t at) {
  std::printf("DIFFERS: seed %" PRIu64 ": %s at %" PRIu64 "\n", seed, what, at);
  std::exit(1);
}

using Edges = std::set<std::pair<uint32_t, uint32_t>>;

Edges simple_edges(const TestGraph& g) {
  Edges edges;
  for (const cs_pair& p : g.pairs) {
    if (p.first != p.second) {
      edges.insert({std::min(p.first, p.second), std::max(p.first, p.second)});
    }
  }
  return edges;
}

// Rows of both directions, ascending, as the host keeps them.
struct SymmetricRows {
  std::vector<uint64_t> offsets;
  std::vector<uint32_t> neighbors;

  SymmetricRows(const Edges& edges, uint64_t vertices) : offsets(vertices + 1) {
    std::vector<std::vector<uint32_t>> rows(vertices);
    for (const auto& [a, b] : edges) {
      rows[a].push_back(b);
      rows[b].push_back(a);
    }
    for (uint64_t v = 0; v < vertices; v++) {
      std::sort(rows[v].begin(), rows[v].end());
      neighbors.insert(neighbors.end(), rows[v].begin(), rows[v].end());
      offsets[v + 1] = neighbors.size();
    }
  }
};

template <class T>
T* upload(DeviceMemory& memory, const std::vector<T>& host) {
  T* device = static_cast<T*>(memory.at_least(std::max<uint64_t>(1, host.size()) * sizeof(T)));
  if (!host.empty()) {
    CS_CHECK(cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice));
  }
  return device;
}

// In parts of every length that matters: one, less than a tile, more than a tile, all.
void check_edges(const Runner& runner, const Edges& edges, uint64_t vertices, uint64_t seed) {
  const SymmetricRows rows(edges, vertices);
  DeviceMemory offset_memory, neighbor_memory, pair_memory, written_memory;
  const uint64_t* offsets = upload(offset_memory, rows.offsets);
  const uint32_t* neighbors = upload(neighbor_memory, rows.neighbors);
  auto* pairs = static_cast<cs_pair*>(pair_memory.at_least(std::max<uint64_t>(1, edges.size()) * sizeof(cs_pair)));
  auto* written = static_cast<uint64_t*>(written_memory.at_least(8));
  const uint64_t all = rows.neighbors.size();
  for (uint64_t part : {uint64_t{97}, uint64_t{1024}, uint64_t{5000}, all}) {
    CS_CHECK(cudaMemsetAsync(written, 0, 8, runner.stream()));
    for (uint64_t first = 0; first < all; first += part) {
      const uint64_t count = std::min(part, all - first);
      CS_CHECK(cs_graph_edges_from_rows(
          offsets, vertices, neighbors + first, first, count, pairs, written, runner.stream()));
    }
    runner.wait();
    if (download(written, 1)[0] != edges.size()) {
      differ(seed, "number of edges from rows in parts", part);
    }
    Edges found;
    for (const cs_pair& p : download(pairs, edges.size())) {
      found.insert({p.first, p.second});
    }
    if (found != edges) {
      differ(seed, "edges from rows in parts", part);
    }
  }
}

void check_local(Runner& runner, const Edges& edges, uint64_t vertices, uint64_t seed) {
  std::vector<cs_pair> pairs;
  for (const auto& [a, b] : edges) {
    pairs.push_back({a, b});
  }
  runner.prepare(pairs.data(), pairs.size(), vertices);
  runner.count_local();
  std::vector<std::set<uint32_t>> neighbors(vertices);
  for (const auto& [a, b] : edges) {
    neighbors[a].insert(b);
    neighbors[b].insert(a);
  }
  DeviceMemory by_id_memory, order_memory;
  auto* by_id = static_cast<uint64_t*>(by_id_memory.at_least(std::max<uint64_t>(1, vertices) * 8));
  CS_CHECK(cs_local_vertices_by_id(&runner.graph(), runner.vertices(), by_id, runner.stream()));
  const uint64_t bytes = cs_local_edges_by_id_bytes(&runner.graph());
  uint32_t* ordered = nullptr;
  CS_CHECK(cs_local_edges_by_id(
      &runner.graph(), runner.support(), order_memory.at_least(bytes), bytes, &ordered, runner.stream()));
  runner.wait();
  const auto counts = download(ordered, edges.size());
  std::vector<uint64_t> through(vertices);
  uint64_t at = 0;
  for (const auto& [a, b] : edges) {
    uint64_t common = 0;
    for (uint32_t c : neighbors[a]) {
      common += neighbors[b].count(c);
    }
    if (counts[at] != common) {
      differ(seed, "triangles of an edge by id", at);
    }
    through[a] += common;
    through[b] += common;
    at++;
  }
  const auto vertex_counts = download(by_id, vertices);
  for (uint64_t v = 0; v < vertices; v++) {
    if (vertex_counts[v] * 2 != through[v]) {
      differ(seed, "triangles of a vertex by id", v);
    }
  }
}

}  // namespace

int main(int argc, char** argv) try {
  const uint64_t graphs = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 40;
  const uint64_t first = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  Runner runner;
  for (uint64_t seed = first; seed < first + graphs; seed++) {
    const TestGraph g = random_graph(seed);
    const Edges edges = simple_edges(g);
    if (g.id_bound != 0 && !edges.empty() && edges.size() < 2'000'000) {
      check_edges(runner, edges, g.id_bound, seed);
      check_local(runner, edges, g.id_bound, seed);
    }
  }
  std::printf("rows_test: %" PRIu64 " graphs, all equal\n", graphs);
  return 0;
} catch (const std::exception& e) {
  std::printf("FAILED: %s\n", e.what());
  return 1;
}
