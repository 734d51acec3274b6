package io.cliquestream.kernels.part;

/**
 * Into how many parts a job is cut whose time is predicted while it runs.
 *
 * @param worthNanos shortest predicted time of a job that is cut, 0 or more
 * @param partNanos time that a part should take, more than 0
 * @param least fewest parts of a job that is cut, 1 or more
 * @param most most parts, {@code least} to 32,768
 * @param aloneNanos how long a job runs whose time only its progress tells, before it is predicted;
 *     0: it is cut at once where it is to be cut whatever it takes
 */
public record CutRule(double worthNanos, double partNanos, int least, int most, long aloneNanos) {
  private static final int MOST_PARTS = 32_768;

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException when one is out of its bounds
   */
  public CutRule {
    if (!(worthNanos >= 0) || !(partNanos > 0) || aloneNanos < 0) {
      throw new IllegalArgumentException(
          "times " + worthNanos + ", " + partNanos + " and " + aloneNanos);
    }
    if (least < 1 || most < least || most > MOST_PARTS) {
      throw new IllegalArgumentException(least + " to " + most + " parts");
    }
  }

  /**
   * So many parts, at once and whatever the job takes.
   *
   * @param parts 1 to 32,768
   * @return the rule
   */
  public static CutRule into(int parts) {
    return new CutRule(0, 1, parts, parts, 0);
  }

  /**
   * {@return how many parts a job is cut into; 0 when it is not}
   *
   * @param nanos predicted time of the whole; not a number where nothing is known of it
   */
  public int parts(double nanos) {
    if (nanos < worthNanos) {
      return 0;
    }
    return Double.isNaN(nanos)
        ? least
        : (int) Math.clamp(Math.ceil(nanos / partNanos), least, most);
  }
}
