package io.cliquestream.cli.output;

import java.io.Console;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * What a person sees: whether there is a terminal, how wide it is, and whether it may be coloured.
 *
 * @param attached whether lines can be redrawn
 * @param width columns
 * @param coloured whether colours are wanted; never by {@code NO_COLOR} (no-color.org)
 */
public record Terminal(boolean attached, int width, boolean coloured) {
  /** Where nobody looks, and where a width cannot be learned. */
  private static final int USUAL_WIDTH = 80;

  private static final int NARROWEST = 40;

  private static final int OUT = 1;
  private static final int ERR = 2;

  /** {@code TIOCGWINSZ} of Linux; other systems number it otherwise, and get the usual width. */
  private static final long WINDOW_SIZE = 0x5413;

  /** Output that is a file or a pipe. */
  public static final Terminal NONE = new Terminal(false, USUAL_WIDTH, false);

  /** What standard output goes to. */
  public static Terminal ofProcess() {
    return of(isTerminal(OUT), OUT, System.getenv());
  }

  /** What the error stream goes to. */
  public static Terminal ofErrorStream() {
    return of(isTerminal(ERR), ERR, System.getenv());
  }

  /** That of this process, or, where pictures are wanted without one, its like without colours. */
  public static Terminal drawing(boolean wanted) {
    Terminal terminal = ofProcess();
    return wanted && !terminal.attached() ? new Terminal(true, USUAL_WIDTH, false) : terminal;
  }

  static Terminal of(boolean attached, Map<String, String> environment) {
    return of(attached, OUT, environment);
  }

  private static Terminal of(boolean attached, int stream, Map<String, String> environment) {
    if (!attached) {
      return NONE;
    }
    String noColour = environment.getOrDefault("NO_COLOR", "");
    boolean dumb = "dumb".equals(environment.get("TERM"));
    return new Terminal(
        !dumb, Math.max(NARROWEST, width(stream, environment)), noColour.isEmpty() && !dumb);
  }

  /**
   * Whether a stream of this process goes to a terminal. The JDK's console tells of standard input
   * and output together, and not of the error stream.
   */
  private static boolean isTerminal(int stream) {
    try {
      String target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + stream)).toString();
      return target.startsWith("/dev/pts/")
          || target.startsWith("/dev/tty")
          || target.equals("/dev/console");
    } catch (IOException | UnsupportedOperationException e) {
      return asked(stream);
    }
  }

  /** The same from the C library, where the system has no such links. */
  @SuppressWarnings("restricted") // isatty of a number
  private static boolean asked(int stream) {
    try {
      Linker linker = Linker.nativeLinker();
      var isatty =
          linker.downcallHandle(
              linker.defaultLookup().findOrThrow("isatty"),
              FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
      return (int) isatty.invokeExact(stream) == 1;
    } catch (Throwable e) {
      return hasConsole();
    }
  }

  @SuppressWarnings("SystemConsoleNull") // null without a terminal, whatever the checker says
  private static boolean hasConsole() {
    Console console = System.console();
    return console != null && console.isTerminal();
  }

  private static int width(int stream, Map<String, String> environment) {
    try {
      return Integer.parseInt(environment.getOrDefault("COLUMNS", "").strip());
    } catch (NumberFormatException e) {
      return windowColumns(stream);
    }
  }

  /** Asks the terminal; only for a stream that is one. */
  @SuppressWarnings("restricted") // ioctl with room for its four numbers
  private static int windowColumns(int stream) {
    if (!System.getProperty("os.name").equals("Linux")) {
      return USUAL_WIDTH;
    }
    try (Arena arena = Arena.ofConfined()) {
      Linker linker = Linker.nativeLinker();
      var ioctl =
          linker.downcallHandle(
              linker.defaultLookup().findOrThrow("ioctl"),
              FunctionDescriptor.of(
                  ValueLayout.JAVA_INT,
                  ValueLayout.JAVA_INT,
                  ValueLayout.JAVA_LONG,
                  ValueLayout.ADDRESS),
              Linker.Option.firstVariadicArg(2));
      MemorySegment size = arena.allocate(8, 2);
      int failed = (int) ioctl.invokeExact(stream, WINDOW_SIZE, size);
      int columns = Short.toUnsignedInt(size.get(ValueLayout.JAVA_SHORT, 2));
      return failed == 0 && columns > 0 ? columns : USUAL_WIDTH;
    } catch (Throwable e) {
      return USUAL_WIDTH;
    }
  }
}
