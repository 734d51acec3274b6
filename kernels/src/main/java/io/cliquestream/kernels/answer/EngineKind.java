package io.cliquestream.kernels.answer;

import java.util.Locale;

/** The engines there are. */
public enum EngineKind {
  /** Java on the host's cores. */
  CPU,
  /** Kernels on NVIDIA GPUs. */
  CUDA,
  /** Both of them; each job goes to one. */
  AUTO;

  /** {@return the name on the command line and in results} */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
