// Sparse ids made dense on the device, against the sorted ids of the same pairs on the host.
//
//   dense_ids_test [ARRAYS] [FIRST_SEED]
//
// Ids of 32 bits up to the bound and at it, of 64 bits from few bits to all; loops, repeated pairs, a single id; pairs in
// chunks; and pairs that were not among those that were looked at, which must come out invalid.
#include <cinttypes>
#include <random>

#include "runner.h"

using namespace cliquestream::harness;

namespace {

constexpr uint32_t kInvalid = 0xFFFFFFFFu;

void fail(const char* what, uint64_t seed) {
  std::printf("FAILED: %s, seed %" PRIu64 "\n", what, seed);
  std::exit(1);
}

struct Given {
  std::vector<cs_wide_pair> pairs;
  uint32_t bits;
  std::vector<uint64_t> ids;  // distinct, ascending
};

// Pairs of a few hundred to some ten thousand ids with so many bits.
Given random_pairs(std::mt19937_64& random, uint32_t bits) {
  const uint64_t last = bits == 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1;
  std::vector<uint64_t> pool(1 + random() % (random() % 8 == 0 ? 40000 : 500));
  const bool near = random() % 3 == 0;  // whole records of marks
  const uint64_t start = random();
  for (uint64_t i = 0; i < pool.size(); i++) {
    pool[i] = (near ? start + i : random()) & last;
  }
  pool[random() % pool.size()] = last;
  pool[random() % pool.size()] = random() % 2 == 0 ? 0 : last;
  Given given;
  given.bits = bits;
  const uint64_t count = 1 + random() % (4 * pool.size());
  for (uint64_t i = 0; i < count; i++) {
    const uint64_t first = pool[random() % pool.size()];
    given.pairs.push_back({first, random() % 50 == 0 ? first : pool[random() % pool.size()]});
  }
  for (const cs_wide_pair& pair : given.pairs) {
    given.ids.push_back(pair.first);
    given.ids.push_back(pair.second);
  }
  std::sort(given.ids.begin(), given.ids.end());
  given.ids.erase(std::unique(given.ids.begin(), given.ids.end()), given.ids.end());
  return given;
}

uint32_t number_of(const Given& given, uint64_t id) {
  const auto at = std::lower_bound(given.ids.begin(), given.ids.end(), id);
  return at == given.ids.end() || *at != id ? kInvalid : static_cast<uint32_t>(at - given.ids.begin());
}

class Test {
 public:
  Test() { CS_CHECK(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking)); }
  ~Test() { cudaStreamDestroy(stream_); }

  // Ids of 32 bits at most.
  void marked(std::mt19937_64& random, const Given& given, uint64_t seed) {
    std::vector<cs_pair> narrow;
    for (const cs_wide_pair& pair : given.pairs) {
      narrow.push_back({static_cast<uint32_t>(pair.first), static_cast<uint32_t>(pair.second)});
    }
    // The last id is all ones, so this bound is the least.
    const uint64_t id_bound = uint64_t{1} << given.bits, bytes = cs_marked_ids_bytes(id_bound);
    cs_marked_ids ids;
    CS_CHECK(cs_marked_ids_bind(memory_.at_least(bytes), bytes, id_bound, &ids));
    auto* device = static_cast<cs_pair*>(pairs_.at_least(narrow.size() * sizeof(cs_pair)));
    CS_CHECK(cudaMemcpy(device, narrow.data(), narrow.size() * sizeof(cs_pair), cudaMemcpyHostToDevice));
    CS_CHECK(cs_marked_ids_start(&ids, stream_));
    in_chunks(random, narrow.size(), [&](uint64_t at, uint64_t count) {
      return cs_marked_ids_add(&ids, device + at, count, stream_);
    });
    CS_CHECK(cs_marked_ids_number(&ids, count(), stream_));
    CS_CHECK(cudaStreamSynchronize(stream_));
    if (*count() != given.ids.size()) {
      fail("number of marked ids", seed);
    }
    in_chunks(random, narrow.size(), [&](uint64_t at, uint64_t count) {
      return cs_marked_ids_renumber(&ids, device + at, count, stream_);
    });
    compare(given, given.pairs, device, "marked ids", seed);

    // Pairs that nobody marked, past the bound too.
    std::vector<cs_pair> strange;
    std::vector<cs_wide_pair> same;
    for (int i = 0; i < 100; i++) {
      const auto first = static_cast<uint32_t>(random()), second = static_cast<uint32_t>(random() & (id_bound - 1));
      strange.push_back({first, second});
      same.push_back({first, second});
    }
    device = static_cast<cs_pair*>(pairs_.at_least(strange.size() * sizeof(cs_pair)));
    CS_CHECK(cudaMemcpy(device, strange.data(), strange.size() * sizeof(cs_pair), cudaMemcpyHostToDevice));
    CS_CHECK(cs_marked_ids_renumber(&ids, device, strange.size(), stream_));
    compare(given, same, device, "ids that were not marked", seed);

    // Nor are those past the bound marked.
    CS_CHECK(cudaMemcpy(device, strange.data(), strange.size() * sizeof(cs_pair), cudaMemcpyHostToDevice));
    CS_CHECK(cs_marked_ids_start(&ids, stream_));
    CS_CHECK(cs_marked_ids_add(&ids, device, strange.size(), stream_));
    CS_CHECK(cs_marked_ids_number(&ids, count(), stream_));
    CS_CHECK(cudaStreamSynchronize(stream_));
    std::vector<uint64_t> inside;
    for (const cs_pair& pair : strange) {
      inside.push_back(pair.second);
      if (pair.first < id_bound) {
        inside.push_back(pair.first);
      }
    }
    std::sort(inside.begin(), inside.end());
    if (*count() != std::unique(inside.begin(), inside.end()) - inside.begin()) {
      fail("ids past the bound", seed);
    }
  }

  void sorted(const Given& given, uint64_t seed) {
    const uint64_t size = given.pairs.size(), bytes = cs_sorted_ids_bytes(size);
    cs_sorted_ids ids;
    CS_CHECK(cs_sorted_ids_bind(memory_.at_least(bytes), bytes, size, &ids));
    auto* wide = static_cast<cs_wide_pair*>(wide_.at_least(size * sizeof(cs_wide_pair)));
    auto* device = static_cast<cs_pair*>(pairs_.at_least(size * sizeof(cs_pair)));
    CS_CHECK(cudaMemcpy(wide, given.pairs.data(), size * sizeof(cs_wide_pair), cudaMemcpyHostToDevice));
    CS_CHECK(cs_sorted_ids_number(&ids, wide, size, given.bits, count(), stream_));
    CS_CHECK(cudaStreamSynchronize(stream_));
    if (*count() != given.ids.size()) {
      fail("number of sorted ids", seed);
    }
    CS_CHECK(cs_sorted_ids_renumber(&ids, wide, size, device, stream_));
    compare(given, given.pairs, device, "sorted ids", seed);
    std::vector<cs_wide_pair> strange;
    for (uint64_t i = 0; i < size; i++) {
      strange.push_back({given.pairs[i].first + 1, given.pairs[i].second ^ 1});
    }
    CS_CHECK(cudaMemcpy(wide, strange.data(), size * sizeof(cs_wide_pair), cudaMemcpyHostToDevice));
    CS_CHECK(cs_sorted_ids_renumber(&ids, wide, size, device, stream_));
    compare(given, strange, device, "ids that were not sorted", seed);
  }

 private:
  template <class Call>
  void in_chunks(std::mt19937_64& random, uint64_t size, Call call) {
    for (uint64_t at = 0; at < size;) {
      const uint64_t count = std::min(size - at, 1 + random() % (random() % 2 == 0 ? 2000 : 100000));
      CS_CHECK(call(at, count));
      at += count;
    }
  }
  uint32_t* count() { return static_cast<uint32_t*>(host_.at_least(sizeof(uint32_t))); }
  void compare(
      const Given& given, const std::vector<cs_wide_pair>& pairs, const cs_pair* device, const char* what,
      uint64_t seed) {
    CS_CHECK(cudaStreamSynchronize(stream_));
    const auto found = download(device, pairs.size());
    for (uint64_t i = 0; i < pairs.size(); i++) {
      if (found[i].first != number_of(given, pairs[i].first) || found[i].second != number_of(given, pairs[i].second)) {
        fail(what, seed);
      }
    }
  }

  cudaStream_t stream_ = nullptr;
  DeviceMemory memory_, pairs_, wide_;
  PinnedMemory host_;
};

}  // namespace

int main(int argc, char** argv) try {
  const uint64_t arrays = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 300;
  const uint64_t first = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 0;
  Test test;
  uint64_t marked = 0;
  for (uint64_t seed = first; seed < first + arrays; seed++) {
    std::mt19937_64 random(seed);
    const uint32_t bits = seed % 16 == 0 ? 32 : seed % 16 == 1 ? 64 : 1 + random() % (seed % 2 == 0 ? 24 : 64);
    const Given given = random_pairs(random, bits);
    if (bits <= 24 || seed % 16 == 0) {
      test.marked(random, given, seed);
      marked++;
    }
    test.sorted(given, seed);
  }
  std::printf(
      "OK: %" PRIu64 " arrays from seed %" PRIu64 ", %" PRIu64 " of them with marked ids too\n", arrays, first, marked);
  return 0;
} catch (const std::exception& e) {
  std::printf("FAILED: %s\n", e.what());
  return 1;
}
