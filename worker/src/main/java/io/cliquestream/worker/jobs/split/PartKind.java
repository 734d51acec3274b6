package io.cliquestream.worker.jobs.split;

import io.cliquestream.kernels.answer.EngineKind;
import io.cliquestream.kernels.engine.Engine;
import io.cliquestream.kernels.part.DeviceParts;
import io.cliquestream.kernels.part.Parts;
import io.cliquestream.v1.Task;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.CRC32;

/**
 * A kind of parts that this worker computes: those of its host's engine, or those for devices of
 * the model that it has. Each kind's tasks have a group of workers and a thread of their own.
 *
 * @param engine computes them
 * @param parts of it
 * @param device the model; empty for the host's
 */
record PartKind(Engine engine, Parts parts, Optional<String> device) {
  private static final int NAME_CHARACTERS = 24;

  /** Those of a worker with some engines, the preferred one first: the host's first. */
  static List<PartKind> of(List<Engine> engines) {
    Optional<PartKind> host =
        engines.stream()
            .filter(engine -> engine.parts().isPresent())
            .findFirst()
            .map(engine -> new PartKind(engine, engine.parts().get(), Optional.empty()));
    Optional<PartKind> device =
        engines.stream()
            .filter(engine -> engine.kind() == EngineKind.CUDA)
            .flatMap(engine -> engine.deviceParts().map(parts -> of(engine, parts)).stream())
            .findFirst();
    return List.of(host, device).stream().flatMap(Optional::stream).toList();
  }

  private static PartKind of(Engine engine, DeviceParts parts) {
    return new PartKind(engine, parts, Optional.of(parts.device()));
  }

  /** Whether a task is of this kind. */
  boolean has(Task task) {
    return task.hasDevice()
        ? device.filter(task.getDevice().getDevice()::equals).isPresent()
        : device.isEmpty();
  }

  /** Threads by which the predicted work of a part is divided. */
  int threads() {
    return device.isPresent() ? 1 : Runtime.getRuntime().availableProcessors();
  }

  /** What its group's name ends with: empty for the host's, legible and unlike another model's. */
  String group() {
    return device.map(PartKind::shortened).orElse("");
  }

  private static String shortened(String model) {
    CRC32 sum = new CRC32();
    sum.update(model.getBytes(StandardCharsets.UTF_8));
    String name =
        model.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
    return "-"
        + name.substring(0, Math.min(name.length(), NAME_CHARACTERS))
        + String.format(Locale.ROOT, "-%08x", sum.getValue());
  }
}
