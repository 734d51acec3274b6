// Publishes a graph of four names, asks for its largest clique and prints that: node cliquestream.js HOST:PORT
const { randomUUID } = require("node:crypto");
const path = require("node:path");
const { Kafka } = require("kafkajs");
const protobuf = require("protobufjs");

// Kafka's murmur2 with the sign bit cleared, modulo the partitions.
function partitionOf(id, partitions) {
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
}

function crc32c(data) {
  let crc = -1;
  for (const byte of data) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0x82f63b78 : 0);
  }
  return ~crc >>> 0;
}

async function main(broker) {
  const contract = new protobuf.Root();
  contract.resolvePath = (_, file) => path.join(__dirname, "../../proto/src/main/proto", file);
  await contract.load(["graph", "job", "result"].map((name) => `cliquestream/v1/${name}.proto`));
  const type = (name) => contract.lookupType("cliquestream.v1." + name);
  const kafka = new Kafka({ clientId: "example", brokers: [broker], logLevel: 1 });
  const [admin, producer, consumer] = [kafka.admin(), kafka.producer(), kafka.consumer({ groupId: randomUUID() })];
  await Promise.all([admin.connect(), producer.connect(), consumer.connect()]);
  const { topics } = await admin.fetchTopicMetadata({ topics: ["graphs.v1"] });

  const [graphId, version, jobId] = ["from-node", Date.now(), randomUUID()];
  const partition = partitionOf(graphId, topics[0].partitions.length);
  const send = (topic, key, name, value) => {
    const headers = { ce_id: key + "-" + jobId, ce_source: "/example/node", ce_type: "cliquestream.v1." + name,
      ce_specversion: "1.0", ce_time: new Date().toISOString(), "content-type": "application/protobuf" };
    const record = { key, partition, headers, value: type(name).encode(type(name).fromObject(value)).finish() };
    return producer.send({ topic, acks: -1, messages: [record] });
  };
  const payload = Buffer.from(Uint32Array.of(0, 1, 1, 2, 2, 0, 2, 3).buffer); // Little-endian pairs.
  const names = Buffer.concat(["ann", "bob", "cy", "dan"].flatMap((name) => [Buffer.of(name.length), Buffer.from(name)]));
  const totals = { graphId, version, chunkCount: 1, edgeCount: 4, payloadCrc32c: crc32c(payload) };
  await send("graphs.v1", `${graphId}/${version}/header`, "GraphRecord", { header: { ...totals, idWidth: 4, vertexBound: 4,
    encoding: "EDGE_ENCODING_PAIRS", compression: "COMPRESSION_NONE", payloadBytes: payload.length,
    nameCount: 4, nameChunkCount: 1, nameBytes: names.length, nameCrc32c: crc32c(names) } });
  await send("graphs.v1", `${graphId}/${version}/names-0`, "GraphRecord", { names: { graphId, version, sequence: 0, payload: names,
    uncompressedBytes: names.length, crc32c: crc32c(names), nameCount: 4 } });
  await send("graphs.v1", `${graphId}/${version}/0`, "GraphRecord", { chunk: { graphId, version, sequence: 0, payload,
    uncompressedBytes: payload.length, crc32c: crc32c(payload) } });
  await send("graphs.v1", `${graphId}/${version}/commit`, "GraphRecord", { commit: totals });
  await send("jobs.v1", graphId, "JobRequest", { jobId, graphId, version: { exact: version }, maximumClique: {} });

  await consumer.subscribe({ topics: ["results.v1"], fromBeginning: true }); // Committed records alone.
  const result = await new Promise((resolve, reject) => consumer.run({ eachMessage: async ({ message }) => {
    const { result } = type("ResultRecord").decode(message.value);
    if (result && result.jobId === jobId) result.failure ? reject(new Error(result.failure.message)) : resolve(result);
  } }));
  const called = new Map(result.names.vertices.map((id, i) => [String(id), result.names.names[i]]));
  console.log(result.maximumClique.cliques[0].vertices.map((id) => called.get(String(id))).join(" "));
  await Promise.all([admin.disconnect(), producer.disconnect(), consumer.disconnect()]);
}

if (require.main === module) {
  main(process.argv[2]).catch((failure) => { console.error(failure.message); process.exit(1); });
}
module.exports = { partitionOf, crc32c };
