package io.cliquestream.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.v1.FailureCategory;
import io.cliquestream.v1.FailureCode;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class ContractRulesTest {
  @Test
  void countsKeepEveryValueAtAndAcrossTheWordBoundaries() {
    var random = new Random(11);
    for (int bits = 0; bits <= 300; bits++) {
      for (BigInteger value :
          new BigInteger[] {
            BigInteger.ONE.shiftLeft(bits),
            BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE),
            new BigInteger(bits, random)
          }) {
        var count = Counts.of(value);
        assertThat(Counts.toBigInteger(count)).isEqualTo(value);
        assertThat(Counts.toDecimal(count)).isEqualTo(value.toString());
        assertThat(count.getBeyond128Bits().isEmpty()).isEqualTo(value.bitLength() <= 128);
      }
    }
  }

  @Test
  void countsBeyond128BitsStillCarryTheirLowestWords() {
    var count = Counts.of(BigInteger.ONE.shiftLeft(200).add(BigInteger.valueOf(5)));
    assertThat(count.getHigh()).isZero();
    assertThat(count.getLow()).isEqualTo(5);
    assertThat(count.getBeyond128Bits().byteAt(0)).isEqualTo((byte) 1);
  }

  @Test
  void negativeCountsAreRefused() {
    assertThatThrownBy(() -> Counts.of(BigInteger.valueOf(-1)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void everyKeyReadsBackAndNothingElseIsAKey() {
    for (GraphRecordPart part :
        new GraphRecordPart[] {
          new GraphRecordPart.Header(),
          new GraphRecordPart.Chunk(0),
          new GraphRecordPart.Chunk(Long.MAX_VALUE),
          new GraphRecordPart.Names(0),
          new GraphRecordPart.Names(Long.MAX_VALUE),
          new GraphRecordPart.Commit(),
          new GraphRecordPart.Reference(),
          new GraphRecordPart.Delta(65_535)
        }) {
      for (long version : new long[] {1, 42, -1}) {
        var key = new GraphRecordKey("web.graph_2-a", version, part);
        assertThat(GraphRecordKey.parse(key.bytes())).contains(key);
      }
    }
    for (String broken :
        new String[] {
          "",
          "g",
          "g/1",
          "g/1/",
          "/1/header",
          "g//header",
          "g/0/header",
          "g/01/header",
          "g/-1/header",
          "g/+1/header",
          "g/1/00",
          "g/1/head",
          "g/1/delta-",
          "g/1/delta-65536",
          "g/1/delta-01",
          "g/1/header/",
          "g/18446744073709551616/header",
          "g h/1/header",
          "g/1/9223372036854775808",
          "é/1/header",
          "g/１/header"
        }) {
      assertThat(GraphRecordKey.parse(broken)).as(broken).isEmpty();
    }
  }

  @Test
  void partitionsFollowTheVectorsThatTheReadmeGivesToOtherLanguages() {
    assertThat(Murmur2.hash("".getBytes(UTF_8))).isEqualTo(0x106e08d9);
    assertThat(Murmur2.hash("21".getBytes(UTF_8))).isEqualTo(-973932308);
    assertThat(Murmur2.hash("foobar".getBytes(UTF_8))).isEqualTo(-790332482);
    assertThat(Murmur2.hash("facebook".getBytes(UTF_8))).isEqualTo(0x792e4e33);
    assertThat(Partitions.partitionOf("facebook", 6)).isEqualTo(5);
    assertThat(Partitions.partitionOf("a", 6)).isEqualTo(4);
  }

  @Test
  void idsAreCheckedCharacterByCharacter() {
    assertThat(Identifiers.isGraphId("A-z0.9_")).isTrue();
    assertThat(Identifiers.isGraphId("a".repeat(128))).isTrue();
    assertThat(Identifiers.isGraphId("a".repeat(129))).isFalse();
    for (String broken : new String[] {"", "a/b", "a b", "ä", "a\n", "a\u0000"}) {
      assertThat(Identifiers.isJobId(broken)).isFalse();
    }
  }

  @Test
  void everyFailureCodeHasACategoryAndAnExitCode() {
    Arrays.stream(FailureCode.values())
        .filter(code -> code != FailureCode.UNRECOGNIZED)
        .filter(code -> code != FailureCode.FAILURE_CODE_UNSPECIFIED)
        .forEach(
            code -> {
              assertThat(Failures.categoryOf(code))
                  .isNotEqualTo(FailureCategory.FAILURE_CATEGORY_UNSPECIFIED);
              assertThat(ExitCode.of(code).number()).isBetween(3, 8);
            });
    assertThat(ExitCode.of(FailureCode.FAILURE_CODE_CHUNK_MISSING)).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(ExitCode.of(FailureCode.FAILURE_CODE_GRAPH_UNKNOWN)).isEqualTo(ExitCode.NOT_FOUND);
    assertThat(ExitCode.of(FailureCode.FAILURE_CODE_QUEUE_FULL)).isEqualTo(ExitCode.RESOURCE);
    assertThat(ExitCode.of(FailureCode.FAILURE_CODE_CANCELLED)).isEqualTo(ExitCode.STOPPED);
    assertThat(ExitCode.of(FailureCode.FAILURE_CODE_DEVICE_FAULT)).isEqualTo(ExitCode.INTERNAL);
  }

  @Test
  void longFailureMessagesAreCutWithoutBreakingACharacter() {
    var failure = Failures.of(FailureCode.FAILURE_CODE_INTERNAL, "x" + "😀".repeat(600));
    assertThat(failure.getMessage().length()).isLessThanOrEqualTo(1_024);
    assertThat(failure.getMessageBytes().isValidUtf8()).isTrue();
  }

  @Test
  void tracesReadBackAndMalformedOnesAreIgnored() {
    var random = new SplittableRandom(3);
    var trace = TraceParent.random(random);
    assertThat(TraceParent.parse(trace.text())).contains(trace);
    assertThat(trace.child(random).traceId()).isEqualTo(trace.traceId());
    assertThat(TraceParent.parse("00-" + "0".repeat(32) + "-" + "1".repeat(16) + "-01")).isEmpty();
    assertThat(TraceParent.parse("01-x")).isEmpty();
  }

  @Test
  void topicNamesTakeThePrefix() {
    assertThat(Topics.prefixed("a.").all())
        .containsExactly(
            "a.graphs.v1",
            "a.jobs.v1",
            "a.control.v1",
            "a.results.v1",
            "a.progress.v1",
            "a.jobs.dlq.v1");
    assertThatThrownBy(() -> Topics.prefixed("a/")).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void everyAlgorithmOfTheContractIsAJobKind() {
    assertThat(Arrays.stream(JobKind.values()).map(JobKind::algorithm))
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(io.cliquestream.v1.JobRequest.AlgorithmCase.values())
                .filter(kind -> kind.getNumber() != 0)
                .toList());
  }
}
