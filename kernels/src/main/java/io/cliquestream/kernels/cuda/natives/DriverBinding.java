package io.cliquestream.kernels.cuda.natives;

import java.nio.file.Path;

/**
 * Makes JCuda load the file that it is told to. JCuda asks the system's library path first and then
 * takes a file of a fixed name in the folder that {@code java.io.tmpdir} names at that moment,
 * whoever wrote it. So for the moment of its initialisation that property names a folder that holds
 * our verified file and that no other user can change.
 */
final class DriverBinding {
  private static final String DRIVER_CLASS = "jcuda.driver.JCudaDriver";
  private static final String FOLDER_PROPERTY = "java.io.tmpdir";

  private DriverBinding() {}

  /** Initialises JCuda's driver class with the library in {@code file}. */
  static void initialise(Path file) throws ClassNotFoundException {
    lookingOnlyIn(
        file.getParent(),
        () -> Class.forName(DRIVER_CLASS, true, DriverBinding.class.getClassLoader()));
  }

  /** What may load a class. */
  @FunctionalInterface
  interface Loading {
    Object load() throws ClassNotFoundException;
  }

  /** Runs {@code loading} while JCuda's folder is {@code folder}. */
  static void lookingOnlyIn(Path folder, Loading loading) throws ClassNotFoundException {
    String before = System.getProperty(FOLDER_PROPERTY);
    System.setProperty(FOLDER_PROPERTY, folder.toString());
    try {
      loading.load();
    } finally {
      System.setProperty(FOLDER_PROPERTY, before);
    }
  }
}
