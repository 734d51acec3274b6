package io.cliquestream.worker.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.v1.JobResult;
import java.time.Duration;
import java.util.UUID;

/** Asks for a graph's triangles until the answer is what it must come to. */
final class StreamedAnswers {
  private static final Duration WAIT = Duration.ofSeconds(30);

  private StreamedAnswers() {}

  /**
   * Waits until the newest version has the reference's triangles; for ever longer as long as new
   * versions come, since a machine with other work makes them at its own pace.
   */
  static void await(Installation installation, String graph, ReferenceGraph reference) {
    long wanted = reference.triangles();
    long newest = 0;
    long deadline = 0;
    long found;
    do {
      JobResult result = ask(installation, graph);
      found = triangles(result);
      if (newest != result.getGraphVersion() || deadline == 0) {
        newest = result.getGraphVersion();
        deadline = System.nanoTime() + WAIT.toNanos();
      }
    } while (found != wanted && System.nanoTime() - deadline < 0);
    assertThat(found).as("triangles of version %d of %s", newest, graph).isEqualTo(wanted);
  }

  /** Triangles of the newest version; -1 when there is none. */
  static long triangles(Installation installation, String graph) {
    return triangles(ask(installation, graph));
  }

  private static long triangles(JobResult result) {
    return result.hasTriangles() ? result.getTriangles().getTriangles().getLow() : -1;
  }

  private static JobResult ask(Installation installation, String graph) {
    return installation
        .client
        .run(Installation.triangles(UUID.randomUUID().toString(), graph).build(), WAIT)
        .result();
  }
}
