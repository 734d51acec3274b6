package io.cliquestream.cli.kafka;

import java.io.PrintWriter;

/**
 * While a command waits for a job: whoever stops the command with Ctrl-C is told that the job goes
 * on, and how to end that, too.
 */
final class StopNote implements AutoCloseable {
  private final Thread hook;

  StopNote(PrintWriter err, String jobId) {
    this.hook =
        new Thread(
            () -> {
              err.println("job " + jobId + " goes on; to end it: cliquestream cancel " + jobId);
              err.flush();
            },
            "cliquestream-stop-note");
    Runtime.getRuntime().addShutdownHook(hook);
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process is ending: the note is being written.
    }
  }
}
