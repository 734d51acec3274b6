package io.cliquestream.kernels.cuda.graph;

/**
 * Something made from a device graph that is kept and evicted with it: a kernel's plan, another
 * orientation. Immutable once attached, so that any number of lanes use it at the same time.
 */
public interface DeviceAttachment extends AutoCloseable {
  /** Bytes on the device. */
  long bytes();

  /** Gives the device memory back; no task may still use it. */
  @Override
  void close();

  /** Another orientation of the graph. */
  interface Oriented extends DeviceAttachment {
    /** The oriented graph. */
    DeviceGraph graph();

    @Override
    default long bytes() {
      return graph().bytes();
    }

    @Override
    default void close() {
      graph().close();
    }
  }
}
