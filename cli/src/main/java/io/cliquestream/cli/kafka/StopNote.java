package io.cliquestream.cli.kafka;

import io.cliquestream.cli.output.ProgressLine;
import java.io.PrintWriter;

/**
 * While a command waits for a job: whoever stops the command with Ctrl-C is told that the job goes
 * on, and how to end that, too.
 */
final class StopNote implements AutoCloseable {
  private final Thread hook;

  /**
   * Will write the note when the process is stopped.
   *
   * @param line of progress, which is wiped first
   */
  StopNote(ProgressLine line, PrintWriter err, String jobId, String connection) {
    this.hook =
        new Thread(
            () -> {
              line.close();
              write(err, jobId, connection);
            },
            "cliquestream-stop-note");
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /**
   * Writes the note now.
   *
   * @param connection options that lead to the same broker, each after a blank
   */
  static void write(PrintWriter err, String jobId, String connection) {
    err.println("job " + jobId + " goes on; to end it: cliquestream cancel " + jobId + connection);
    err.flush();
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
