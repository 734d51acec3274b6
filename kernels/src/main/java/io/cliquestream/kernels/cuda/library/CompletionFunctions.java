package io.cliquestream.kernels.cuda.library;

import static io.cliquestream.kernels.cuda.library.CudaLibrary.RECORD;
import static io.cliquestream.kernels.cuda.library.CudaLibrary.WORD;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** What proves that a sliced count is whole. */
public final class CompletionFunctions {
  private final MethodHandle collect;

  CompletionFunctions(CudaLibrary library) {
    collect = library.statusFunction("cs_completion_collect", WORD, WORD, WORD, RECORD, WORD);
  }

  /**
   * Copies units done, units in all and the stop word to a record in pinned memory.
   *
   * @param stop device address of the stop word, or 0
   */
  public void collect(long done, long units, long stop, NativeRecord completion, long stream) {
    MemorySegment out = completion.memory();
    CudaLibrary.enqueue(
        "cs_completion_collect", () -> (int) collect.invokeExact(done, units, stop, out, stream));
  }
}
