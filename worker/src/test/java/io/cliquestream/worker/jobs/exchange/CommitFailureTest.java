package io.cliquestream.worker.jobs.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidPidMappingException;
import org.apache.kafka.common.errors.NotLeaderOrFollowerException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownProducerIdException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A job must never be answered as failed for what the broker does. */
final class CommitFailureTest {
  static Stream<Arguments> failures() {
    return Stream.of(
        Arguments.of(CommitFailure.RECORD, new RecordTooLargeException("of a record")),
        Arguments.of(CommitFailure.RECORD, new InvalidRecordException("of a record")),
        Arguments.of(CommitFailure.RECORD, new SerializationException("of a record")),
        Arguments.of(CommitFailure.PASSING, new TimeoutException("nobody answers")),
        Arguments.of(CommitFailure.PASSING, new NotLeaderOrFollowerException("moved")),
        Arguments.of(CommitFailure.PASSING, new TopicAuthorizationException("not allowed")),
        // After a restart of an unreplicated broker that had not flushed.
        Arguments.of(CommitFailure.PASSING, new OutOfOrderSequenceException("lost some")),
        Arguments.of(CommitFailure.PASSING, new UnknownProducerIdException("lost all")),
        Arguments.of(CommitFailure.PASSING, new InvalidPidMappingException("expired")),
        Arguments.of(CommitFailure.UNCLEAR, new KafkaException("something")),
        Arguments.of(CommitFailure.UNCLEAR, new IllegalStateException("something")));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("failures")
  void aFailureCountsForWhatItsCauseIs(CommitFailure kind, RuntimeException failure) {
    assertThat(CommitFailure.of(failure)).isEqualTo(kind);
    assertThat(CommitFailure.of(new KafkaException("in an error state", failure))).isEqualTo(kind);
  }
}
