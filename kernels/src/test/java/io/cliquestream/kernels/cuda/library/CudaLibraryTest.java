package io.cliquestream.kernels.cuda.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Needs the built library, the build's own or the one that {@code cliquestream.cuda.library} names,
 * but no GPU.
 */
final class CudaLibraryTest {
  private static final Path HEADERS = Path.of("src/main/cuda/include");
  private static final Pattern RECORD =
      Pattern.compile("typedef struct (cs_\\w+) \\{(.*?)\\} \\w+;", Pattern.DOTALL);
  private static final Pattern FIELD = Pattern.compile("(\\w+)\\s*(?:\\[[^\\]]*\\])?\\s*$");

  private static CudaLibrary library() {
    Path file =
        Path.of(
            System.getProperty("cliquestream.cuda.library", "target/cuda/libcliquestream_cuda.so"));
    assumeTrue(Files.exists(file), "this build made no CUDA library: there was no nvcc");
    return CudaLibrary.open(file);
  }

  @Test
  void everyFieldOfTheHeadersIsInTheLibrarysTable() throws IOException {
    CudaLibrary library = library();
    Map<String, List<String>> records = headers();
    assertThat(records).isNotEmpty();
    records.forEach(
        (record, fields) -> {
          RecordLayout layout = library.layout(record);
          assertThat(layout.fields().keySet())
              .as(record)
              .containsExactlyInAnyOrderElementsOf(fields);
          long last = -1;
          for (String field : fields) {
            assertThat(layout.field(field).offset()).as(record + "." + field).isGreaterThan(last);
            last = layout.field(field).offset() + layout.field(field).bytes() - 1;
          }
          assertThat(last).as(record).isLessThan(layout.bytes());
        });
  }

  @Test
  void numbersAndArraysOfARecordAreReadBackAsWritten() {
    CudaLibrary library = library();
    try (Arena arena = Arena.ofConfined()) {
      NativeRecord slice = library.allocate("cs_slice", arena);
      slice.set("index", 0xFFFF_FFFFL).set("count", 7).set("done", 1L << 40);
      assertThat(slice.get("index")).isEqualTo(0xFFFF_FFFFL);
      assertThat(slice.get("count")).isEqualTo(7);
      assertThat(slice.get("done")).isEqualTo(1L << 40);
      assertThat(slice.get("stop")).isZero();
      NativeRecord statistics = library.allocate("cs_graph_statistics", arena);
      statistics.setWord("histogram", 32, 5);
      assertThat(statistics.words("histogram")).hasSize(33).endsWith(5);
      assertThatThrownBy(() -> statistics.get("histogram"))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> slice.get("no_such_field"))
          .hasMessageContaining("cs_slice")
          .hasMessageContaining("no_such_field");
    }
  }

  @Test
  void aLibraryThatIsNotThereIsATypedError(@TempDir Path folder) {
    Path file = folder.resolve("libcliquestream_cuda.so");
    assertThatThrownBy(() -> CudaLibrary.open(file))
        .isInstanceOfSatisfying(
            ComputeException.class,
            e -> assertThat(e.code()).isEqualTo(FailureCode.ENGINE_UNAVAILABLE));
  }

  private static Map<String, List<String>> headers() throws IOException {
    StringBuilder headers = new StringBuilder();
    try (var files = Files.newDirectoryStream(HEADERS, "*.h")) {
      for (Path file : files) {
        headers.append(Files.readString(file));
      }
    }
    String text = headers.toString().replaceAll("(?s)/\\*.*?\\*/", "");
    Map<String, List<String>> records = new LinkedHashMap<>();
    Matcher record = RECORD.matcher(text);
    while (record.find()) {
      if (record.group(1).equals("cs_layout")) {
        continue;
      }
      List<String> fields = new ArrayList<>();
      for (String declaration : record.group(2).split(";", -1)) {
        if (!declaration.isBlank()) {
          Matcher field = FIELD.matcher(declaration.strip());
          assertThat(field.find()).as(declaration).isTrue();
          fields.add(field.group(1));
        }
      }
      records.put(record.group(1), fields);
    }
    return records;
  }
}
