// Kernels for the tests of the Java runtime, loaded by name: they fill, spin, meet, obey a stop, and fault.
#include <cstdint>

namespace {
__device__ __forceinline__ uint64_t nanoseconds() {
  uint64_t time;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time));
  return time;
}
__device__ __forceinline__ uint32_t look(const uint32_t* word) {
  return *reinterpret_cast<const volatile uint32_t*>(word);
}
}  // namespace

// words[i] = i * factor + addend, repeated so that the kernel takes a while.
extern "C" __global__ void fill(uint32_t* words, uint64_t count, uint32_t factor, uint32_t addend, uint32_t rounds) {
  for (uint32_t round = 0; round < rounds; round++) {
    for (uint64_t i = static_cast<uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count;
         i += static_cast<uint64_t>(gridDim.x) * blockDim.x) {
      reinterpret_cast<volatile uint32_t*>(words)[i] = static_cast<uint32_t>(i) * factor + addend;
    }
  }
}

// Every block works until the stop word is set or the time is over; *left says how many blocks were stopped.
extern "C" __global__ void work_until_stopped(const uint32_t* stop, uint64_t limit_nanos, uint32_t* stopped) {
  const uint64_t start = nanoseconds();
  while (nanoseconds() - start < limit_nanos) {
    if (look(stop) != 0) {
      if (threadIdx.x == 0) {
        atomicAdd(stopped, 1u);
      }
      return;
    }
    __nanosleep(500);
  }
}

// Says "here" and waits until as many as expected are here: 1 in *met if they were, before the time was over.
extern "C" __global__ void meet(uint32_t* here, uint32_t expected, uint64_t limit_nanos, uint32_t* met) {
  atomicAdd(here, 1u);
  const uint64_t start = nanoseconds();
  while (look(here) < expected && nanoseconds() - start < limit_nanos) {
    __nanosleep(1000);
  }
  *met = look(here) >= expected ? 1u : 0u;
}

// A slice of a long job: the items index, index + count, ... below items, each block one at a time. Item i adds i + 1
// to *sum and 1 to *done, and takes item_nanos.
extern "C" __global__ void slice_of_sum(
    uint32_t index, uint32_t count, uint64_t items, uint64_t item_nanos, const uint32_t* stop, uint64_t* done,
    uint64_t* sum) {
  for (uint64_t item = index + static_cast<uint64_t>(count) * blockIdx.x; item < items;
       item += static_cast<uint64_t>(count) * gridDim.x) {
    if (look(stop) != 0) {
      return;
    }
    const uint64_t start = nanoseconds();
    while (nanoseconds() - start < item_nanos) {
    }
    if (threadIdx.x == 0) {
      atomicAdd(reinterpret_cast<unsigned long long*>(sum), static_cast<unsigned long long>(item + 1));
      atomicAdd(reinterpret_cast<unsigned long long*>(done), 1ull);
    }
    __syncthreads();
  }
}

// Breaks the context on purpose: 0 writes to an address nobody owns, 1 traps, 2 reads a misaligned word.
extern "C" __global__ void fault(uint32_t kind, uint32_t* valid) {
  if (kind == 0) {
    *reinterpret_cast<volatile uint32_t*>(16) = 1;
  } else if (kind == 1) {
    asm volatile("trap;");
  } else {
    *valid = *reinterpret_cast<volatile uint32_t*>(reinterpret_cast<char*>(valid) + 1);
  }
}
