package io.cliquestream.kernels.engine;

/** Which engine to open. */
public enum EngineChoice {
  /** The best that this machine has. */
  AUTO,
  /** The host's cores. */
  CPU,
  /** NVIDIA GPUs; fails where there is none. */
  CUDA
}
