package io.cliquestream.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.cliquestream.v1.ChangeKind;
import io.cliquestream.v1.ChangeRecord;
import io.cliquestream.v1.EdgeChange;
import io.cliquestream.v1.EdgeChangeBatch;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.NamedEdgeChange;
import io.cliquestream.v1.StreamDefinition;
import java.util.ArrayList;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class EdgeChangesTest {
  @Test
  void whatIsGatheredIsRead() {
    var random = new Random(3);
    for (int round = 0; round < 500; round++) {
      int most = 1 + random.nextInt(40);
      boolean timed = random.nextBoolean();
      long bound = random.nextBoolean() ? 1L << 32 : 1L << 50;
      var batch = new EdgeChangeBatches("graph", most);
      int count = 1 + random.nextInt(most);
      long[] ids = new long[2 * count];
      long[] times = new long[count];
      boolean[] deletions = new boolean[count];
      for (int i = 0; i < count; i++) {
        ids[2 * i] = random.nextLong(bound);
        ids[2 * i + 1] = random.nextLong(bound);
        times[i] = timed ? random.nextLong(-1L << 40, 1L << 40) : 5_000;
        deletions[i] = random.nextInt(4) == 0;
        if (timed) {
          batch.add(deletions[i], ids[2 * i], ids[2 * i + 1], times[i]);
        } else {
          batch.add(deletions[i], ids[2 * i], ids[2 * i + 1]);
        }
      }
      EdgeChanges read = EdgeChanges.of(batch.cut(), 5);
      assertThat(batch.isEmpty()).isTrue();
      assertThat(read.graphId()).isEqualTo("graph");
      assertThat(read.count()).isEqualTo(count);
      for (int i = 0; i < count; i++) {
        assertThat(read.source(i)).isEqualTo(ids[2 * i]);
        assertThat(read.target(i)).isEqualTo(ids[2 * i + 1]);
        assertThat(read.timeMicros(i)).isEqualTo(times[i]);
        assertThat(read.isDeletion(i)).isEqualTo(deletions[i]);
      }
    }
  }

  @Test
  void namesThatAreGatheredAreReadAndListedOnce() {
    var random = new Random(5);
    var batch = new EdgeChangeBatches("graph", 50);
    for (int round = 0; round < 100; round++) {
      var told = new ArrayList<String>();
      boolean timed = random.nextBoolean();
      while (told.size() < 50) {
        ByteString one = ByteString.copyFromUtf8("ä" + random.nextInt(9));
        ByteString other = ByteString.copyFromUtf8("x".repeat(1 + random.nextInt(200)));
        assertThat(batch.mustCut(timed, one, other)).isFalse();
        boolean deletion = random.nextBoolean();
        if (timed) {
          batch.add(deletion, one, other, 7);
        } else {
          batch.add(deletion, one, other);
        }
        told.add(deletion + one.toStringUtf8() + " " + other.toStringUtf8());
      }
      assertThat(batch.mustCut(timed)).isTrue();
      EdgeChanges read = EdgeChanges.of(batch.cut(), 5);
      assertThat(read.isNamed()).isTrue();
      assertThat(read.names()).doesNotHaveDuplicates();
      var found = new ArrayList<String>();
      for (int i = 0; i < read.count(); i++) {
        found.add(
            read.isDeletion(i)
                + read.names().get((int) read.source(i)).toStringUtf8()
                + " "
                + read.names().get((int) read.target(i)).toStringUtf8());
        assertThat(read.timeMicros(i)).isEqualTo(timed ? 7 : 5_000);
      }
      assertThat(found).isEqualTo(told);
      batch.add(false, 1, 2);
      assertThat(batch.mustCut(false, ByteString.copyFromUtf8("a"), ByteString.copyFromUtf8("b")))
          .isTrue();
      assertThat(EdgeChanges.of(batch.cut(), 5).isNamed()).isFalse();
    }
  }

  @Test
  void aRecordOfTheLongestNamesFits() {
    var batch = new EdgeChangeBatches("graph", EdgeChangeBatches.MAXIMUM_EVENTS);
    ByteString hub = ByteString.copyFromUtf8("hub");
    int count = 0;
    ByteString next = name(count);
    while (!batch.mustCut(true, hub, next)) {
      batch.add(true, hub, next, 1);
      next = name(++count);
    }
    assertThat(count).isGreaterThan(800);
    assertThat(EdgeChanges.of(batch.cut(), 0).count()).isEqualTo(count);
  }

  private static ByteString name(int number) {
    return ByteString.copyFromUtf8("%01024d".formatted(number));
  }

  @Test
  void namesThatDoNotFitAreRefused() {
    var batch = new EdgeChangeBatches("graph", 5);
    batch.add(false, ByteString.copyFromUtf8("a"), ByteString.copyFromUtf8("b"));
    EdgeChangeBatch good = batch.cut().getBatch();
    assertThat(EdgeChanges.of(record(good), 0).names()).hasSize(2);
    refused(with(good, "\1a"), FailureCode.FAILURE_CODE_CHANGE_INVALID);
    refused(with(good, "\1a\2b"), FailureCode.FAILURE_CODE_SNAPSHOT_ENCODING_INVALID);
    refused(
        good.toBuilder().setNames(ByteString.EMPTY).build(),
        FailureCode.FAILURE_CODE_CHUNK_CHECKSUM_WRONG);
    ByteString noText = ByteString.copyFrom(new byte[] {1, 'a', 1, (byte) 0xff});
    refused(sealed(good.toBuilder().setNames(noText)), FailureCode.FAILURE_CODE_CHANGE_INVALID);
    var named =
        NamedEdgeChange.newBuilder()
            .setGraphId("graph")
            .setKind(ChangeKind.CHANGE_KIND_INSERT)
            .setSource("a")
            .setTarget("b");
    EdgeChanges one =
        EdgeChanges.of(ChangeRecord.newBuilder().setNamed(named.setEventTimeMicros(9)).build(), 5);
    assertThat(one.names().get((int) one.target(0)).toStringUtf8()).isEqualTo("b");
    assertThat(one.timeMicros(0)).isEqualTo(9);
    for (String wrong : new String[] {"", "x".repeat(Bounds.NAME_BYTES + 1)}) {
      refusedRecord(
          ChangeRecord.newBuilder().setNamed(named.clone().setSource(wrong)).build(),
          FailureCode.FAILURE_CODE_CHANGE_INVALID);
    }
    assertThatThrownBy(() -> batch.add(false, ByteString.EMPTY, ByteString.copyFromUtf8("b")))
        .isInstanceOf(ContractException.class);
  }

  private static EdgeChangeBatch with(EdgeChangeBatch batch, String names) {
    return sealed(batch.toBuilder().setNames(ByteString.copyFromUtf8(names)));
  }

  private static EdgeChangeBatch sealed(EdgeChangeBatch.Builder batch) {
    return batch.setCrc32C(Checksums.crc32c(batch.getNames(), batch.getPairs())).build();
  }

  @Test
  void theFullestRecordFits() {
    var batch = new EdgeChangeBatches("graph", EdgeChangeBatches.MAXIMUM_EVENTS);
    while (!batch.mustCut(true)) {
      batch.add(true, -1L, -2L, 1);
    }
    assertThat(EdgeChanges.of(batch.cut(), 0).count()).isEqualTo(EdgeChangeBatches.MAXIMUM_EVENTS);
  }

  @Test
  void whatDoesNotFitTogetherIsRefusedWithItsCode() {
    EdgeChangeBatch good =
        EdgeChangeBatch.newBuilder()
            .setGraphId("graph")
            .setIdWidth(4)
            .setPairs(ByteString.copyFrom(new byte[16]))
            .setCrc32C(Checksums.crc32c(ByteString.copyFrom(new byte[16])))
            .build();
    assertThat(EdgeChanges.of(record(good), 0).count()).isEqualTo(2);
    refused(good.toBuilder().setGraphId("a b").build(), FailureCode.FAILURE_CODE_GRAPH_ID_INVALID);
    refused(good.toBuilder().setIdWidth(5).build(), FailureCode.FAILURE_CODE_CHANGE_INVALID);
    refused(
        good.toBuilder().setPairs(ByteString.EMPTY).build(),
        FailureCode.FAILURE_CODE_CHANGE_INVALID);
    refused(
        good.toBuilder().setPairs(ByteString.copyFrom(new byte[15])).build(),
        FailureCode.FAILURE_CODE_CHANGE_INVALID);
    refused(
        good.toBuilder().setDeletions(ByteString.copyFrom(new byte[2])).build(),
        FailureCode.FAILURE_CODE_CHANGE_INVALID);
    refused(
        good.toBuilder().setEventTimes(ByteString.copyFrom(new byte[8])).build(),
        FailureCode.FAILURE_CODE_CHANGE_INVALID);
    refused(
        good.toBuilder().setLabels(ByteString.copyFrom(new byte[4])).build(),
        FailureCode.FAILURE_CODE_CHANGE_INVALID);
    refused(good.toBuilder().setCrc32C(1).build(), FailureCode.FAILURE_CODE_CHUNK_CHECKSUM_WRONG);
    var change = EdgeChange.newBuilder().setGraphId("graph");
    refusedRecord(
        ChangeRecord.newBuilder().setChange(change).build(),
        FailureCode.FAILURE_CODE_CHANGE_INVALID);
    refusedRecord(
        ChangeRecord.newBuilder()
            .setChange(
                change
                    .setKind(ChangeKind.CHANGE_KIND_INSERT)
                    .setEventTimeMicros(Bounds.EVENT_MICROS + 1))
            .build(),
        FailureCode.FAILURE_CODE_CHANGE_INVALID);
    refusedRecord(ChangeRecord.getDefaultInstance(), FailureCode.FAILURE_CODE_CHANGE_INVALID);
  }

  private static ChangeRecord record(EdgeChangeBatch batch) {
    return ChangeRecord.newBuilder().setBatch(batch).build();
  }

  private static void refused(EdgeChangeBatch batch, FailureCode code) {
    refusedRecord(record(batch), code);
  }

  private static void refusedRecord(ChangeRecord record, FailureCode code) {
    assertThatThrownBy(() -> EdgeChanges.of(record, 0))
        .isInstanceOfSatisfying(
            ContractException.class, refused -> assertThat(refused.code()).isEqualTo(code));
  }

  @Test
  void aDefinitionIsWithinItsBounds() {
    StreamDefinition good = StreamDefinition.newBuilder().setGraphId("graph").build();
    StreamDefinitions.require(good);
    for (var wrong :
        new StreamDefinition[] {
          good.toBuilder().setVersionEvents(Bounds.VERSION_EVENTS + 1).build(),
          good.toBuilder().setWindowEvents(-1).build(),
          good.toBuilder().setWindowEvents(1).setWindowMicros(1).build(),
          good.toBuilder().setWindowMicros(Bounds.STREAM_MICROS + 1).build(),
          good.toBuilder().setAllowedLatenessMicros(-1).build(),
          good.toBuilder().setVersionWaitMicros(-1).build(),
          good.toBuilder().setVersionEventMicros(-1).build()
        }) {
      assertThatThrownBy(() -> StreamDefinitions.require(wrong))
          .isInstanceOfSatisfying(
              ContractException.class,
              refused ->
                  assertThat(refused.code()).isEqualTo(FailureCode.FAILURE_CODE_CHANGE_INVALID));
    }
  }
}
