/*
 * What all of libcliquestream_cuda shares: status, layouts, pairs, slices of a launch. The rules of cliquestream_cuda.h
 * hold here too.
 */
#ifndef CLIQUESTREAM_TYPES_H
#define CLIQUESTREAM_TYPES_H

#include <stdint.h>

#define CS_ABI_VERSION 8

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

/* A cudaStream_t and a cudaEvent_t, spelled so that callers need no CUDA header. */
typedef struct CUstream_st* cs_stream;
typedef struct CUevent_st* cs_event;

typedef enum cs_status {
  CS_OK = 0,
  CS_INVALID_ARGUMENT = -1, /* a null pointer, a bound exceeded */
  CS_WORKSPACE_TOO_SMALL = -2,
  CS_UNSUPPORTED = -3, /* a size past the documented bounds of a kernel */
  CS_INCOMPLETE = -4   /* a count of which a part was not done: it must not be used as one */
} cs_status;

/* One undirected edge as it arrives: either direction, loops and duplicates allowed. */
typedef struct cs_pair {
  uint32_t first;
  uint32_t second;
} cs_pair;

/* Two words, eight bytes aligned: CUDA's uint2. */
typedef struct cs_two_words {
  uint32_t x;
  uint32_t y;
} cs_two_words;

int32_t cs_abi_version(void);

/* Most shared memory that a block is given, static and dynamic together, 48 KiB at least; 0: what the device allows. All
 * sizes and ways follow from it, so it is set before anything is asked of this library, and nothing that was sized
 * before runs after. The environment's CLIQUESTREAM_SHARED_MEMORY_LIMIT is the value a process begins with. */
int32_t cs_set_shared_memory_limit(uint64_t bytes);

/* Where a field of a record of these headers lies; an empty field stands for the record itself. */
typedef struct cs_layout {
  const char* record;
  const char* field;
  uint64_t offset;
  uint64_t bytes;
} cs_layout;

/* Every record and field of the headers; returns their number. The table lives as long as the library. */
uint64_t cs_layouts(const cs_layout** out);

/* ------------------------------------------------------------------------------------------------------------
 * Slices: every counting kernel works through its items in order, and a launch may be given a part of them.
 * ---------------------------------------------------------------------------------------------------------- */
typedef struct cs_slice {
  uint32_t index; /* this launch does slice index of count; the slices of one count are disjoint and complete */
  uint32_t count; /* at least 1 */
  const uint32_t* stop; /* device word or null: blocks take no further item once it is not 0; CS_PAUSE: see resume */
  uint64_t* done;       /* device counter or null: grows by the units of work that are finished */
  uint32_t parts; /* 2 or more: a slice of count / parts is cut again, into index, index + count / parts, ...; else 0 */
  uint32_t spared; /* k-cliques in total: one in so many multiprocessors is left to others. By cs_clique_count the rest has a
                      block each, and kernels follow one another on the main stream; 0: none is */
  uint32_t resume; /* k-cliques, by cs_clique_count: while the stop word is CS_PAUSE, what is begun is finished and no other
                      root or row is begun, so that the launch ends soon with nothing lost. The same slice once more with
                      resume = 1, and the word at 0, does what is left, if anything is; else 0. 4-cliques by orientation do not
                      heed a pause. The same by cs_clique_local_count, whose trees stop where they are */
  uint32_t reserved; /* 0 */
} cs_slice;
#define CS_PAUSE 2u

/* Proof that a count is whole. Every family has a function cs_*_units that writes to a device word how many units all
 * slices together have; *done, 0 before the first slice, has to reach it, and the stop word must not be up. */
typedef struct cs_completion {
  uint64_t done;
  uint64_t units;
  uint32_t stopped;
  uint32_t reserved; /* 0 */
} cs_completion;

/* Fills *host_completion (pinned) once the stream gets there. stop may be null. */
int32_t cs_completion_collect(
    const uint64_t* done,
    const uint64_t* units,
    const uint32_t* stop,
    cs_completion* host_completion,
    cs_stream stream);
/* CS_OK or CS_INCOMPLETE. */
int32_t cs_completion_status(const cs_completion* completion);

/* Streams on which one launch may run its classes side by side. side[i] may be null: all on the main stream. */
typedef struct cs_lanes {
  cs_stream main;
  cs_stream side[3];
  cs_event fork;
  cs_event join[3];
} cs_lanes;

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
