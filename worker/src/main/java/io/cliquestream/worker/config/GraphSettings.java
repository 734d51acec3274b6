package io.cliquestream.worker.config;

import java.nio.file.Path;
import java.time.Duration;

/** Bounds of graph intake, cache and spill. */
@Section("graphs")
public record GraphSettings(
    @Setting(
            defaultValue = "1GiB",
            range = "8MiB..1TiB",
            description =
                "Off-heap bytes of edges and names that one snapshot or delta may need while it is put"
                    + " together; beyond it the version is rejected as too large.")
        ByteSize assemblyBytes,
    @Setting(
            defaultValue = "2GiB",
            range = "8MiB..4TiB",
            description = "Off-heap bytes of all snapshots and deltas being put together.")
        ByteSize assemblyTotalBytes,
    @Setting(
            defaultValue = "1m",
            range = "10ms..1h",
            description =
                "Longest wait of a snapshot for assembly memory; after it the version is rejected.")
        Duration assemblyWait,
    @Setting(
            defaultValue = "10m",
            range = "10ms..1d",
            description =
                "A snapshot without a new record for this long is given up as incomplete.")
        Duration assemblyIdle,
    @Setting(
            defaultValue = "5s",
            range = "10ms..1h",
            description =
                "While others wait for assembly memory, a snapshot that holds some and has had no"
                    + " new record for this long is given up.")
        Duration assemblyYield,
    @Setting(
            defaultValue = "4GiB",
            range = "1MiB..16TiB",
            description = "Off-heap bytes of graphs and orientations kept in memory.")
        ByteSize cacheBytes,
    @Setting(
            defaultValue = "",
            description =
                "Folder for graphs evicted from memory; a private one below the system's temporary"
                    + " folder when empty.")
        Path spillFolder,
    @Setting(
            defaultValue = "16GiB",
            range = "0B..64TiB",
            description =
                "Bytes of evicted graphs on disk; a graph that fits neither memory nor disk is read"
                    + " from the topic again when it is needed.")
        ByteSize spillBytes,
    @Setting(
            defaultValue = "1GiB",
            range = "1MiB..16TiB",
            description =
                "Off-heap bytes of vertices' names, which stay in memory as long as their versions"
                    + " are known; a version that needs more is rejected as too large.")
        ByteSize nameBytes,
    @Setting(
            defaultValue = "4",
            range = "1..1000",
            description = "Newest versions kept of each graph; older ones become unknown.")
        int versionsPerGraph,
    @Setting(
            defaultValue = "64MiB",
            range = "0B..64GiB",
            description =
                "Bytes on the heap of recent deltas, by which standing jobs go from one version to"
                    + " the next; without them they compare the two graphs.")
        ByteSize deltaBytes,
    @Setting(
            defaultValue = "10000",
            range = "1..10000000",
            description = "Graphs with a usable or incoming version at once.")
        int maximumGraphs,
    @Setting(
            defaultValue = "10000",
            range = "1..10000000",
            description = "Jobs that may wait for a version at once.")
        int maximumWaiting,
    @Setting(
            defaultValue = "2",
            range = "1..256",
            description = "Threads that decode, check and build graphs, all partitions together.")
        int threads,
    @Setting(
            defaultValue = "8",
            range = "1..1000",
            description = "Polled batches a partition may have waiting before it is paused.")
        int partitionBatches,
    @Setting(defaultValue = "16", range = "1..10000", description = "Most records of one poll.")
        int pollRecords,
    @Setting(
            defaultValue = "32MiB",
            range = "1MiB..1GiB",
            description = "Bytes that one fetch of graph records may bring, before decompression.")
        ByteSize fetchBytes,
    @Setting(
            defaultValue = "4MiB",
            range = "1MiB..1GiB",
            description = "Of these, bytes of one partition.")
        ByteSize partitionFetchBytes,
    @Setting(
            defaultValue = "16MiB",
            range = "1MiB..1GiB",
            description =
                "Bytes of records of a partition that may wait for assembly memory or for a"
                    + " referenced object while other graphs go on; beyond it the partition waits.")
        ByteSize waitingBytes,
    @Setting(
            defaultValue = "100",
            range = "0..100000",
            description =
                "Deltas that are applied one after another to read a version from the topic again;"
                    + " a version with a longer history is lost when neither memory nor disk has"
                    + " it.")
        int rereadDeltas,
    @Setting(
            defaultValue = "",
            description =
                "Folders, separated by commas, below which snapshots may be referred to by file:"
                    + " URIs; none when empty.")
        java.util.List<String> referenceFolders,
    @Setting(
            defaultValue = "",
            description =
                "Buckets, separated by commas, in which snapshots may be referred to by s3: URIs;"
                    + " none when empty.")
        java.util.List<String> referenceBuckets,
    @Setting(
            defaultValue = "4GiB",
            range = "1KiB..16TiB",
            description = "Bytes of a referenced object.")
        ByteSize referenceBytes,
    @Setting(
            defaultValue = "5m",
            range = "1s..1d",
            description =
                "Longest time for fetching a referenced object, from the connection to the"
                    + " checksum; after it the version is rejected.")
        Duration referenceTimeout,
    @Setting(
            defaultValue = "8",
            range = "1..256",
            description =
                "Referenced objects fetched at a time; a tenant begins another only while it has"
                    + " fewer under way than are left for others.")
        int referenceThreads,
    @Setting(
            defaultValue = "",
            description = "Endpoint of an S3-compatible store; Amazon's own when empty.")
        String s3Endpoint,
    @Setting(defaultValue = "us-east-1", description = "Region of the buckets.") String s3Region,
    @Setting(
            defaultValue = "",
            description =
                "Access key of the store; the SDK's default chain when this and the secret are"
                    + " empty.")
        String s3AccessKey,
    @Setting(defaultValue = "", description = "Secret that belongs to the access key.")
        Secret s3SecretKey) {
  /** Checks what depends on two settings. */
  public GraphSettings {
    if (assemblyTotalBytes.compareTo(assemblyBytes) < 0) {
      throw new IllegalArgumentException(
          "graphs.assembly-total-bytes is below graphs.assembly-bytes");
    }
    referenceFolders = java.util.List.copyOf(referenceFolders);
    referenceBuckets = java.util.List.copyOf(referenceBuckets);
  }
}
