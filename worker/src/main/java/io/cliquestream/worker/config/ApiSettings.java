package io.cliquestream.worker.config;

import java.time.Duration;

/** The HTTP API: whether it is served, and how much it holds. */
@Section("api")
public record ApiSettings(
    @Setting(
            defaultValue = "true",
            description = "Serve /api/v1 on the HTTP port; false reads and holds nothing for it.")
        boolean enabled,
    @Setting(
            defaultValue = "100000",
            range = "100..1000000",
            description =
                "Jobs that lists know, the newest ones; never more than a sixteenth of the heap"
                    + " holds at 512 bytes each.")
        int jobsKept,
    @Setting(
            defaultValue = "20000",
            range = "100..1000000",
            description = "Graphs that lists know.")
        int graphsKept,
    @Setting(
            defaultValue = "10000",
            range = "10..1000000",
            description = "Dead letters that lists know, the newest ones.")
        int deadLettersKept,
    @Setting(
            defaultValue = "10000",
            range = "10..1000000",
            description = "Alerts that lists know, the newest ones.")
        int alertsKept,
    @Setting(
            defaultValue = "1MiB",
            range = "1KiB..8MiB",
            description = "Most bytes of an action's body.")
        ByteSize bodyBytes,
    @Setting(
            defaultValue = "64",
            range = "1..10000",
            description = "Requests that are worked on at once; further ones get 429.")
        int maximumRequests,
    @Setting(
            defaultValue = "64",
            range = "0..10000",
            description = "Streams of events at once; further ones get 429.")
        int maximumStreams,
    @Setting(
            defaultValue = "1000",
            range = "10..100000",
            description =
                "Changes that may wait for a stream's client; beyond it they are dropped and it is"
                    + " told to read the lists again.")
        int streamBuffer,
    @Setting(
            defaultValue = "2s",
            range = "100ms..3s",
            description = "Between two records of a worker about itself.")
        Duration reportInterval,
    @Setting(
            defaultValue = "5s",
            range = "1s..30s",
            description =
                "Longest wait for what a graph has around some vertices, which its holder reads.")
        Duration neighborhoodWait,
    @Setting(
            defaultValue = "2s",
            range = "100ms..30s",
            description =
                "Longest wait of a request for what was not read while nobody asked; after it the"
                    + " answer is of what is known.")
        Duration catchUpWait) {
  private static final int JOB_BYTES = 512;
  private static final int HEAP_SHARE = 16;

  /** Jobs that lists know, within this heap. */
  public int jobsWithin(long heapBytes) {
    return Math.clamp(heapBytes / HEAP_SHARE / JOB_BYTES, 100, jobsKept);
  }
}
