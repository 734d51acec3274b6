package main

import "github.com/Shopify/sarama"

// connect must agree with proto/README.md: records with headers, partitions that the producer names (a key of graphs.v1 is
// longer than the graph id), every copy written before the next record goes out, and only committed results read.
func connect(broker string) (sarama.Client, func(*sarama.ProducerMessage)) {
	config := sarama.NewConfig()
	config.Version = sarama.V2_1_0_0
	config.Producer.Partitioner = sarama.NewManualPartitioner
	config.Producer.RequiredAcks = sarama.WaitForAll
	config.Producer.Return.Successes = true
	config.Consumer.IsolationLevel = sarama.ReadCommitted
	client := must(sarama.NewClient([]string{broker}, config))
	producer := must(sarama.NewSyncProducerFromClient(client))
	return client, func(record *sarama.ProducerMessage) {
		_, _, failure := producer.SendMessage(record)
		must(0, failure)
	}
}
