package main

import (
	"encoding/json"
	"fmt"
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

func must[T any](value T, failure error) T {
	if failure != nil {
		log.Fatal(failure)
	}
	return value
}

// The contract's messages, read from protoc's descriptors: what generated code does elsewhere.
type contract struct{ messages *protoregistry.Files }

func readContract(folder string) contract {
	set := filepath.Join(must(os.MkdirTemp("", "cliquestream")), "contract")
	defer os.RemoveAll(filepath.Dir(set))
	files := must(filepath.Glob(filepath.Join(folder, "cliquestream/v1/*.proto")))
	must(exec.Command("protoc", append(files, "--proto_path="+folder, "--descriptor_set_out="+set)...).Output())
	var descriptors descriptorpb.FileDescriptorSet
	must(0, proto.Unmarshal(must(os.ReadFile(set)), &descriptors))
	return contract{must(protodesc.NewFiles(&descriptors))}
}

func (known contract) empty(name string) *dynamicpb.Message {
	found := must(known.messages.FindDescriptorByName(protoreflect.FullName("cliquestream.v1." + name)))
	return dynamicpb.NewMessage(found.(protoreflect.MessageDescriptor))
}

// record is one of the contract, of a message that is written as text; its headers are CloudEvents 1.0 in binary mode.
func (known contract) record(topic string, partition int32, key, name, text string) *sarama.ProducerMessage {
	message := known.empty(name)
	must(0, prototext.Unmarshal([]byte(text), message))
	record := &sarama.ProducerMessage{Topic: topic, Partition: partition, Key: sarama.StringEncoder(key),
		Value: sarama.ByteEncoder(must(proto.Marshal(message)))}
	id := fmt.Sprintf("%s-%d", key, time.Now().UnixNano())
	headers := []string{"ce_id", id, "ce_source", "/example/go", "ce_type", "cliquestream.v1." + name, "ce_specversion", "1.0",
		"ce_time", time.Now().UTC().Format(time.RFC3339), "content-type", "application/protobuf"}
	for i := 0; i < len(headers); i += 2 {
		record.Headers = append(record.Headers, sarama.RecordHeader{Key: []byte(headers[i]), Value: []byte(headers[i+1])})
	}
	return record
}

// The part of a JobResult that the client reads.
type result struct {
	JobId         string
	Failure       *struct{ Code, Message string }
	MaximumClique struct{ Cliques []struct{ Vertices []string } }
	Names         struct{ Vertices, Names []string }
}

// decode gives the result in a record of results.v1; an empty one if it is a page.
func (known contract) decode(value []byte) result {
	record := known.empty("ResultRecord")
	must(0, proto.Unmarshal(value, record))
	var said struct{ Result result }
	must(0, json.Unmarshal(must(protojson.Marshal(record)), &said))
	return said.Result
}

// clique gives the names of the largest clique, or ends with why there is none.
func (found result) clique() string {
	if found.Failure != nil {
		log.Fatal(found.Failure.Code, ": ", found.Failure.Message)
	}
	called := map[string]string{}
	for i, id := range found.Names.Vertices {
		called[id] = found.Names.Names[i]
	}
	var clique []string
	for _, id := range found.MaximumClique.Cliques[0].Vertices {
		clique = append(clique, called[id])
	}
	return strings.Join(clique, " ")
}
