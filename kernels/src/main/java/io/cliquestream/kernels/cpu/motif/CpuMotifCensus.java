package io.cliquestream.kernels.cpu.motif;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.cpu.schedule.CpuJobRun;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.pattern.Motif;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Counts all motifs of 3 to 5 vertices on the CPU, by formula; see {@link MotifCounter}. */
public final class CpuMotifCensus {
  private CpuMotifCensus() {}

  /** Whether there are formulas for motifs of so many vertices. */
  public static boolean hasFormulas(int size) {
    return !Motif.ofSize(size).isEmpty();
  }

  /** Runs the job, whose size has formulas. A stop leaves the motifs whose sums were final. */
  public static Answer run(MotifCensus job, CpuJobRun run) {
    run.plan("method", "formulas");
    MotifCounter counter = new MotifCounter(run);
    List<Motif> motifs = Motif.ofSize(job.size());
    try {
      return answer(counter.count(motifs, Induced.VERTEX));
    } catch (StoppedException e) {
      Map<Motif, BigInteger> counted = counter.counted(motifs, Induced.VERTEX);
      throw counted.isEmpty() ? e : e.withPartial(answer(counted));
    }
  }

  private static Answer answer(Map<Motif, BigInteger> motifs) {
    SortedMap<String, BigInteger> counts = new TreeMap<>();
    motifs.forEach((motif, count) -> counts.put(motif.label(), count));
    return new Answer.Motifs(counts);
  }
}
