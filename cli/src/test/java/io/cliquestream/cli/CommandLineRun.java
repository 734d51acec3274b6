package io.cliquestream.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/**
 * What one command did.
 *
 * @param exitCode what the process would have ended with
 * @param out standard output
 * @param err the error stream
 */
public record CommandLineRun(int exitCode, String out, String err) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * Runs a command in this process, with nothing on standard input: that of a test's process may be
   * a pipe that never ends.
   */
  public static CommandLineRun of(String... arguments) {
    return reading(InputStream.nullInputStream(), arguments);
  }

  /** The same with something on standard input. */
  public static CommandLineRun reading(InputStream input, String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    InputStream before = System.in;
    System.setIn(input);
    int exitCode;
    try {
      exitCode =
          Main.commandLine(arguments)
              .setOut(new PrintWriter(out))
              .setErr(new PrintWriter(err))
              .execute(arguments);
    } finally {
      System.setIn(before);
    }
    return new CommandLineRun(exitCode, out.toString(), err.toString());
  }

  /** Standard output as one JSON object. */
  public JsonNode json() {
    try {
      return JSON.readTree(out);
    } catch (IOException e) {
      throw new UncheckedIOException(out + err, e);
    }
  }
}
