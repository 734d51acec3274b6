package io.cliquestream.kernels.cuda.library;

import static io.cliquestream.kernels.cuda.library.CudaLibrary.RECORD;
import static io.cliquestream.kernels.cuda.library.CudaLibrary.WORD;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** The section "merge": one thread an edge, two pointers (Polak 2016). */
public final class MergeFunctions {
  private final MethodHandle count;
  private final MethodHandle units;

  MergeFunctions(CudaLibrary library) {
    units = library.statusFunction("cs_merge_units", RECORD, WORD, WORD);
    count = library.statusFunction("cs_merge_count", RECORD, RECORD, WORD, WORD);
  }

  /** Adds the triangles of a slice to a counter on the device. */
  public void count(NativeRecord graph, NativeRecord slice, long deviceCount, long stream) {
    MemorySegment of = graph.memory();
    MemorySegment part = slice.memory();
    CudaLibrary.enqueue(
        "cs_merge_count", () -> (int) count.invokeExact(of, part, deviceCount, stream));
  }

  /** Units of work of all slices together, to a 64-bit counter on the device. */
  public void units(NativeRecord graph, long deviceUnits, long stream) {
    MemorySegment of = graph.memory();
    CudaLibrary.enqueue("cs_merge_units", () -> (int) units.invokeExact(of, deviceUnits, stream));
  }
}
