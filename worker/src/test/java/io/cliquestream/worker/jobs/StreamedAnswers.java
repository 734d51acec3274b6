package io.cliquestream.worker.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.client.JobOutcome;
import java.time.Duration;
import java.util.UUID;

/** Asks for a graph's triangles until the answer is what it must come to. */
final class StreamedAnswers {
  private static final Duration WAIT = Duration.ofSeconds(30);

  private StreamedAnswers() {}

  /** Waits until the newest version has the reference's triangles. */
  static void await(Installation installation, String graph, ReferenceGraph reference) {
    long wanted = reference.triangles();
    long deadline = System.nanoTime() + WAIT.toNanos();
    long found = triangles(installation, graph);
    while (found != wanted && System.nanoTime() - deadline < 0) {
      found = triangles(installation, graph);
    }
    assertThat(found).as("triangles of " + graph).isEqualTo(wanted);
  }

  /** Triangles of the newest version; -1 when there is none. */
  static long triangles(Installation installation, String graph) {
    JobOutcome outcome =
        installation.client.run(
            Installation.triangles(UUID.randomUUID().toString(), graph).build(), WAIT);
    return outcome.result().hasTriangles()
        ? outcome.result().getTriangles().getTriangles().getLow()
        : -1;
  }
}
