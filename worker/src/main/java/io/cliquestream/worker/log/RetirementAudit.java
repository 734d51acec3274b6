package io.cliquestream.worker.log;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Lines of the audit log about versions that tombstones retired. Versions of one graph that follow
 * upon each other and have one author share a line, which names the first and the last: a stream
 * retires a thousand at once, and that many lines take a tenth of a second of the thread that takes
 * its new versions in. Confined to the partition's thread.
 */
public final class RetirementAudit {
  private String who;
  private String graph;
  private long firstVersion;
  private long lastVersion;
  private ConsumerRecord<byte[], byte[]> first;
  private ConsumerRecord<byte[], byte[]> last;

  /**
   * A version was retired by a tombstone.
   *
   * @param author who signed it, or what it says of its source
   */
  public void retired(
      String author, ConsumerRecord<byte[], byte[]> tombstone, String graphId, long version) {
    if (first == null
        || !author.equals(who)
        || !graphId.equals(graph)
        || version != lastVersion + 1) {
      write();
      who = author;
      graph = graphId;
      firstVersion = version;
      first = tombstone;
    }
    lastVersion = version;
    last = tombstone;
  }

  /** Writes what has no line yet; to be called before the thread turns to something else. */
  public void write() {
    if (first != null) {
      AuditLog.retired(who, first, last, graph, firstVersion, lastVersion);
      first = null;
      last = null;
    }
  }
}
