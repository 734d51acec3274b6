// Times the homomorphisms of patterns of six vertices, made in one pass, on edge list files.
//
//   motif_maps FILE.bin... [repeats=R] [bits=BYTES] [slice=US] [shared=VERTICES] [blocks=N]
//
// Prints the median time, triangles of edges included, then every pattern with its homomorphisms. shared: most vertices whose
// counters are in shared memory; blocks: most of them.
#include <cinttypes>

#include "../arguments.h"
#include "../edge_file.h"
#include "enumerate/enumerate_runner.h"
#include "enumerate/map_reference.h"

using namespace cliquestream::harness;

int main(int argc, char** argv) try {
  const Arguments arguments(
      argc, argv, {{"repeats", "5"}, {"bits", "1073741824"}, {"slice", "0"}, {"shared", "0"}, {"blocks", "0"}});
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  for (const GraphArgument& graph : arguments.graphs()) {
    EdgeFile file(graph.path.c_str());
    Runner runner;
    runner.prepare(file.edges, file.pairs, file.id_bound);
    EnumerateRunner enumerate(runner, arguments.number("bits"));
    const auto degrees = download(runner.graph().degrees, runner.graph().active);
    cs_enumerate_options options = {};
    options.slice_microseconds = arguments.word("slice");
    options.arena_ids = arguments.word("shared");
    options.large_stacks = arguments.word("blocks");
    EnumerateAnswer answer;
    std::vector<float> times;
    for (uint32_t i = 0; i <= arguments.word("repeats"); i++) {
      answer = enumerate.run(EnumerateRunner::maps(), options, degrees[0]);
      if (i > 0 || arguments.word("repeats") == 0) times.push_back(answer.kernel_ms);
    }
    std::sort(times.begin(), times.end());
    std::printf(
        "%s: %zu vertices, %" PRIu64 " edges, degree up to %u, hubs %" PRIu64 ": %.3f ms  launches %u  %.3g members  %.0f MB\n",
        graph.name().c_str(), degrees.size(), runner.graph().edges, degrees[0], enumerate.graph().hubs,
        times[times.size() / 2], answer.launches, static_cast<double>(answer.header.elements),
        static_cast<double>(answer.device_bytes) / 1e6);
    for (uint32_t i = 0; i < CS_ENUMERATE_MAP_COUNT; i++) {
      std::printf("  maps %s %s\n", kMapPatterns[i], text(answer.sums[i]).c_str());
    }
  }
  return 0;
} catch (const std::exception& e) {
  std::printf("FAILED: %s\n", e.what());
  return 1;
}
