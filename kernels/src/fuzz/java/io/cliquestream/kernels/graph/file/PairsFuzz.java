package io.cliquestream.kernels.graph.file;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.graph.EdgeArray;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;

/** Plain pairs come out as they stand in a file or a stream, within the bounds, or are refused. */
@Tag("fuzz")
final class PairsFuzz {
  @FuzzTest
  void readsEveryPairWithinTheBounds(FuzzedDataProvider data) throws IOException {
    GraphFileFormat format = data.consumeBoolean() ? GraphFileFormat.U64 : GraphFileFormat.U32;
    long bound = data.consumeBoolean() ? 0 : data.consumeLong() >>> data.consumeInt(0, 63);
    int most = data.consumeInt(1, 64);
    int piece = data.consumeInt(1, 64);
    byte[] file = data.consumeRemainingAsBytes();
    if (Compression.of(file, file.length) != Compression.NONE) {
      return;
    }
    Reference reference = ReferenceContainer.pairs(file, format == GraphFileFormat.U64 ? 8 : 4);
    if (reference instanceof Reference.Pairs pairs && isBeyond(pairs, bound, most)) {
      reference = new Reference.Refused(0);
    }
    ReadLimits limits =
        new ReadLimits(bound, most, Readers.MOST_BYTES, 1 << 20, new Parallelism(1));
    Path path = Files.createTempFile("cliquestream-fuzz", ".bin");
    try {
      Files.write(path, file);
      for (boolean mapped : new boolean[] {true, false}) {
        List<String> found = new ArrayList<>();
        boolean refused = false;
        try (EdgeArray edges =
            mapped
                ? GraphFiles.read(path, format, limits, JobControl.unbounded())
                : GraphFiles.read(
                    new Readers.Pieces(file, piece),
                    "fuzz.bin",
                    format,
                    limits,
                    JobControl.unbounded())) {
          found = Readers.pairs(edges);
        } catch (ComputeException e) {
          Readers.requireUseful(e);
          refused = true;
        }
        if (reference instanceof Reference.Pairs pairs) {
          assertThat(found).isEqualTo(pairs.sorted());
        }
        assertThat(refused).isEqualTo(reference instanceof Reference.Refused);
      }
    } finally {
      Files.delete(path);
    }
  }

  private static boolean isBeyond(Reference.Pairs pairs, long bound, int most) {
    BigInteger ids =
        bound == 0 ? BigInteger.TWO.pow(64) : new BigInteger(Long.toUnsignedString(bound));
    return pairs.ids().size() > 2 * most
        || pairs.ids().stream().anyMatch(id -> id.compareTo(ids) >= 0);
  }
}
