package io.cliquestream.worker.health;

import java.time.Duration;

/**
 * How one part of the worker is, as far as is known.
 *
 * @param up whether the part does its work
 * @param age how long ago what {@code detail} says was seen: a truth that nobody renews grows old,
 *     and whoever reads it can tell
 * @param detail a short sentence for a person
 */
public record PartHealth(boolean up, Duration age, String detail) {
  /** Works. */
  public static PartHealth up(Duration age, String detail) {
    return new PartHealth(true, age, detail);
  }

  /** Does not work. */
  public static PartHealth down(Duration age, String detail) {
    return new PartHealth(false, age, detail);
  }

  /** The time since an instant of {@link System#nanoTime}. */
  public static Duration since(long nanos) {
    return Duration.ofNanos(Math.max(0, System.nanoTime() - nanos));
  }
}
