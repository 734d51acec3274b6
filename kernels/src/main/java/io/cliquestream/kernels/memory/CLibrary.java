package io.cliquestream.kernels.memory;

import java.lang.foreign.AddressLayout;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * What {@link LargeArena} asks of the C library. Linking takes some hundredths of a second, which a
 * process that holds small graphs alone never spends.
 */
@SuppressWarnings("restricted") // functions of the C library, as its manual declares them
final class CLibrary {
  private static final AddressLayout POINTER = ValueLayout.ADDRESS;
  private static final Linker LINKER = Linker.nativeLinker();
  private static final MethodHandle CALLOC =
      LINKER.downcallHandle(
          LINKER.defaultLookup().findOrThrow("calloc"),
          FunctionDescriptor.of(POINTER, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG));
  private static final MethodHandle FREE =
      LINKER.downcallHandle(
          LINKER.defaultLookup().findOrThrow("free"), FunctionDescriptor.ofVoid(POINTER));

  /** Null where the system has no such advice. */
  private static final MethodHandle ADVISE =
      LINKER
          .defaultLookup()
          .find("madvise")
          .map(
              found ->
                  LINKER.downcallHandle(
                      found,
                      FunctionDescriptor.of(
                          ValueLayout.JAVA_INT,
                          ValueLayout.JAVA_LONG,
                          ValueLayout.JAVA_LONG,
                          ValueLayout.JAVA_INT)))
          .orElse(null);

  /** Of Linux; elsewhere the advice means something else and is not given. */
  private static final int HUGE_PAGES = 14;

  private static final boolean LINUX = System.getProperty("os.name", "").equals("Linux");

  private static final long PAGE = 4096;

  private CLibrary() {}

  /** Zeroed memory. */
  static MemorySegment calloc(long bytes) {
    MemorySegment start;
    try {
      start = (MemorySegment) CALLOC.invokeExact(1L, bytes);
    } catch (Throwable e) {
      throw new AssertionError("calloc throws nothing", e);
    }
    if (start.address() == 0) {
      throw new OutOfMemoryError("cannot allocate " + bytes + " bytes off the heap");
    }
    return start;
  }

  /** Asks for huge pages for the whole pages of a segment; what the system answers is of no use. */
  static void adviseHugePages(long address, long bytes) {
    if (!LINUX || ADVISE == null) {
      return;
    }
    long from = (address + PAGE - 1) & -PAGE;
    long to = (address + bytes) & -PAGE;
    try {
      var _ = (int) ADVISE.invokeExact(from, to - from, HUGE_PAGES);
    } catch (Throwable e) {
      throw new AssertionError("madvise throws nothing", e);
    }
  }

  static void free(MemorySegment start) {
    try {
      FREE.invokeExact(start);
    } catch (Throwable e) {
      throw new AssertionError("free throws nothing", e);
    }
  }
}
