package io.cliquestream.kernels.engine.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.CoefficientArray;
import io.cliquestream.kernels.answer.CountArray;
import io.cliquestream.kernels.answer.EngineKind;
import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.answer.JobOutcome.Slice;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.job.MotifMethod;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.job.PlanChoice;
import io.cliquestream.kernels.job.PlanChoice.EnumerationTuning;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class RecordCodecTest {
  private static Object roundTrip(Object value) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    RecordCodec.write(new DataOutputStream(bytes), value);
    return RecordCodec.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
  }

  @Test
  void recordsComeBackEqual() throws IOException {
    Answer answer =
        new Answer.KCliques(
            new TreeMap<>(Map.of(3, BigInteger.TEN, 4, BigInteger.ONE.shiftLeft(200))));
    Object request = new EngineRequest.RunJob(7, KCliqueCount.range(3, 9), true, Optional.empty());

    assertThat(roundTrip(answer)).isEqualTo(answer);
    assertThat(roundTrip(request)).isEqualTo(request);
    assertThat(roundTrip(List.of(true, 1, 2L, 0.5, "text", Optional.of(Pattern.parse("0-1,1-2")))))
        .isEqualTo(List.of(true, 1, 2L, 0.5, "text", Optional.of(Pattern.parse("0-1,1-2"))));
    assertThat(roundTrip(Pattern.parse("0-1,1-2;*,3,*"))).isEqualTo(Pattern.parse("0-1,1-2;*,3,*"));
    Object planned =
        PatternMatch.count(Pattern.parse("0-1,1-2"), Induced.EDGE)
            .with(
                new PlanChoice(List.of(1, 0, 2), Optional.of(PlanChoice.parseRestrictions("0>2"))));
    assertThat(roundTrip(planned)).isEqualTo(planned);
    Object census =
        new MotifCensus(
            6,
            Optional.of(MotifMethod.PLANS),
            EnumerationTuning.of(Map.of("balance", 3L, "lists-only", 1L)));
    assertThat(roundTrip(census)).isEqualTo(census);
    assertThat(roundTrip(new long[] {1, -1})).isEqualTo(new long[] {1, -1});
    assertThat(roundTrip(new int[] {1, -1})).isEqualTo(new int[] {1, -1});
    CoefficientArray coefficients = new CoefficientArray(2);
    coefficients.set(0, 1.5);
    assertThat(roundTrip(coefficients)).isEqualTo(coefficients);
  }

  @Test
  void slicesAndMemoryOfADeviceComeWithTheOutcome() throws IOException {
    JobOutcome outcome =
        new JobOutcome(
            EngineKind.CUDA,
            Answer.Triangles.total(7),
            new TreeMap<>(Map.of("slices", "2")),
            1,
            2,
            3,
            4,
            new JobOutcome.Memory(5, 6, 7, 8),
            List.of(new Slice(10, 20, 0.25, 1), new Slice(20, Long.MAX_VALUE, 0.75, 3)));

    assertThat(roundTrip(outcome)).isEqualTo(outcome);
    assertThat(((JobOutcome) roundTrip(outcome)).slices()).isEqualTo(outcome.slices());
    assertThat(roundTrip(outcome.withSlices(List.of()))).isEqualTo(outcome.withSlices(List.of()));
    assertThat(outcome.withPlan(new TreeMap<>()).slices()).isEqualTo(outcome.slices());
  }

  @Test
  void countsPastSixtyFourBitsKeepTheirDigits() throws IOException {
    long size = 10_000; // some blocks of them
    CountArray counts = new CountArray(size);
    counts.set(1, BigInteger.ONE.shiftLeft(70));
    counts.set(2, Long.MAX_VALUE);
    counts.set(4_095, BigInteger.ONE.shiftLeft(63));
    counts.set(4_096, 7);
    counts.set(size - 1, BigInteger.TEN.pow(40));

    CountArray read = (CountArray) roundTrip(counts);

    assertThat(read.size()).isEqualTo(size);
    assertThat(((CountArray) roundTrip(new CountArray(0))).size()).isZero();
    for (long i = 0; i < size; i++) {
      assertThat(read.get(i)).isEqualTo(counts.get(i));
    }
  }

  @Test
  void classesThatAreNotOursAreRefused() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeUTF("RECORD");
    out.writeUTF("java.lang.ProcessBuilder");

    assertThatThrownBy(
            () ->
                RecordCodec.read(
                    new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()))))
        .isInstanceOf(IOException.class);
    assertThatThrownBy(() -> roundTrip(new Object())).isInstanceOf(IllegalArgumentException.class);
  }
}
