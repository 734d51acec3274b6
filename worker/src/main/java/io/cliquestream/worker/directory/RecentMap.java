package io.cliquestream.worker.directory;

import java.util.LinkedHashMap;
import java.util.Map;

/** A map of bounded size that forgets what was put in first. */
final class RecentMap<K, V> extends LinkedHashMap<K, V> {
  private static final long serialVersionUID = 1L;

  private final int most;

  RecentMap(int most) {
    this.most = most;
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
    return size() > most;
  }
}
