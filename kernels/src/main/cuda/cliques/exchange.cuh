// Work for warps that have run out of it, wherever they are.
//
// A tile is all that a subtree of it needs, so any warp can take one over: of another block, of another class of roots. A
// warp that finds nothing left to do enters the queue of the idle and waits at its mailbox; a working warp that learns of
// idle ones takes the first off the queue, writes tile and node to its mailbox, and goes on with the rest of its own tree.
//
//   mailbox  kAway -> kWaiting (its owner, then enters the queue) -> kClaimed (a donor, off the queue) -> kFull -> kAway
//   working  warps that may still give: raised by a block for its warps when it begins, lowered by a warp before it waits,
//            raised by the donor for the warp it claims. At 0 nothing can come any more and all leave.
//
// Warps that wait hold a part of the device. As long as blocks of this launch have not begun, a block of which no warp
// works any more ends: that makes room for them, and they become helpers themselves. One that still works holds its part
// anyhow, so its other warps wait for gifts, from it above all. A warp leaves by turning kWaiting into kAway; a donor that
// finds it so has found nobody. Nothing here waits for a warp that is not running: the only spins are for an entry of the
// queue whose owner, or whose claimer, is between two instructions.
#pragma once

#include "cliques/policy.cuh"
#include "common/clock.cuh"

namespace cliquestream::cliques {

enum MailboxState : u32 { kAway, kWaiting, kClaimed, kFull };

struct alignas(64) Mailbox {
  u32 state;
  u32 vertices;  // of the tile
  u32 words;     // of a row
  u32 held;
  u32 pivots;
  u64 candidates;
  u32 rows[2 * CliquePolicy::kTile];
};

// In device memory, 0 when a launch begins.
struct alignas(16) Exchange {
  u32 first;    // of the queue
  u32 end;
  u32 working;
  u32 begun;    // blocks
};

// What a launch knows about it.
struct ExchangeView {
  Exchange* shared;
  u32* queue;         // as many places as warps, a power of two: turn of the queue and number of a warp + 1, or 0
  u32 queue_mask;
  u32 blocks;         // of all classes
  u32 first_warp;     // number of this class's first warp
  Mailbox* mailboxes; // one a warp
};

__device__ __forceinline__ void exchange_enter(const ExchangeView& exchange, u32 warps) {
  atomicAdd(&exchange.shared->working, warps);
  __threadfence();
  atomicAdd(&exchange.shared->begun, 1u);
}

// First and end of the queue, and what they say.
__device__ __forceinline__ u64 exchange_queue(const ExchangeView& exchange) {
  return *reinterpret_cast<const volatile u64*>(&exchange.shared->first);
}
__device__ __forceinline__ bool exchange_has_idle(u64 queue) {
  return static_cast<int>(static_cast<u32>(queue >> 32) - static_cast<u32>(queue)) > 0;
}

// An entry of the queue says in which turn of its places it was made, so that nobody takes what somebody slower has
// claimed, and no entry is written over another.
constexpr u32 kEntryBits = 16;
__device__ __forceinline__ u32 turn_of(const ExchangeView& exchange, u32 at) {
  return at >> __popc(exchange.queue_mask) << kEntryBits;
}

// The rest is for one lane of a warp.

// A waiting warp, now the caller's to write to; kNoId: none.
__device__ __forceinline__ u32 exchange_claim(const ExchangeView& exchange) {
  const u32 first = read_volatile(&exchange.shared->first);
  if (static_cast<int>(read_volatile(&exchange.shared->end) - first) <= 0 ||
      atomicCAS(&exchange.shared->first, first, first + 1) != first) {
    return kNoId;
  }
  u32* place = exchange.queue + (first & exchange.queue_mask);
  u32 entry;
  do {
    entry = read_volatile(place);
  } while (entry == 0 || (entry ^ turn_of(exchange, first)) >> kEntryBits != 0 || atomicCAS(place, entry, 0) != entry);
  const u32 number = (entry & ((1u << kEntryBits) - 1)) - 1;
  atomicAdd(&exchange.shared->working, 1u);
  if (atomicCAS(&exchange.mailboxes[number].state, kWaiting, kClaimed) != kWaiting) {
    atomicSub(&exchange.shared->working, 1u);
    return kNoId;
  }
  return number;
}

// Waits at the mailbox of the warp of that number. at_work: warps of its block that work, without it. False: nothing can
// come any more, or the block had better end.
__device__ __forceinline__ bool exchange_wait(const ExchangeView& exchange, u32 number, const u32* at_work) {
  Mailbox& box = exchange.mailboxes[number];
  *const_cast<volatile u32*>(&box.state) = kWaiting;
  __threadfence();
  const u32 at = atomicAdd(&exchange.shared->end, 1u);
  while (atomicCAS(exchange.queue + (at & exchange.queue_mask), 0u, turn_of(exchange, at) | (number + 1)) != 0) {
    __nanosleep(20);  // whoever claimed the entry of the turn before is between two instructions
  }
  atomicSub(&exchange.shared->working, 1u);
  for (u32 pause = CliquePolicy::kLeastPause;;) {
    if (read_volatile(&box.state) == kFull) {
      __threadfence();
      return true;
    }
    const bool useless = read_volatile(&exchange.shared->working) == 0 ||
        (read_volatile(at_work) == 0 && read_volatile(&exchange.shared->begun) < exchange.blocks);
    if (useless && atomicCAS(&box.state, kWaiting, kAway) == kWaiting) {
      return false;
    }
    __nanosleep(pause);
    pause = pause < CliquePolicy::kMostPause ? 2 * pause : pause;
  }
}

}  // namespace cliquestream::cliques
