package io.cliquestream.kernels.cuda.graph;

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
  final Map<Class<?>, DeviceAttachment> attachments = new HashMap<>();
  final Map<Class<?>, Long> learnt = new HashMap<>();
  DeviceStatistics statistics;
  DeviceGraph graph;
  boolean building;
  int pins;
  long lastUse;

  CachedDeviceGraph(DeviceInput input) {
    this.host = new WeakReference<>(input.key());
    this.scope = input.scope();
    this.vertices = input.vertices();
    this.edges = input.edges();
    this.graphBytes = input.graphBytes();
  }

  boolean isOf(DeviceInput input) {
    return host.refersTo(input.key());
  }

  /** What it was made from; null once nobody holds that. */
  Object host() {
    return host.get();
  }

  /** Whether nobody can ask for this graph any more. */
  boolean isOrphan() {
    return host.refersTo(null) || !scope.isAlive();
  }

  boolean isIdle() {
    return pins == 0 && !building;
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
}
