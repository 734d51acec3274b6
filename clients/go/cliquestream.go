// Publishes a graph of four names, asks for its largest clique and prints that: cliquestream HOST:PORT
package main

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/Shopify/sarama"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/encoding/prototext"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"
)

// Kafka's murmur2 with the sign bit cleared, modulo the partitions.
func partitionOf(id string, partitions int) int32 {
	const m = 0x5bd1e995
	data := []byte(id)
	h := 0x9747b28c ^ uint32(len(data))
	for ; len(data) >= 4; data = data[4:] {
		k := binary.LittleEndian.Uint32(data) * m
		h = h*m ^ (k^k>>24)*m
	}
	for i := len(data) - 1; i >= 0; i-- {
		h ^= uint32(data[i]) << (8 * i)
	}
	if len(data) > 0 {
		h *= m
	}
	h = (h ^ h>>13) * m
	return int32((h^h>>15)&0x7fffffff) % int32(partitions)
}

func crc32c(data []byte) uint32 { return crc32.Checksum(data, crc32.MakeTable(crc32.Castagnoli)) }

func must[T any](value T, failure error) T {
	if failure != nil {
		log.Fatal(failure)
	}
	return value
}

// The contract's messages, read from protoc's descriptors: no generated code.
func contract(folder string) *protoregistry.Files {
	set := filepath.Join(must(os.MkdirTemp("", "cliquestream")), "contract")
	defer os.RemoveAll(filepath.Dir(set))
	files := must(filepath.Glob(filepath.Join(folder, "cliquestream/v1/*.proto")))
	must(exec.Command("protoc", append(files, "--proto_path="+folder, "--descriptor_set_out="+set)...).Output())
	var descriptors descriptorpb.FileDescriptorSet
	must(0, proto.Unmarshal(must(os.ReadFile(set)), &descriptors))
	return must(protodesc.NewFiles(&descriptors))
}

func main() {
	messages := contract("proto/src/main/proto")
	empty := func(name string) *dynamicpb.Message {
		found := must(messages.FindDescriptorByName(protoreflect.FullName("cliquestream.v1." + name)))
		return dynamicpb.NewMessage(found.(protoreflect.MessageDescriptor))
	}
	config := sarama.NewConfig()
	config.Version = sarama.V2_1_0_0
	config.Producer.RequiredAcks = sarama.WaitForAll
	config.Producer.Return.Successes = true
	config.Producer.Partitioner = sarama.NewManualPartitioner
	config.Consumer.IsolationLevel = sarama.ReadCommitted
	client := must(sarama.NewClient(os.Args[1:2], config))
	producer := must(sarama.NewSyncProducerFromClient(client))

	graph, version := "from-go", time.Now().UnixMilli()
	job := fmt.Sprintf("go-%d", time.Now().UnixNano())
	partition := partitionOf(graph, len(must(client.Partitions("graphs.v1"))))
	send := func(topic, key, name, text string, values ...any) {
		message := empty(name)
		must(0, prototext.Unmarshal([]byte(fmt.Sprintf(text, values...)), message))
		record := &sarama.ProducerMessage{Topic: topic, Partition: partition, Key: sarama.StringEncoder(key),
			Value: sarama.ByteEncoder(must(proto.Marshal(message)))}
		headers := []string{"ce_id", key + "-" + job, "ce_source", "/example/go", "ce_type", "cliquestream.v1." + name,
			"ce_specversion", "1.0", "ce_time", time.Now().UTC().Format(time.RFC3339), "content-type", "application/protobuf"}
		for i := 0; i < len(headers); i += 2 {
			record.Headers = append(record.Headers, sarama.RecordHeader{Key: []byte(headers[i]), Value: []byte(headers[i+1])})
		}
		_, _, failure := producer.SendMessage(record)
		must(0, failure)
	}
	var payload []byte // Little-endian pairs of 32 bits.
	for _, id := range []uint32{0, 1, 1, 2, 2, 0, 2, 3} {
		payload = binary.LittleEndian.AppendUint32(payload, id)
	}
	names := "\x03ann\x03bob\x02cy\x03dan" // Each with its length before it.
	namesCrc := crc32c([]byte(names))
	crc, prefix := crc32c(payload), fmt.Sprintf("%s/%d/", graph, version)
	named := fmt.Sprintf("graph_id: %q version: %d ", graph, version)
	send("graphs.v1", prefix+"header", "GraphRecord", `header { %s id_width: 4 vertex_bound: 4 edge_count: 4 chunk_count: 1
		encoding: EDGE_ENCODING_PAIRS compression: COMPRESSION_NONE payload_bytes: %d payload_crc32c: %d
		name_count: 4 name_chunk_count: 1 name_bytes: %d name_crc32c: %d }`, named, len(payload), crc, len(names), namesCrc)
	send("graphs.v1", prefix+"names-0", "GraphRecord", `names { %s payload: %q uncompressed_bytes: %d crc32c: %d name_count: 4 }`,
		named, names, len(names), namesCrc)
	send("graphs.v1", prefix+"0", "GraphRecord", `chunk { %s payload: %q uncompressed_bytes: %d crc32c: %d }`,
		named, payload, len(payload), crc)
	send("graphs.v1", prefix+"commit", "GraphRecord", `commit { %s chunk_count: 1 edge_count: 4 payload_crc32c: %d }`, named, crc)

	results := partitionOf(job, len(must(client.Partitions("results.v1"))))
	end := must(client.GetOffset("results.v1", results, sarama.OffsetNewest))
	send("jobs.v1", graph, "JobRequest", `job_id: %q graph_id: %q version { exact: %d } maximum_clique { }`, job, graph, version)
	consumer := must(must(sarama.NewConsumerFromClient(client)).ConsumePartition("results.v1", results, end))
	for {
		select {
		case message := <-consumer.Messages():
			record := empty("ResultRecord")
			must(0, proto.Unmarshal(message.Value, record))
			var said struct {
				Result struct {
					JobId         string
					MaximumClique struct{ Cliques []struct{ Vertices []string } }
					Names         struct{ Vertices, Names []string }
				}
			}
			must(0, json.Unmarshal(must(protojson.Marshal(record)), &said))
			if said.Result.JobId == job {
				called := map[string]string{}
				for i, id := range said.Result.Names.Vertices {
					called[id] = said.Result.Names.Names[i]
				}
				var clique []string
				for _, id := range said.Result.MaximumClique.Cliques[0].Vertices {
					clique = append(clique, called[id])
				}
				fmt.Println(strings.Join(clique, " "))
				return
			}
		case <-time.After(time.Minute):
			log.Fatal("no result within a minute")
		}
	}
}
