package io.cliquestream.kernels.cuda.library;

import static io.cliquestream.kernels.cuda.library.CudaLibrary.RECORD;
import static io.cliquestream.kernels.cuda.library.CudaLibrary.WORD;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** k-cliques of every vertex, of {@code cliquestream_cliques.h}: residues modulo two primes. */
public final class LocalCliqueFunctions {
  private final MethodHandle bytes;
  private final MethodHandle bind;
  private final MethodHandle start;
  private final MethodHandle count;
  private final MethodHandle finish;
  private final MethodHandle load;

  LocalCliqueFunctions(CudaLibrary library) {
    bytes = library.sizeFunction("cs_clique_local_bytes", RECORD, RECORD, RECORD);
    bind =
        library.statusFunction("cs_clique_local_bind", WORD, WORD, RECORD, RECORD, RECORD, RECORD);
    start = library.statusFunction("cs_clique_local_start", RECORD, RECORD, RECORD, WORD);
    count = library.statusFunction("cs_clique_local_count", RECORD, RECORD, RECORD, RECORD, WORD);
    load = library.statusFunction("cs_clique_local_load");
    finish = library.statusFunction("cs_clique_local_finish", RECORD, RECORD, WORD);
  }

  /** Loads the kernels, to be called once a device while nothing runs. */
  public void load() {
    CudaLibrary.enqueue("cs_clique_local_load", () -> (int) load.invokeExact());
  }

  /** Device bytes of a count; 0 when the options are not valid. */
  public long bytes(NativeRecord graph, NativeRecord plan, NativeRecord options) {
    MemorySegment of = graph.memory();
    MemorySegment by = plan.memory();
    MemorySegment with = options.memory();
    return CudaLibrary.size("cs_clique_local_bytes", () -> (long) bytes.invokeExact(of, by, with));
  }

  /** Cuts a count's memory into arrays. */
  public void bind(
      long memory,
      long size,
      NativeRecord graph,
      NativeRecord plan,
      NativeRecord options,
      NativeRecord local) {
    MemorySegment of = graph.memory();
    MemorySegment by = plan.memory();
    MemorySegment with = options.memory();
    MemorySegment out = local.memory();
    CudaLibrary.enqueue(
        "cs_clique_local_bind", () -> (int) bind.invokeExact(memory, size, of, by, with, out));
  }

  /** Clears the sums and makes the table of binomials. */
  public void start(NativeRecord graph, NativeRecord plan, NativeRecord local, long stream) {
    MemorySegment of = graph.memory();
    MemorySegment by = plan.memory();
    MemorySegment record = local.memory();
    CudaLibrary.enqueue(
        "cs_clique_local_start", () -> (int) start.invokeExact(of, by, record, stream));
  }

  /** Adds the cliques of a slice. */
  public void count(
      NativeRecord graph, NativeRecord plan, NativeRecord local, NativeRecord slice, long stream) {
    MemorySegment of = graph.memory();
    MemorySegment by = plan.memory();
    MemorySegment record = local.memory();
    MemorySegment part = slice.memory();
    CudaLibrary.enqueue(
        "cs_clique_local_count", () -> (int) count.invokeExact(of, by, record, part, stream));
  }

  /** Reduces the sums to residues, by rank. */
  public void finish(NativeRecord graph, NativeRecord local, long stream) {
    MemorySegment of = graph.memory();
    MemorySegment record = local.memory();
    CudaLibrary.enqueue(
        "cs_clique_local_finish", () -> (int) finish.invokeExact(of, record, stream));
  }
}
