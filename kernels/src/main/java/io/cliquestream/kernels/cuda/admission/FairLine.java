package io.cliquestream.kernels.cuda.admission;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * A bounded line of waiting things, served by priority, then by arrival. A thing gains one step of
 * priority for each {@code agingNanos} that it has waited, so that none waits for ever. Guarded by
 * its user's lock. Looking through the line costs a few nanoseconds each; lines hold hundreds.
 *
 * <p>Who is next among a service's jobs was decided before they come here, by {@link
 * io.cliquestream.kernels.control.FairShares} in the one line of the worker. These lines are for
 * what cannot be known there: memory that the device's own statistics predict, and callers of the
 * library who start more jobs than the device has lanes.
 */
public final class FairLine<E> {
  private final int capacity;
  private final long agingNanos;
  private final List<Place<E>> places = new ArrayList<>();

  private record Place<E>(E thing, int priority, long since) {}

  public FairLine(int capacity, long agingNanos) {
    this.capacity = capacity;
    this.agingNanos = agingNanos;
  }

  /** Adds a thing unless the line is full. */
  public boolean offer(E thing, int priority, long nowNanos) {
    if (places.size() >= capacity) {
      return false;
    }
    places.add(new Place<>(thing, priority, nowNanos));
    return true;
  }

  /** The first among those that may go, or null; it stays in the line. */
  public E first(long nowNanos, Predicate<E> mayGo) {
    Place<E> best = null;
    long bestRank = 0;
    for (Place<E> place : places) {
      long rank = place.priority() + (nowNanos - place.since()) / agingNanos;
      if ((best == null || rank > bestRank) && mayGo.test(place.thing())) {
        best = place;
        bestRank = rank;
      }
    }
    return best == null ? null : best.thing();
  }

  /** Takes a thing out; false when it was not in the line. */
  public boolean remove(E thing) {
    return places.removeIf(place -> place.thing().equals(thing));
  }

  /** Takes everything out. */
  public List<E> drain() {
    List<E> things = places.stream().map(Place::thing).toList();
    places.clear();
    return things;
  }

  public int size() {
    return places.size();
  }
}
