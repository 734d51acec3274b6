package io.cliquestream.kernels.cuda.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The command line of a device process: this process's Java, class path and {@code cliquestream.}
 * properties.
 *
 * @param arguments everything after the program
 */
record ProcessCommand(List<String> arguments) {
  private static final String OWN_PROPERTIES = "cliquestream.";

  static ProcessCommand of(
      ProcessPolicy policy, Class<? extends DeviceService> service, String... arguments) {
    List<String> line = new ArrayList<>(policy.jvmArguments());
    line.add("-XX:+DisplayVMOutputToStderr"); // standard output carries frames
    line.add("--enable-native-access=ALL-UNNAMED");
    line.add("--sun-misc-unsafe-memory-access=allow");
    line.add("-Djava.library.path=" + System.getProperty("java.library.path", ""));
    System.getProperties()
        .forEach(
            (name, value) -> {
              if (name.toString().startsWith(OWN_PROPERTIES)) {
                line.add("-D" + name + "=" + value);
              }
            });
    line.add("-cp");
    line.add(System.getProperty("java.class.path"));
    line.add(ServiceHost.class.getName());
    line.add(service.getName());
    line.add(Long.toString(policy.progressTime().toMillis()));
    line.addAll(List.of(arguments));
    return new ProcessCommand(line);
  }

  Process start() throws IOException {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(arguments);
    return new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }
}
