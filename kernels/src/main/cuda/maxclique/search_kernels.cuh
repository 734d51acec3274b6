// Branch and bound over the subproblems, a warp a task. A task (s, i) of a round stands for the cliques of subproblem s
// that hold vertex i and otherwise smaller ones; a split subtree carries its candidates and its clique.
//
// A node takes universal vertices at once, drops vertices with too few neighbours among the candidates, and colours
// the rest with as many classes as could still be cut off: only vertices outside these classes are branched on, from
// the last one down, each leaving the candidates when its subtree is done. (Tomita's bound in bit-parallel form, San
// Segundo et al. 2011.) Among many dense candidates, vertices are taken out of the branches by conflicts between the
// classes (conflicts.cuh).
//
// Nothing spins: a warp that finds the queue empty ends. A warp with a long task that sees the queue drained writes
// its open branches as split subtrees, which the next launch spreads over all warps. A launch also ends after its time
// slice: warps leave their stacks as they are, and the same warps of the next launch go on from there. So a launch
// has a bounded time, a cancel is prompt, and neither loses work.
//
// A stack frame holds candidates, branches and clique (words of the subproblem each) and the clique's size.
#pragma once

#include "maxclique/conflicts.cuh"
#include "maxclique/work.cuh"

namespace cliquestream::maxclique {

enum class Node { kCut, kBranch, kListFull };

// Words of shared memory of a warp: a set, and classes where sets are of one word a lane.
template <int N>
constexpr u32 kWarpWords = WordSet<N>::kWords + (N == 1 ? 32 + MaximumPolicy::kConflictWords : 0);

template <int N>
struct Subproblem {
  const u32* ranks;
  const u32* rows;
  u32 words;
  u32 index;
  u32 root;

  __device__ __forceinline__ void open(const View& v, u32 survivor) {
    const Survivor s = v.survivors[survivor];
    ranks = v.pool + s.at;
    rows = ranks + 2 * s.count;
    words = s.words;
    index = survivor;
    root = s.root;
  }
  __device__ __forceinline__ const u32* row(u32 vertex) const { return rows + static_cast<u64>(vertex) * words; }
  __device__ __forceinline__ u32 frame_words() const { return 3 * words + 1; }
};

// Reduces the candidates and leaves in `branches` what must be branched on.
template <int N>
__device__ __forceinline__ Node visit(
    const View& v, const Subproblem<N>& p, WordSet<N>& candidates, WordSet<N>& clique, u32& size,
    WordSet<N>& branches, u32* shared, u32 witness) {
  const u32 lane = lane_id();
  u32 bound = warp_bound(v), left, adjacent = 0;
  for (int round = 0;; round++) {
    if (size > bound) {
      if (v.enumerate) {
        return list_clique(v, size, clique, p.ranks, p.root) ? Node::kCut : Node::kListFull;
      }
      bound = record_clique(v, witness, size, clique, p.ranks, p.root);
    }
    left = candidates.size();
    if (size + left <= bound) {
      return Node::kCut;
    }
    if (round == MaximumPolicy::kNodeFilterRounds) {
      break;
    }
    __syncwarp();
    candidates.store(shared, WordSet<N>::kWords);
    __syncwarp();
    WordSet<N> stay, universal;
    stay.clear();
    universal.clear();
    u32 universals = 0;
    bool changed = false;
    adjacent = 0;
    for (u32 w = 0; w < p.words; w++) {
      const u32 members = shared[w];
      if (members == 0) {
        continue;
      }
      const bool member = members >> lane & 1;
      u32 neighbours = 0;
      if (member) {
        const u32* row = p.row(w * 32 + lane);
        for (u32 k = 0; k < p.words; k++) {
          neighbours += __popc(row[k] & shared[k]);
        }
      }
      adjacent += neighbours;
      const u32 keep = __ballot_sync(kFullWarp, member && size + 1 + neighbours > bound);
      const u32 all = __ballot_sync(kFullWarp, member && neighbours == left - 1);
      universals += __popc(all);
      changed |= (keep & ~all) != members;
#pragma unroll
      for (int q = 0; q < N; q++) {
        const bool mine = w == q * 32 + lane;
        stay.word[q] |= mine ? keep & ~all : 0;
        universal.word[q] |= mine ? all : 0;
      }
    }
    size += universals;
    clique.unite(universal);
    candidates = stay;
    if (!changed) {
      break;
    }
  }
  branches = candidates;
  const u32 most = bound > size ? bound - size : 0;
  if constexpr (N == 1) {
    if (left >= MaximumPolicy::kConflictCandidates && most > 1 && ClassConflicts::fits(most, p.words) &&
        100 * __reduce_add_sync(kFullWarp, adjacent) >= MaximumPolicy::kConflictPercent * left * (left - 1)) {
      ClassConflicts conflicts(shared + WordSet<N>::kWords, p.rows, p.words);
      conflicts.color(branches, most);
      WordSet<N> rest = branches;
      for (int vertex = rest.first(); vertex >= 0; vertex = rest.first()) {
        rest.remove(vertex);
        if (conflicts.absorb(vertex)) {
          branches.remove(vertex);
        }
      }
      return branches.empty() ? Node::kCut : Node::kBranch;
    }
  }
  take_color_classes(branches, most, p.rows, p.words, p.words, nullptr);
  return branches.empty() ? Node::kCut : Node::kBranch;
}

template <int N>
struct Stack {
  u32* frames;

  __device__ __forceinline__ u32* frame(const Subproblem<N>& p, u32 depth) const {
    return frames + static_cast<u64>(depth) * p.frame_words();
  }
  __device__ __forceinline__ void write(
      const Subproblem<N>& p, u32 depth, const WordSet<N>& candidates, const WordSet<N>& branches,
      const WordSet<N>& clique, u32 size) const {
    u32* f = frame(p, depth);
    candidates.store(f, p.words);
    branches.store(f + p.words, p.words);
    clique.store(f + 2 * p.words, p.words);
    if (lane_id() == 0) {
      f[3 * p.words] = size;
    }
    __syncwarp();
  }
};

// Writes every open branch of the stack as a split subtree; false when there is no room, and the task goes on.
template <int N>
__device__ __forceinline__ bool split(const View& v, const Subproblem<N>& p, const Stack<N>& stack, u32 depth) {
  State& s = *v.state;
  const u32 lane = lane_id();
  WordSet<N> branches, candidates, clique;
  u32 open = 0;
  for (u32 d = 0; d < depth; d++) {
    branches.load(stack.frame(p, d) + p.words, p.words);
    open += branches.size();
  }
  u32 at = 0;
  if (lane == 0) {
    at = atomicAdd(&s.split_size, open);
  }
  at = __shfl_sync(kFullWarp, at, 0);
  u32* items = v.items[s.queue_side ^ 1];
  if (at > 0x7FFFFFFFu || at + open > v.item_capacity) {
    // What was claimed below the capacity must not be read as subtrees.
    for (u32 x = lane; x < open && at < v.item_capacity && at + x < v.item_capacity; x += 32) {
      items[static_cast<u64>(at + x) * v.item_words] = kNoId;
    }
    return false;
  }
  const u32 bound = warp_bound(v);
  for (u32 d = 0; d < depth; d++) {
    const u32* f = stack.frame(p, d);
    candidates.load(f, p.words);
    branches.load(f + p.words, p.words);
    clique.load(f + 2 * p.words, p.words);
    const u32 size = f[3 * p.words];
    int vertex;
    while ((vertex = branches.last()) >= 0) {
      branches.remove(vertex);
      candidates.remove(vertex);
      WordSet<N> next = candidates, extended = clique;
      next.intersect(p.row(vertex), p.words);
      extended.insert(vertex);
      u32* item = items + static_cast<u64>(at++) * v.item_words;
      const bool useful = size + 1 + next.size() > bound;
      if (lane == 0) {
        item[0] = useful ? p.index : kNoId;
        item[1] = size + 1;
      }
      if (useful) {
        next.store(item + 2, WordSet<N>::kWords);
        extended.store(item + 2 + WordSet<N>::kWords, WordSet<N>::kWords);
      }
    }
  }
  if (lane == 0) {
    atomicAdd(&v.header->splits, 1u);
  }
  return true;
}

template <int N>
__device__ __forceinline__ void search(const View& v, u32* shared_sets) {
  State& s = *v.state;
  const u32 lane = lane_id(), warp = threadIdx.x >> 5;
  const u32 slot = blockIdx.x * (blockDim.x >> 5) + warp;
  if (slot >= s.search_warps) {
    return;
  }
  u32* shared = shared_sets + warp * kWarpWords<N>;
  const Stack<N> stack = {v.stacks + s.stack_words * slot};
  const u32 witness = v.root_slots + slot;
  const u64 end = nanoseconds() + v.slice_nanoseconds;
  const u32 queue = s.queue_size;
  u64 nodes = 0;
  u32 stale = 0;
  Slot saved = v.slots[slot];
  bool resumed = saved.depth != 0 || saved.waiting != 0;
  bool paused = false;

  while (!paused) {
    WordSet<N> candidates, clique, branches;
    Subproblem<N> p;
    u32 size = 0, depth = 0, task_nodes = 1, counted = 0;
    bool may_split = v.item_capacity != 0;
    Node node;
    if (resumed) {
      resumed = false;
      p.open(v, saved.survivor);
      depth = saved.depth;
      task_nodes = saved.nodes;
      counted = saved.nodes;
      node = Node::kCut;
      if (saved.waiting != 0) {
        const u32* f = stack.frame(p, depth);
        clique.load(f + 2 * p.words, p.words);
        node = list_clique(v, f[3 * p.words], clique, p.ranks, p.root) ? Node::kCut : Node::kListFull;
        size = f[3 * p.words];
        candidates.clear();
        branches.clear();
      }
    } else {
      u32 at = kNoId;
      if (lane == 0 && !stopped(v)) {
        at = atomicAdd(&s.queue_head, 1u);
      }
      at = __shfl_sync(kFullWarp, at, 0);
      if (at >= queue) {
        break;
      }
      if (s.queue_items == 0) {
        const u64 task = v.tasks[at];
        p.open(v, static_cast<u32>(task >> 32));
        const u32 vertex = static_cast<u32>(task);
        const u32* colors = p.ranks + v.survivors[p.index].count;
        if (colors[vertex] + 1 <= warp_bound(v)) {
          stale++;
          continue;
        }
        WordSet<N> below;
        below.fill_below(vertex);
        candidates.load(p.row(vertex), p.words);
#pragma unroll
        for (int q = 0; q < N; q++) {
          candidates.word[q] &= below.word[q];
        }
        clique.clear();
        clique.insert(vertex);
        size = 2;
      } else {
        const u32* item = v.items[s.queue_side] + static_cast<u64>(at) * v.item_words;
        if (item[0] == kNoId) {
          continue;
        }
        p.open(v, item[0]);
        size = item[1];
        candidates.load(item + 2, WordSet<N>::kWords);
        clique.load(item + 2 + WordSet<N>::kWords, WordSet<N>::kWords);
      }
      node = visit(v, p, candidates, clique, size, branches, shared, witness);
    }
    for (;;) {
      if (node == Node::kBranch) {
        stack.write(p, depth, candidates, branches, clique, size);
        depth++;
      } else if (node == Node::kListFull) {
        stack.write(p, depth, candidates, branches, clique, size);
        paused = true;
      }
      if (depth == 0 && !paused) {
        break;
      }
      if (!paused && task_nodes % MaximumPolicy::kClockNodes == 0) {
        u32 over = 0, head = 0;
        if (lane == 0) {
          // A launch visits a node at least, however short its slice: otherwise a slow one would never get on.
          over = (task_nodes != counted && nanoseconds() > end) || stopped(v);
          head = read_volatile(&s.queue_head);
        }
        over = __shfl_sync(kFullWarp, over, 0);
        head = __shfl_sync(kFullWarp, head, 0);
        if (may_split && task_nodes >= v.split_nodes && head >= queue && !over) {
          if (split(v, p, stack, depth)) {
            depth = 0;
            break;
          }
          may_split = false;
        }
        paused = over != 0;
      }
      if (paused) {
        break;
      }
      u32* f = stack.frame(p, depth - 1);
      branches.load(f + p.words, p.words);
      const int vertex = branches.last();
      if (vertex < 0) {
        depth--;
        node = Node::kCut;
        continue;
      }
      candidates.load(f, p.words);
      clique.load(f + 2 * p.words, p.words);
      size = f[3 * p.words] + 1;
      __syncwarp();
      branches.remove(vertex);
      candidates.remove(vertex);
      candidates.store(f, p.words);
      branches.store(f + p.words, p.words);
      __syncwarp();
      candidates.intersect(p.row(vertex), p.words);
      clique.insert(vertex);
      task_nodes++;
      node = visit(v, p, candidates, clique, size, branches, shared, witness);
    }
    nodes += task_nodes - counted;
    saved = {0, p.index, task_nodes, 0};
    if (paused) {
      saved.depth = depth;
      saved.waiting = node == Node::kListFull;
    }
  }
  if (lane == 0) {
    v.slots[slot] = saved;
    if (saved.depth != 0 || saved.waiting != 0) {
      atomicAdd(&s.paused, 1u);
    }
    if (nodes != 0) {
      add_to(&v.header->nodes, nodes);
    }
    if (stale != 0) {
      atomicAdd(&v.header->stale, stale);
    }
  }
}

template <int N>
__global__ void __launch_bounds__(MaximumPolicy::kSearchThreads) cs_kernel_maximum_search(const View view) {
  extern __shared__ __align__(16) u32 cs_maximum_sets[];
  search<N>(view, cs_maximum_sets);
}

// One thread, before a launch of the search.
__global__ void cs_kernel_maximum_open_search(State* state) { state->paused = 0; }

// One thread, after it: the split subtrees become the queue once the last one is drained.
__global__ void cs_kernel_maximum_close_search(const View v) {
  State& s = *v.state;
  v.header->taken = s.queue_items == 0 ? min(s.queue_head, s.queue_size) : v.header->tasks;
  if (s.queue_head >= s.queue_size) {
    s.queue_items = 1;
    s.queue_side ^= 1;
    s.queue_size = min(s.split_size, v.item_capacity);
    s.split_size = 0;
    s.queue_head = 0;
  }
  const u32 pending = s.paused + (s.queue_size - min(s.queue_size, s.queue_head));
  v.header->pending = pending;
  v.header->listed = min(v.header->listed, v.list_capacity);
  if (pending == 0 && v.header->roots_left == 0) {
    v.header->upper = v.header->bound + v.enumerate;
  }
}

// One block: copies one largest clique found, if a warp holds it.
__global__ void cs_kernel_maximum_witness(const View v, u32* clique, u32 capacity) {
  const u32 size = v.header->bound;
  const u64 best = v.state->best;
  const bool found = size != 0 && best >> 32 == size;
  const u32* ids = found ? witness_of(v, static_cast<u32>(best)) : nullptr;
  for (u32 i = threadIdx.x; i < capacity; i += blockDim.x) {
    clique[i] = found && i < size ? ids[i] : kNoId;
  }
}

}  // namespace cliquestream::maxclique
