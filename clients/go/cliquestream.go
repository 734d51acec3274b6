// Publishes a graph of four names, asks for its largest clique and prints that: go run ./clients/go HOST:PORT
package main

import (
	"fmt"
	"log"
	"os"
	"time"

	"github.com/Shopify/sarama"
)

func main() {
	client, write := connect(os.Args[1])
	messages := readContract("proto/src/main/proto")
	graph, version, job := "from-go", time.Now().UnixMilli(), fmt.Sprintf("go-%d", time.Now().UnixNano())
	partition := partitionOf(graph, len(must(client.Partitions("graphs.v1"))))
	send := func(topic, key, message, format string, values ...any) {
		write(messages.record(topic, partition, key, message, fmt.Sprintf(format, values...)))
	}
	// Vertex 0 is ann, vertex 1 bob; a graph this small is one chunk of edges and one of names.
	edges, names := pairs(0, 1, 1, 2, 2, 0, 2, 3), nameList("ann", "bob", "cy", "dan")
	prefix, named := fmt.Sprintf("%s/%d/", graph, version), fmt.Sprintf("graph_id: %q version: %d", graph, version)
	send("graphs.v1", prefix+"header", "GraphRecord", `header { %s id_width: 4 vertex_bound: 4 edge_count: 4 chunk_count: 1
		encoding: EDGE_ENCODING_PAIRS compression: COMPRESSION_NONE payload_bytes: %d payload_crc32c: %d name_count: 4
		name_chunk_count: 1 name_bytes: %d name_crc32c: %d }`, named, len(edges), crc32c(edges), len(names), crc32c(names))
	send("graphs.v1", prefix+"names-0", "GraphRecord", `names { %s sequence: 0 payload: %q uncompressed_bytes: %d crc32c: %d
		name_count: 4 }`, named, names, len(names), crc32c(names))
	send("graphs.v1", prefix+"0", "GraphRecord", `chunk { %s sequence: 0 payload: %q uncompressed_bytes: %d crc32c: %d }`,
		named, edges, len(edges), crc32c(edges))
	send("graphs.v1", prefix+"commit", "GraphRecord", `commit { %s chunk_count: 1 edge_count: 4 payload_crc32c: %d }`,
		named, crc32c(edges))

	// Results come on the partition of the job id, from here on.
	results := partitionOf(job, len(must(client.Partitions("results.v1"))))
	end := must(client.GetOffset("results.v1", results, sarama.OffsetNewest))
	consumer := must(must(sarama.NewConsumerFromClient(client)).ConsumePartition("results.v1", results, end))
	send("jobs.v1", graph, "JobRequest", `job_id: %q graph_id: %q version { exact: %d } maximum_clique { }`, job, graph, version)
	time.AfterFunc(time.Minute, func() { log.Fatal("no result within a minute") })
	for message := range consumer.Messages() {
		if result := messages.decode(message.Value); result.JobId == job {
			fmt.Println(result.clique())
			return
		}
	}
}
