package io.cliquestream.worker.graphs.cache;

import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.SharedBuild;
import io.cliquestream.worker.Interleavings;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/**
 * Whoever is counted when a shared build closes gets what was built, who left before is not
 * counted, and a build that nobody waits for gives nothing.
 */
final class SharedBuildInterleavings {
  /**
   * What is built.
   *
   * @param users how many were counted
   */
  private record Built(int users) {}

  private static final StopCheck STOPPED =
      () -> {
        throw new StoppedException(FailureCode.CANCELLED, "the caller was stopped");
      };

  private final AtomicInteger got = new AtomicInteger();

  @Test
  void theUsersOfABuildAreThoseThatWereCounted() {
    Interleavings.of(
        () -> {
          got.set(0);
          var closed = new AtomicReference<Built>();
          SharedBuild<Built> build =
              SharedBuild.start(
                  "interleaving",
                  self -> {
                    self.checkStopped();
                    var built = new Built(self.close());
                    closed.set(built);
                    if (built.users() == 0) {
                      throw self.abandoned();
                    }
                    return built;
                  });
          Interleavings.Step first =
              () -> {
                try {
                  take(build, STOPPED);
                } catch (StoppedException e) {
                  Interleavings.require(
                      e.getMessage().contains("caller"), "whoever waits sees: " + e.getMessage());
                }
              };
          Interleavings.Step other =
              () -> {
                if (build.join()) {
                  take(build, StopCheck.NEVER);
                }
              };
          Interleavings.together(first, other, other);
          build.awaitEnd();
          int counted = closed.get() == null ? 0 : closed.get().users();
          Interleavings.require(
              got.get() == counted, got.get() + " got the result, counted were " + counted);
          Interleavings.require(!build.join(), "joined after the end");
        });
  }

  @Test
  void whoJoinsIsCountedAndWhoIsCountedHasJoined() {
    Interleavings.of(
        () -> {
          SharedBuild<Built> build = SharedBuild.start("interleaving", _ -> new Built(0));
          var joined = new AtomicInteger(1);
          var counted = new AtomicInteger();
          Interleavings.Step join =
              () -> {
                if (build.join()) {
                  joined.incrementAndGet();
                }
              };
          Interleavings.together(join, join, () -> counted.set(build.close()));
          Interleavings.require(
              joined.get() == counted.get(), joined + " have joined, counted were " + counted);
        });
  }

  private void take(SharedBuild<Built> build, StopCheck stop) {
    Interleavings.require(build.await(stop) != null, "there is no result");
    got.incrementAndGet();
  }
}
