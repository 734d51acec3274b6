package io.cliquestream.deploy;

import io.cliquestream.worker.config.Configuration;
import io.cliquestream.worker.service.WorkerSchema;
import io.cliquestream.worker.service.WorkerService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** What these tests must know of the worker: the only class here that names its classes. */
final class WorkerFacts {
  /** What the end of a worker may take beyond its drain limit. */
  static final Duration CLOSE_MARGIN = WorkerService.CLOSE_MARGIN;

  private WorkerFacts() {}

  /**
   * Reads settings as {@code serve --config} does.
   *
   * @throws RuntimeException when one of them does not exist or has a wrong value
   */
  static Configuration load(String properties) throws IOException {
    Path file = Files.createTempFile("cliquestream", ".properties");
    try {
      Files.writeString(file, properties);
      return WorkerSchema.schema().load(file, Map.of(), Map.of());
    } finally {
      Files.delete(file);
    }
  }
}
