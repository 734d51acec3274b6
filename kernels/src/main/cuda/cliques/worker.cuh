// A warp at work, and how warps of a block share a tree.
//
// A warp that finds no more rows of its block's root raises its bit in Sharing::hungry and waits. Warps in the middle of a
// tree look at that word when they branch: one that sees a bit takes it down (so the waiting warp is its own), copies a
// child's state into the other's memory and marks the mail as delivered. Working counts the warps that have or may get work
// without mail; nobody waits any longer once it is 0, because only a working warp can send. The sender raises it for the
// receiver before delivery, so it cannot drop to 0 in between. Masks wider than a tile need the block's matrix and go this
// way only; tiles also go to idle warps of other blocks (exchange.cuh).
#pragma once

#include "cliques/exchange.cuh"
#include "cliques/leaves.cuh"

#ifndef CS_CLIQUE_SHARED
extern __shared__ uint4 cs_clique_shared[];
#define CS_CLIQUE_SHARED reinterpret_cast<char*>(cs_clique_shared)
#endif

namespace cliquestream::cliques {

// Shared memory by offset, so that it is known as such: 32-bit addresses, and no look at what kind of memory it is.
template <class T>
__device__ __forceinline__ T* shared_at(u32 offset) {
  return reinterpret_cast<T*>(CS_CLIQUE_SHARED + offset);
}

enum MailKind : u32 { kNoMail, kNarrowTile, kWideTile, kCandidates };  // tiles: words of a row

struct Mail {
  u32 kind;
  u32 held;
  u32 pivots;
  u32 size;        // vertices of a tile, or words of a candidate mask
  u64 candidates;  // of a tile
};

// A level of a tile's tree: what is left of its node, once its first branch is taken.
template <int kWords>
struct alignas(16) TileLevel {
  TileSet<kWords> candidates;
  TileSet<kWords> branches;
  TileSet<kWords> open;  // branches not taken yet, and not closed
  u32 held;
  u32 pivots;
  u32 pivot;  // kNoId: the child at the pivot went to another warp
};

// A warp's part of shared memory.
struct alignas(16) WarpArea {
  u32 tile[2 * CliquePolicy::kTile];
  u32 members[CliquePolicy::kTile];
  Mail mail;
};
struct alignas(16) OrientationArea {
  WarpArea common;
  u16 ring[CliquePolicy::kRing];
};
// A node with few candidates, to be closed together with others (small_nodes.cuh).
struct alignas(16) SmallNode {
  u64 candidates;  // of a tile
  u32 held;
  u32 pivots;
};
// A level takes two candidates at least, and an open branch has nine.
struct alignas(16) PivotArea {
  WarpArea common;
  SmallNode waiting[CliquePolicy::kSmallNodesWaiting];
  u32 narrow[32];
  TileLevel<1> narrow_levels[16];
  TileLevel<2> wide_levels[32];
};

struct alignas(16) Sharing {
  u32 hungry;   // one bit a warp
  u32 working;
  u32 root;     // place of the block's root, kNoId at the end
  u32 joined;   // 1: another block took the root first
  u32 left;     // block of the launch before whose root is to be looked at next
  u32 at_work;  // warps that do not wait for work from anywhere
  u64 tally[CliquePolicy::kBlockKernelThreads / 32][kTallies];  // of each warp
};

class Worker {
 public:
  const Job& job;
  const Leaves& leaves;
  Sharing& sharing;
  const u32 area_bytes;
  u32* const stacks;       // likewise
  const u32 lane;
  const u32 warp;
  const u32* matrix = nullptr;
  u32 stride = 0;
  bool stopped = false;
  bool paused = false;    // take no further root or row
  bool demand = false;    // other blocks had idle warps when last seen
  u32 nodes_to_look = 0;  // nodes since the last look at the stop word
  u64 sweeps = 0;   // this lane's
  u64 counted = 0;  // this lane's cliques

  __device__ __forceinline__ Worker(
      const Job& j, const Leaves& l, Sharing& s, u32 bytes, u32* all_stacks, u32 my_lane, u32 my_warp)
      : job(j), leaves(l), sharing(s), area_bytes(bytes), stacks(all_stacks), lane(my_lane), warp(my_warp) {
    if (lane < kTallies) {
      sharing.tally[warp][lane] = 0;
    }
    __syncwarp();
  }

  __device__ __forceinline__ u32 area_at(u32 which) const { return job.layout.warps + which * area_bytes; }
  __device__ __forceinline__ WarpArea& area_of(u32 which) const { return *shared_at<WarpArea>(area_at(which)); }
  __device__ __forceinline__ WarpArea& area() const { return area_of(warp); }
  __device__ __forceinline__ u32* stack() const { return stack_of(warp); }
  __device__ __forceinline__ u32* stack_of(u32 which) const { return stacks + which * job.stack_words; }

  // Whether to give up. Called after so many nodes by the whole warp.
  __device__ __forceinline__ bool nodes(u32 more) {
    tally(kNodes, more);
    nodes_to_look += more;
    if (nodes_to_look >= CliquePolicy::kNodesPerLook) {
      look();
    }
    return stopped;
  }
  // The same where nobody asks for gifts; weight: what the step costs, in nodes of a tile.
  __device__ __forceinline__ bool node(u32 weight = 1) {
    nodes_to_look += weight;
    if (nodes_to_look >= CliquePolicy::kNodesPerLook) {
      tally(kNodes, nodes_to_look);
      look();
    }
    return stopped;
  }
  // Of a step that looks at so many rows, so many words of each.
  __device__ __forceinline__ static u32 weight_of(u32 rows, u32 words) {
    const u64 weight = 1 + static_cast<u64>(rows) * words / CliquePolicy::kWordsPerNode;
    return weight < CliquePolicy::kNodesPerLook ? static_cast<u32>(weight) : CliquePolicy::kNodesPerLook;
  }
  __device__ __forceinline__ void look() {
    nodes_to_look = 0;
    const u32 word = job.stop == nullptr ? 0 : __shfl_sync(kFullWarp, read_volatile(job.stop), 0);
    paused = paused || word != 0;
    stopped = stopped || (word != 0 && word != CS_PAUSE);
  }

  // For the record, in shared memory: registers are for the search.
  __device__ __forceinline__ void tally(Counter what, u64 more) const {
    if (lane == 0) {
      sharing.tally[warp][what] += more;
    }
  }

  // Time without work does not count.
  __device__ __forceinline__ void waited(long long since) const { tally(kCycles, 0 - static_cast<u64>(clock64() - since)); }

  // A waiting warp, now ours to fill, or kNoId.
  __device__ __noinline__ u32 claim() const {
    u32 claimed = kNoId;
    if (lane == 0) {
      for (u32 waiting = read_volatile(&sharing.hungry); waiting != 0; waiting = read_volatile(&sharing.hungry)) {
        const u32 lowest = waiting & (0u - waiting);
        if (atomicAnd(&sharing.hungry, ~lowest) & lowest) {
          atomicAdd(&sharing.working, 1u);
          claimed = 31 - __clz(lowest);
          break;
        }
      }
    }
    return __shfl_sync(kFullWarp, claimed, 0);
  }
  __device__ __forceinline__ bool somebody_waits() const {
    return __shfl_sync(kFullWarp, read_volatile(&sharing.hungry), 0) != 0;
  }
  __device__ __noinline__ void deliver(u32 to, u32 kind, u32 held, u32 pivots, u32 size, u64 candidates) {
    __threadfence_block();
    __syncwarp();
    if (lane == 0) {
      Mail& mail = area_of(to).mail;
      mail.held = held;
      mail.pivots = pivots;
      mail.size = size;
      mail.candidates = candidates;
      __threadfence_block();
      *const_cast<volatile u32*>(&mail.kind) = kind;
    }
    __syncwarp();
    tally(kDonations, 1);
  }
  // Waits for mail; kNoMail once nobody can send any. The mail is taken when this warp next calls it.
  __device__ __forceinline__ MailKind receive() const {
    u32 kind = kNoMail;
    __syncwarp();
    if (lane == 0) {
      Mail& mail = area().mail;
      *const_cast<volatile u32*>(&mail.kind) = kNoMail;
      __threadfence_block();
      atomicOr(&sharing.hungry, 1u << warp);
      atomicSub(&sharing.working, 1u);
      for (;;) {
        kind = read_volatile(&mail.kind);
        if (kind != kNoMail) {
          break;
        }
        if (read_volatile(&sharing.working) == 0 && (atomicAnd(&sharing.hungry, ~(1u << warp)) >> warp & 1)) {
          break;
        }
        __nanosleep(200);
      }
      __threadfence_block();
    }
    __syncwarp();
    return static_cast<MailKind>(__shfl_sync(kFullWarp, kind, 0));
  }

  // An idle warp of any block, now ours to fill, or kNoId.
  __device__ __noinline__ u32 claim_anywhere() {
    u32 claimed = kNoId;
    if (lane == 0) {
      claimed = exchange_claim(job.exchange);
    }
    claimed = __shfl_sync(kFullWarp, claimed, 0);
    demand = claimed != kNoId;
    return claimed;
  }
  __device__ __noinline__ void send(u32 to, u32 vertices, u32 words, u32 held, u32 pivots, u64 candidates) const {
    __threadfence();
    __syncwarp();
    if (lane == 0) {
      Mailbox& box = job.exchange.mailboxes[to];
      box.vertices = vertices;
      box.words = words;
      box.held = held;
      box.pivots = pivots;
      box.candidates = candidates;
      __threadfence();
      *const_cast<volatile u32*>(&box.state) = kFull;
    }
    __syncwarp();
    tally(kDonations, 1);
  }
  // For a warp without anything to do: waits for a tile from anywhere, and puts it into its area. False: there will be none.
  __device__ __forceinline__ bool receive_from_anywhere(Mail& mail) const {
    const u32 number = job.exchange.first_warp + blockIdx.x * (blockDim.x >> 5) + warp;
    bool received = false;
    __syncwarp();
    if (lane == 0) {
      atomicSub(&sharing.at_work, 1u);
      received = exchange_wait(job.exchange, number, &sharing.at_work);
      if (received) {
        atomicAdd(&sharing.at_work, 1u);
      }
    }
    __syncwarp();
    if (__shfl_sync(kFullWarp, received, 0) == 0) {
      return false;
    }
    // Past this multiprocessor's cache, which may hold an earlier gift.
    const Mailbox& box = job.exchange.mailboxes[number];
    mail.size = __ldcg(&box.vertices);
    mail.held = __ldcg(&box.held);
    mail.pivots = __ldcg(&box.pivots);
    mail.candidates = __ldcg(&box.candidates);
    mail.kind = __ldcg(&box.words);
    for (u32 i = lane; i < mail.size * mail.kind; i += 32) {
      area().tile[i] = __ldcg(box.rows + i);
    }
    __syncwarp();
    return true;
  }

  __device__ __forceinline__ void publish(long long start) {
    tally(kCycles, static_cast<u64>(clock64() - start));
    add_warp_total(job.total, counted);
    add_warp_sum(job.counters + kSweeps, sweeps);
    look();
    __syncwarp();
    if (lane < kTallies && sharing.tally[warp][lane] != 0) {
      add_to(job.counters + lane, sharing.tally[warp][lane]);
    }
  }
};

}  // namespace cliquestream::cliques
