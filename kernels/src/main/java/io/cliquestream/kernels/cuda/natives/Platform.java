package io.cliquestream.kernels.cuda.natives;

/** Operating system and processor, as the JVM names them. */
record Platform(String system, String processor) {

  static Platform ofThisMachine() {
    return new Platform(System.getProperty("os.name"), System.getProperty("os.arch"));
  }

  /** Whether natives are built for it. */
  boolean supported() {
    return system.equals("Linux") && (processor.equals("amd64") || processor.equals("x86_64"));
  }

  @Override
  public String toString() {
    return system + " on " + processor;
  }
}
