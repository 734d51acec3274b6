// Packing pairs on the host and unpacking them on the device, against the pairs themselves and degrees counted plainly.
//
//   pack_test [ARRAYS] [FIRST_SEED]
//
// Sorted arrays, nearly sorted ones, shuffled ones, ids up to the last, loops, ids past the bound; runs of any length, in
// any order, packed and plain ones in one launch; the feed with its threads, by runs so short that there are many; and
// symmetric rows, by parts of any length, against the edges they were made of.
#include <cinttypes>
#include <cstring>
#include <random>

#include "runner.h"

using namespace cliquestream::harness;

namespace {

struct Pairs {
  std::vector<cs_pair> pairs;
  uint64_t id_bound;
};

Pairs random_pairs(uint64_t seed) {
  std::mt19937_64 random(seed);
  const uint64_t most = seed % 7 == 0 ? 70000 : 3000;
  Pairs made;
  const uint64_t count = 1 + random() % most;
  made.id_bound = seed % 5 == 0 ? 0xFFFFFFFFull >> random() % 8 : 2 + random() % 20000;
  if (made.id_bound > 1u << 22) {
    made.id_bound = 1u << 22;  // degrees are as many; ids past it are wrong, and must be seen
  }
  const uint64_t reach = seed % 3 == 0 ? 64 : made.id_bound;
  for (uint64_t i = 0; i < count; i++) {
    const uint64_t first = random() % made.id_bound;
    made.pairs.push_back(
        {static_cast<uint32_t>(first), static_cast<uint32_t>((first + random() % reach) % made.id_bound)});
  }
  if (seed % 4 != 3) {
    std::sort(made.pairs.begin(), made.pairs.end(), [](const cs_pair& a, const cs_pair& b) {
      return a.first != b.first ? a.first < b.first : a.second < b.second;
    });
  }
  if (seed % 6 == 1) {
    made.pairs[random() % count] = {0xFFFFFFFFu, 0};
    made.pairs[random() % count] = {0, 0xFFFFFFFFu};
  }
  return made;
}

void fail(const char* what, uint64_t seed) {
  std::printf("FAILED: %s, seed %" PRIu64 "\n", what, seed);
  std::exit(1);
}

// Symmetric rows of the distinct edges among pairs.
struct SymmetricRows {
  std::vector<uint64_t> offsets;
  std::vector<uint32_t> neighbors;
  std::vector<cs_pair> edges;  // smaller vertex first, ascending
  explicit SymmetricRows(const Pairs& given) : offsets(given.id_bound + 1, 0) {
    for (const cs_pair& pair : given.pairs) {
      if (pair.first != pair.second && pair.first < given.id_bound && pair.second < given.id_bound) {
        edges.push_back({std::min(pair.first, pair.second), std::max(pair.first, pair.second)});
      }
    }
    const auto less = [](const cs_pair& a, const cs_pair& b) {
      return a.first != b.first ? a.first < b.first : a.second < b.second;
    };
    std::sort(edges.begin(), edges.end(), less);
    edges.erase(
        std::unique(edges.begin(), edges.end(), [&](const cs_pair& a, const cs_pair& b) { return !less(a, b); }),
        edges.end());
    std::vector<cs_pair> both = edges;
    for (const cs_pair& edge : edges) {
      both.push_back({edge.second, edge.first});
    }
    std::sort(both.begin(), both.end(), less);
    for (const cs_pair& pair : both) {
      offsets[pair.first + 1]++;
      neighbors.push_back(pair.second);
    }
    for (uint64_t v = 0; v < given.id_bound; v++) {
      offsets[v + 1] += offsets[v];
    }
  }
};

// Degrees and header of pairs on the device.
struct Counted {
  std::vector<uint32_t> degrees;
  cs_prepare_header header;
  bool operator==(const Counted& other) const {
    return degrees == other.degrees && std::memcmp(&header, &other.header, sizeof header) == 0;
  }
};

class Test {
 public:
  explicit Test(uint64_t seed) : seed_(seed), given_(random_pairs(seed)), random_(seed ^ 0x9E3779B97F4A7C15ull) {
    const uint64_t bytes = cs_prepare_bytes(count(), given_.id_bound);
    CS_CHECK(cs_prepare_bind(memory_.at_least(bytes), bytes, count(), given_.id_bound, &preparation_));
    auto* pinned = static_cast<cs_pair*>(host_.at_least(count() * sizeof(cs_pair)));
    std::copy(given_.pairs.begin(), given_.pairs.end(), pinned);
    CS_CHECK(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
    CS_CHECK(cudaStreamCreateWithFlags(&copies_, cudaStreamNonBlocking));
    plain_ = static_cast<cs_pair*>(plain_memory_.at_least(count() * sizeof(cs_pair)));
    CS_CHECK(cudaMemcpy(plain_, pinned, count() * sizeof(cs_pair), cudaMemcpyHostToDevice));
    unpacked_ = static_cast<cs_pair*>(unpacked_memory_.at_least(count() * sizeof(cs_pair)));
    CS_CHECK(cs_prepare_start(&preparation_, stream_));
    CS_CHECK(cs_prepare_accumulate(&preparation_, plain_, count(), stream_));
    expected_ = counted();
  }
  ~Test() {
    cudaStreamDestroy(stream_);
    cudaStreamDestroy(copies_);
  }

  // Runs of any length in any order. Returns how many were packed.
  uint64_t by_hand() {
    std::vector<std::pair<uint64_t, uint64_t>> runs;
    for (uint64_t at = 0; at < count();) {
      const uint64_t length = std::min(count() - at, 1 + random_() % (random_() % 3 == 0 ? 3 : 1500));
      runs.push_back({at, length});
      at += length;
    }
    std::shuffle(runs.begin(), runs.end(), random_);
    clear();
    uint64_t packed_runs = 0;
    std::vector<uint64_t> staging(2 * 1502);
    for (size_t next = 0; next < runs.size();) {
      cs_packed_runs batch = {};
      const uint64_t size = 1 + random_() % CS_PACKED_RUNS;
      for (; batch.count < size && next < runs.size(); next++) {
        const auto [at, length] = runs[next];
        auto* words = reinterpret_cast<uint32_t*>(staging.data());
        const uint64_t packed = random_() % 5 == 0 ? 0 : cs_pack_pairs(given_.pairs.data() + at, length, words);
        const uint64_t i = batch.count++;
        batch.length[i] = length;
        batch.pairs[i] = unpacked_ + at;
        if (packed == 0) {
          CS_CHECK(cudaMemcpy(
              unpacked_ + at, given_.pairs.data() + at, length * sizeof(cs_pair), cudaMemcpyHostToDevice));
          continue;
        }
        if (packed != cs_packed_words(length)) {
          fail("words of a run", seed_);
        }
        auto* device = static_cast<uint32_t*>(packed_[i].at_least(2 * 1502 * sizeof(uint64_t)));
        CS_CHECK(cudaMemcpy(device, words, packed * sizeof(uint32_t), cudaMemcpyHostToDevice));
        batch.packed[i] = device;
        packed_runs++;
      }
      CS_CHECK(cs_prepare_unpack(&preparation_, &batch, stream_));
      CS_CHECK(cudaStreamSynchronize(stream_));
    }
    compare("runs by hand");
    return packed_runs;
  }

  // Parts of symmetric rows, of any length, from the first on. Returns how many were packed.
  uint64_t by_rows() {
    const SymmetricRows rows(given_);
    const uint64_t vertices = given_.id_bound, positions = rows.neighbors.size();
    if (positions == 0) {
      return 0;
    }
    clear();
    uint64_t written = 0, packed_runs = 0;
    std::vector<uint64_t> staging(2 * 1502);
    for (uint64_t at = 0; at < positions;) {
      const uint64_t length = std::min(positions - at, 1 + random_() % (random_() % 3 == 0 ? 3 : 1500));
      const uint64_t pairs = cs_row_pairs(rows.offsets.data(), vertices, rows.neighbors.data(), at, length);
      if (pairs > length || written + pairs > rows.edges.size()) {
        fail("pairs of rows", seed_);
      }
      auto* words = reinterpret_cast<uint32_t*>(staging.data());
      const uint64_t guard = (cs_packed_words(pairs) + 1) / 2;
      staging[guard] = 0x5A5A5A5A5A5A5A5Aull;
      const uint64_t packed =
          pairs == 0 ? 0 : cs_pack_rows(rows.offsets.data(), vertices, rows.neighbors.data(), at, length, pairs, words);
      if (staging[guard] != 0x5A5A5A5A5A5A5A5Aull || (packed != 0 && packed != cs_packed_words(pairs))) {
        fail("words of rows", seed_);
      }
      if (pairs > 1 &&
          cs_pack_rows(rows.offsets.data(), vertices, rows.neighbors.data(), at, length, pairs - 1, words) != 0) {
        fail("rows with fewer pairs than there are", seed_);
      }
      cs_packed_runs batch = {};
      batch.count = 1;
      batch.length[0] = pairs;
      batch.pairs[0] = unpacked_ + written;
      if (packed != 0) {
        cs_pack_rows(rows.offsets.data(), vertices, rows.neighbors.data(), at, length, pairs, words);
        auto* device = static_cast<uint32_t*>(packed_[0].at_least(2 * 1502 * sizeof(uint64_t)));
        CS_CHECK(cudaMemcpy(device, words, packed * sizeof(uint32_t), cudaMemcpyHostToDevice));
        batch.packed[0] = device;
        packed_runs++;
      } else {
        CS_CHECK(cudaMemcpy(
            unpacked_ + written, rows.edges.data() + written, pairs * sizeof(cs_pair), cudaMemcpyHostToDevice));
      }
      CS_CHECK(cs_prepare_unpack(&preparation_, &batch, stream_));
      CS_CHECK(cudaStreamSynchronize(stream_));
      written += pairs;
      at += length;
    }
    const auto back = download(unpacked_, written);
    if (written != rows.edges.size() ||
        std::memcmp(back.data(), rows.edges.data(), written * sizeof(cs_pair)) != 0) {
      fail("edges of rows", seed_);
    }
    const auto degrees = download(preparation_.degree_by_id, given_.id_bound);
    for (uint64_t v = 0; v < vertices; v++) {
      if (degrees[v] != rows.offsets[v + 1] - rows.offsets[v]) {
        fail("degrees of rows", seed_);
      }
    }
    return packed_runs;
  }

  uint64_t by_feed(PackedFeed& feed) {
    feed.set_run(2 + random_() % (1 + std::max<uint64_t>(count() / 8, 1)));
    clear();
    if (!feed.feed(preparation_, host_.as<cs_pair>(), count(), unpacked_, copies_, stream_)) {
      return 0;
    }
    compare("by the feed");
    return feed.packed_runs();
  }

 private:
  uint64_t count() const { return given_.pairs.size(); }
  void clear() {
    CS_CHECK(cudaMemset(unpacked_, 0x5A, count() * sizeof(cs_pair)));
    CS_CHECK(cudaDeviceSynchronize());
    CS_CHECK(cs_prepare_start(&preparation_, stream_));
  }
  Counted counted() {
    CS_CHECK(cudaStreamSynchronize(stream_));
    return {download(preparation_.degree_by_id, given_.id_bound), download(preparation_.header, 1)[0]};
  }
  void compare(const char* what) {
    if (!(counted() == expected_)) {
      fail(what, seed_);
    }
    const auto back = download(unpacked_, count());
    if (std::memcmp(back.data(), given_.pairs.data(), count() * sizeof(cs_pair)) != 0) {
      fail(what, seed_);
    }
  }

  uint64_t seed_;
  Pairs given_;
  std::mt19937_64 random_;
  cudaStream_t stream_ = nullptr, copies_ = nullptr;
  DeviceMemory memory_, plain_memory_, unpacked_memory_, packed_[CS_PACKED_RUNS];
  PinnedMemory host_;
  cs_preparation preparation_ = {};
  cs_pair* plain_ = nullptr;
  cs_pair* unpacked_ = nullptr;
  Counted expected_;
};

}  // namespace

int main(int argc, char** argv) try {
  const uint64_t arrays = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 300;
  const uint64_t first = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 0;
  PackedFeed feed(3);
  uint64_t by_hand = 0, by_feed = 0, by_rows = 0;
  for (uint64_t seed = first; seed < first + arrays; seed++) {
    Test test(seed);
    by_hand += test.by_hand();
    by_feed += test.by_feed(feed);
    by_rows += test.by_rows();
  }
  std::printf(
      "OK: %" PRIu64 " arrays from seed %" PRIu64 ", %" PRIu64 " packed runs by hand, %" PRIu64 " by the feed, %" PRIu64 " of rows\n", arrays,
      first, by_hand, by_feed, by_rows);
  return arrays >= 100 && (by_hand == 0 || by_feed == 0 || by_rows == 0) ? 1 : 0;  // a test of nothing
} catch (const std::exception& e) {
  std::printf("FAILED: %s\n", e.what());
  return 1;
}
