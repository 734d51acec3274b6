package io.cliquestream.kernels.cuda.natives;

/** What a search for the CUDA natives came to. */
public sealed interface NativesSearch {

  /**
   * The natives are there and the driver is new enough for them; whether there is a device is for
   * the driver to say.
   */
  record Found(NativeLibraries libraries) implements NativesSearch {}

  /**
   * The CUDA engine cannot run here.
   *
   * @param sentence why, for a person; starts in lower case and has no full stop
   */
  record Missing(String sentence) implements NativesSearch {}
}
