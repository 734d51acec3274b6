package io.cliquestream.kernels.cpu.motif;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.cpu.schedule.CpuJobRun;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.pattern.Motif;
import java.math.BigInteger;
import java.util.SortedMap;
import java.util.TreeMap;

/** Counts all motifs of 3 to 5 vertices on the CPU, by formula; see {@link MotifCounter}. */
public final class CpuMotifCensus {
  private CpuMotifCensus() {}

  /** Whether there are formulas for motifs of so many vertices. */
  public static boolean hasFormulas(int size) {
    return !Motif.ofSize(size).isEmpty();
  }

  /** Runs the job, whose size has formulas. */
  public static Answer run(MotifCensus job, CpuJobRun run) {
    run.plan("method", "formulas");
    SortedMap<String, BigInteger> counts = new TreeMap<>();
    new MotifCounter(run)
        .count(Motif.ofSize(job.size()), Induced.VERTEX)
        .forEach((motif, count) -> counts.put(motif.label(), count));
    return new Answer.Motifs(counts);
  }
}
