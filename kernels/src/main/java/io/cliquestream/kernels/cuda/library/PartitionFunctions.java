package io.cliquestream.kernels.cuda.library;

/** The section "preparation in parts", for graphs whose sort does not fit the device at once. */
public interface PartitionFunctions {
  /** The most pairs a part may have within a budget of working memory. */
  @Symbol("cs_partition_part_pairs")
  long partPairs(long pairs, long idBound, long budget);

  /** Clears the out-degrees. */
  @Symbol("cs_partition_start")
  void start(NativeRecord preparation, long stream);

  /** Counts the out-degrees of pairs on the device. */
  @Symbol("cs_partition_accumulate")
  void accumulate(
      NativeRecord preparation, NativeRecord graph, long pairs, long count, long stream);

  /** Lays out the rows and cuts them into parts; fills a plan and a header in pinned memory. */
  @Symbol("cs_partition_plan")
  void plan(
      NativeRecord preparation,
      NativeRecord header,
      long pairs,
      NativeRecord graph,
      long devicePlan,
      NativeRecord hostPlan,
      NativeRecord planned,
      long stream);

  /** Begins a part. */
  @Symbol("cs_partition_select_start")
  void selectStart(NativeRecord preparation, long stream);

  /** Takes the part's edges out of pairs on the device. */
  @Symbol("cs_partition_select")
  void select(
      NativeRecord preparation,
      NativeRecord graph,
      NativeRecord hostPlan,
      int part,
      long pairs,
      long count,
      long stream);

  /** Sorts the part and writes its rows; fills a header in pinned memory. */
  @Symbol("cs_partition_build")
  void build(
      NativeRecord preparation,
      NativeRecord graph,
      NativeRecord hostPlan,
      int part,
      NativeRecord built,
      long stream);
}
