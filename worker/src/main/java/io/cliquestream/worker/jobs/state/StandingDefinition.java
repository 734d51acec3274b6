package io.cliquestream.worker.jobs.state;

import com.google.protobuf.InvalidProtocolBufferException;
import io.cliquestream.v1.JobRequest;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * A standing job as it is remembered between runs.
 *
 * @param request what to run
 * @param nextRun number of the next run; the first is 1
 * @param lastVersion the newest version that needs no run any more
 * @param lastStartEpochMillis when the last run was triggered; 0 before the first
 */
public record StandingDefinition(
    JobRequest request, long nextRun, long lastVersion, long lastStartEpochMillis) {
  private static final byte FORMAT = 1;
  private static final int HEADER_BYTES = 1 + 3 * Long.BYTES;

  /** A job that has not run yet. */
  public static StandingDefinition first(JobRequest request, long latestVersion) {
    return new StandingDefinition(request, 1, latestVersion, 0);
  }

  public StandingDefinition afterRun(long version, long startEpochMillis) {
    return new StandingDefinition(
        request,
        nextRun + 1,
        Long.compareUnsigned(version, lastVersion) > 0 ? version : lastVersion,
        startEpochMillis);
  }

  public byte[] bytes() {
    byte[] job = request.toByteArray();
    return ByteBuffer.allocate(HEADER_BYTES + job.length)
        .put(FORMAT)
        .putLong(nextRun)
        .putLong(lastVersion)
        .putLong(lastStartEpochMillis)
        .put(job)
        .array();
  }

  /** Empty when the bytes are of another format. */
  public static Optional<StandingDefinition> parse(byte[] bytes) {
    var buffer = ByteBuffer.wrap(bytes);
    if (bytes.length < HEADER_BYTES || buffer.get() != FORMAT) {
      return Optional.empty();
    }
    long nextRun = buffer.getLong();
    long lastVersion = buffer.getLong();
    long lastStart = buffer.getLong();
    try {
      return Optional.of(
          new StandingDefinition(JobRequest.parseFrom(buffer), nextRun, lastVersion, lastStart));
    } catch (InvalidProtocolBufferException foreign) {
      return Optional.empty();
    }
  }
}
