// Triangles of a host graph by TRUST's partition on a device whose memory is a budget: the way that the engine goes, in
// one class. All of the device's memory is one area of the budget's size, cut anew for each phase.
#pragma once

#include <memory>

#include "cliquestream_grid.h"
#include "grid_schedule.h"
#include "runner.h"

namespace cliquestream::harness {

// Symmetric rows in pinned memory.
struct HostRows {
  PinnedMemory offset_memory, neighbor_memory;
  uint64_t vertices = 0, entries = 0;
  uint64_t* offsets = nullptr;
  uint32_t* neighbors = nullptr;

  void reserve(uint64_t vertex_count, uint64_t entry_count) {
    vertices = vertex_count;
    entries = entry_count;
    offsets = static_cast<uint64_t*>(offset_memory.at_least((vertices + 1) * sizeof(uint64_t)));
    neighbors = static_cast<uint32_t*>(neighbor_memory.at_least(std::max<uint64_t>(entries, 1) * sizeof(uint32_t)));
  }
};

struct GridOutcome {
  bool fits = false;  // otherwise nothing else says anything
  uint64_t triangles = 0;
  uint32_t slots = 0, chunks = 0;
  uint64_t up = 0, down = 0, brought = 0, most_arcs = 0, host_bytes = 0;
  double prepare_ms = 0, count_ms = 0;
};

class GridRun {
 public:
  GridRun() {
    CS_CHECK(cudaStreamCreateWithFlags(&lanes_.main, cudaStreamNonBlocking));
    CS_CHECK(cudaEventCreateWithFlags(&lanes_.fork, cudaEventDisableTiming));
    for (int i = 0; i < 3; i++) {
      CS_CHECK(cudaStreamCreateWithFlags(&lanes_.side[i], cudaStreamNonBlocking));
      CS_CHECK(cudaEventCreateWithFlags(&lanes_.join[i], cudaEventDisableTiming));
    }
    words_.at_least(4096);
    pinned_.at_least(1 << 16);
  }
  GridRun(const GridRun&) = delete;
  GridRun& operator=(const GridRun&) = delete;
  ~GridRun() {
    cudaDeviceSynchronize();
    for (int i = 0; i < 3; i++) {
      cudaEventDestroy(lanes_.join[i]);
      cudaStreamDestroy(lanes_.side[i]);
    }
    cudaEventDestroy(lanes_.fork);
    cudaStreamDestroy(lanes_.main);
  }

  // With so many classes and shares. chunk_entries 0: from the budget. most_slots 0: as many as fit.
  GridOutcome count(
      const HostRows& rows, uint64_t budget, uint32_t classes, uint32_t shares, uint64_t chunk_entries = 0,
      uint32_t most_slots = 0) {
    GridOutcome outcome;
    char* area = static_cast<char*>(area_.at_least(budget));
    auto start = std::chrono::steady_clock::now();
    const auto lap = [&start] {
      const auto now = std::chrono::steady_clock::now();
      const double ms = std::chrono::duration<double, std::milli>(now - start).count();
      start = now;
      return ms;
    };
    if (!rank(rows, area, budget, outcome) || !split(rows, area, budget, classes, chunk_entries, outcome)) {
      return outcome;
    }
    outcome.prepare_ms = lap();
    outcome.fits = tasks(rows, area, budget, classes, shares, most_slots, outcome);
    outcome.count_ms = lap();
    return outcome;
  }
  // Host memory that the parts lie in, ready before a run is timed.
  void reserve_host(uint64_t edges, uint32_t classes, uint64_t vertices) {
    arcs_.at_least(std::max<uint64_t>(edges, 1) * sizeof(uint32_t));
    part_rows_.at_least(std::max<uint64_t>(std::min(edges, classes * vertices), 1) * sizeof(cs_two_words));
  }
  const cs_lanes& lanes() const { return lanes_; }
  uint32_t* device_stop() const { return words_.as<uint32_t>() + 64; }
  // The stop word of the runs that follow; null: none.
  void heed(const uint32_t* stop) { stop_ = stop; }

 private:
  struct Piece {
    uint64_t first, count;
  };

  static uint64_t aligned(uint64_t bytes) { return (bytes + 255) & ~uint64_t{255}; }
  uint64_t* host_counts() const { return pinned_.as<uint64_t>() + 64; }
  void wait() const { CS_CHECK(cudaStreamSynchronize(lanes_.main)); }

  bool rank(const HostRows& rows, char* area, uint64_t budget, GridOutcome& outcome) {
    constexpr uint64_t kSlice = 1 << 19;
    const uint64_t own = aligned(rows.vertices * sizeof(uint32_t) + 4), bytes = cs_grid_ranking_bytes(rows.vertices);
    const uint64_t slice_bytes = aligned((kSlice + 1) * sizeof(uint64_t));
    if (own + bytes + slice_bytes > budget) {
      return false;
    }
    cs_grid_ranking ranking;
    CS_CHECK(cs_grid_ranking_bind(area + own, bytes, rows.vertices, &ranking));
    CS_CHECK(cs_grid_ranking_start(&ranking, lanes_.main));
    auto* slice = reinterpret_cast<uint64_t*>(area + own + bytes);
    for (uint64_t first = 0; first < rows.vertices; first += kSlice) {
      const uint64_t count = std::min(kSlice, rows.vertices - first);
      CS_CHECK(cs_grid_copy(slice, rows.offsets + first, (count + 1) * sizeof(uint64_t), lanes_.main));
      CS_CHECK(cs_grid_ranking_degrees(&ranking, slice, first, count, lanes_.main));
      outcome.up += (count + 1) * sizeof(uint64_t);
    }
    auto* header = pinned_.as<cs_grid_header>();
    ranks_ = reinterpret_cast<uint32_t*>(area);
    CS_CHECK(cs_grid_ranking_finish(&ranking, ranks_, header, lanes_.main));
    wait();
    header_ = *header;
    return true;
  }

  bool split(
      const HostRows& rows, char* area, uint64_t budget, uint32_t classes, uint64_t chunk_entries,
      GridOutcome& outcome) {
    const uint32_t parts = classes * classes;
    uint64_t entries = chunk_entries != 0 ? chunk_entries : std::clamp<uint64_t>(budget / 128, 1 << 16, 1 << 22);
    entries = std::max(entries, header_.max_degree);
    const uint64_t most_rows = std::max<uint64_t>(1024, entries / 4);
    const uint64_t own = aligned(rows.vertices * sizeof(uint32_t) + 4), totals_bytes = aligned(parts * sizeof(uint64_t));
    const uint64_t bytes = cs_grid_chunk_bytes(entries, most_rows, classes);
    if (own + totals_bytes + 2 * bytes > budget) {
      return false;
    }
    auto* totals = reinterpret_cast<uint64_t*>(area + own);
    cs_grid_chunk chunks[2];
    for (int c = 0; c < 2; c++) {
      CS_CHECK(cs_grid_chunk_bind(area + own + totals_bytes + c * bytes, bytes, entries, most_rows, classes, &chunks[c]));
    }
    reserve_host(rows.entries / 2, classes, rows.vertices);
    arc_pieces_.assign(parts, {});
    row_pieces_.assign(parts, {});
    part_arcs_.assign(parts, 0);
    part_row_counts_.assign(parts, 0);
    arcs_used_ = rows_used_ = 0;
    CS_CHECK(cudaMemsetAsync(totals, 0, parts * sizeof(uint64_t), lanes_.main));
    std::vector<uint64_t> borders = {0};
    while (borders.back() < rows.vertices) {
      const uint64_t first = borders.back();
      // The first vertex past it whose rows before end past the chunk, less one.
      const uint64_t* limit = std::upper_bound(
          rows.offsets + first, rows.offsets + rows.vertices + 1, rows.offsets[first] + entries);
      borders.push_back(std::min<uint64_t>(first + most_rows, static_cast<uint64_t>(limit - rows.offsets) - 1));
    }
    const size_t count = borders.size() - 1;
    const auto bring = [&](size_t c) {
      const uint64_t first = borders[c], last = borders[c + 1], from = rows.offsets[first];
      CS_CHECK(cs_grid_fork(&lanes_, 0));
      CS_CHECK(cs_grid_copy(
          chunks[c % 2].offsets, rows.offsets + first, (last - first + 1) * sizeof(uint64_t), lanes_.side[0]));
      CS_CHECK(cs_grid_copy(
          chunks[c % 2].entries, rows.neighbors + from, (rows.offsets[last] - from) * sizeof(uint32_t),
          lanes_.side[0]));
      outcome.up += (last - first + 1) * sizeof(uint64_t) + (rows.offsets[last] - from) * sizeof(uint32_t);
    };
    if (count != 0) {
      bring(0);
    }
    for (size_t c = 0; c < count; c++) {
      CS_CHECK(cs_grid_join(&lanes_, 0));
      CS_CHECK(cs_grid_join(&lanes_, 1));  // of the chunk before: its memory is the next one's
      if (c + 1 < count) {
        bring(c + 1);
      }
      const uint64_t first = borders[c], last = borders[c + 1];
      CS_CHECK(cs_grid_chunk_split(
          &chunks[c % 2], ranks_, header_.active, first, last - first, rows.offsets[last] - rows.offsets[first], totals,
          host_counts(), lanes_.main));
      wait();
      keep(chunks[c % 2], parts, outcome);
    }
    CS_CHECK(cs_grid_join(&lanes_, 1));
    wait();
    outcome.chunks = static_cast<uint32_t>(count);
    if (arcs_used_ != rows.entries / 2) {
      throw std::runtime_error("the chunks have " + std::to_string(arcs_used_) + " arcs");
    }
    return true;
  }

  void keep(const cs_grid_chunk& chunk, uint32_t parts, GridOutcome& outcome) {
    uint64_t arcs = arcs_used_, row_count = rows_used_;
    for (uint32_t part = 0; part < parts; part++) {
      const uint64_t more_arcs = host_counts()[part] & 0xFFFFFFFFu, more_rows = host_counts()[part] >> 32;
      if (more_rows != 0) {
        arc_pieces_[part].push_back({arcs, more_arcs});
        row_pieces_[part].push_back({row_count, more_rows});
      }
      part_arcs_[part] += more_arcs;
      part_row_counts_[part] += more_rows;
      arcs += more_arcs;
      row_count += more_rows;
    }
    CS_CHECK(cs_grid_fork(&lanes_, 1));
    CS_CHECK(cs_grid_copy(
        arcs_.as<uint32_t>() + arcs_used_, chunk.arcs, (arcs - arcs_used_) * sizeof(uint32_t), lanes_.side[1]));
    CS_CHECK(cs_grid_copy(
        part_rows_.as<cs_two_words>() + rows_used_, chunk.rows, (row_count - rows_used_) * sizeof(cs_two_words),
        lanes_.side[1]));
    outcome.down += (arcs - arcs_used_) * sizeof(uint32_t) + (row_count - rows_used_) * sizeof(cs_two_words);
    arcs_used_ = arcs;
    rows_used_ = row_count;
    outcome.host_bytes = arcs * sizeof(uint32_t) + row_count * sizeof(cs_two_words);
  }

  bool tasks(
      const HostRows& rows, char* area, uint64_t budget, uint32_t classes, uint32_t shares, uint32_t most_slots,
      GridOutcome& outcome) {
    const uint64_t class_size = std::max<uint64_t>((header_.active + classes - 1) / classes, 1);
    const uint64_t most_arcs = *std::max_element(part_arcs_.begin(), part_arcs_.end());
    const uint64_t most_rows = *std::max_element(part_row_counts_.begin(), part_row_counts_.end());
    const uint64_t part_bytes = cs_grid_part_bytes(most_arcs, class_size);
    const uint64_t turned_bytes = cs_grid_turned_bytes(most_arcs, class_size);
    const uint64_t staging_bytes = aligned(std::max<uint64_t>(most_rows, 1) * sizeof(cs_two_words));
    const uint64_t beside = turned_bytes + staging_bytes;
    if (most_arcs >> 32 != 0 || beside > budget) {
      return false;
    }
    uint32_t slots = static_cast<uint32_t>(std::min<uint64_t>((budget - beside) / part_bytes, classes * classes));
    slots = most_slots == 0 ? slots : std::min(slots, most_slots);
    if (slots < std::min<uint32_t>(3, classes * classes)) {
      return false;
    }
    outcome.slots = slots;
    outcome.most_arcs = most_arcs;
    slots_.resize(slots);
    for (uint32_t slot = 0; slot < slots; slot++) {
      CS_CHECK(cs_grid_part_bind(area + slot * part_bytes, part_bytes, most_arcs, class_size, &slots_[slot]));
    }
    cs_grid_turned turned;
    char* rest = area + slots * part_bytes;
    CS_CHECK(cs_grid_turned_bind(rest, turned_bytes, most_arcs, class_size, &turned));
    staging_ = reinterpret_cast<cs_two_words*>(rest + turned_bytes);
    auto* words = words_.as<uint64_t>();  // count, done, units
    CS_CHECK(cudaMemsetAsync(words, 0, 3 * sizeof(uint64_t), lanes_.main));
    CS_CHECK(cs_grid_units(classes * (rows.entries / 2), words + 2, lanes_.main));
    GridSchedule schedule = grid_schedule(classes, slots, false), other = grid_schedule(classes, slots, true);
    if (bytes_of(other) < bytes_of(schedule)) {
      schedule = other;
    }
    outcome.brought = bytes_of(schedule);
    outcome.up += outcome.brought;
    CS_CHECK(cs_grid_fork(&lanes_, 0));
    load(schedule.first);
    for (const GridStep& step : schedule.steps) {
      CS_CHECK(cs_grid_join(&lanes_, 0));
      CS_CHECK(cs_grid_fork(&lanes_, 0));
      load(step.beside);
      if (step.turn >= 0) {
        CS_CHECK(cs_grid_turn(&turned, &slots_[step.turn], lanes_.main));
      }
      for (uint32_t share = 0; share < shares; share++) {
        const cs_slice slice = {share, shares, stop_, words + 1, 0, 0};
        CS_CHECK(cs_grid_count(&turned, &slots_[step.ik], &slots_[step.jk], &slice, words, lanes_.main));
      }
      if (!step.after.empty()) {
        CS_CHECK(cs_grid_fork(&lanes_, 0));
        load(step.after);
      }
    }
    CS_CHECK(cs_grid_join(&lanes_, 0));
    auto* completion = reinterpret_cast<cs_completion*>(pinned_.as<char>() + 64);
    auto* found = pinned_.as<uint64_t>() + 32;
    CS_CHECK(cs_completion_collect(words + 1, words + 2, nullptr, completion, lanes_.main));
    CS_CHECK(cs_grid_copy(found, words, sizeof(uint64_t), lanes_.main));
    wait();
    if (cs_completion_status(completion) != CS_OK) {
      throw std::runtime_error(
          "incomplete: " + std::to_string(completion->done) + " of " + std::to_string(completion->units) + " units");
    }
    outcome.triangles = *found;
    return true;
  }

  uint64_t bytes_of(const GridSchedule& schedule) const {
    uint64_t bytes = 0;
    for (size_t part = 0; part < schedule.brought.size(); part++) {
      bytes += schedule.brought[part] *
          (part_arcs_[part] * sizeof(uint32_t) + part_row_counts_[part] * sizeof(cs_two_words));
    }
    return bytes;
  }

  // On the side stream.
  void load(const std::vector<GridLoad>& loads) {
    for (const GridLoad& load : loads) {
      cs_grid_part& slot = slots_[load.slot];
      gather(slot.columns, arcs_.as<uint32_t>(), arc_pieces_[load.part]);
      gather(staging_, part_rows_.as<cs_two_words>(), row_pieces_[load.part]);
      CS_CHECK(cs_grid_part_index(
          &slot, part_arcs_[load.part], staging_, part_row_counts_[load.part], lanes_.side[0]));
    }
  }
  template <class T>
  void gather(T* to, const T* host, const std::vector<Piece>& pieces) {
    std::vector<cs_grid_extent> extents;
    for (const Piece& piece : pieces) {
      extents.push_back({reinterpret_cast<uint64_t>(host + piece.first), piece.count * sizeof(T)});
    }
    CS_CHECK(cs_grid_gather(to, extents.data(), extents.size(), lanes_.side[0]));
  }

  cs_lanes lanes_ = {};
  DeviceMemory area_, words_;
  PinnedMemory pinned_, arcs_, part_rows_;
  cs_grid_header header_ = {};
  const uint32_t* stop_ = nullptr;
  uint32_t* ranks_ = nullptr;
  cs_two_words* staging_ = nullptr;
  std::vector<cs_grid_part> slots_;
  std::vector<std::vector<Piece>> arc_pieces_, row_pieces_;
  std::vector<uint64_t> part_arcs_, part_row_counts_;
  uint64_t arcs_used_ = 0, rows_used_ = 0;
};

}  // namespace cliquestream::harness
