package io.cliquestream.kernels.cuda.natives;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.util.Optional;

/**
 * The library of the installed NVIDIA driver, found by the system's own rules.
 *
 * @param version newest CUDA version it supports, 1000 × major + 10 × minor; 0 when it does not say
 */
record DriverLibrary(int version) {
  static final String NAME = "libcuda.so.1";

  /** Loads it for the life of the process; empty when the system does not find it. */
  @SuppressWarnings("restricted")
  static Optional<DriverLibrary> open(String name) {
    SymbolLookup library;
    try {
      library = SymbolLookup.libraryLookup(name, Arena.global());
    } catch (IllegalArgumentException notFound) {
      return Optional.empty();
    }
    return Optional.of(new DriverLibrary(askVersion(library)));
  }

  /** A version as people write it: 13.0 for 13000. */
  static String readable(int version) {
    return version / 1000 + "." + version % 1000 / 10;
  }

  /** cuDriverGetVersion is the one call that needs no initialised driver. */
  @SuppressWarnings("restricted")
  private static int askVersion(SymbolLookup library) {
    var symbol = library.find("cuDriverGetVersion");
    if (symbol.isEmpty()) {
      return 0;
    }
    var call =
        Linker.nativeLinker()
            .downcallHandle(
                symbol.get(), FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS));
    try (Arena arena = Arena.ofConfined()) {
      var version = arena.allocate(ValueLayout.JAVA_INT);
      int status = (int) call.invokeExact(version);
      return status == 0 ? version.get(ValueLayout.JAVA_INT, 0) : 0;
    } catch (Throwable unexpected) {
      throw new AssertionError("cuDriverGetVersion takes one pointer", unexpected);
    }
  }
}
