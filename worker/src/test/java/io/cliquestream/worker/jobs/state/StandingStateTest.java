package io.cliquestream.worker.jobs.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.v1.JobRequest;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;

/** What a standing job leaves to its next worker. */
final class StandingStateTest {
  private static StandingState state() {
    return new StandingState(
        7,
        12,
        Optional.of(BigInteger.TWO.pow(200)),
        new TreeMap<>(Map.of("triangles", BigInteger.TEN, "4-cliques", BigInteger.ZERO)),
        Optional.of(new byte[] {1, 2, 3}));
  }

  @Test
  void itReadsBack() {
    StandingState state = state();
    StandingState read = StandingState.parse(state.bytes()).orElseThrow();
    assertThat(read.version()).isEqualTo(7);
    assertThat(read.sequence()).isEqualTo(12);
    assertThat(read.matches()).isEqualTo(state.matches());
    assertThat(read.figures()).isEqualTo(state.figures());
    assertThat(read.answer().orElseThrow()).containsExactly(1, 2, 3);
    var bare = new StandingState(1, 0, Optional.empty(), new TreeMap<>(), Optional.empty());
    assertThat(StandingState.parse(bare.bytes())).contains(bare);
    assertThat(StandingState.summary(state.bytes()))
        .contains(new StandingState.Summary(7, 12, state.bytes().length));
  }

  @Test
  void whatIsDamagedIsNoState() {
    byte[] whole = state().bytes();
    for (int length = 0; length < whole.length; length++) {
      assertThat(StandingState.parse(Arrays.copyOf(whole, length))).isEmpty();
    }
    assertThat(StandingState.parse(Arrays.copyOf(whole, whole.length + 1))).isEmpty();
    var random = new Random(5);
    for (int i = 0; i < 2_000; i++) {
      byte[] damaged = whole.clone();
      damaged[random.nextInt(damaged.length)] ^= (byte) (1 + random.nextInt(255));
      // Some bytes are data of any value; none may throw or take memory for what is not there.
      assertThat(StandingState.parse(damaged)).isNotNull();
    }
  }

  @Test
  void aMemoryKeepsItWithTheJobAndNoLonger() {
    var memory = new PartitionMemory("state", 0, 10);
    JobRequest request = JobRequest.newBuilder().setJobId("job").build();
    ProducerRecord<byte[], byte[]> stands = memory.stand(StandingDefinition.first(request, 3));
    ProducerRecord<byte[], byte[]> on = memory.standOn("job", state());
    var restored = new PartitionMemory("state", 0, 10);
    restored.restore(stands.key(), stands.value());
    restored.restore(on.key(), on.value());
    assertThat(restored.state("job").orElseThrow().version()).isEqualTo(7);
    memory.standAgainOn("job", Optional.empty());
    assertThat(memory.state("job")).isEmpty();
    restored
        .endStanding("job")
        .forEach(
            record -> {
              if (Arrays.equals(record.key(), on.key())) {
                assertThat(record.value()).isNull();
              }
            });
    assertThat(restored.state("job")).isEmpty();
    assertThat(restored.endStanding("job")).hasSize(2);
  }
}
