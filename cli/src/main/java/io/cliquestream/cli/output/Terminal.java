package io.cliquestream.cli.output;

import java.io.Console;

/** Whether a person looks at the output. */
public final class Terminal {
  private Terminal() {}

  /** Whether this process has a terminal on which lines can be redrawn. */
  @SuppressWarnings("SystemConsoleNull") // null without a terminal, whatever the checker says
  public static boolean attached() {
    Console console = System.console();
    return console != null && console.isTerminal();
  }
}
