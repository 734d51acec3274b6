package io.cliquestream.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import com.google.protobuf.InvalidProtocolBufferException;
import io.cliquestream.v1.GraphRecord;
import java.math.BigInteger;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;

/**
 * Record keys and trace headers have one spelling: what is read is written back the same, and what
 * the contract's grammar does not allow is not read. A record of any bytes has a key or none.
 */
@Tag("fuzz")
final class RecordTextFuzz {
  private static final String NUMBER = "(0|[1-9][0-9]*)";
  private static final Pattern KEY =
      Pattern.compile(
          "[A-Za-z0-9._-]{1,"
              + Bounds.ID_CHARACTERS
              + "}/"
              + NUMBER
              + "/(?:header|commit|reference|delta-"
              + NUMBER
              + "|(?:names-)?"
              + NUMBER
              + ")");
  private static final Pattern TRACE =
      Pattern.compile("00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}");
  private static final BigInteger VERSIONS = BigInteger.TWO.pow(64);
  private static final BigInteger SEQUENCES = BigInteger.TWO.pow(63);

  @FuzzTest
  void whatIsReadIsWrittenBack(FuzzedDataProvider data) {
    switch (data.consumeInt(0, 3)) {
      case 0 -> key(data.consumeRemainingAsBytes());
      case 1 -> key(likeAKey(data).getBytes(UTF_8));
      case 2 -> trace(new String(data.consumeRemainingAsBytes(), UTF_8));
      default -> record(data.consumeRemainingAsBytes());
    }
  }

  private static String likeAKey(FuzzedDataProvider data) {
    String graph = data.consumeInt(0, 7) == 0 ? data.consumeString(200) : "graph.1";
    String version = number(data);
    String part =
        switch (data.consumeInt(0, 6)) {
          case 0 -> "header";
          case 1 -> "commit";
          case 2 -> "reference";
          case 3 -> "delta-" + number(data);
          case 4 -> data.consumeString(24);
          case 5 -> "names-" + number(data);
          default -> number(data);
        };
    return graph + '/' + version + '/' + part;
  }

  private static String number(FuzzedDataProvider data) {
    return switch (data.consumeInt(0, 3)) {
      case 0 -> Long.toUnsignedString(data.consumeLong());
      case 1 -> Integer.toString(data.consumeInt(-1, 5000));
      case 2 -> "0" + data.consumeInt(0, 9);
      default -> VERSIONS.add(BigInteger.valueOf(data.consumeInt(-2, 2))).toString();
    };
  }

  private static void key(byte[] bytes) {
    String text = new String(bytes, UTF_8);
    Optional<GraphRecordKey> key = GraphRecordKey.parse(bytes);
    assertThat(key.isPresent()).as(text).isEqualTo(isKey(text));
    key.ifPresent(read -> assertThat(read.text()).isEqualTo(text));
  }

  private static boolean isKey(String text) {
    Matcher form = KEY.matcher(text);
    if (!form.matches()) {
      return false;
    }
    BigInteger version = new BigInteger(form.group(1));
    boolean part =
        (form.group(2) == null
                || new BigInteger(form.group(2)).compareTo(BigInteger.valueOf(Bounds.DELTA_PARTS))
                    < 0)
            && (form.group(3) == null || new BigInteger(form.group(3)).compareTo(SEQUENCES) < 0);
    return part && version.signum() > 0 && version.compareTo(VERSIONS) < 0;
  }

  private static void trace(String text) {
    Optional<TraceParent> trace = TraceParent.parse(text);
    Matcher form = TRACE.matcher(text);
    boolean expected =
        form.matches()
            && new BigInteger(form.group(1), 16).signum() != 0
            && new BigInteger(form.group(2), 16).signum() != 0;
    assertThat(trace.isPresent()).as(text).isEqualTo(expected);
    trace.ifPresent(read -> assertThat(TraceParent.parse(read.text())).contains(read));
  }

  private static void record(byte[] bytes) {
    GraphRecord record;
    try {
      record = GraphRecord.parseFrom(bytes);
    } catch (InvalidProtocolBufferException refused) {
      return;
    }
    GraphRecordKey.of(record)
        .ifPresent(key -> assertThat(GraphRecordKey.parse(key.bytes())).contains(key));
  }
}
