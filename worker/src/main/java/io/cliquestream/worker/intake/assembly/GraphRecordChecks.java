package io.cliquestream.worker.intake.assembly;

import static io.cliquestream.v1.FailureCode.FAILURE_CODE_DELTA_BASE_MISSING;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_GRAPH_ID_INVALID;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_RECORD_INCOMPLETE;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_RECORD_KEY_MISMATCH;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_SNAPSHOT_ENCODING_INVALID;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_VERSION_NOT_NEWER;

import io.cliquestream.contract.Bounds;
import io.cliquestream.contract.GraphRecordKey;
import io.cliquestream.contract.Identifiers;
import io.cliquestream.contract.Partitions;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.GraphDelta;
import io.cliquestream.v1.GraphRecord;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.graphs.Refusal;
import io.cliquestream.worker.graphs.catalog.VersionStatus;
import java.util.Optional;

/** What a record of one partition must fulfil before its version is looked at. */
record GraphRecordChecks(int partition, int partitionCount) {
  /** Whether a graph belongs to this partition. */
  boolean isHere(String graphId) {
    return Partitions.partitionOf(graphId, partitionCount) == partition;
  }

  /** Why a record is of no use, whatever came before it. */
  Optional<Refusal> envelope(GraphRecord value, Optional<GraphRecordKey> key) {
    String graphId =
        switch (value.getKindCase()) {
          case HEADER -> value.getHeader().getGraphId();
          case CHUNK -> value.getChunk().getGraphId();
          case NAMES -> value.getNames().getGraphId();
          case COMMIT -> value.getCommit().getGraphId();
          case REFERENCE -> value.getReference().getGraphId();
          case DELTA -> value.getDelta().getGraphId();
          case KIND_NOT_SET -> null;
        };
    if (graphId == null) {
      return refusal(FAILURE_CODE_RECORD_INCOMPLETE, "a graph record of no kind");
    }
    if (!Identifiers.isGraphId(graphId)) {
      return refusal(FAILURE_CODE_GRAPH_ID_INVALID, "not a graph id");
    }
    Optional<GraphRecordKey> wanted = GraphRecordKey.of(value);
    if (wanted.isEmpty()) {
      return refusal(
          FAILURE_CODE_RECORD_INCOMPLETE, "the version is 0 or the sequence is out of bounds");
    }
    if (wanted.get().version() < 0) {
      return refusal(
          FAILURE_CODE_RECORD_INCOMPLETE,
          "version "
              + Long.toUnsignedString(wanted.get().version())
              + " is above the highest possible one, "
              + Bounds.HIGHEST_VERSION);
    }
    if (!wanted.equals(key)) {
      return refusal(FAILURE_CODE_RECORD_KEY_MISMATCH, "the key should be " + wanted.get().text());
    }
    if (!isHere(graphId)) {
      return refusal(FAILURE_CODE_RECORD_KEY_MISMATCH, elsewhere(graphId));
    }
    return Optional.empty();
  }

  /** Why a graph's record is of no use here. */
  String elsewhere(String graphId) {
    return "graph " + graphId + " does not belong to partition " + partition;
  }

  /**
   * Checks a delta's first part against itself and its base.
   *
   * @throws WorkerException with the code of what is wrong
   */
  void firstPart(GraphDelta delta, Versions versions) {
    if (delta.getIdWidth() != 4 && delta.getIdWidth() != 8) {
      throw new WorkerException(
          FAILURE_CODE_SNAPSHOT_ENCODING_INVALID,
          "id width is 4 or 8, not " + Integer.toUnsignedString(delta.getIdWidth()));
    }
    if (delta.getPartCount() < 1
        || delta.getPartCount() > Bounds.DELTA_PARTS
        || delta.getPart() >= delta.getPartCount()) {
      throw new WorkerException(
          FAILURE_CODE_RECORD_INCOMPLETE,
          "part %d of %s"
              .formatted(delta.getPart(), Integer.toUnsignedString(delta.getPartCount())));
    }
    if (Long.compareUnsigned(delta.getNewVersion(), delta.getBaseVersion()) <= 0) {
      throw new WorkerException(
          FAILURE_CODE_VERSION_NOT_NEWER, "the new version is not above its base");
    }
    if (versions.status(delta.getGraphId(), delta.getBaseVersion()) != VersionStatus.READY) {
      throw new WorkerException(
          FAILURE_CODE_DELTA_BASE_MISSING,
          "base version " + Long.toUnsignedString(delta.getBaseVersion()) + " is not there");
    }
  }

  private static Optional<Refusal> refusal(FailureCode code, String message) {
    return Optional.of(new Refusal(code, message));
  }
}
