package io.cliquestream.worker.failure;

/** The reason itself; the failures around it often only say that there is one. */
public final class RootCause {
  private RootCause() {}

  /** What a failure goes back to: itself where nothing caused it. */
  public static Throwable of(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root;
  }
}
