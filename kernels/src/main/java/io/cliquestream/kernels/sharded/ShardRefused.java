package io.cliquestream.kernels.sharded;

import io.cliquestream.kernels.failure.ComputeException;

/**
 * An engine could not hold a shard for which room was predicted, and nothing of the shard has been
 * seen yet: smaller ones may do. Stays inside this package.
 */
final class ShardRefused extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ComputeException failure;

  ShardRefused(ComputeException failure) {
    super(failure.getMessage(), failure, false, false);
    this.failure = failure;
  }

  /** What the engine said. */
  ComputeException failure() {
    return failure;
  }
}
