package io.cliquestream.kernels.cuda.driver;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/**
 * The few driver functions that are called without JCuda: those that must answer before it is known
 * whether JCuda's library fits the driver, and those that JCuda lacks.
 *
 * <p>Before the driver is initialised, it is asked for the hardware queues that {@link
 * DevicePolicy#hardwareQueues} names. It reads that from the environment only, and its default is
 * 8: with eight lanes busy, a ninth stream's command would wait behind a running kernel, a stop
 * among them. Where there are several lanes it is also told to load all kernels at once: one that
 * is loaded when it is first needed waits for the kernels that run, for hours if they follow one
 * another.
 */
@SuppressWarnings("restricted") // calling native code is what this is for
public final class DriverLibrary {
  private static final String NAME = "libcuda.so.1";
  private static final String QUEUES_VARIABLE = "CUDA_DEVICE_MAX_CONNECTIONS";
  private static final String LOADING_VARIABLE = "CUDA_MODULE_LOADING";

  private final MethodHandle init;
  private final MethodHandle version;
  private final MethodHandle poolSetAttribute;

  private DriverLibrary(SymbolLookup symbols) {
    init = function(symbols, "cuInit", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
    version = function(symbols, "cuDriverGetVersion", FunctionDescriptor.of(JAVA_INT, ADDRESS));
    poolSetAttribute =
        function(
            symbols,
            "cuMemPoolSetAttribute",
            FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_INT, ADDRESS));
  }

  /** The driver's library, unless this machine has none. It stays loaded. */
  public static Optional<DriverLibrary> find() {
    try {
      return Optional.of(new DriverLibrary(SymbolLookup.libraryLookup(NAME, Arena.global())));
    } catch (IllegalArgumentException e) { // how the lookup says that there is no such library
      return Optional.empty();
    }
  }

  private static MethodHandle function(
      SymbolLookup symbols, String name, FunctionDescriptor descriptor) {
    return symbols
        .find(name)
        .map(address -> Linker.nativeLinker().downcallHandle(address, descriptor))
        .orElse(null);
  }

  /**
   * Initialises the driver; once it is, it asks nobody for the number of queues any more.
   *
   * @param queues hardware queues, unless the environment names another number
   * @param eager whether all kernels are loaded at once, unless the environment says it
   */
  int init(int queues, boolean eager) {
    ask(QUEUES_VARIABLE, Integer.toString(queues));
    if (eager) {
      ask(LOADING_VARIABLE, "EAGER");
    }
    return call(init, 0);
  }

  /** Keeps what the environment says already. */
  private static void ask(String variable, String value) {
    MethodHandle setenv =
        function(
            Linker.nativeLinker().defaultLookup(),
            "setenv",
            FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, JAVA_INT));
    try (Arena arena = Arena.ofConfined()) {
      int keep = 0;
      int ignored =
          (int) setenv.invokeExact(arena.allocateFrom(variable), arena.allocateFrom(value), keep);
    } catch (Throwable e) {
      throw new IllegalStateException("setenv " + variable, e);
    }
  }

  /** The CUDA version the driver supports, 12040 for 12.4; 0 when it does not say. */
  int version() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment number = arena.allocate(JAVA_INT);
      int status = call(version, number);
      return status == 0 ? number.get(JAVA_INT, 0) : 0;
    }
  }

  public int setPoolAttribute(long pool, int attribute, long value) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment number = arena.allocateFrom(JAVA_LONG, value);
      return (int) poolSetAttribute.invokeExact(pool, attribute, number);
    } catch (Throwable e) {
      throw new IllegalStateException("cuMemPoolSetAttribute", e);
    }
  }

  private static int call(MethodHandle function, Object argument) {
    try {
      return (int) function.invoke(argument);
    } catch (Throwable e) {
      throw new IllegalStateException("calling the CUDA driver", e);
    }
  }
}
