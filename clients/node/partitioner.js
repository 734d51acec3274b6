// Must agree with murmur2 of Kafka's Java client: of the graph id on graphs, jobs and changes, of the job id elsewhere.
exports.partitionOf = (id, partitions) => {
  const data = Buffer.from(id), m = 0x5bd1e995, whole = data.length & ~3;
  let h = 0x9747b28c ^ data.length;
  for (let i = 0; i < whole; i += 4) {
    const k = Math.imul(data.readInt32LE(i), m);
    h = Math.imul(h, m) ^ Math.imul(k ^ (k >>> 24), m);
  }
  for (let i = data.length - 1; i >= whole; i--) h ^= data[i] << (8 * (i - whole));
  if (whole < data.length) h = Math.imul(h, m);
  h = Math.imul(h ^ (h >>> 13), m);
  return ((h ^ (h >>> 15)) & 0x7fffffff) % partitions;
};
