// Must agree with EDGE_ENCODING_PAIRS of graph.proto: little-endian ids of id_width bytes, here 4, two an edge.
exports.pairs = (...ids) => {
  const payload = Buffer.alloc(4 * ids.length);
  ids.forEach((id, i) => payload.writeUInt32LE(id, 4 * i));
  return payload;
};

// Must agree with SnapshotNames of graph.proto: before each name the number of its bytes of UTF-8 as a varint.
exports.nameList = (...names) => {
  const listed = names.flatMap((name) => {
    const bytes = Buffer.from(name), size = bytes.length; // At most 1,024, so two bytes of a varint hold it.
    return [Buffer.from(size < 128 ? [size] : [(size & 127) | 128, size >> 7]), bytes];
  });
  return Buffer.concat(listed);
};
