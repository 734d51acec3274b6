package io.cliquestream.kernels.memory;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * Asks the operating system for pages of 2 MiB, for memory that is read here and there: with pages
 * of 4 KiB every such read waits for the page's place, too. An advice: where there are no such
 * pages nothing changes.
 */
@SuppressWarnings("restricted") // madvise, of memory that is ours
public final class LargePages {
  /** Bytes of a large page. */
  public static final long BYTES = 1L << 21;

  /** MADV_HUGEPAGE of Linux. */
  private static final int HUGE_PAGES = 14;

  private static final MethodHandle ADVISE =
      Linker.nativeLinker()
          .defaultLookup()
          .find("madvise")
          .filter(_ -> System.getProperty("os.name").equals("Linux"))
          .map(
              function ->
                  Linker.nativeLinker()
                      .downcallHandle(
                          function,
                          FunctionDescriptor.of(
                              ValueLayout.JAVA_INT,
                              ValueLayout.ADDRESS,
                              ValueLayout.JAVA_LONG,
                              ValueLayout.JAVA_INT)))
          .orElse(null);

  private LargePages() {}

  /**
   * Asks for large pages.
   *
   * @param memory begins at a multiple of {@link #BYTES}; best before it is touched
   * @return the same memory
   */
  public static MemorySegment advise(MemorySegment memory) {
    if (ADVISE != null) {
      try {
        int _ = (int) ADVISE.invokeExact(memory, memory.byteSize(), HUGE_PAGES);
      } catch (Throwable e) {
        throw new AssertionError("madvise throws nothing", e);
      }
    }
    return memory;
  }
}
