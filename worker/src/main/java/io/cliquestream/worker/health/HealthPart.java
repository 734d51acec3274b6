package io.cliquestream.worker.health;

/**
 * One part of the worker whose state decides whether it is alive or ready.
 *
 * <p>Whoever owns the part keeps a snapshot; {@link #now} only reads it. It is called on an event
 * loop for every request, so it must neither block nor ask anybody.
 */
@FunctionalInterface
public interface HealthPart {
  /** The part's state as last seen. */
  PartHealth now();
}
