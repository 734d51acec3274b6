package io.cliquestream.kernels.cuda.share;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The share of a device that does the pieces of some classes, whoever does the others and when. A
 * piece's class is its number and its phase's, modulo the number of classes: so a phase of few
 * pieces does not fall to those classes that the one before fell to. Used by the thread of one
 * lane.
 */
public final class ClassShare implements CountedShare {
  private final String choice;
  private final int classes;
  private final int first;
  private final int end;
  private final List<PhaseUnits> done = new ArrayList<>();
  private int phase;
  private int next;
  private int bound;

  /**
   * A share.
   *
   * @param choice of the device that began the job
   * @param classes of pieces, 2 or more
   * @param first of the classes that are this device's
   * @param end past the last of them
   * @param bound size of a clique that is known; 0 for none
   */
  public ClassShare(String choice, int classes, int first, int end, int bound) {
    if (classes < 2 || first < 0 || end < first || end > classes) {
      throw new IllegalArgumentException("classes " + first + " to " + end + " of " + classes);
    }
    this.choice = choice;
    this.classes = classes;
    this.first = first;
    this.end = end;
    this.bound = bound;
  }

  private boolean has(int ofPhase, int piece) {
    int of = Math.floorMod((long) ofPhase + piece, classes);
    return of >= first && of < end;
  }

  /** How many pieces of a phase are this device's. */
  public int pieces(int ofPhase, int count) {
    int mine = 0;
    for (int piece = 0; piece < count; piece++) {
      mine += has(ofPhase, piece) ? 1 : 0;
    }
    return mine;
  }

  @Override
  public boolean isDivided() {
    return true;
  }

  @Override
  public List<PhaseUnits> done() {
    return List.copyOf(done);
  }

  @Override
  public Optional<String> choice() {
    return Optional.of(choice);
  }

  @Override
  public int mayDivide(double predictedNanos) {
    return classes;
  }

  @Override
  public int offer(String other, double predictedNanos) {
    return classes;
  }

  @Override
  public int devices() {
    return classes;
  }

  @Override
  public boolean mayLeavePhases() {
    return false;
  }

  @Override
  public boolean isSettled() {
    return true;
  }

  @Override
  public int take(int ofPhase, int count) {
    if (ofPhase > phase) {
      phase = ofPhase;
      next = 0;
    }
    if (ofPhase < phase) {
      return -1;
    }
    while (next < count && !has(phase, next)) {
      next++;
    }
    return next < count ? next++ : -1;
  }

  @Override
  public void did(int ofPhase, long units, long allUnits) {
    done.add(new PhaseUnits(ofPhase, units, allUnits));
  }

  @Override
  public int bound() {
    return bound;
  }

  @Override
  public void raise(int size) {
    bound = Math.max(bound, size);
  }
}
