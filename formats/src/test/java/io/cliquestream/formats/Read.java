package io.cliquestream.formats;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.failure.ComputeException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Reads small graphs for tests: edges as "name-name", in the order they have. */
final class Read {
  private Read() {}

  static Path file(Path folder, String name, byte[] content) {
    try {
      return Files.write(folder.resolve(name), content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static List<String> edges(ReadOptions options, Path... files) {
    List<String> sources = Arrays.stream(files).map(Path::toString).toList();
    try (GraphData data = GraphReader.read(sources, options, JobControl.unbounded())) {
      List<String> edges = new ArrayList<>();
      for (long i = 0; i < data.edges().size(); i++) {
        edges.add(
            data.names().of(data.edges().from(i)) + "-" + data.names().of(data.edges().to(i)));
      }
      return edges;
    }
  }

  static List<String> edges(Path folder, String name, String content, ReadOptions options) {
    return edges(options, file(folder, name, content.getBytes(StandardCharsets.UTF_8)));
  }

  static List<String> edges(Path folder, String name, String content) {
    return edges(folder, name, content, ReadOptions.defaults());
  }

  static ComputeException failure(Path folder, String name, byte[] content, ReadOptions options) {
    Path file = file(folder, name, content);
    return catchThrowableOfType(ComputeException.class, () -> edges(options, file));
  }

  static ComputeException failure(Path folder, String name, String content, ReadOptions options) {
    return failure(folder, name, content.getBytes(StandardCharsets.UTF_8), options);
  }

  static ComputeException failure(Path folder, String name, String content) {
    return failure(folder, name, content, ReadOptions.defaults());
  }
}
