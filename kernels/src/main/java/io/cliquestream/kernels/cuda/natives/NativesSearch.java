package io.cliquestream.kernels.cuda.natives;

/** What a search for the CUDA natives came to. */
public sealed interface NativesSearch {

  /**
   * The natives are there. Whether there is a driver, one that is new enough, and a device, is not
   * said yet.
   */
  record Found(NativeLibraries libraries) implements NativesSearch {}

  /**
   * The CUDA engine cannot run here.
   *
   * @param sentence why, for a person; starts in lower case and has no full stop
   */
  record Missing(String sentence) implements NativesSearch {}
}
