package io.cliquestream.kernels.cuda.library;

import static io.cliquestream.kernels.cuda.library.CudaLibrary.HALF_WORD;
import static io.cliquestream.kernels.cuda.library.CudaLibrary.RECORD;
import static io.cliquestream.kernels.cuda.library.CudaLibrary.WORD;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** The order near a degeneracy order, of {@code cliquestream_cliques.h}. */
public final class ApproximateOrderFunctions {
  private static final int USUAL_ROUNDS = 0;

  private final MethodHandle bytes;
  private final MethodHandle run;

  ApproximateOrderFunctions(CudaLibrary library) {
    bytes = library.sizeFunction("cs_approximate_order_bytes", RECORD);
    run =
        library.statusFunction(
            "cs_approximate_order_run", RECORD, HALF_WORD, WORD, WORD, RECORD, WORD);
  }

  /** Device bytes that an order works in. */
  public long bytes(NativeRecord graph) {
    MemorySegment of = graph.memory();
    return CudaLibrary.size("cs_approximate_order_bytes", () -> (long) bytes.invokeExact(of));
  }

  /**
   * Orders, for {@link CoreFunctions#orient}, in the library's usual number of rounds.
   *
   * @param out 64 bits that receive the device address of the order at once, inside the memory
   */
  public void run(NativeRecord graph, long memory, long size, MemorySegment out, long stream) {
    MemorySegment of = graph.memory();
    CudaLibrary.enqueue(
        "cs_approximate_order_run",
        () -> (int) run.invokeExact(of, USUAL_ROUNDS, memory, size, out, stream));
  }
}
