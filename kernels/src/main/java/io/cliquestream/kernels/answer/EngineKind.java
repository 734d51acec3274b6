package io.cliquestream.kernels.answer;

/** The engines there are. */
public enum EngineKind {
  /** Java on the host's cores. */
  CPU("cpu"),
  /** Kernels on NVIDIA GPUs. */
  CUDA("cuda"),
  /** Both of them; each job goes to one. */
  AUTO("auto");

  private final String label;

  EngineKind(String label) {
    this.label = label;
  }

  /** {@return the name on the command line and in results} */
  public String label() {
    return label;
  }
}
