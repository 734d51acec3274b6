package io.cliquestream.client;

import io.cliquestream.contract.ConnectionProperties;
import io.cliquestream.contract.RecordSigner;
import io.cliquestream.contract.Topics;
import java.time.Duration;
import java.util.Optional;

/**
 * Everything a {@link CliquestreamClient} can be told; nothing in it is unbounded.
 *
 * @param bootstrapServers {@code HOST:PORT[,HOST:PORT…]}
 * @param topics names of the topics
 * @param source URI reference of this program, for the CloudEvents header {@code ce_source}
 * @param requestTimeout bound of one metadata or admin request
 * @param publishTimeout bound from handing a record to the producer to its acknowledgement
 * @param closeTimeout bound of closing
 * @param bufferBytes records that wait to be sent, all together; a sender is held back beyond it
 * @param awaitedJobs jobs whose results are awaited at once
 * @param pageBytes pages kept for one awaited job
 * @param connection how to connect to a secured broker
 * @param signer signs cancels and tombstones for workers that ask who wrote them
 */
public record ClientSettings(
    String bootstrapServers,
    Topics topics,
    String source,
    Duration requestTimeout,
    Duration publishTimeout,
    Duration closeTimeout,
    long bufferBytes,
    int awaitedJobs,
    long pageBytes,
    ConnectionProperties connection,
    Optional<RecordSigner> signer) {
  /** Checks the bounds. */
  public ClientSettings {
    if (bufferBytes < 2 << 20 || awaitedJobs < 1 || pageBytes < 0) {
      throw new IllegalArgumentException(
          "buffer bytes "
              + bufferBytes
              + ", awaited jobs "
              + awaitedJobs
              + ", page bytes "
              + pageBytes
              + ": one of them is too small");
    }
    for (Duration bound : new Duration[] {requestTimeout, publishTimeout, closeTimeout}) {
      if (bound.isNegative() || bound.isZero()) {
        throw new IllegalArgumentException("a time bound must be positive: " + bound);
      }
    }
  }

  /**
   * Of somebody who signs nothing.
   *
   * @param bootstrapServers {@code HOST:PORT[,HOST:PORT…]}
   * @param topics names of the topics
   * @param source URI reference of this program, for the CloudEvents header {@code ce_source}
   * @param requestTimeout bound of one metadata or admin request
   * @param publishTimeout bound from handing a record to the producer to its acknowledgement
   * @param closeTimeout bound of closing
   * @param bufferBytes records that wait to be sent, all together; 2 MiB or more
   * @param awaitedJobs jobs whose results are awaited at once, 1 or more
   * @param pageBytes pages kept for one awaited job, 0 or more
   * @param connection how to connect to a secured broker
   */
  public ClientSettings(
      String bootstrapServers,
      Topics topics,
      String source,
      Duration requestTimeout,
      Duration publishTimeout,
      Duration closeTimeout,
      long bufferBytes,
      int awaitedJobs,
      long pageBytes,
      ConnectionProperties connection) {
    this(
        bootstrapServers,
        topics,
        source,
        requestTimeout,
        publishTimeout,
        closeTimeout,
        bufferBytes,
        awaitedJobs,
        pageBytes,
        connection,
        Optional.empty());
  }

  /**
   * Defaults: 10 s a request, 60 s a record, 5 s to close, 32 MiB, 10,000 jobs, 256 MiB pages.
   *
   * @param bootstrapServers {@code HOST:PORT[,HOST:PORT…]}
   * @return for a broker that asks for nothing, and topics without a prefix
   */
  public static ClientSettings of(String bootstrapServers) {
    return new ClientSettings(
        bootstrapServers,
        Topics.UNPREFIXED,
        "/cliquestream/client",
        Duration.ofSeconds(10),
        Duration.ofSeconds(60),
        Duration.ofSeconds(5),
        32L << 20,
        10_000,
        256L << 20,
        ConnectionProperties.NONE);
  }

  /**
   * The same with other topics.
   *
   * @param others names of an installation's topics
   * @return these settings otherwise
   */
  public ClientSettings withTopics(Topics others) {
    return with(
        others, requestTimeout, publishTimeout, closeTimeout, awaitedJobs, connection, signer);
  }

  /**
   * The same with another bound on awaited jobs.
   *
   * @param jobs awaited at once, 1 or more
   * @return these settings otherwise
   */
  public ClientSettings withAwaitedJobs(int jobs) {
    return with(topics, requestTimeout, publishTimeout, closeTimeout, jobs, connection, signer);
  }

  /**
   * The same with other time bounds.
   *
   * @param request of one metadata or admin request; above 0, as all three
   * @param publish from handing a record to the producer to its acknowledgement
   * @param close of closing
   * @return these settings otherwise
   */
  public ClientSettings withTimeouts(Duration request, Duration publish, Duration close) {
    return with(topics, request, publish, close, awaitedJobs, connection, signer);
  }

  /**
   * The same with another way to connect.
   *
   * @param properties of a secured broker
   * @return these settings otherwise
   */
  public ClientSettings withConnection(ConnectionProperties properties) {
    return with(
        topics, requestTimeout, publishTimeout, closeTimeout, awaitedJobs, properties, signer);
  }

  /**
   * The same by somebody who signs cancels and retirements.
   *
   * @param signs holds the key and the name that workers know it by
   * @return these settings otherwise
   */
  public ClientSettings withSigner(RecordSigner signs) {
    return with(
        topics,
        requestTimeout,
        publishTimeout,
        closeTimeout,
        awaitedJobs,
        connection,
        Optional.of(signs));
  }

  private ClientSettings with(
      Topics others,
      Duration request,
      Duration publish,
      Duration close,
      int jobs,
      ConnectionProperties properties,
      Optional<RecordSigner> signs) {
    return new ClientSettings(
        bootstrapServers,
        others,
        source,
        request,
        publish,
        close,
        bufferBytes,
        jobs,
        pageBytes,
        properties,
        signs);
  }
}
