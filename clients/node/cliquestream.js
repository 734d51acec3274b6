// Publishes a graph of four names, asks for its largest clique and prints that: node cliquestream.js HOST:PORT
const { randomUUID } = require("node:crypto");
const { Kafka } = require("kafkajs");
const { crc32c } = require("./checksum.js");
const { headersOf, loadContract } = require("./contract.js");
const { partitionOf } = require("./partitioner.js");
const { nameList, pairs } = require("./payload.js");

async function main(broker) {
  const contract = await loadContract();
  const kafka = new Kafka({ clientId: "example", brokers: [broker], logLevel: 1 });
  const [admin, producer, consumer] = [kafka.admin(), kafka.producer(), kafka.consumer({ groupId: randomUUID() })];
  await Promise.all([admin.connect(), producer.connect(), consumer.connect()]);
  const { topics } = await admin.fetchTopicMetadata({ topics: ["graphs.v1"] });
  const [graphId, version, jobId] = ["from-node", Date.now(), randomUUID()];
  const partition = partitionOf(graphId, topics[0].partitions.length);
  const send = (topic, key, name, value) => {
    const headers = headersOf(`${key}-${jobId}`, name);
    return producer.send({ topic, acks: -1, messages: [{ key, partition, headers, value: contract.encode(name, value) }] });
  };
  // Vertex 0 is ann, vertex 1 bob; a graph this small is one chunk of edges and one of names.
  const [edges, names] = [pairs(0, 1, 1, 2, 2, 0, 2, 3), nameList("ann", "bob", "cy", "dan")];
  const totals = { graphId, version, chunkCount: 1, edgeCount: 4, payloadCrc32c: crc32c(edges) };
  const chunkOf = (payload) =>
    ({ graphId, version, sequence: 0, payload, uncompressedBytes: payload.length, crc32c: crc32c(payload) });
  await send("graphs.v1", `${graphId}/${version}/header`, "GraphRecord", { header: { ...totals, idWidth: 4, vertexBound: 4,
    encoding: "EDGE_ENCODING_PAIRS", compression: "COMPRESSION_NONE", payloadBytes: edges.length,
    nameCount: 4, nameChunkCount: 1, nameBytes: names.length, nameCrc32c: crc32c(names) } });
  await send("graphs.v1", `${graphId}/${version}/names-0`, "GraphRecord", { names: { ...chunkOf(names), nameCount: 4 } });
  await send("graphs.v1", `${graphId}/${version}/0`, "GraphRecord", { chunk: chunkOf(edges) });
  await send("graphs.v1", `${graphId}/${version}/commit`, "GraphRecord", { commit: totals });
  await send("jobs.v1", graphId, "JobRequest", { jobId, graphId, version: { exact: version }, maximumClique: {} });

  await consumer.subscribe({ topics: ["results.v1"], fromBeginning: true }); // Committed records alone.
  setTimeout(() => { console.error("no result within a minute"); process.exit(1); }, 60_000).unref();
  const result = await new Promise((resolve, reject) => consumer.run({ eachMessage: async ({ message }) => {
    const { result } = contract.decode("ResultRecord", message.value);
    if (result && result.jobId === jobId) result.failure ? reject(new Error(result.failure.message)) : resolve(result);
  } }));
  const called = new Map(result.names.vertices.map((id, i) => [String(id), result.names.names[i]]));
  console.log(result.maximumClique.cliques[0].vertices.map((id) => called.get(String(id))).join(" "));
  await Promise.all([admin.disconnect(), producer.disconnect(), consumer.disconnect()]);
}

main(process.argv[2]).catch((failure) => { console.error(failure.message); process.exit(1); });
