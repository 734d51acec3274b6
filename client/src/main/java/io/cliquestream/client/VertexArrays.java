package io.cliquestream.client;

import io.cliquestream.contract.Counts;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.ResultPage;
import io.cliquestream.v1.VertexCoefficients;
import io.cliquestream.v1.VertexCounts;
import java.math.BigInteger;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What the runs of one standing job say of its graph's vertices, kept up to date run by run: a
 * difference by vertex is laid over what is known, and a whole answer replaces it. Vertices are
 * original ids; one with the value 0 is left out. Not safe for use by two threads at once.
 */
public final class VertexArrays {
  private final int most;
  private final Map<Long, BigInteger> counts = new HashMap<>();
  private final Map<Long, Double> coefficients = new HashMap<>();
  private String jobId = "";
  private OptionalLong version = OptionalLong.empty();

  /**
   * Knows nothing yet.
   *
   * @param most vertices with a count, and with a coefficient, at most
   */
  public VertexArrays(int most) {
    this.most = most;
  }

  /**
   * Takes the next run over, in time that follows what it holds. One that did not succeed changes
   * nothing.
   *
   * @param run the outcome of a run of the job
   * @return whether it was taken
   * @throws ClientException with FAILURE_CODE_VERSION_UNKNOWN when the run says what changed since
   *     another version than the one that is known, with FAILURE_CODE_RESULT_TOO_LARGE beyond the
   *     bound; nothing is changed then
   */
  public boolean lay(JobOutcome run) {
    if (!run.succeeded()) {
      return false;
    }
    JobResult result = run.result();
    boolean isWhole = !result.getDifference().getChangedVerticesOnly();
    if (!isWhole) {
      requireBase(result);
    }
    requireRoom(run, isWhole);
    if (isWhole) {
      counts.clear();
      coefficients.clear();
    }
    for (ResultPage page : run.pages()) {
      layCounts(page.getVertexCounts());
      layCoefficients(page.getVertexCoefficients());
    }
    jobId = result.getJobId();
    version = OptionalLong.of(result.getGraphVersion());
    return true;
  }

  private void requireBase(JobResult result) {
    long base = result.getDifference().getBaseVersion();
    if (version.isEmpty() || version.getAsLong() != base || !jobId.equals(result.getJobId())) {
      throw new ClientException(
          FailureCode.FAILURE_CODE_VERSION_UNKNOWN,
          "run %s of job %s says what changed since version %s, and %s"
              .formatted(
                  Long.toUnsignedString(result.getRun()),
                  result.getJobId(),
                  Long.toUnsignedString(base),
                  version.isEmpty()
                      ? "nothing is known"
                      : "version %s of job %s is known"
                          .formatted(Long.toUnsignedString(version.getAsLong()), jobId)));
    }
  }

  private void requireRoom(JobOutcome run, boolean isWhole) {
    long counted = isWhole ? 0 : counts.size();
    long weighed = isWhole ? 0 : coefficients.size();
    for (ResultPage page : run.pages()) {
      VertexCounts some = page.getVertexCounts();
      for (int i = 0; i < some.getVerticesCount(); i++) {
        boolean isKnown = !isWhole && counts.containsKey(some.getVertices(i));
        counted += change(isKnown, Counts.toBigInteger(some.getCounts(i)).signum() != 0);
      }
      VertexCoefficients others = page.getVertexCoefficients();
      for (int i = 0; i < others.getVerticesCount(); i++) {
        boolean isKnown = !isWhole && coefficients.containsKey(others.getVertices(i));
        weighed += change(isKnown, others.getCoefficients(i) != 0);
      }
    }
    if (Math.max(counted, weighed) > most) {
      throw new ClientException(
          FailureCode.FAILURE_CODE_RESULT_TOO_LARGE,
          "%d vertices have a value, and at most %d are kept"
              .formatted(Math.max(counted, weighed), most));
    }
  }

  private static int change(boolean was, boolean is) {
    return (is ? 1 : 0) - (was ? 1 : 0);
  }

  private void layCounts(VertexCounts page) {
    for (int i = 0; i < page.getVerticesCount(); i++) {
      BigInteger count = Counts.toBigInteger(page.getCounts(i));
      if (count.signum() == 0) {
        counts.remove(page.getVertices(i));
      } else {
        counts.put(page.getVertices(i), count);
      }
    }
  }

  private void layCoefficients(VertexCoefficients page) {
    for (int i = 0; i < page.getVerticesCount(); i++) {
      if (page.getCoefficients(i) == 0) {
        coefficients.remove(page.getVertices(i));
      } else {
        coefficients.put(page.getVertices(i), page.getCoefficients(i));
      }
    }
  }

  /** {@return the version that the values are of; empty before the first run} */
  public OptionalLong version() {
    return version;
  }

  /**
   * Counts by vertex, as they are now and will be.
   *
   * @return a view, unmodifiable
   */
  public Map<Long, BigInteger> counts() {
    return Collections.unmodifiableMap(counts);
  }

  /**
   * Local clustering coefficients by vertex, as they are now and will be.
   *
   * @return a view, unmodifiable
   */
  public Map<Long, Double> coefficients() {
    return Collections.unmodifiableMap(coefficients);
  }
}
