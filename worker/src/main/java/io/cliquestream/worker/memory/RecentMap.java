package io.cliquestream.worker.memory;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A map of bounded size: the entry that came first, or was asked for longest ago, gives way.
 *
 * @param <K> of keys
 * @param <V> of values
 */
public final class RecentMap<K, V> extends LinkedHashMap<K, V> {
  private static final long serialVersionUID = 1L;

  private final int most;

  private RecentMap(int most, boolean byUse) {
    super(16, 0.75f, byUse);
    this.most = most;
  }

  /** Of the entries that came last. */
  public RecentMap(int most) {
    this(most, false);
  }

  /** Of the entries that were asked for last. */
  public static <K, V> RecentMap<K, V> byUse(int most) {
    return new RecentMap<>(most, true);
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
    return size() > most;
  }
}
