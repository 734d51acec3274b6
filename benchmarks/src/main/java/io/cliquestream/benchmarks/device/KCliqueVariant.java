package io.cliquestream.benchmarks.device;

import io.cliquestream.kernels.cuda.kclique.PaperConfiguration;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.job.KCliqueMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A way to count that a benchmark can compare.
 *
 * @param method orientation or pivoting
 * @param paper the paper's configuration; empty: our kernel
 */
public record KCliqueVariant(KCliqueMethod method, Optional<PaperConfiguration> paper) {
  private static final String FORM =
      "orientation, pivoting, or such as paper-orientation-edge-binary-8";

  /** Our kernels by both methods. */
  public static List<KCliqueVariant> ours() {
    return List.of(
        new KCliqueVariant(KCliqueMethod.ORIENTATION, Optional.empty()),
        new KCliqueVariant(KCliqueMethod.PIVOTING, Optional.empty()));
  }

  /** The paper's whole matrix for one order of the graph. */
  public static List<KCliqueVariant> matrix() {
    List<KCliqueVariant> all = new ArrayList<>();
    for (KCliqueMethod method : KCliqueMethod.values()) {
      for (boolean edges : new boolean[] {false, true}) {
        for (boolean binary : new boolean[] {true, false}) {
          for (int group = 32; group >= 1; group /= 2) {
            all.add(
                new KCliqueVariant(
                    method, Optional.of(new PaperConfiguration(method, edges, binary, group))));
          }
        }
      }
    }
    return all;
  }

  /** The name on the command line. */
  public String text() {
    return paper
        .map(configuration -> configuration.text().replace(' ', '-'))
        .orElse(method.name().toLowerCase(Locale.ROOT));
  }

  /**
   * A variant by its name.
   *
   * @throws ComputeException OPTION_INVALID when there is none
   */
  public static KCliqueVariant of(String text) {
    List<KCliqueVariant> all = new ArrayList<>(ours());
    all.addAll(matrix());
    return all.stream()
        .filter(variant -> variant.text().equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new ComputeException(
                    FailureCode.OPTION_INVALID, "no variant '" + text + "'; there are " + FORM));
  }
}
