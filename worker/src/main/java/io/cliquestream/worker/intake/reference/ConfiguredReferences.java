package io.cliquestream.worker.intake.reference;

import static io.cliquestream.v1.FailureCode.FAILURE_CODE_FILE_FORMAT_UNKNOWN;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_FILE_UNREADABLE;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_GRAPH_TOO_LARGE;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_REFERENCE_CHECKSUM_WRONG;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_SNAPSHOT_SIZE_WRONG;

import io.cliquestream.contract.Checksums;
import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.file.GraphFileFormat;
import io.cliquestream.kernels.graph.file.GraphFiles;
import io.cliquestream.kernels.graph.file.ReadLimits;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.SnapshotReference;
import io.cliquestream.worker.config.GraphSettings;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.intake.assembly.AssembledEdges;
import io.cliquestream.worker.intake.assembly.TenantAccount;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Objects under configured folders and in configured buckets, some at a time on threads of their
 * own, so that a slow one holds up nothing but its own version, and a tenant's slow ones no other
 * tenant's ({@link TenantTurns}).
 *
 * <p>An object is copied to a private file while its size and SHA-256 are checked, and only the
 * copy is parsed: what was checked is what is read, even if the original changes meanwhile. What
 * its edges can take at most ({@link ContentSize}) is reserved before they are parsed.
 */
public final class ConfiguredReferences implements ReferenceFetcher {
  private static final Logger LOG = LoggerFactory.getLogger(ConfiguredReferences.class);
  private static final int PAIR_BYTES = 16;

  /**
   * Content beyond which it is parsed by a further thread, each of which has a block of its own.
   */
  private static final long BYTES_OF_A_THREAD = 64L << 20;

  private static final long MEMORY_POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final GraphSettings settings;
  private final S3Objects objects;
  private final Function<String, TenantAccount> accounts;
  private final TenantTurns turns;
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("cliquestream-fetch-limit").daemon().factory());

  /**
   * @param accounts from which a tenant's versions take their memory
   */
  public ConfiguredReferences(GraphSettings settings, Function<String, TenantAccount> accounts) {
    this.settings = settings;
    this.objects = new S3Objects(settings);
    this.accounts = accounts;
    this.turns =
        new TenantTurns(
            settings.referenceThreads(),
            Executors.newFixedThreadPool(
                settings.referenceThreads(),
                Thread.ofPlatform().name("cliquestream-fetch-", 0).daemon().factory()));
  }

  @Override
  public CompletableFuture<AssembledEdges> fetch(SnapshotReference reference) {
    var result = new CompletableFuture<AssembledEdges>();
    try {
      turns.execute(reference.getTenant(), () -> fetchWithin(reference, result));
    } catch (RejectedExecutionException e) {
      result.completeExceptionally(
          new WorkerException(FAILURE_CODE_FILE_UNREADABLE, "the worker is ending", e));
    }
    return result;
  }

  /** The time runs from here: waiting for a thread is not the object's fault. */
  private void fetchWithin(SnapshotReference reference, CompletableFuture<AssembledEdges> result) {
    var limit = new FetchLimit(settings.referenceTimeout());
    var end =
        clock.schedule(
            () -> {
              try {
                limit.end();
              } catch (IOException | RuntimeException e) {
                LOG.debug("closing {} failed", reference.getUri(), e);
              }
              result.completeExceptionally(limit.exceeded());
            },
            settings.referenceTimeout().toNanos(),
            TimeUnit.NANOSECONDS);
    try {
      AssembledEdges edges = fetch(reference, limit);
      if (!result.complete(edges)) {
        edges.close();
      }
    } catch (Throwable e) { // an Error too belongs to the version
      result.completeExceptionally(limit.isOver() ? limit.exceeded() : e);
    } finally {
      end.cancel(false);
    }
  }

  private AssembledEdges fetch(SnapshotReference reference, FetchLimit limit) {
    if (Long.compareUnsigned(reference.getObjectBytes(), settings.referenceBytes().bytes()) > 0) {
      throw new WorkerException(
          FAILURE_CODE_GRAPH_TOO_LARGE,
          "the object has %s bytes, this worker reads %d at most"
              .formatted(
                  Long.toUnsignedString(reference.getObjectBytes()),
                  settings.referenceBytes().bytes()));
    }
    URI uri = uri(reference.getUri());
    Path copy = null;
    try {
      copy = Files.createTempFile("cliquestream-reference-", "");
      try (InputStream content = open(uri, limit)) {
        limit.reading(content);
        copyChecked(content, reference, copy, limit);
      }
      return parseReserved(copy, reference, limit);
    } catch (IOException e) {
      throw new WorkerException(
          FAILURE_CODE_FILE_UNREADABLE, "cannot read " + uri + ": " + e.getMessage(), e);
    } finally {
      delete(copy);
    }
  }

  @Override
  public void close() {
    clock.shutdownNow();
    turns.close();
    objects.close();
  }

  private InputStream open(URI uri, FetchLimit limit) throws IOException {
    return switch (String.valueOf(uri.getScheme())) {
      case "file" -> Files.newInputStream(allowed(uri));
      case "s3" -> objects.open(uri, limit.left());
      default ->
          throw new WorkerException(
              FAILURE_CODE_FILE_UNREADABLE, "only file: and s3: objects can be read, not " + uri);
    };
  }

  /** The file itself, links followed, if it lies below an allowed folder. */
  private Path allowed(URI uri) throws IOException {
    Path file;
    try {
      file = Path.of(uri);
    } catch (IllegalArgumentException e) {
      throw new WorkerException(FAILURE_CODE_FILE_UNREADABLE, "not a file: " + uri, e);
    }
    List<String> folders = settings.referenceFolders();
    for (String folder : folders) {
      Path root = Path.of(folder).toRealPath();
      // Asked lexically first, so that nobody learns what exists elsewhere.
      if (file.normalize().startsWith(Path.of(folder).toAbsolutePath().normalize())
          && file.toRealPath().startsWith(root)
          && Files.isRegularFile(file)) {
        return file.toRealPath();
      }
    }
    throw new WorkerException(
        FAILURE_CODE_FILE_UNREADABLE, uri + " is no file below the folders this worker may read");
  }

  private static void copyChecked(
      InputStream content, SnapshotReference reference, Path copy, FetchLimit limit)
      throws IOException {
    MessageDigest digest = Checksums.sha256();
    long bytes = 0;
    byte[] buffer = new byte[1 << 16];
    try (var out = Files.newOutputStream(copy)) {
      for (int read = content.read(buffer); read >= 0; read = content.read(buffer)) {
        limit.check();
        bytes += read;
        if (bytes > reference.getObjectBytes()) {
          break;
        }
        digest.update(buffer, 0, read);
        out.write(buffer, 0, read);
      }
    }
    if (bytes != reference.getObjectBytes()) {
      throw new WorkerException(
          FAILURE_CODE_SNAPSHOT_SIZE_WRONG,
          "the object does not have the announced %d bytes".formatted(reference.getObjectBytes()));
    }
    if (!MessageDigest.isEqual(digest.digest(), reference.getSha256().toByteArray())) {
      throw new WorkerException(
          FAILURE_CODE_REFERENCE_CHECKSUM_WRONG, "the object's SHA-256 is not the announced one");
    }
  }

  private AssembledEdges parseReserved(Path copy, SnapshotReference reference, FetchLimit limit)
      throws IOException {
    TenantAccount account = accounts.apply(reference.getTenant());
    ContentSize size = ContentSize.of(copy, mostContent(), limit);
    int threads =
        Math.clamp(size.bytes() / BYTES_OF_A_THREAD, 1, Runtime.getRuntime().availableProcessors());
    long reserved = account.grantable(AssembledEdges.mostBytesOf(size.narrowPairs(), threads));
    limit.waiting(
        new WorkerException(
            FAILURE_CODE_GRAPH_TOO_LARGE,
            "no assembly memory, or none that its tenant may take, became free in time for the"
                + " object's edges, which may take %d bytes".formatted(reserved)));
    while (!account.tryReserve(reserved)) {
      if (limit.isOver() || Thread.currentThread().isInterrupted()) {
        throw limit.exceeded();
      }
      LockSupport.parkNanos(MEMORY_POLL_NANOS);
    }
    limit.noLongerWaiting();
    long taken = reserved;
    try {
      EdgeArray edges = parse(copy, reference, threads, limit);
      long held = edges.bytes();
      account.reserveBeyondLimit(Math.max(0, held - reserved));
      taken = Math.max(0, reserved - held);
      return new AssembledEdges(edges, held, account);
    } finally {
      account.release(taken);
    }
  }

  private long mostContent() {
    return Math.multiplyExact(16L, settings.referenceBytes().bytes());
  }

  private EdgeArray parse(Path copy, SnapshotReference reference, int threads, FetchLimit limit) {
    ReadLimits limits =
        ReadLimits.defaults()
            .withVertexBound(reference.getVertexBound())
            .withMaximumPairs(settings.assemblyBytes().bytes() / PAIR_BYTES)
            .withMaximumContentBytes(mostContent())
            .withParallelism(new Parallelism(threads));
    try {
      return GraphFiles.read(copy, format(reference), limits, limit.control());
    } catch (ComputeException e) {
      throw new WorkerException(FailureCode.forNumber(e.code().number()), e.getMessage(), e);
    }
  }

  private static GraphFileFormat format(SnapshotReference reference) {
    return switch (reference.getFormat()) {
      case GRAPH_FILE_FORMAT_DETECT -> GraphFileFormat.AUTO;
      case GRAPH_FILE_FORMAT_SNAP -> GraphFileFormat.SNAP;
      case GRAPH_FILE_FORMAT_MATRIX_MARKET -> GraphFileFormat.MATRIX_MARKET;
      case GRAPH_FILE_FORMAT_DIMACS -> GraphFileFormat.DIMACS;
      case GRAPH_FILE_FORMAT_METIS -> GraphFileFormat.METIS;
      case GRAPH_FILE_FORMAT_PAIRS_U32 -> GraphFileFormat.U32;
      case GRAPH_FILE_FORMAT_PAIRS_U64 -> GraphFileFormat.U64;
      case GRAPH_FILE_FORMAT_UNSPECIFIED, UNRECOGNIZED ->
          throw new WorkerException(
              FAILURE_CODE_FILE_FORMAT_UNKNOWN, "unknown format " + reference.getFormatValue());
    };
  }

  private static URI uri(String text) {
    try {
      return URI.create(text);
    } catch (IllegalArgumentException e) {
      throw new WorkerException(FAILURE_CODE_FILE_UNREADABLE, "not a URI: " + e.getMessage(), e);
    }
  }

  /** What was read of it is right all the same. */
  private static void delete(Path copy) {
    try {
      if (copy != null) {
        Files.deleteIfExists(copy);
      }
    } catch (IOException e) {
      LOG.warn("the copy {} of an object could not be deleted: {}", copy, e.toString());
    }
  }
}
