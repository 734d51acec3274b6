package io.cliquestream.kernels.cuda.graph;

import io.cliquestream.kernels.graph.RawEdges;
import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * One host graph and what the device holds of it. Every field is guarded by the cache's lock.
 *
 * <p>States: absent, building (one lane makes the graph or an attachment), resident; a resident
 * graph is evicted only while it is neither pinned nor being built upon.
 */
final class CachedDeviceGraph {
  private final WeakReference<Object> host;
  private final MemorySegment.Scope scope;
  private final long vertices;
  private final long edges;
  private final long graphBytes;
  private final Optional<String> renumbering;
  final Map<Class<?>, DeviceAttachment> attachments = new HashMap<>();
  final Map<Class<?>, Long> learnt = new HashMap<>();
  DeviceStatistics statistics;
  DeviceGraph graph;
  boolean building;
  int pins;

  /** Jobs that have it, waiting ones too: what one of them builds must be found in the books. */
  int users;

  /** What the cache's sum holds of it. */
  long weighed;

  CachedDeviceGraph(DeviceInput input) {
    this.host = new WeakReference<>(input.key());
    this.scope = input.scope();
    this.vertices = input.vertices();
    this.edges = input.edges();
    this.graphBytes = input.graphBytes();
    this.renumbering = input.renumbering();
  }

  /** What it was made from; null once nobody holds that. */
  Object host() {
    return host.get();
  }

  /** Whether it is made from pairs as they were read. */
  boolean isOfPairs() {
    return host() instanceof RawEdges;
  }

  /** How the device made its ids; see {@link DeviceInput#renumbering}. */
  Optional<String> renumbering() {
    return renumbering;
  }

  /** Whether nobody can ask for this graph any more. */
  boolean isOrphan() {
    return host.refersTo(null) || !scope.isAlive();
  }

  /** Whether what the device holds of it may be given back. */
  boolean isIdle() {
    return pins == 0 && !building;
  }

  /** Whether no job has it, so that it may be forgotten. */
  boolean isUnused() {
    return isIdle() && users == 0;
  }

  boolean isResident() {
    return graph != null;
  }

  long residentBytes() {
    return graph == null
        ? 0
        : graph.bytes() + attachments.values().stream().mapToLong(DeviceAttachment::bytes).sum();
  }

  GraphKnowledge knowledge() {
    return new GraphKnowledge(
        vertices, edges, Optional.ofNullable(statistics), attachments.keySet(), learnt);
  }

  /** Bytes of a task that builds the graph and then needs so much besides. */
  long bytesWithPreparation(DeviceInput input, long besides, long budget) {
    return Math.max(input.preparationBytes(budget), graphBytes + besides);
  }

  /** Takes what is resident away; the caller closes it, outside the lock. */
  Runnable evict() {
    DeviceGraph evicted = graph;
    Map<Class<?>, DeviceAttachment> gone = Map.copyOf(attachments);
    graph = null;
    attachments.clear();
    return () -> {
      gone.values().forEach(DeviceAttachment::close);
      evicted.close();
    };
  }

  /**
   * A host graph as a key: by identity, and held weakly by the keys that stay in a map. A key that
   * is held equals itself alone; one that asks equals every key of its graph, and belongs in no
   * map.
   */
  static final class HostKey {
    private final int hash;
    private final WeakReference<Object> held;
    private final Object asked;

    private HostKey(Object host, WeakReference<Object> held, Object asked) {
      this.hash = System.identityHashCode(host);
      this.held = held;
      this.asked = asked;
    }

    /** A key to be kept. */
    static HostKey holding(Object host) {
      return new HostKey(host, new WeakReference<>(host), null);
    }

    /** A key to look another one up with. */
    static HostKey asking(Object host) {
      return new HostKey(host, null, host);
    }

    @Override
    public boolean equals(Object other) {
      return this == other
          || (asked != null
              && other instanceof HostKey key
              && key.held != null
              && key.held.refersTo(asked));
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }
}
