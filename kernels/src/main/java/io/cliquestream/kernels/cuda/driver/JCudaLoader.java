package io.cliquestream.kernels.cuda.driver;

/**
 * Makes JCuda's native library available before its first use. JCuda's own way unpacks it to a
 * fixed name in the temporary folder and trusts whatever lies there; a loader does better.
 */
@FunctionalInterface
@SuppressWarnings("restricted") // loading a native library is what this is for
public interface JCudaLoader {
  /** The library is on {@code java.library.path}, where JCuda looks first. */
  JCudaLoader LIBRARY_PATH = () -> System.loadLibrary("JCudaDriver-12.6.0-linux-x86_64");

  /**
   * Loads the library; called once, with JCuda's class loader.
   *
   * @throws UnsatisfiedLinkError when it is not there or does not fit this machine
   */
  void load();
}
