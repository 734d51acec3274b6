// Must agree with RFC 3720's CRC-32C (Castagnoli), of a chunk as carried and of all payloads in sequence.
exports.crc32c = (data) => {
  let crc = -1;
  for (const byte of data) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0x82f63b78 : 0);
  }
  return ~crc >>> 0;
};
