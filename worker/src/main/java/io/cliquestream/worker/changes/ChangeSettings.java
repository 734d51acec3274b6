package io.cliquestream.worker.changes;

import io.cliquestream.worker.config.ByteSize;
import io.cliquestream.worker.config.Section;
import io.cliquestream.worker.config.Setting;
import java.time.Duration;

/** Bounds of streams of changes. */
@Section("changes")
public record ChangeSettings(
    @Setting(
            defaultValue = "true",
            description =
                "Take in edge events where the topic of changes is there; without it nothing is taken"
                    + " in and all else goes on.")
        boolean enabled,
    @Setting(
            defaultValue = "2",
            range = "1..64",
            description = "Threads that turn events into versions, all partitions together.")
        int lanes,
    @Setting(
            defaultValue = "1ms",
            range = "0ms..1m",
            description =
                "How long the first event of a version waits for others, where the stream's definition"
                    + " does not say; those that come while a version is committed share the next one"
                    + " anyway.")
        Duration versionWait,
    @Setting(defaultValue = "50000", range = "1..50000", description = "Most events of a version.")
        int versionEvents,
    @Setting(
            defaultValue = "1m",
            range = "1ms..1d",
            description =
                "Longest wait of an event for its version, whatever the stream's definition says.")
        Duration longestWait,
    @Setting(
            defaultValue = "4",
            range = "1..1000",
            description =
                "Versions of a stream that are not usable yet; beyond it events gather for a larger"
                    + " one, and then the partition waits.")
        int versionsAhead,
    @Setting(
            defaultValue = "1000000",
            range = "1..100000000",
            description =
                "Events that the window of one stream holds; beyond it records are refused.")
        int windowEvents,
    @Setting(
            defaultValue = "4000000",
            range = "1..1000000000",
            description =
                "The same of all streams of a lane together, some 120 bytes of the heap each; 128 bytes"
                    + " of vertices' names count as an event.")
        int windowTotalEvents,
    @Setting(
            defaultValue = "1000",
            range = "1..1000000",
            description =
                "Streams of a partition that are kept in memory; idle ones make room and are read again"
                    + " when needed.")
        int streams,
    @Setting(
            defaultValue = "1000",
            range = "0..1000000",
            description =
                "Versions of a stream after which one is written as a snapshot, if their events are as"
                    + " many as the edges of the last one, or 20 times as many versions were made, and"
                    + " the records before the last snapshot but one are retired; 0: never.")
        int snapshotVersions,
    @Setting(
            defaultValue = "false",
            description =
                "Make snapshots of streams while events go on becoming versions, as a checkpoint and a"
                    + " delta upon it; true once no worker of the group is from before this setting.")
        boolean snapshotBeside,
    @Setting(
            defaultValue = "1d",
            range = "1s..36500d",
            description =
                "How far an event's time may lead the time of its record; one beyond becomes a dead"
                    + " letter, since it would make all events after it late.")
        Duration timeAhead,
    @Setting(
            defaultValue = "4MiB",
            range = "1KiB..1GiB",
            description =
                "Most bytes of events that one fetch takes from a partition, and that wait for their"
                    + " version until no more are fetched.")
        ByteSize fetchPartitionBytes,
    @Setting(
            defaultValue = "4MiB",
            range = "1KiB..1GiB",
            description = "Bytes of versions at which a transaction is committed.")
        ByteSize commitBytes,
    @Setting(
            defaultValue = "1m",
            range = "1s..15m",
            description = "Time after which the broker aborts a transaction that was left open.")
        Duration transactionTimeout) {
  /** Where more pairs change, they change faster than a snapshot is made. */
  private static final int MOST_CHANGES_BESIDE = 1 << 19;

  /** Of the heap, for a changed pair, while the table of them grows. */
  private static final int CHANGE_BYTES = 75;

  /**
   * Pairs that may change while a snapshot is made beside its stream; 0 when none is made so. Each
   * lane keeps the changes of one stream, and writes those of another: an eighth of the heap at
   * most.
   */
  int mostChangesBeside() {
    long grant = Runtime.getRuntime().maxMemory() / 8 / (2L * lanes) / CHANGE_BYTES;
    return snapshotBeside ? Math.clamp(grant, 1, MOST_CHANGES_BESIDE) : 0;
  }
}
