// Evolving graphs against the host: every row, bit row and count after every batch.
//
//   change_test [STREAMS] [FIRST_SEED]     exit status 1 at the first difference, which is printed with its seed
#include <cinttypes>

#include "change_reference.h"
#include "change_run.h"

using namespace cliquestream::harness;

namespace {

[[noreturn]] void differ(uint64_t seed, uint64_t batch, const char* what, uint64_t at) {
  std::printf("DIFFERS: seed %" PRIu64 ", batch %" PRIu64 ": %s at %" PRIu64 "\n", seed, batch, what, at);
  std::exit(1);
}

struct Rows {
  std::vector<uint64_t> offsets{0};
  std::vector<uint32_t> neighbors;
  explicit Rows(const Matrix& graph) {
    for (uint32_t v = 0; v < graph.vertices(); v++) {
      for (uint32_t id : graph.row(v)) {
        neighbors.push_back(id);
      }
      offsets.push_back(neighbors.size());
    }
  }
};

// What is on the device once a batch is settled: equal versions, rows without tags, bit rows that say the same.
void check_rows(EvolvingRun& run, const Matrix& graph, uint64_t seed, uint64_t batch) {
  run.wait();
  const cs_evolving& e = run.evolving();
  const auto before = download(e.rows[0], e.id_bound), after = download(e.rows[1], e.id_bound);
  const auto pool = download(e.pool, e.pool_units * CS_CHANGE_UNIT_IDS);
  const auto hub_of = download(e.hub_of, e.id_bound), changed = download(e.changed, e.id_bound);
  const auto bits = download(e.hub_bits, e.hub_rows * e.hub_words);
  for (uint32_t v = 0; v < graph.vertices(); v++) {
    const auto expected = graph.row(v);
    const uint64_t first = (before[v] >> 28) * CS_CHANGE_UNIT_IDS, degree = before[v] & ((1u << 28) - 1);
    if (before[v] != after[v] || changed[v] != ~0u) {
      differ(seed, batch, "a vertex that is not settled", v);
    }
    if (degree != expected.size() || !std::equal(expected.begin(), expected.end(), pool.begin() + first)) {
      differ(seed, batch, "a row", v);
    }
    if (hub_of[v] != ~0u) {
      for (uint32_t w = 0; w < e.hub_words * 32; w++) {
        const bool bit = (bits[hub_of[v] * e.hub_words + w / 32] >> (w % 32) & 1) != 0;
        if (bit != (w < graph.vertices() && graph.has(v, w))) {
          differ(seed, batch, "a bit row", v);
        }
      }
    }
  }
}

void check_edges(EvolvingRun& run, const Matrix& graph, uint64_t seed, uint64_t batch) {
  DeviceMemory pair_memory, written_memory;
  auto* pairs = static_cast<cs_pair*>(pair_memory.at_least(graph.edges() * sizeof(cs_pair) + 8));
  auto* written = static_cast<uint64_t*>(written_memory.at_least(8));
  CS_CHECK(cudaMemsetAsync(written, 0, 8, run.stream()));
  CS_CHECK(cs_evolving_edges(&run.evolving(), pairs, written, run.stream()));
  run.wait();
  Matrix found(graph.vertices());
  const auto host = download(pairs, graph.edges());
  for (const cs_pair& p : host) {
    if (p.first >= p.second || !graph.has(p.first, p.second)) {
      differ(seed, batch, "an edge", p.first);
    }
    found.set(p.first, p.second, true);
  }
  if (download(written, 1)[0] != graph.edges() || found.edges() != graph.edges()) {
    differ(seed, batch, "edges", graph.edges());
  }
}

void expect(uint64_t found, uint64_t expected, const char* what, uint64_t seed, uint64_t batch) {
  if (found != expected) {
    std::printf("%" PRIu64 " instead of %" PRIu64 "\n", found, expected);
    differ(seed, batch, what, 0);
  }
}

// k-cliques and patterns of a batch that is not settled, where the host can count them in good time.
void check_matches(
    EvolvingRun& run, ChangeStream& stream, const Matrix& before, const Matrix& kept, const Matrix& after,
    uint64_t seed, uint64_t batch) {
  if (stream.below(4) == 0) {
    run.forget_sizes();
  }
  if (std::max(before.edges(), after.edges()) < 1500) {
    const uint32_t k = 4 + stream.below(5);
    const cs_change_clique_header h = run.cliques(k);
    const uint64_t stay = kept.cliques(k);
    expect(h.error, 0, "the error of cliques", seed, batch);
    expect(h.appeared, after.cliques(k) - stay, "cliques that appeared", seed, batch * 100 + k);
    expect(h.vanished, before.cliques(k) - stay, "cliques that vanished", seed, batch * 100 + k);
  } else {
    const uint32_t k = 4 + stream.below(2);
    const cs_change_clique_header h = run.cliques(k);
    const uint64_t stay = kept.cliques_by_bits(k);
    expect(h.error, 0, "the error of cliques", seed, batch);
    expect(h.appeared, after.cliques_by_bits(k) - stay, "cliques that appeared", seed, batch * 100 + k);
    expect(h.vanished, before.cliques_by_bits(k) - stay, "cliques that vanished", seed, batch * 100 + k);
  }
  static const std::vector<TestPattern> patterns = test_patterns();
  const TestPattern& p = patterns[stream.below(static_cast<uint32_t>(patterns.size()))];
  const uint64_t most = std::max(before.edges(), after.edges());
  if (most < (p.adjacency.size() < 5 ? 300 : p.adjacency.size() < 6 ? 120 : 60)) {
    cs_change_pattern plan;
    CS_CHECK(cs_change_pattern_plan(static_cast<uint32_t>(p.adjacency.size()), p.adjacency.data(), &plan));
    const cs_change_pattern_header h = run.matches(plan);
    const uint64_t stay = kept.embeddings(p.adjacency);
    expect(h.error, 0, p.name, seed, batch);
    expect(h.appeared * plan.automorphisms, after.embeddings(p.adjacency) - stay, p.name, seed, batch);
    expect(h.vanished * plan.automorphisms, before.embeddings(p.adjacency) - stay, p.name, seed, batch);
  }
}

struct Stream {
  uint32_t vertices;
  uint64_t first_changes, batches, most_changes, hub_rows, hub_degree;
};

uint64_t run_stream(EvolvingRun& run, const Stream& s, uint64_t seed) {
  ChangeStream stream(seed, s.vertices);
  Matrix graph(s.vertices);
  graph.apply(stream.initial(s.first_changes));
  const Rows rows(graph);
  uint64_t pool = cs_evolving_units(rows.neighbors.size(), s.vertices) + stream.below(200);
  run.load(rows.offsets, rows.neighbors, s.most_changes, s.hub_rows, s.hub_degree, pool);
  check_rows(run, graph, seed, 0);
  DeviceMemory by_vertex_memory;
  auto* by_vertex = static_cast<int64_t*>(by_vertex_memory.at_least(s.vertices * sizeof(int64_t)));
  for (uint64_t b = 1; b <= s.batches; b++) {
    const uint64_t most = stream.below(3) == 0 ? s.most_changes : std::min<uint64_t>(s.most_changes, 20);
    const auto changes = stream.batch(graph, 1 + stream.below(static_cast<uint32_t>(most)));
    Matrix next = graph;
    next.apply(changes);
    std::copy(changes.begin(), changes.end(), run.changes());
    uint64_t loops = 0, invalid = 0;
    for (const cs_change& c : changes) {
      const uint32_t a = c.first & ~CS_CHANGE_DELETION;
      const bool bad = a >= s.vertices || c.second >= s.vertices;
      invalid += bad;
      loops += !bad && a == c.second;
    }
    const bool with_vertices = stream.below(2) == 0;
    CS_CHECK(cudaMemsetAsync(by_vertex, 0, s.vertices * sizeof(int64_t), run.stream()));
    for (bool done = false; !done;) {
      CS_CHECK(cs_evolving_apply(&run.evolving(), run.changes(), changes.size(), nullptr, run.stream()));
      CS_CHECK(cs_evolving_triangles(
          &run.evolving(), with_vertices ? by_vertex : nullptr, run.header(), run.stream()));
      run.wait();
      const cs_change_header h = *run.header();
      if (h.error == 0) {
        check_matches(run, stream, graph, graph.common(next), next, seed, b);
      }
      CS_CHECK(cs_evolving_settle(&run.evolving(), run.stream()));
      expect(h.loops, loops, "loops", seed, b);
      expect(h.invalid, invalid, "ids past the bound", seed, b);
      expect((h.error & CS_CHANGE_ERROR_ID) != 0, invalid != 0, "the error of an id past the bound", seed, b);
      done = h.error == 0 || invalid != 0;
      if (h.error != 0) {
        expect(h.error & ~(CS_CHANGE_ERROR_POOL | CS_CHANGE_ERROR_ID), 0, "another error", seed, b);
        check_rows(run, graph, seed, b);  // nothing was applied
        if (done) {
          break;
        }
        pool = cs_evolving_units(graph.edges() * 2 + 2 * changes.size(), s.vertices) + h.units;
        run.move(pool);
        check_rows(run, graph, seed, b);
        continue;
      }
      const Matrix kept = graph.common(next);
      std::vector<int64_t> old_counts(s.vertices), new_counts(s.vertices);
      const uint64_t stay = kept.triangles();
      expect(h.inserted, next.edges() - kept.edges(), "inserted edges", seed, b);
      expect(h.deleted, graph.edges() - kept.edges(), "deleted edges", seed, b);
      expect(h.appeared, next.triangles(&new_counts) - stay, "triangles that appeared", seed, b);
      expect(h.vanished, graph.triangles(&old_counts) - stay, "triangles that vanished", seed, b);
      if (with_vertices) {
        const auto found = download(by_vertex, s.vertices);
        for (uint32_t v = 0; v < s.vertices; v++) {
          if (found[v] != new_counts[v] - old_counts[v]) {
            differ(seed, b, "triangles of a vertex", v);
          }
        }
      }
      graph = next;
    }
    check_rows(run, graph, seed, b);
    if (stream.below(4) == 0) {
      check_edges(run, graph, seed, b);
    }
  }
  return s.batches;
}

}  // namespace

int main(int argc, char** argv) try {
  const uint64_t streams = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 200;
  const uint64_t first = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  EvolvingRun run;
  uint64_t batches = 0;
  for (uint64_t seed = first; seed < first + streams; seed++) {
    std::mt19937_64 random(seed * 7919);
    const auto below = [&](uint64_t bound) { return random() % bound; };
    Stream s = {};
    s.vertices = static_cast<uint32_t>(2 + below(seed % 5 == 0 ? 400 : 90));
    if (seed % 7 == 0) {  // ids that fill a power of two: the key past all others was the last vertex's once
      s.vertices = 2u << below(8);
    }
    s.first_changes = below(2) * below(s.vertices * uint64_t{12});
    s.batches = 12;
    s.most_changes = 20 + below(500);
    s.hub_rows = below(3) == 0 ? 0 : below(s.vertices + 1);
    s.hub_degree = below(3) == 0 ? 1000 : below(20);
    if (seed % 50 == 0) {  // sorted by CUB, tiles of several entries a thread
      s.vertices = static_cast<uint32_t>(1500 + below(1500));
      s.first_changes = 60'000;
      s.most_changes = 50'000;
      s.batches = 6;
      s.hub_degree = 20 + below(60);
    }
    if (seed % 10 == 3) {  // common neighbourhoods so wide that a warp has many pairs of one edge
      s.vertices = static_cast<uint32_t>(150 + below(300));
      s.first_changes = s.vertices * s.vertices / 4;
      s.most_changes = 1500;
      s.batches = 4;
      s.hub_degree = below(s.vertices / 2);
    }
    batches += run_stream(run, s, seed);
  }
  std::printf("change_test: %" PRIu64 " streams, %" PRIu64 " batches, all equal\n", streams, batches);
  return 0;
} catch (const std::exception& e) {
  std::printf("FAILED: %s\n", e.what());
  return 1;
}
