package io.cliquestream.cli.campaign;

import io.cliquestream.contract.HeaderNames;
import io.cliquestream.contract.Topics;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.TriangleCount;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Sends records that no service can use, as a careless or hostile producer would. */
final class Poison implements AutoCloseable {
  private static final int KINDS = 5;
  private static final int LONG_HEADER = 1_048_400;
  private static final int LARGEST_REQUEST = 1 << 29;

  private final Topics topics;
  private final String graphId;
  private final Random random;
  private final KafkaProducer<byte[], byte[]> producer;
  private int sent;

  Poison(String bootstrap, Topics topics, String graphId, long seed) {
    this.topics = topics;
    this.graphId = graphId;
    this.random = new Random(seed);
    Map<String, Object> settings = new HashMap<>();
    settings.put("bootstrap.servers", bootstrap);
    settings.put("compression.type", "zstd");
    settings.put("max.request.size", LARGEST_REQUEST);
    settings.put("buffer.memory", (long) LARGEST_REQUEST);
    settings.put("delivery.timeout.ms", 300_000);
    producer = new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
  }

  /** The next kind of unusable record, in turn. */
  void send() {
    int number = sent++;
    switch (number % KINDS) {
      case 0 -> send(topics.jobs(), noise());
      case 1 -> sendLongHeader(number);
      case 2 -> send(topics.control(), noise());
      case 3 -> send(topics.graphs(), noise());
      default ->
          send(
              topics.jobs(),
              JobRequest.newBuilder()
                  .setJobId("poison-" + number)
                  .setGraphId(graphId)
                  .build()
                  .toByteArray());
    }
  }

  /** A record of zeros that is small on the wire and large in memory. */
  void sendBomb() {
    send(topics.graphs(), new byte[CampaignPlan.BOMB_BYTES]);
  }

  private void sendLongHeader(int number) {
    byte[] value =
        JobRequest.newBuilder()
            .setJobId("poison-" + number)
            .setGraphId(graphId)
            .setTriangleCount(TriangleCount.getDefaultInstance())
            .build()
            .toByteArray();
    var record = new ProducerRecord<>(topics.jobs(), key(), value);
    record.headers().add(HeaderNames.TRACE_PARENT, new byte[LONG_HEADER]);
    var _ = producer.send(record);
  }

  private void send(String topic, byte[] value) {
    // Whether it arrives is no matter: it counts for what it does there.
    var _ = producer.send(new ProducerRecord<>(topic, key(), value));
  }

  private byte[] key() {
    return graphId.getBytes(StandardCharsets.UTF_8);
  }

  private byte[] noise() {
    byte[] noise = new byte[1 + random.nextInt(2_000)];
    random.nextBytes(noise);
    return noise;
  }

  @Override
  public void close() {
    producer.close();
  }
}
