// Times the paper's configurations against one another on edge list files.
//
//   ablation FILE.bin K [limit=MS] [again=MS]
//
// Kernel milliseconds for orientation and pivoting x vertex and edge x lists and bits x degree and core order x threads of
// a group. A run that reaches the limit (1,000 ms) is stopped and printed as >limit; one that took less than `again`
// (100 ms) is repeated and the better time printed. The first line of a method is the default's time. Every count that
// came to its end is compared with the default's.
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <thread>

#include "../edge_file.h"
#include "cliques/clique_runner.h"

using namespace cliquestream::harness;

namespace {

using Clock = std::chrono::steady_clock;

double millis_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

// Raises the device's stop word when the time is over, from a stream of its own; lowers it at the end.
class TimeLimit {
 public:
  TimeLimit(Runner& runner, double millis) : word_(runner.device_stop()) {
    up_.at_least(sizeof(uint32_t));
    *up_.as<uint32_t>() = 1;
    CS_CHECK(cudaMemset(word_, 0, sizeof(uint32_t)));
    CS_CHECK(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
    thread_ = std::thread([this, millis] { watch(millis); });
  }
  ~TimeLimit() { end(); }
  TimeLimit(const TimeLimit&) = delete;
  TimeLimit& operator=(const TimeLimit&) = delete;

  // Ends the watch; whether the word was raised.
  bool end() {
    if (thread_.joinable()) {
      {
        const std::lock_guard<std::mutex> lock(mutex_);
        ended_ = true;
      }
      changed_.notify_one();
      thread_.join();
      cudaStreamSynchronize(stream_);
      cudaStreamDestroy(stream_);
    }
    return raised_;
  }

 private:
  void watch(double millis) {
    std::unique_lock<std::mutex> lock(mutex_);
    if (!changed_.wait_for(lock, std::chrono::duration<double, std::milli>(millis), [this] { return ended_; })) {
      raised_ = true;
      cudaMemcpyAsync(word_, up_.as<uint32_t>(), sizeof(uint32_t), cudaMemcpyHostToDevice, stream_);
    }
  }

  uint32_t* word_;
  PinnedMemory up_;
  cudaStream_t stream_ = nullptr;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool ended_ = false;
  bool raised_ = false;
  std::thread thread_;
};

struct Limits {
  double most = 1000;
  double again = 100;
};

// A configuration's time in words, and whether its count was right as far as it went.
std::string measure(
    Runner& runner, CliqueRunner& cliques, const cs_clique_paper_options& options, const Limits& limits,
    const std::string& wanted, bool& right) {
  double best = 1e30;
  for (int i = 0; i < 2 && (i == 0 || best < limits.again); i++) {
    TimeLimit limit(runner, limits.most);
    const auto start = Clock::now();
    const std::string count = cliques.count_paper(options, 1, runner.device_stop()).cliques(options.least).text();
    best = std::min(best, millis_since(start));
    char text[32];
    if (limit.end()) {
      std::snprintf(text, sizeof text, ">%.0f", limits.most);
      return text;
    }
    if (count != wanted) {
      right = false;
      return "WRONG";
    }
  }
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", best);
  return text;
}

}  // namespace

int main(int argc, char** argv) try {
  Limits limits;
  for (int i = 3; i < argc; i++) {
    if (std::strncmp(argv[i], "limit=", 6) == 0) {
      limits.most = std::atof(argv[i] + 6);
    } else if (std::strncmp(argv[i], "again=", 6) == 0) {
      limits.again = std::atof(argv[i] + 6);
    } else {
      argc = 0;
    }
  }
  if (argc < 3) {
    std::fprintf(stderr, "ablation FILE.bin K [limit=MS] [again=MS]\n");
    return 2;
  }
  const uint32_t k = static_cast<uint32_t>(std::strtoul(argv[2], nullptr, 10));
  const uint32_t groups[] = {1, 4, 8, 16, 32};
  EdgeFile file(argv[1]);
  Runner runner;
  CliqueRunner cliques(runner);
  bool right = true;
  std::string wanted;
  const char* slash = std::strrchr(argv[1], '/');
  const char* base = slash ? slash + 1 : argv[1];
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
      double ours = 1e30;
      for (int i = 0; i < 2; i++) {
        const auto start = Clock::now();
        const std::string count = cliques.count({method, k, k, 0, 0}).cliques(k).text();
        ours = std::min(ours, millis_since(start));
        wanted = wanted.empty() ? count : wanted;
        right = right && count == wanted;
      }
      const char* name = method == CS_CLIQUE_PIVOT ? "pivot" : "orientation";
      std::printf("%s k %u %s %s default %.2f\n", base, k, order, name, ours);
      for (const uint32_t edges : {0u, 1u}) {
        for (const uint32_t binary : {0u, 1u}) {
          std::printf(
              "%s k %u %s %s %s %s:", base, k, order, name, edges ? "edge" : "vertex", binary ? "bits" : "lists");
          for (const uint32_t group : groups) {
            const std::string text =
                measure(runner, cliques, {method, edges, binary, group, k, k, 0}, limits, wanted, right);
            std::printf(" %s", text.c_str());
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
