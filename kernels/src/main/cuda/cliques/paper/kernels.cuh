// The configurations of Almasri, El Hajj, Nagi, Xiong and Hwu, Parallel k-clique counting on GPUs (ICS 2022): graph
// orientation or pivoting, a block a vertex or an edge, binary encoding or lists, groups of 1 to 32 threads.
//
// A task is a vertex u, or an edge (u, v): the cliques whose first vertex, or two, it holds; the others lie in the subgraph
// induced by N+(u), or by N+(u) and N+(v). A block builds it once. Orientation: groups take its vertices in turn, and each
// walks the tree below on a stack of its own, a level a vertex. Pivoting: the block walks one tree; its groups share the
// search for the pivot. All memory belongs to resident blocks and is used again for every task.
#pragma once

#include "cliques/paper/subgraph.cuh"

namespace cliquestream::cliques::paper {

// Cliques of `missing` vertices among the neighbours of the vertex before it. For a group; rank 0 returns the number.
template <bool kBinary>
__device__ __forceinline__ u64 count_below(
    const PaperJob& job, const Subgraph& s, const Group& g, u32 vertex, u32 missing, u32* stack, u32 set_words, u64& nodes) {
  const u32 size = Sets<kBinary>::row_size(g, s, vertex);
  if (missing <= 1) {
    return missing == 0 ? 1 : size;
  }
  if (size < missing) {
    return 0;
  }
  u64 count = 0;
  u32* sizes = stack + static_cast<u64>(job.levels) * set_words;
  u32* cursors = sizes + job.levels;
  const u32* set = s.row(vertex);
  u32 level = 0, members = size, cursor = Sets<kBinary>::end(s, size);
  for (;;) {
    if (++nodes % PaperPolicy::kNodesPerLook == 0 && is_up(job.stop)) {
      return count;  // of a cancelled job; groups may part here, they meet at the block's next barrier
    }
    const u32 next = Sets<kBinary>::before(set, cursor);
    if (next == kNoId) {
      if (level == 0) {
        return count;
      }
      level--;
      set = level == 0 ? s.row(vertex) : stack + static_cast<u64>(level - 1) * set_words;
      members = sizes[level];
      cursor = cursors[level];
      continue;
    }
    u32* out = stack + static_cast<u64>(level) * set_words;
    const u32 left = missing - level - 1;
    const u32 found = Sets<kBinary>::adjacent(g, s, set, members, next, nullptr, 0, 0, left == 1 ? nullptr : out);
    if (left == 1) {
      count += found;
    } else if (found >= left) {
      if (g.rank == 0) {
        sizes[level] = members;
        cursors[level] = cursor;
      }
      g.sync();
      level++;
      set = out;
      members = found;
      cursor = Sets<kBinary>::end(s, found);
    }
  }
}

struct PivotShared {
  unsigned long long best;  // neighbours among the candidates + 1, and the vertex
  u32 size;
  u32 task_size;
  u64 task;
  u32 stop;
};

// The tree of the task. For a whole block.
template <bool kBinary>
__device__ __forceinline__ void pivot_tree(
    const PaperJob& job, const Subgraph& s, const Leaves& leaves, u32 held, u32* stack, u32 set_words, PivotShared& shared,
    u64& nodes) {
  const Group g = Group::of(job.group), warp = Group::of(32);
  const u32 groups = blockDim.x / job.group, mine = threadIdx.x / job.group;
  const u64 level_words = 2ull * set_words;
  u32* numbers = stack + job.levels * level_words;  // candidates, branches, cursor, pivot, pivots so far of each level
  u32 level = 0, pivots = 0, size = s.vertices;
  if (threadIdx.x < 32) {
    Sets<kBinary>::all(warp, s, stack);
  }
  bool fresh = true;  // the level holds a node not looked at yet
  __syncthreads();
  for (;;) {
    u32* candidates = stack + level * level_words;
    if (fresh) {
      nodes++;
      if (threadIdx.x == 0) {
        shared.best = 0;
        shared.stop = nodes % PaperPolicy::kNodesPerLook == 0 && is_up(job.stop);
      }
      __syncthreads();
      if (shared.stop) {
        return;
      }
      fresh = false;
      const u32 now = held + level;
      const bool cut = now + pivots + size < job.least;
      if (size == 0 || now >= job.most || cut) {
        if (threadIdx.x == 0 && !cut) {
          leaves.add_directly(now, pivots, 1);
        }
      } else {
        // Groups share the candidates.
        for (u32 place = mine; place < Sets<kBinary>::places(s, size); place += groups) {
          const u32 vertex = Sets<kBinary>::at(candidates, place);
          if (vertex == kNoId) {
            continue;
          }
          const u32 degree =
              Sets<kBinary>::adjacent(g, s, candidates, size, vertex, nullptr, 0, 0, static_cast<u32*>(nullptr));
          if (g.rank == 0) {
            atomicMax(&shared.best, static_cast<unsigned long long>(degree + 1) << 32 | vertex);
          }
        }
        __syncthreads();
        const u32 pivot = static_cast<u32>(shared.best);
        u32* branches = candidates + set_words;
        if (threadIdx.x < 32) {
          const u32 open = Sets<kBinary>::strangers(warp, s, candidates, size, pivot, branches);
          if (threadIdx.x == 0) {
            u32* number = numbers + 5ull * level;
            number[0] = size;
            number[1] = open;
            number[2] = Sets<kBinary>::end(s, open);
            number[3] = pivot;
            number[4] = pivots;
          }
        }
        level++;
        __syncthreads();
      }
    }
    if (level == 0) {
      return;
    }
    // The next child of the level above.
    u32* above = stack + (level - 1) * level_words;
    const u32* branches = above + set_words;
    u32* number = numbers + 5ull * (level - 1);
    u32 cursor = number[2];
    const u32 next = Sets<kBinary>::before(branches, cursor);
    pivots = number[4];
    const u32 members = number[0], open = number[1], pivot = number[3];
    __syncthreads();
    if (next == kNoId) {
      level--;
      pivots++;
    }
    if (threadIdx.x < 32) {
      u32* out = next == kNoId ? above : stack + level * level_words;
      const u32 found = next == kNoId
          ? Sets<kBinary>::adjacent(warp, s, above, members, pivot, nullptr, 0, 0, out)
          : Sets<kBinary>::adjacent(
                warp, s, above, members, next, branches, open, Sets<kBinary>::after(cursor), out);
      if (threadIdx.x == 0) {
        shared.size = found;
        number[2] = cursor;
      }
    }
    __syncthreads();
    size = shared.size;
    fresh = true;
  }
}

// Whether the block is on a multiprocessor that is left to others. No more blocks go than those multiprocessors hold at once,
// so that somebody works wherever blocks are put. For a whole block.
__device__ __forceinline__ bool is_on_spared(const PaperJob& job) {
  if (job.spared == 0) {
    return false;
  }
  bool goes = false;
  if (threadIdx.x == 0 && multiprocessor() % job.spared == 0) {
    goes = atomicAdd(reinterpret_cast<atomic64*>(job.leaving), 1ull) < gridDim.x / job.spared;
  }
  return __syncthreads_or(goes) != 0;
}

template <bool kPivot, bool kBinary>
__device__ __forceinline__ void count_tasks(const PaperJob& job) {
  __shared__ PivotShared shared;
  __shared__ u32 next_vertex;
  const u32 groups = blockDim.x / job.group;
  const PaperLayout layout = paper_layout(job.widest, job.levels, groups, kPivot, kBinary);
  u32* memory = job.memory + blockIdx.x * job.block_words;
  Subgraph s = {memory + layout.ids, memory + layout.rows, memory + layout.lengths, 0, 0};
  const Leaves leaves(job.histogram, nullptr);
  const Group g = Group::of(job.group);
  if (is_on_spared(job)) {
    return;
  }
  u64 counted = 0, nodes = 0;
  for (;;) {
    __syncthreads();
    if (threadIdx.x == 0) {
      shared.task = atomicAdd(reinterpret_cast<atomic64*>(job.taken), 1ull) * job.slice_count + job.slice_index;
      shared.stop = is_up(job.stop);
      next_vertex = 0;
    }
    __syncthreads();
    const u64 task = shared.task;
    if (task >= job.tasks || shared.stop) {
      break;
    }
    u32 u = static_cast<u32>(task), v = kNoId;
    if (job.sources != nullptr) {
      u = __ldg(job.sources + task);
      v = u == kNoId ? kNoId : __ldg(job.adjacency + task);
    }
    const u32 held = job.sources != nullptr ? 2 : 1;
    u32 length = 0;
    if (u != kNoId) {
      list_of(job, u, length);
    }
    if (u != kNoId && length + 1 >= job.least) {
      build<kPivot, kBinary>(job, u, v, s, &shared.task_size);
      if (s.vertices + held >= job.least) {
        if constexpr (kPivot) {
          pivot_tree<kBinary>(job, s, leaves, held, memory + layout.stacks, layout.set_words, shared, nodes);
        } else {
          const u32 missing = job.most - held;  // at least 1
          if (missing == 1) {
            counted += threadIdx.x == 0 ? s.vertices : 0;
          } else {
            u32* stack = memory + layout.stacks + (threadIdx.x / job.group) * layout.stack_words;
            for (;;) {
              u32 vertex = 0;
              if (g.rank == 0) {
                vertex = atomicAdd(&next_vertex, 1u);
              }
              vertex = __shfl_sync(g.mask, vertex, g.first);
              if (vertex >= s.vertices) {
                break;
              }
              const u64 found =
                  count_below<kBinary>(job, s, g, vertex, missing - 1, stack, layout.set_words, nodes);
              counted += g.rank == 0 ? found : 0;
            }
          }
        }
      }
    }
    if (threadIdx.x == 0 && job.done != nullptr) {
      add_to(job.done, 1);
    }
  }
  __syncthreads();
  if (!kPivot) {
    add_warp_total(job.total, counted);
  }
  add_warp_sum(job.counters + kNodes, kPivot ? (threadIdx.x == 0 ? nodes : 0) : (g.rank == 0 ? nodes : 0));
}

__global__ void __launch_bounds__(PaperPolicy::kThreads) cs_kernel_clique_paper_orientation_lists(PaperJob job) {
  count_tasks<false, false>(job);
}
__global__ void __launch_bounds__(PaperPolicy::kThreads) cs_kernel_clique_paper_orientation_binary(PaperJob job) {
  count_tasks<false, true>(job);
}
__global__ void __launch_bounds__(PaperPolicy::kThreads) cs_kernel_clique_paper_pivot_lists(PaperJob job) {
  count_tasks<true, false>(job);
}
__global__ void __launch_bounds__(PaperPolicy::kThreads) cs_kernel_clique_paper_pivot_binary(PaperJob job) {
  count_tasks<true, true>(job);
}

}  // namespace cliquestream::cliques::paper
