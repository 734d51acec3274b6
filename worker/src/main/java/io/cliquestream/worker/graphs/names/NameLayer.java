package io.cliquestream.worker.graphs.names;

import io.cliquestream.kernels.names.NameDictionary;

/**
 * Names that several versions share, with a count of those that do. Nobody adds to it any more.
 * Thread-safe.
 */
final class NameLayer {
  private final NameDictionary names;
  private final long bytes;
  private final NameMemory memory;
  private int versions = 1;

  /** Takes names over whose bytes stand in the account already; the caller is the first version. */
  NameLayer(NameDictionary names, NameMemory memory) {
    this.names = names;
    this.bytes = names.bytes();
    this.memory = memory;
  }

  NameDictionary names() {
    return names;
  }

  long size() {
    return names.size();
  }

  /** One more version has it; only called by one that is in use. */
  synchronized NameLayer shared() {
    versions++;
    return this;
  }

  void release() {
    synchronized (this) {
      versions--;
      if (versions > 0) {
        return;
      }
    }
    names.close();
    memory.leave(bytes);
  }
}
