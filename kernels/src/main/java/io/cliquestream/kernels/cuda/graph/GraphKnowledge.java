package io.cliquestream.kernels.cuda.graph;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * What is known of a graph before a job gets a lane; outlives the graph's stay on the device.
 *
 * @param vertices dense vertices
 * @param edges undirected edges
 * @param statistics once the graph was on the device
 * @param attached kinds of attachments that are on the device now
 * @param learnt sizes learnt, by what takes them, as far as they are known
 */
public record GraphKnowledge(
    long vertices,
    long edges,
    Optional<DeviceStatistics> statistics,
    Set<Class<?>> attached,
    Map<Class<?>, Long> learnt) {

  public GraphKnowledge {
    attached = Set.copyOf(attached);
    learnt = Map.copyOf(learnt);
  }

  /** The learnt size of something that takes memory. */
  public OptionalLong bytesOf(Class<?> kind) {
    Long bytes = learnt.get(kind);
    return bytes == null ? OptionalLong.empty() : OptionalLong.of(bytes);
  }
}
