package io.cliquestream.benchmarks.device;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.job.TriangleCount;
import io.cliquestream.kernels.job.TriangleMethod;
import io.cliquestream.kernels.job.TriangleTuning;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Ways to count that a benchmark can compare. */
public enum TriangleVariant {
  /** Wedges as the planner would have them. */
  WEDGES(TriangleMethod.WEDGES, true),
  /** Wedges without the matrix core. */
  WEDGES_NO_CORE(TriangleMethod.WEDGES, false),
  MERGE(TriangleMethod.MERGE, true),
  HASH(TriangleMethod.HASH, true),
  HASH_IN_DEGREE(TriangleMethod.HASH_IN_DEGREE, true),
  HASH_COLLECTIVE(TriangleMethod.HASH_COLLECTIVE, true),
  /** Counts by edge and vertex. */
  LOCAL(TriangleMethod.WEDGES, true);

  private final TriangleMethod method;
  private final boolean core;

  TriangleVariant(TriangleMethod method, boolean core) {
    this.method = method;
    this.core = core;
  }

  /** The name on the command line. */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * A variant by its name.
   *
   * @throws ComputeException OPTION_INVALID when there is none
   */
  public static TriangleVariant of(String text) {
    return Arrays.stream(values())
        .filter(variant -> variant.text().equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new ComputeException(
                    FailureCode.OPTION_INVALID,
                    "no variant '"
                        + text
                        + "'; there are "
                        + Arrays.stream(values())
                            .map(TriangleVariant::text)
                            .collect(Collectors.joining(", "))));
  }

  TriangleMethod method() {
    return method;
  }

  TriangleCount job() {
    return this == LOCAL
        ? new TriangleCount(true, false, false, Optional.empty())
        : TriangleCount.by(
            method, core ? TriangleTuning.none() : TriangleTuning.of(Map.of("core", 0L)));
  }
}
