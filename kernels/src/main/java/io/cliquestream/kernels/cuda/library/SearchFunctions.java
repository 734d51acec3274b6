package io.cliquestream.kernels.cuda.library;

/**
 * What the C library's clique searches have in common: memory planned beforehand and cut into
 * arrays, a start, time slices, a list that is emptied when it was copied.
 */
public interface SearchFunctions {
  /** Cuts device memory of {@code sizes.bytes} bytes into arrays. */
  @Symbol("_bind")
  void bind(
      long memory, NativeRecord input, NativeRecord options, NativeRecord sizes, NativeRecord work);

  /** Sorts what the search begins with and clears everything. */
  @Symbol("_start")
  void start(NativeRecord input, NativeRecord options, NativeRecord work, long stream);

  /** One time slice of the search; fills the header, which lies in pinned memory. */
  @Symbol("_search")
  void search(
      NativeRecord input,
      NativeRecord options,
      NativeRecord work,
      long stop,
      NativeRecord header,
      long stream);

  /** Empties the list, once it was copied. */
  @Symbol("_list_taken")
  void listTaken(NativeRecord work, long stream);
}
