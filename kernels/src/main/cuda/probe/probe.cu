// The kernel that Java loads by name and runs before it trusts a device with a job: whether the driver accepts this
// build's code, launches it on every multiprocessor, and what arithmetic, atomics and memory then give is known to the
// host beforehand.

// Thread i adds the i-th number of the splitmix64 sequence of `seed` (Steele, Lea, Flood 2014) to *sum.
extern "C" __global__ void cs_probe(unsigned long long seed, unsigned long long *sum) {
  unsigned long long at = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
  unsigned long long value = seed + (at + 1) * 0x9e3779b97f4a7c15ULL;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9ULL;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebULL;
  atomicAdd(sum, value ^ (value >> 31));
}
