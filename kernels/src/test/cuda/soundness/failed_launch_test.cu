// What a failed launch left behind: an error that the lane's next job took for its own, and side streams that nobody had
// joined, so that memory was freed under kernels that still ran.
#include <chrono>
#include <thread>

#include "common/lanes.cuh"
#include "soundness/check.h"

using namespace cliquestream::harness;

namespace {

// Until the host says so.
__global__ void wait_for_host(const volatile uint32_t* go) {
  while (*go == 0) {
    __nanosleep(1000);
  }
}

class Gate {
 public:
  Gate() {
    CS_CHECK(cudaHostAlloc(&word_, sizeof(uint32_t), cudaHostAllocMapped));
    *word_ = 0;
  }
  ~Gate() {
    open();
    cudaDeviceSynchronize();
    cudaFreeHost(word_);
  }
  void open() { *const_cast<volatile uint32_t*>(word_) = 1; }
  int32_t hold(cudaStream_t stream) const {
    wait_for_host<<<1, 1, 0, stream>>>(word_);
    return static_cast<int32_t>(cudaGetLastError());
  }

 private:
  uint32_t* word_ = nullptr;
};

// A launcher whose second launch fails while the first one, on a side stream, still runs.
int32_t fail_on_the_way(const cs_lanes& lanes, const Gate& gate) {
  cliquestream::Fork fork(lanes);
  CS_RETURN_IF_FAILED(fork.begin());
  cudaStream_t stream;
  CS_RETURN_IF_FAILED(fork.next(stream));  // the main one
  CS_RETURN_IF_FAILED(fork.next(stream));
  CS_RETURN_IF_FAILED(gate.hold(stream));
  CS_RETURN_IF_CUDA_FAILED(cudaMemsetAsync(nullptr, 0, 8, lanes.main));
  return fork.join();
}

void check_fork() {
  Runner runner;
  Gate gate;
  expect("the launcher fails", fail_on_the_way(runner.lanes(), gate) != 0, 1);
  // Whoever frees memory in the order of the main stream has to wait for the side stream.
  cudaEvent_t freed;
  CS_CHECK(cudaEventCreateWithFlags(&freed, cudaEventDisableTiming));
  CS_CHECK(cudaEventRecord(freed, runner.stream()));
  for (int i = 0; i < 100; i++) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    if (cudaEventQuery(freed) != cudaErrorNotReady) {
      gate.open();
      fail("the main stream went past a kernel that still ran on a side stream");
    }
  }
  gate.open();
  CS_CHECK(cudaEventSynchronize(freed));
  CS_CHECK(cudaEventDestroy(freed));
}

void check_next_job() {
  Runner runner;
  const Circulant g = {5000, 20};
  const std::vector<cs_pair> pairs = g.pairs();
  runner.prepare(pairs.data(), pairs.size(), g.vertices);
  for (int i = 0; i < 3; i++) {
    // A call that fails in the library, at every step of the next job.
    const auto fail_once = [&] {
      expect("a word that is nowhere", cs_clique_units(&runner.graph(), 3, nullptr, runner.stream()) > 0, 1);
    };
    fail_once();
    runner.prepare(pairs.data(), pairs.size(), g.vertices);
    expect("edges after an error", runner.graph().edges, g.edges());
    fail_once();
    runner.plan({1, 1, 0, 0, 0, 0, 0, 0});
    fail_once();
    expect("triangles after an error", runner.count_wedges(), g.triangles());
    fail_once();
    runner.symmetrise();
    fail_once();
    expect("degeneracy after an error", runner.peel(0, 1).degeneracy, 2 * g.reach);
    fail_once();
    runner.order_by_peel();
    runner.wait();
  }
}

}  // namespace

int main() try {
  check_fork();
  check_next_job();
  std::printf("OK: a failed launch leaves nothing behind\n");
  return 0;
} catch (const std::exception& e) {
  std::printf("FAILED: %s\n", e.what());
  return 1;
}
