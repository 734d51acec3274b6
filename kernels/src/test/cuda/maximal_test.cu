// The maximal clique enumeration against the host on seeded random graphs: counts by size and lists, under two orders,
// with minimum sizes, the least memory, short slices, early splits and short lists.
//
//   maximal_test [GRAPHS] [FIRST_SEED] [tiny] [long]   exit status 1 at the first difference, which is printed with its seed
#include <cinttypes>

#include "maximum_reference.h"
#include "maximal_run.h"

using namespace cliquestream::harness;

namespace {

[[noreturn]] void differ(const TestGraph& g, uint64_t seed, const std::string& what, uint64_t got, uint64_t wanted) {
  std::printf(
      "DIFFERS: graph '%s' seed %" PRIu64 ": %s: got %" PRIu64 ", expected %" PRIu64 "\n", g.name.c_str(), seed,
      what.c_str(), got, wanted);
  std::exit(1);
}
void expect(const TestGraph& g, uint64_t seed, const std::string& what, uint64_t got, uint64_t wanted) {
  if (got != wanted) {
    differ(g, seed, what, got, wanted);
  }
}

// Every maximal clique, by Bron and Kerbosch's recursion with a pivot on sorted lists.
class HostEnumeration {
 public:
  static constexpr size_t kMost = 60000;  // graphs with more are left out

  explicit HostEnumeration(const Reference& host) : host_(host), neighbours_(host.active) {
    for (uint32_t u = 0; u < host.active; u++) {
      for (uint32_t v : host.rows[u]) {
        neighbours_[u].push_back(v);
        neighbours_[v].push_back(u);
      }
    }
    for (auto& list : neighbours_) {
      std::sort(list.begin(), list.end());
    }
    for (uint32_t u = 0; u < host.active && cliques_.size() <= kMost; u++) {
      std::vector<uint32_t> later(
          std::upper_bound(neighbours_[u].begin(), neighbours_[u].end(), u), neighbours_[u].end());
      clique_.assign(1, u);
      grow(host.rows[u], later);
    }
    std::sort(cliques_.begin(), cliques_.end());
  }
  bool complete() const { return cliques_.size() <= kMost; }
  const std::vector<std::vector<uint32_t>>& cliques() const { return cliques_; }

 private:
  static std::vector<uint32_t> common(const std::vector<uint32_t>& a, const std::vector<uint32_t>& b) {
    std::vector<uint32_t> out;
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(out));
    return out;
  }
  void grow(std::vector<uint32_t> candidates, std::vector<uint32_t> excluded) {
    if (cliques_.size() > kMost) {
      return;
    }
    if (candidates.empty()) {
      if (excluded.empty()) {
        std::vector<uint32_t> ids;
        for (uint32_t vertex : clique_) {
          ids.push_back(host_.rank_to_id[vertex]);
        }
        std::sort(ids.begin(), ids.end());
        cliques_.push_back(ids);
      }
      return;
    }
    size_t most = 0;
    uint32_t pivot = candidates[0];
    for (const auto* list : {&candidates, &excluded}) {
      for (uint32_t v : *list) {
        const size_t met = common(neighbours_[v], candidates).size();
        if (met > most) {
          most = met;
          pivot = v;
        }
      }
    }
    std::vector<uint32_t> branches;
    std::set_difference(
        candidates.begin(), candidates.end(), neighbours_[pivot].begin(), neighbours_[pivot].end(),
        std::back_inserter(branches));
    for (uint32_t v : branches) {
      clique_.push_back(v);
      grow(common(candidates, neighbours_[v]), common(excluded, neighbours_[v]));
      clique_.pop_back();
      candidates.erase(std::find(candidates.begin(), candidates.end(), v));
      excluded.insert(std::upper_bound(excluded.begin(), excluded.end(), v), v);
    }
  }

  const Reference& host_;
  std::vector<std::vector<uint32_t>> neighbours_;
  std::vector<uint32_t> clique_;
  std::vector<std::vector<uint32_t>> cliques_;
};

constexpr size_t kMostOneByOne = 5000;  // cliques that go through a list of two
constexpr uint64_t kRoomy = uint64_t{64} << 20;

struct Way {
  const char* name;
  uint32_t minimum_size, list_words, split_nodes, slice_microseconds;
  bool little_memory;
  uint32_t most_roots;
};

struct Totals {
  uint64_t vertices = 0, cliques = 0, splits = 0, shrunk = 0, paused = 0, left_out = 0;
};

uint64_t least_budget(
    const cs_graph& graph, uint64_t out_degree, uint64_t degree, const cs_maximal_options& options) {
  uint64_t low = 0, high = uint64_t{1} << 40;
  while (low + 1 < high) {
    const uint64_t middle = (low + high) / 2;
    cs_maximal_sizes sizes;
    (cs_maximal_plan(&graph, out_degree, degree, &options, middle, &sizes) == CS_OK ? high : low) = middle;
  }
  return high;
}

void compare(
    const Runner& runner, const cs_graph& graph, uint64_t out_degree, uint64_t degree, const char* order,
    const TestGraphs& graphs, const TestGraph& g, uint64_t seed, const HostEnumeration& host, Totals& totals) {
  const uint32_t some = 2 + static_cast<uint32_t>(seed % 6);
  const Way ways[] = {
      {"count", 1, 0, 0, 0, false, 0},
      {"count of a minimum size, splits at once, short slices", some, 0, 1, 1, false, 0},
      {"count in little memory, splits at once", 1, 0, 1, 0, true, 0},
      {"list", 1, 1 << 20, 0, 0, false, 1 << 14},
      {"list of a minimum size, short", some, 2 * (CS_MAXIMAL_RECORD_WORDS + static_cast<uint32_t>(out_degree) + 1), 0, 1, true, 7},
  };
  for (const Way& way : ways) {
    if (way.list_words != 0 && way.little_memory && host.cliques().size() > kMostOneByOne) {
      continue;
    }
    if (graphs.long_slices && way.slice_microseconds != 0) {
      continue;
    }
    const std::string about = std::string(way.name) + ", " + order;
    const uint32_t slice = graphs.long_slices ? TestGraphs::kLongSlice : way.slice_microseconds;
    const cs_maximal_options options = {way.minimum_size, way.list_words, way.split_nodes, slice};
    MaximalRun job(runner, graph);
    job.plan(
        options, out_degree, degree, way.little_memory ? least_budget(graph, out_degree, degree, options) : kRoomy,
        graphs.long_slices ? TestGraphs::kFewBlocks : 0);
    const MaximalAnswer answer = job.run(way.most_roots);
    if (way.list_words == 0 && !graphs.long_slices) {
      const auto in_pieces = job.run_pieces(1 + seed % 40).by_size;
      expect(g, seed, about + ": the same counts in pieces", in_pieces == answer.by_size, 1);
    }
    std::vector<uint64_t> by_size(std::max<uint64_t>(out_degree, 1) + 2);
    std::vector<std::vector<uint32_t>> wanted;
    for (const auto& clique : host.cliques()) {
      if (clique.size() >= way.minimum_size) {
        by_size.at(clique.size())++;
        wanted.push_back(clique);
      }
    }
    for (size_t size = 0; size < by_size.size(); size++) {
      expect(g, seed, about + ": cliques of " + std::to_string(size), answer.by_size.at(size), by_size[size]);
    }
    if (way.list_words != 0) {
      std::vector<std::vector<uint32_t>> listed = answer.cliques;
      std::sort(listed.begin(), listed.end());
      expect(g, seed, about + ": cliques listed", listed.size(), wanted.size());
      expect(g, seed, about + ": the same cliques", listed == wanted, 1);
      if (seed % 8 == 0) {
        expect(g, seed, about + ": the same order again", job.run(3).cliques == answer.cliques, 1);
      }
    }
    totals.splits += answer.header.splits;
    totals.shrunk += answer.shrunk;
    totals.paused += answer.paused;
  }
}

}  // namespace

int main(int argc, char** argv) try {
  const TestGraphs graphs(argc, argv, 400);
  Runner runner;
  Totals totals;
  for (uint64_t seed = graphs.first; seed < graphs.first + graphs.count; seed++) {
    const TestGraph g = graphs.at(seed);
    const Reference host(g.pairs, g.id_bound);
    const HostEnumeration wanted(host);
    if (!wanted.complete()) {
      totals.left_out++;
      continue;
    }
    runner.prepare(g.pairs.data(), g.pairs.size(), g.id_bound);
    const uint64_t degree = host.degrees.empty() ? 0 : host.degrees[0];
    compare(runner, runner.graph(), runner.header()->max_out_degree, degree, "by degree", graphs, g, seed, wanted, totals);
    if (host.active != 0) {
      runner.symmetrise();
      runner.peel(0);
      runner.order_by_peel();
      const cs_graph oriented = runner.orient_aside(runner.core_work().order);
      compare(runner, oriented, runner.header()->max_out_degree, degree, "by degeneracy", graphs, g, seed, wanted, totals);
    }
    totals.vertices += host.active;
    totals.cliques += wanted.cliques().size();
  }
  std::printf(
      "OK: %" PRIu64 " graphs from seed %" PRIu64 " (%" PRIu64 " left out), %" PRIu64 " vertices, %" PRIu64
      " cliques; %" PRIu64 " splits, %" PRIu64 " rounds begun again, %" PRIu64 " pauses for a full list\n",
      graphs.count, graphs.first, totals.left_out, totals.vertices, totals.cliques, totals.splits, totals.shrunk, totals.paused);
  return 0;
} catch (const std::exception& e) {
  std::printf("FAILED: %s\n", e.what());
  return 1;
}
