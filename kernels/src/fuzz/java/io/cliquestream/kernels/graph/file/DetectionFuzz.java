package io.cliquestream.kernels.graph.file;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.cliquestream.kernels.failure.ComputeException;
import java.util.List;
import org.junit.jupiter.api.Tag;

/** A file of any name and content is refused, or read as one of the formats reads it. */
@Tag("fuzz")
final class DetectionFuzz {
  private static final String[] NAMES = {
    "fuzz.txt",
    "fuzz",
    "fuzz.mtx",
    "fuzz.clq",
    "fuzz.graph",
    "fuzz.bin",
    "fuzz.el32",
    "fuzz.u64.gz",
    "fuzz.col.zst"
  };

  @FuzzTest
  void isReadAsOneOfTheFormatsOrRefused(FuzzedDataProvider data) {
    String name = data.consumeInt(0, 7) == 0 ? data.consumeString(300) : data.pickValue(NAMES);
    byte[] file = data.consumeRemainingAsBytes();
    List<String> pairs;
    try {
      pairs = Readers.read(GraphFileFormat.AUTO, name, file, 64);
    } catch (ComputeException refused) {
      requireUseful(refused);
      return;
    }
    boolean confirmed = false;
    for (GraphFileFormat format : GraphFileFormat.values()) {
      confirmed |= format != GraphFileFormat.AUTO && reads(format, name, file, pairs);
    }
    assertThat(confirmed).isTrue();
  }

  private static boolean reads(
      GraphFileFormat format, String name, byte[] file, List<String> pairs) {
    try {
      return Readers.read(format, name, file, 64).equals(pairs);
    } catch (ComputeException refused) {
      requireUseful(refused);
      return false;
    }
  }

  /** One line, whatever the name. */
  private static void requireUseful(ComputeException refused) {
    assertThat(refused.getMessage()).hasSizeLessThan(2000).doesNotContainPattern("\\p{Cntrl}");
  }
}
