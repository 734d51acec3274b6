// Times the paper's configurations against one another on edge list files.
//
//   ablation FILE.bin K [limit=MS]
//
// Kernel milliseconds, the better of two runs, for orientation and pivoting x vertex and edge x lists and bits x degree and
// core order x threads of a group; a configuration whose first run takes longer than the limit is not repeated. The last
// line is the default's time. Every count is compared with the default's.
#include <cstring>

#include "../edge_file.h"
#include "cliques/clique_runner.h"

using namespace cliquestream::harness;

namespace {

// Better of two runs.
template <class Count>
double time(double limit, Count count) {
  double best = 1e30;
  for (int i = 0; i < 2 && (i == 0 || best < limit); i++) {
    const auto start = std::chrono::steady_clock::now();
    count();
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    best = std::min(best, took.count());
  }
  return best;
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 3) {
    std::fprintf(stderr, "ablation FILE.bin K [limit=MS]\n");
    return 2;
  }
  const uint32_t k = static_cast<uint32_t>(std::strtoul(argv[2], nullptr, 10));
  const double limit = argc > 3 && std::strncmp(argv[3], "limit=", 6) == 0 ? std::atof(argv[3] + 6) : 100;
  const uint32_t groups[] = {1, 4, 8, 16, 32};
  EdgeFile file(argv[1]);
  Runner runner;
  CliqueRunner cliques(runner);
  bool right = true;
  std::string wanted;
  const char* base = std::strrchr(argv[1], '/');
  for (const char* order : {"degree", "core"}) {
    runner.prepare(file.edges, file.pairs, file.id_bound);
    if (std::strcmp(order, "core") == 0) {
      runner.symmetrise();
      runner.peel(0);
      runner.order_by_peel();
      runner.orient(runner.core_work().order);
    }
    cliques.plan();
    for (const uint32_t method : {CS_CLIQUE_ORIENTATION, CS_CLIQUE_PIVOT}) {
      const cs_clique_options options = {method, k, k, 0, 0};
      std::string count;
      const double ours = time(limit, [&] { count = cliques.count(options).cliques(k).text(); });
      wanted = wanted.empty() ? count : wanted;
      right = right && count == wanted;
      const char* name = method == CS_CLIQUE_PIVOT ? "pivot" : "orientation";
      std::printf("%s k %u %s %s default %.2f\n", base ? base + 1 : argv[1], k, order, name, ours);
      for (const uint32_t edges : {0u, 1u}) {
        for (const uint32_t binary : {0u, 1u}) {
          std::printf(
              "%s k %u %s %s %s %s:", base ? base + 1 : argv[1], k, order, name, edges ? "edge" : "vertex",
              binary ? "bits" : "lists");
          for (const uint32_t group : groups) {
            const double ms = time(limit, [&] {
              count = cliques.count_paper({method, edges, binary, group, k, k, 0}, 1).cliques(k).text();
            });
            right = right && count == wanted;
            std::printf(" %.2f%s", ms, count == wanted ? "" : " WRONG");
          }
          std::printf("\n");
          std::fflush(stdout);
        }
      }
    }
  }
  return right ? 0 : 1;
} catch (const std::exception& e) {
  std::printf("FAILED: %s\n", e.what());
  return 1;
}
