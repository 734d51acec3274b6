package io.cliquestream.kernels.change.pattern;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.change.GraphVersion;
import io.cliquestream.kernels.change.VersionChange;
import io.cliquestream.kernels.change.state.MaintainedAnswer;
import io.cliquestream.kernels.change.state.StateReader;
import io.cliquestream.kernels.change.state.StateWriter;
import io.cliquestream.kernels.change.state.StepBudget;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.pattern.MotifClass;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Vertex-induced counts of all motifs of a size, kept over changes. What changes is counted edge-
 * induced, where most positions close by a formula, and converted: the conversion is linear, so it
 * takes differences as well as counts.
 */
public final class MotifAnswer implements MaintainedAnswer {
  /** Largest size whose plans are made; beyond it the classes are too many. */
  public static final int LARGEST = 5;

  private static final int MOST_MOTIFS = 1 << 10;

  private final int size;
  private List<AnchoredPlans> plans;
  private SortedMap<String, BigInteger> counts = new TreeMap<>();

  /** An answer to a census of at most {@link #LARGEST} vertices; see {@link #adopt}. */
  public MotifAnswer(MotifCensus job) {
    size = job.size();
  }

  /** Plans of all classes, some milliseconds' work, made when first needed. */
  private List<AnchoredPlans> plans() {
    if (plans == null) {
      List<AnchoredPlans> made = new ArrayList<>();
      for (MotifClass motif : MotifClass.ofSize(size)) {
        made.add(AnchoredPlans.of(motif.pattern(), Induced.EDGE, true));
      }
      plans = made;
    }
    return plans;
  }

  @Override
  public void adopt(Answer answer, GraphVersion version) {
    counts = new TreeMap<>(((Answer.Motifs) answer).counts());
  }

  @Override
  public double predict(VersionChange change) {
    return PatternDelta.predict(plans(), change);
  }

  @Override
  public Runnable advance(VersionChange change, StepBudget budget) {
    BigInteger[] more = new PatternDelta(plans(), change, budget).run();
    Map<MotifClass, BigInteger> edgeInduced = new LinkedHashMap<>();
    List<MotifClass> motifs = MotifClass.ofSize(size);
    for (int i = 0; i < more.length; i++) {
      edgeInduced.put(motifs.get(i), more[i]);
    }
    SortedMap<String, BigInteger> after = new TreeMap<>(counts);
    MotifClass.conversion(size)
        .induced(edgeInduced)
        .forEach((motif, count) -> after.merge(motif.name(), count, BigInteger::add));
    return () -> counts = after;
  }

  @Override
  public Answer answer(GraphVersion version) {
    return new Answer.Motifs(new TreeMap<>(counts));
  }

  @Override
  public void save(GraphVersion version, StateWriter out) throws IOException {
    out.number(counts.size());
    for (var entry : counts.entrySet()) {
      out.bytes(entry.getKey().getBytes(StandardCharsets.UTF_8));
      out.big(entry.getValue());
    }
  }

  @Override
  public void restore(GraphVersion version, StateReader in) throws IOException {
    counts = new TreeMap<>();
    for (int left = in.number(0, MOST_MOTIFS); left > 0; left--) {
      counts.put(new String(in.bytes(), StandardCharsets.UTF_8), in.big());
    }
  }
}
