package io.cliquestream.kernels.cuda.enumerate;

/**
 * Where devices begin to share a job; its text is what the first device chose.
 *
 * @param method how the job is done, one word
 * @param phase the search that is cut; all before it are the first device's
 * @param root the first root of it that is cut; all before it are the first device's
 */
record SharedPlace(String method, int phase, long root) {
  /** Reads what {@link #toString} writes. */
  static SharedPlace of(String choice) {
    String[] words = choice.split(" ", -1);
    return new SharedPlace(words[0], Integer.parseInt(words[1]), Long.parseLong(words[2]));
  }

  @Override
  public String toString() {
    return method + " " + phase + " " + root;
  }
}
