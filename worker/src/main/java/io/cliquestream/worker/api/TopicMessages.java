package io.cliquestream.worker.api;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.cliquestream.contract.Topics;
import io.cliquestream.v1.ChangeRecord;
import io.cliquestream.v1.GraphRecord;
import io.cliquestream.v1.JobControl;
import io.cliquestream.v1.JobRequest;
import java.util.Optional;

/** What the values of topics that people and programs write to are. */
public final class TopicMessages {
  private TopicMessages() {}

  /** A topic's value decoded; empty where it is none of its messages. */
  public static Optional<Message> decode(Topics topics, String topic, byte[] value) {
    try {
      if (topic.equals(topics.jobs())) {
        return Optional.of(JobRequest.parseFrom(value));
      } else if (topic.equals(topics.graphs())) {
        return Optional.of(GraphRecord.parseFrom(value));
      } else if (topic.equals(topics.control())) {
        return Optional.of(JobControl.parseFrom(value));
      } else if (topic.equals(topics.changes())) {
        return Optional.of(ChangeRecord.parseFrom(value));
      }
    } catch (InvalidProtocolBufferException e) {
      // Dead letters hold such values: that is why they are there.
    }
    return Optional.empty();
  }
}
