package io.cliquestream.kernels.cuda.library;

import java.lang.foreign.MemorySegment;

/** The header {@code cliquestream_enumerate.h}: subgraphs along a matching plan. */
public interface EnumerateFunctions {
  /**
   * Loads the kernels now: one that is loaded at its first launch may wait for others that run for
   * long.
   */
  @Symbol("cs_enumerate_load")
  void load();

  /** Device bytes of the symmetric graph with bit rows of at most {@code bitBytes}. */
  @Symbol("cs_enumerate_graph_bytes")
  long graphBytes(NativeRecord graph, long bitBytes);

  /** Device bytes that building it takes besides. */
  @Symbol("cs_enumerate_graph_scratch_bytes")
  long graphScratchBytes(NativeRecord graph);

  /** Cuts the symmetric graph's memory into arrays. */
  @Symbol("cs_enumerate_graph_bind")
  void graphBind(long memory, long size, NativeRecord graph, long bitBytes, NativeRecord symmetric);

  /**
   * Builds the symmetric graph.
   *
   * @throws LibraryStatusException GRAPH_TOO_LARGE from 2^31 edges on
   */
  @Symbol("cs_enumerate_graph_build")
  void graphBuild(NativeRecord graph, NativeRecord symmetric, long scratch, long size, long stream);

  /** Device bytes of a job; 0 when the plan or the options are not valid. */
  @Symbol("cs_enumerate_bytes")
  long bytes(NativeRecord symmetric, long maximumDegree, NativeRecord plan, NativeRecord options);

  /** Cuts a job's memory into arrays. */
  @Symbol("cs_enumerate_bind")
  void bind(
      long memory,
      long size,
      NativeRecord symmetric,
      long maximumDegree,
      NativeRecord plan,
      NativeRecord options,
      NativeRecord work);

  /** Clears the results and takes the plan to the device. */
  @Symbol("cs_enumerate_start")
  void start(NativeRecord symmetric, NativeRecord plan, NativeRecord work, long stream);

  /** Roots of a search, the same on every device. */
  @Symbol("cs_enumerate_roots")
  long roots(NativeRecord symmetric, NativeRecord work);

  /**
   * The next slices hand out roots {@code first} to {@code end - 1} alone; between two slices, when
   * all of the range before are handed out.
   */
  @Symbol("cs_enumerate_range")
  void range(NativeRecord symmetric, NativeRecord work, long first, long end, long stream);

  /** One time slice; fills the header, which lies in pinned memory. */
  @Symbol("cs_enumerate_run")
  void run(NativeRecord symmetric, NativeRecord work, long stop, NativeRecord header, long stream);

  /** Device bytes of the job that a caller's own kernel is given. */
  @Symbol("cs_enumerate_job_bytes")
  long jobBytes();

  /** What comes before a slice by a kernel of the caller's; writes its job. */
  @Symbol("cs_enumerate_turn")
  void turn(NativeRecord symmetric, NativeRecord work, long stop, long job, long stream);

  /** What comes after it; fills the header, which lies in pinned memory. */
  @Symbol("cs_enumerate_finish")
  void finish(NativeRecord symmetric, NativeRecord work, NativeRecord header, long stream);

  /**
   * The isomorphism classes of connected graphs, on the host.
   *
   * @param vertices 3 to 7
   * @param classes receives 16 bits for each bitmap: 2^(k(k-1)/2-1) of them
   * @param codes receives each class's greatest bitmap: room for 853 words of 32 bits
   * @param count receives the number of classes, 32 bits
   */
  @Symbol("cs_enumerate_dictionary")
  void dictionary(int vertices, MemorySegment classes, MemorySegment codes, MemorySegment count);
}
