package io.cliquestream.kernels.cuda.driver;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** The array of pointers to argument values that a kernel launch wants. */
public final class KernelArguments {
  private KernelArguments() {}

  public static MemorySegment of(Arena arena, Object... arguments) {
    MemorySegment pointers = arena.allocate(ADDRESS, Math.max(1, arguments.length));
    for (int i = 0; i < arguments.length; i++) {
      pointers.setAtIndex(ADDRESS, i, value(arena, arguments[i]));
    }
    return pointers;
  }

  private static MemorySegment value(Arena arena, Object argument) {
    return switch (argument) {
      case Integer number -> arena.allocateFrom(JAVA_INT, number);
      case Long number -> arena.allocateFrom(JAVA_LONG, number);
      case Double number -> arena.allocateFrom(JAVA_DOUBLE, number);
      default ->
          throw new IllegalArgumentException(
              "a kernel argument of type " + argument.getClass().getName());
    };
  }
}
