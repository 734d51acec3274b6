package io.cliquestream.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The committed bytes are what every other language must write and read. Rewritten only on purpose:
 * see the README's page on evolving.
 */
final class GoldenVectorsTest {
  private static final String FILE = "golden/records.txt";

  @Test
  void everyKindOfRecordHasAVector() throws IOException {
    List<String> names = new ArrayList<>();
    committed().forEach((name, bytes) -> names.add(name));
    assertThat(names).containsExactlyElementsOf(GoldenVectors.all().keySet());
  }

  @TestFactory
  List<DynamicTest> bytesAndMessageAreTheSame() throws IOException {
    Map<String, byte[]> committed = committed();
    List<DynamicTest> tests = new ArrayList<>();
    GoldenVectors.all()
        .forEach(
            (name, message) ->
                tests.add(DynamicTest.dynamicTest(name, () -> same(message, committed.get(name)))));
    return tests;
  }

  private static void same(Message message, byte[] bytes) throws InvalidProtocolBufferException {
    assertThat(HexFormat.of().formatHex(message.toByteArray()))
        .isEqualTo(HexFormat.of().formatHex(bytes));
    assertThat(message.getParserForType().parseFrom(bytes)).isEqualTo(message);
  }

  private static Map<String, byte[]> committed() throws IOException {
    Map<String, byte[]> vectors = new java.util.LinkedHashMap<>();
    List<String> expected =
        GoldenVectors.all().entrySet().stream()
            .map(
                vector ->
                    vector.getKey()
                        + " "
                        + HexFormat.of().formatHex(vector.getValue().toByteArray()))
            .toList();
    for (String line : CommittedText.lines(FILE, expected)) {
      int blank = line.indexOf(' ');
      vectors.put(line.substring(0, blank), HexFormat.of().parseHex(line.substring(blank + 1)));
    }
    return vectors;
  }
}
