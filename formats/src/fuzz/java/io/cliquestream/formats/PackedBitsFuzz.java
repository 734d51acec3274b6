package io.cliquestream.formats;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;

/** graph6 and sparse6 are read as a reader of all bits at once reads them, or refused. */
@Tag("fuzz")
@Tag("unsettled")
final class PackedBitsFuzz {
  @FuzzTest
  void readsWhatTheReferenceReads(FuzzedDataProvider data) {
    boolean sparse = data.consumeBoolean();
    byte[] file = data.consumeInt(0, 3) > 0 ? write(data, sparse) : data.consumeRemainingAsBytes();
    if (file.length > 0 && (file[0] < ' ' || file[0] == 'P' || file[0] == 'B' || file[0] == '(')) {
      return;
    }
    Optional<List<String>> expected = reference(new String(file, StandardCharsets.ISO_8859_1));
    Inputs.Outcome found =
        Inputs.read(
            "fuzz.g6",
            file,
            ReadOptions.defaults().withFormat(sparse ? InputFormat.SPARSE6 : InputFormat.GRAPH6));
    if (expected.isPresent()) {
      assertThat(found).isEqualTo(new Inputs.Read(expected.get()));
    } else {
      assertThat(found).isInstanceOf(Inputs.Refused.class);
    }
  }

  private static byte[] write(FuzzedDataProvider data, boolean sparse) {
    StringBuilder text = new StringBuilder();
    if (data.consumeInt(0, 3) == 0) {
      text.append(sparse ? ">>sparse6<<" : ">>graph6<<");
    }
    text.append(sparse ? ":" : "");
    int n = data.consumeInt(0, 100);
    if (n > 62) {
      text.append((char) 126).append((char) 63).append((char) (63 + (n >> 6)));
    }
    text.append((char) (63 + (n & 63)));
    int bytes = sparse ? data.consumeInt(0, 30) : (n * (n - 1) / 2 + 5) / 6;
    if (data.consumeInt(0, 31) == 1) {
      bytes += data.consumeInt(-2, 2);
    }
    for (int i = 0; i < bytes; i++) {
      boolean strange = data.consumeInt(0, 255) == 1;
      text.append((char) (strange ? data.consumeInt(0, 255) : data.consumeInt(63, 126)));
    }
    text.append(data.pickValue(new String[] {"", "\n", "\r\n", "\n\n", "\nx"}));
    return text.toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  /** As McKay's formats.txt says; empty for what is none of it. */
  private static Optional<List<String>> reference(String file) {
    String text = file.replaceFirst("[\r\n]+$", "");
    boolean sparse = text.replaceFirst("^>>(graph6|sparse6)<<", "").startsWith(":");
    if ((text.startsWith(">>graph6<<") && sparse) || (text.startsWith(">>sparse6<<") && !sparse)) {
      return Optional.empty();
    }
    text = text.replaceFirst("^>>(graph6|sparse6)<<", "");
    text = sparse ? text.substring(1) : text;
    if (text.isEmpty() || text.chars().anyMatch(c -> c < 63 || c > 126)) {
      return Optional.empty();
    }
    int lengthBytes = !text.startsWith("~") ? 1 : !text.startsWith("~~") ? 4 : 8;
    if (text.length() < lengthBytes) {
      return Optional.empty();
    }
    long n = 0;
    for (int i = lengthBytes == 1 ? 0 : lengthBytes == 4 ? 1 : 2; i < lengthBytes; i++) {
      n = n << 6 | (text.charAt(i) - 63);
    }
    StringBuilder bits = new StringBuilder();
    text.substring(lengthBytes)
        .chars()
        .forEach(c -> bits.append(Integer.toBinaryString(64 + c - 63).substring(1)));
    return sparse ? sparse(n, bits.toString()) : dense(n, bits.toString());
  }

  private static Optional<List<String>> dense(long n, String bits) {
    // Beyond, the bits cannot be there.
    long needed = n > 1 << 20 ? Long.MAX_VALUE : n * (n - 1) / 2;
    if (bits.length() < needed || bits.length() > (needed + 5) / 6 * 6) {
      return Optional.empty();
    }
    if (bits.substring((int) needed).contains("1")) {
      return Optional.empty();
    }
    List<String> edges = new ArrayList<>();
    int at = 0;
    for (int to = 1; to < n; to++) {
      for (int from = 0; from < to; from++) {
        if (bits.charAt(at++) == '1') {
          edges.add(Inputs.edge("" + from, "" + to));
        }
      }
    }
    return Optional.of(edges);
  }

  private static Optional<List<String>> sparse(long n, String bits) {
    int k = 1;
    while (k < 62 && 1L << k < n) {
      k++;
    }
    List<String> edges = new ArrayList<>();
    long v = 0;
    int at = 0;
    while (at + 1 + k <= bits.length()) {
      v += bits.charAt(at) - '0';
      long x = Long.parseLong(bits.substring(at + 1, at + 1 + k), 2);
      at += 1 + k;
      if (x >= n || v >= n) {
        // What fills the last byte.
        return bits.length() - at < 6 ? Optional.of(edges) : Optional.empty();
      }
      if (x > v) {
        v = x;
      } else {
        edges.add(Inputs.edge("" + x, "" + v));
      }
    }
    return bits.length() - at < 6 ? Optional.of(edges) : Optional.empty();
  }
}
