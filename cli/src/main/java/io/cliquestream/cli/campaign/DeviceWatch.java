package io.cliquestream.cli.campaign;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Looks at one worker from outside, on a thread of its own: when its device process is gone, how
 * long until the worker says that it is not ready, and until it is ready again. The device process
 * is the worker's child; a worker that was killed itself has no say, and what it was about to show
 * is dropped.
 */
final class DeviceWatch implements AutoCloseable {
  private static final long LOOK_MILLIS = 20;
  private static final Duration ANSWER = Duration.ofSeconds(5);

  /** Seconds of the slowest case of each, and how many cases there were. */
  record Seen(int ended, double slowestNotReady, double slowestReady, int neverBack) {}

  private final ServiceProcess worker;
  private final URI address;
  private final HttpClient client = HttpClient.newHttpClient();
  private final Thread thread;
  private volatile boolean stopping;
  private int ended;
  private double slowestNotReady;
  private double slowestReady;
  private double peakShare;
  private long pid;
  private long goneNanos;
  private boolean away;
  private boolean saidSo;

  DeviceWatch(ServiceProcess worker, int port) {
    this.worker = worker;
    this.address = URI.create("http://127.0.0.1:" + port);
    this.thread = Thread.ofPlatform().name("campaign-watch-" + worker.name()).start(this::watch);
  }

  /** The process of a worker's device, if it has one now: the only Java that a worker starts. */
  static Optional<ProcessHandle> device(ServiceProcess worker) {
    return ProcessHandle.of(worker.pid()).stream()
        .flatMap(ProcessHandle::children)
        .filter(child -> child.info().command().orElse("").endsWith("java"))
        .filter(ProcessHandle::isAlive)
        .findFirst();
  }

  private void watch() {
    try {
      while (!stopping) {
        look(System.nanoTime());
        Thread.sleep(LOOK_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void look(long now) throws InterruptedException {
    long workerPid = worker.pid();
    Optional<ProcessHandle> device = device(worker);
    Optional<Boolean> ready = ready();
    synchronized (this) {
      if (workerPid != worker.pid() || !worker.isAlive()) {
        // It was killed with its device; the next one begins anew.
        forget();
      } else if (!away && pid != 0 && device.stream().noneMatch(child -> child.pid() == pid)) {
        away = true;
        saidSo = false;
        goneNanos = now;
        ended++;
      }
      if (away && !saidSo && ready.isPresent() && !ready.get()) {
        saidSo = true;
        slowestNotReady = Math.max(slowestNotReady, (System.nanoTime() - goneNanos) / 1e9);
      }
      if (away && saidSo && ready.orElse(false)) {
        away = false;
        slowestReady = Math.max(slowestReady, (System.nanoTime() - goneNanos) / 1e9);
      }
      if (!away) {
        pid = device.map(ProcessHandle::pid).orElse(0L);
      }
    }
  }

  private void forget() {
    pid = 0;
    away = false;
  }

  private Optional<Boolean> ready() throws InterruptedException {
    try {
      return Optional.of(get("/ready").statusCode() == 200);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(address.resolve(path)).timeout(ANSWER).build(),
        HttpResponse.BodyHandlers.ofString());
  }

  /** Notes the largest share of its budget that the device's memory was used to. */
  void sample() throws InterruptedException {
    try {
      String metrics = get("/metrics").body();
      synchronized (this) {
        peakShare = Math.max(peakShare, peakShare(metrics));
      }
    } catch (IOException e) {
      return; // It is being killed or started.
    }
  }

  /** The largest share of its budget that the memory of any of a worker's devices was used to. */
  static double peakShare(String metrics) {
    Map<String, Double> budgets = values(metrics, "cliquestream_device_memory_budget_bytes");
    return values(metrics, "cliquestream_device_memory_peak_bytes").entrySet().stream()
        .filter(peak -> budgets.getOrDefault(peak.getKey(), 0.0) > 0)
        .mapToDouble(peak -> peak.getValue() / budgets.get(peak.getKey()))
        .max()
        .orElse(0);
  }

  /** The values of a family by labels. */
  private static Map<String, Double> values(String metrics, String family) {
    Pattern line = Pattern.compile("^" + family + "(\\{[^}]*})? (\\S+)$", Pattern.MULTILINE);
    return line.matcher(metrics)
        .results()
        .collect(
            Collectors.toMap(
                found -> Objects.requireNonNullElse(found.group(1), ""),
                found -> Double.parseDouble(found.group(2))));
  }

  /** Largest share of the device's budget that was in use. */
  synchronized double peakShare() {
    return peakShare;
  }

  /** What was seen so far. */
  synchronized Seen seen() {
    return new Seen(ended, slowestNotReady, slowestReady, away ? 1 : 0);
  }

  @Override
  public void close() {
    stopping = true;
    thread.interrupt();
    client.close();
  }
}
