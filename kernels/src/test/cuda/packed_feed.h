// An edge array on its way from pinned host memory to the device in half its bytes: threads of the host pack runs from the
// front of the array while the link carries those that are ready. Whenever none is, the link takes a run as it is, from
// the back, so the way is never longer than without packing.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "cliquestream_cuda.h"
#include "memory.h"

namespace cliquestream::harness {

class PackedFeed {
 public:
  // Some processors are left to the thread that feeds and to the system. No threads: feed() always refuses.
  explicit PackedFeed(uint32_t threads = threads_here()) {
    for (auto& event : events_) {
      CS_CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    }
    for (uint32_t i = 0; i < threads; i++) {
      bells_.push_back(std::make_unique<Bell>());
    }
    for (uint32_t i = 0; i < threads; i++) {
      threads_.emplace_back([this, i] { work(i); });
    }
  }
  PackedFeed(const PackedFeed&) = delete;
  PackedFeed& operator=(const PackedFeed&) = delete;
  ~PackedFeed() {
    finish_round();
    ended_ = true;
    wake(0);
    for (auto& thread : threads_) {
      thread.join();
    }
    for (auto& event : events_) {
      cudaEventDestroy(event);
    }
  }
  static uint32_t threads_here() {
    const uint32_t processors = std::thread::hardware_concurrency();
    return processors < 4 ? 0 : std::min(processors - 2, kMostThreads);
  }
  // Pairs of a run, 2 or more; 0: as many as pay.
  void set_run(uint64_t pairs) { wanted_run_ = pairs; }
  uint64_t packed_runs() const { return packed_runs_; }
  uint64_t plain_runs() const { return plain_runs_; }

  // Copies all pairs to the device and counts their degrees. False, and nothing done, where the array does not pack, or
  // is too short to pay for waking threads.
  bool feed(
      const cs_preparation& preparation, const cs_pair* pairs, uint64_t count, cs_pair* device, cudaStream_t copies,
      cudaStream_t stream) {
    run_ = wanted_run_ != 0 ? wanted_run_ : kRun;
    const uint64_t runs = (count + run_ - 1) / run_;
    if (threads_.empty() || (wanted_run_ == 0 && count < kLeastPairs) || runs == 0 || runs > UINT32_MAX ||
        !packs(pairs, count)) {
      return false;
    }
    begin(pairs, count, runs);
    try {
      send_all(preparation, device, copies, stream, runs);
    } catch (...) {
      claims_.store(0);
      finish_round();
      throw;
    }
    return true;
  }

 private:
  static constexpr uint32_t kMostThreads = 14;
  static constexpr uint32_t kSlots = 4;               // of a thread: one it writes, others under way
  static constexpr uint32_t kGroups = 3;              // copies and a launch each, under way at a time
  static constexpr uint32_t kGathered[kGroups] = {1, 4, 8};  // runs to wait for, by groups under way
  static constexpr uint64_t kPlainRuns = 4;           // sent as they are at a time
  // Pairs of a run: a copy of half as many takes the link less time than the driver, and twice as many make threads slow
  // to have the first ready.
  static constexpr uint64_t kRun = 1 << 18;
  static constexpr uint64_t kLeastPairs = 1 << 23;
  static constexpr uint64_t kProbes = 4;              // places looked at to see whether an array packs
  enum State : uint32_t { kFree, kReady, kSent };

  struct Slot {
    alignas(64) std::atomic<uint32_t> state{kFree};
    uint64_t index = 0;  // of the run
    uint64_t words = 0;  // 0: the run did not pack
    PinnedMemory memory;
  };
  struct Bell {
    std::mutex mutex;
    std::condition_variable heard;
    bool rung = false;
  };
  struct Group {
    cudaEvent_t event = nullptr;
    std::vector<Slot*> slots;
  };

  void send_all(
      const cs_preparation& preparation, cs_pair* device, cudaStream_t copies, cudaStream_t stream, uint64_t runs) {
    uint64_t sent = 0, groups = 0;
    std::deque<Group> under_way;
    while (sent < runs) {
      while (!under_way.empty() && arrived(under_way.front())) {
        retire(under_way.front());
        under_way.pop_front();
      }
      if (under_way.size() == kGroups) {
        continue;
      }
      Group group;
      find_ready(group);
      // A call costs as much as the copy of a short run: while the link is busy, runs gather to be sent together.
      cs_packed_runs batch = {};
      if (group.slots.size() >= kGathered[under_way.size()] || sent + group.slots.size() == runs) {
        for (Slot* slot : group.slots) {
          send(*slot, preparation, device, copies, batch);
        }
        sent += group.slots.size();
      } else {
        uint64_t first = 0, some = 0;
        if (!under_way.empty() || !claim_back(first, some)) {
          continue;
        }
        group.slots.clear();
        send_plain(first, some, device, copies, batch);
        sent += some;
      }
      close(group, batch, groups, preparation, copies, stream);
      under_way.push_back(std::move(group));
    }
    for (; !under_way.empty(); under_way.pop_front()) {
      CS_CHECK(cudaEventSynchronize(under_way.front().event));
      retire(under_way.front());
    }
  }

  uint64_t length(uint64_t index) const { return std::min(run_, count_ - index * run_); }

  static bool packs(const cs_pair* pairs, uint64_t count) {
    constexpr uint64_t kPairs = 512;
    std::vector<uint64_t> out((cs_packed_words(kPairs) + 1) / 2);
    for (uint64_t i = 0; i < kProbes; i++) {
      const uint64_t at = count / kProbes * i;
      if (cs_pack_pairs(pairs + at, std::min(kPairs, count - at), reinterpret_cast<uint32_t*>(out.data())) == 0) {
        return false;
      }
    }
    return true;
  }

  void begin(const cs_pair* pairs, uint64_t count, uint64_t runs) {
    finish_round();
    if (slots_.empty()) {
      for (size_t i = 0; i < threads_.size() * kSlots; i++) {
        slots_.push_back(std::make_unique<Slot>());
      }
    }
    for (auto& slot : slots_) {
      slot->memory.at_least(cs_packed_words(run_) * sizeof(uint32_t));
    }
    pairs_ = pairs;
    count_ = count;
    packed_runs_ = plain_runs_ = 0;
    claims_.store(runs << 32, std::memory_order_relaxed);
    working_.store(static_cast<uint32_t>(threads_.size()));
    wake(0);
  }
  // Waits for the threads, once all runs are claimed: one may still be waking up.
  void finish_round() {
    while (working_.load(std::memory_order_acquire) != 0) {
      std::this_thread::yield();
    }
  }
  void wake(uint32_t thread) {
    if (thread < bells_.size()) {
      Bell& bell = *bells_[thread];
      std::lock_guard<std::mutex> lock(bell.mutex);
      bell.rung = true;
      bell.heard.notify_one();
    }
  }

  // The next run from the front; false where none is left.
  bool claim_front(uint64_t& index) {
    uint64_t claims = claims_.load(std::memory_order_relaxed);
    do {
      index = claims & UINT32_MAX;
      if (index >= claims >> 32) {
        return false;
      }
    } while (!claims_.compare_exchange_weak(claims, claims + 1));
    return true;
  }
  // Some runs from the back.
  bool claim_back(uint64_t& first, uint64_t& count) {
    uint64_t claims = claims_.load(std::memory_order_relaxed);
    do {
      const uint64_t front = claims & UINT32_MAX, past = claims >> 32;
      if (front >= past) {
        return false;
      }
      count = std::min(kPlainRuns, past - front);
      first = past - count;
    } while (!claims_.compare_exchange_weak(claims, claims - (count << 32)));
    return true;
  }
  bool all_claimed() const {
    const uint64_t claims = claims_.load(std::memory_order_relaxed);
    return (claims & UINT32_MAX) >= claims >> 32;
  }

  void work(uint32_t thread) {
    for (;;) {
      {
        Bell& bell = *bells_[thread];
        std::unique_lock<std::mutex> lock(bell.mutex);
        bell.heard.wait(lock, [&] { return bell.rung; });
        bell.rung = false;
      }
      // To wake a thread takes microseconds: each wakes two.
      wake(2 * thread + 1);
      wake(2 * thread + 2);
      if (ended_) {
        return;
      }
      while (!all_claimed()) {
        for (uint32_t i = 0; i < kSlots; i++) {
          Slot& slot = *slots_[thread * kSlots + i];
          if (slot.state.load(std::memory_order_acquire) == kFree && claim_front(slot.index)) {
            slot.words =
                cs_pack_pairs(pairs_ + slot.index * run_, length(slot.index), slot.memory.as<uint32_t>());
            slot.state.store(kReady, std::memory_order_release);
          }
        }
      }
      working_.fetch_sub(1, std::memory_order_release);
    }
  }

  void find_ready(Group& group) {
    for (size_t i = 0; i < slots_.size() && group.slots.size() < CS_PACKED_RUNS; i++) {
      Slot& slot = *slots_[(next_slot_ + i) % slots_.size()];
      if (slot.state.load(std::memory_order_acquire) == kReady) {
        group.slots.push_back(&slot);
      }
    }
  }
  void close(
      Group& group, const cs_packed_runs& batch, uint64_t& groups, const cs_preparation& preparation,
      cudaStream_t copies, cudaStream_t stream) {
    next_slot_ = (next_slot_ + group.slots.size()) % slots_.size();
    group.event = events_[groups++ % (kGroups + 1)];
    CS_CHECK(cudaEventRecord(group.event, copies));
    CS_CHECK(cudaStreamWaitEvent(stream, group.event));
    CS_CHECK(cs_prepare_unpack(&preparation, &batch, stream));
  }
  void send(Slot& slot, const cs_preparation& preparation, cs_pair* device, cudaStream_t copies, cs_packed_runs& batch) {
    slot.state.store(kSent, std::memory_order_relaxed);
    if (slot.words == 0) {
      send_plain(slot.index, 1, device, copies, batch);
      return;
    }
    auto* packed = reinterpret_cast<uint32_t*>(preparation.edge_keys[1] + slot.index * run_);
    CS_CHECK(cudaMemcpyAsync(
        packed, slot.memory.as<uint32_t>(), slot.words * sizeof(uint32_t), cudaMemcpyHostToDevice, copies));
    add(slot.index * run_, length(slot.index), packed, device, batch);
    packed_runs_++;
  }
  void send_plain(uint64_t first, uint64_t runs, cs_pair* device, cudaStream_t copies, cs_packed_runs& batch) {
    const uint64_t at = first * run_, pairs = std::min(runs * run_, count_ - at);
    CS_CHECK(cudaMemcpyAsync(device + at, pairs_ + at, pairs * sizeof(cs_pair), cudaMemcpyHostToDevice, copies));
    add(at, pairs, nullptr, device, batch);
    plain_runs_ += runs;
  }
  static void add(uint64_t at, uint64_t pairs, const uint32_t* packed, cs_pair* device, cs_packed_runs& batch) {
    batch.packed[batch.count] = packed;
    batch.pairs[batch.count] = device + at;
    batch.length[batch.count++] = pairs;
  }

  static bool arrived(const Group& group) {
    const cudaError_t state = cudaEventQuery(group.event);
    if (state != cudaErrorNotReady) {
      CS_CHECK(state);
    }
    return state == cudaSuccess;
  }
  static void retire(Group& group) {
    for (Slot* slot : group.slots) {
      slot->state.store(kFree, std::memory_order_release);
    }
  }

  std::vector<std::thread> threads_;
  std::vector<std::unique_ptr<Slot>> slots_;
  cudaEvent_t events_[kGroups + 1] = {};
  std::vector<std::unique_ptr<Bell>> bells_;  // of each thread
  size_t next_slot_ = 0;
  std::atomic<uint32_t> working_{0};
  std::atomic<bool> ended_{false};
  std::atomic<uint64_t> claims_{0};  // runs not yet claimed: the first, and past the last in the upper half
  const cs_pair* pairs_ = nullptr;
  uint64_t count_ = 0, run_ = 0, wanted_run_ = 0;
  uint64_t packed_runs_ = 0, plain_runs_ = 0;
};

}  // namespace cliquestream::harness
