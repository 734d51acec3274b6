// Which part is brought when: the schedule of the tasks of a grid. The engine makes the same in Java.
//
// Tasks (i, j, 0 .. n-1) follow one another, so that part (i, j) is turned once; each number goes back and forth. A part
// that has to go is the one that is needed again last, of those that neither this task nor the next needs: then bringing
// runs beside the task. Where only this task's parts could go, it waits for the task's end.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace cliquestream::harness {

struct GridLoad {
  uint32_t part, slot;
};

struct GridStep {
  uint32_t i, j, k;
  int turn;  // slot of part (i, j), which this step turns first, or -1
  uint32_t ik, jk;  // slots
  std::vector<GridLoad> beside, after;  // for the next step: during this one, or once it has ended
};

struct GridSchedule {
  std::vector<GridLoad> first;
  std::vector<GridStep> steps;
  std::vector<uint64_t> brought;  // how often each part is
};

inline GridSchedule grid_schedule(uint32_t n, uint32_t slots, bool by_target) {
  GridSchedule schedule;
  schedule.brought.resize(n * n);
  std::vector<GridStep>& steps = schedule.steps;
  for (uint32_t a = 0; a < n; a++) {
    for (uint32_t place = 0; place < n; place++) {
      const uint32_t b = a % 2 == 0 ? place : n - 1 - place;
      for (uint32_t last = 0; last < n; last++) {
        const uint32_t k = (a * n + place) % 2 == 0 ? last : n - 1 - last;
        steps.push_back({by_target ? b : a, by_target ? a : b, k, last == 0 ? 0 : -1, 0, 0, {}, {}});
      }
    }
  }
  const auto needed = [&](size_t t) {
    std::vector<uint32_t> parts;
    if (t < steps.size()) {
      const GridStep& s = steps[t];
      parts = {s.i * n + s.k, s.j * n + s.k};
      if (s.turn >= 0) {
        parts.push_back(s.i * n + s.j);
      }
      std::sort(parts.begin(), parts.end());
      parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
    }
    return parts;
  };
  std::vector<std::vector<size_t>> uses(n * n);
  for (size_t t = steps.size(); t-- > 0;) {
    for (uint32_t part : needed(t)) {
      uses[part].push_back(t);  // the next one is at the back
    }
  }
  std::vector<int> slot_of(n * n, -1), part_in(slots, -1);
  const auto bring = [&](size_t t, const std::vector<uint32_t>& now, std::vector<GridLoad>& beside,
                         std::vector<GridLoad>& after) {
    const std::vector<uint32_t> next = needed(t);
    const auto in = [](const std::vector<uint32_t>& parts, int part) {
      return std::find(parts.begin(), parts.end(), static_cast<uint32_t>(part)) != parts.end();
    };
    for (uint32_t part : next) {
      if (slot_of[part] >= 0) {
        continue;
      }
      int best = -1;
      uint64_t best_worth = 0;
      for (uint32_t slot = 0; slot < slots; slot++) {
        const int held = part_in[slot];
        if (held >= 0 && in(next, held)) {
          continue;
        }
        // Empty ones first, then what this step does not need, and of these what is needed again last.
        const uint64_t use = held < 0 || uses[held].empty() ? steps.size() : uses[held].back();
        const uint64_t worth = 1 + use + (held < 0 ? 4 : in(now, held) ? 0 : 2) * (steps.size() + 1);
        if (worth > best_worth) {
          best = static_cast<int>(slot);
          best_worth = worth;
        }
      }
      const int gone = part_in[best];
      (gone >= 0 && in(now, gone) ? after : beside).push_back({part, static_cast<uint32_t>(best)});
      if (gone >= 0) {
        slot_of[gone] = -1;
      }
      part_in[best] = static_cast<int>(part);
      slot_of[part] = best;
      schedule.brought[part]++;
    }
  };
  bring(0, {}, schedule.first, schedule.first);
  for (size_t t = 0; t < steps.size(); t++) {
    GridStep& step = steps[t];
    step.ik = slot_of[step.i * n + step.k];
    step.jk = slot_of[step.j * n + step.k];
    if (step.turn >= 0) {
      step.turn = slot_of[step.i * n + step.j];
    }
    for (uint32_t part : needed(t)) {
      uses[part].pop_back();
    }
    bring(t + 1, needed(t), step.beside, step.after);
  }
  return schedule;
}

}  // namespace cliquestream::harness
