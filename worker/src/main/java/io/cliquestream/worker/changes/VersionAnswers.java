package io.cliquestream.worker.changes;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Whoever answers for versions, and would have the answers committed in the transactions that make
 * the versions. Called by lanes.
 */
public interface VersionAnswers {
  /** What became of a commit that was handed over. */
  enum End {
    /** All of it is committed. */
    COMMITTED,
    /** Nothing of it is or ever will be. */
    VOID,
    /** There was nothing to commit with it: the lane commits it. */
    LEFT
  }

  /** Nobody answers. */
  VersionAnswers NONE =
      new VersionAnswers() {
        @Override
        public boolean follows(String graphId) {
          return false;
        }

        @Override
        public Optional<CompletableFuture<End>> commit(VersionCommit wanted) {
          return Optional.empty();
        }
      };

  /** Whoever answers when it is asked. */
  static VersionAnswers of(Supplier<VersionAnswers> present) {
    return new VersionAnswers() {
      @Override
      public boolean follows(String graphId) {
        return present.get().follows(graphId);
      }

      @Override
      public Optional<CompletableFuture<End>> commit(VersionCommit wanted) {
        return present.get().commit(wanted);
      }
    };
  }

  /** Whether there may be answers for versions of a graph. */
  boolean follows(String graphId);

  /**
   * Takes a commit over, to be made with the answers for its versions.
   *
   * @return empty when it does not; otherwise the lane makes no other commit for the partition
   *     until this completes
   */
  Optional<CompletableFuture<End>> commit(VersionCommit wanted);
}
