package io.cliquestream.formats.source;

import io.cliquestream.formats.text.InputExcerpt;
import io.cliquestream.formats.text.InputFailures;
import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The body of an http or https URL, or an object of S3, within the limits of a {@link
 * UrlPermission}. Every host on the way, those of redirects too, is looked up first and refused
 * when one of its addresses is of this machine or of a private network; the platform keeps the
 * addresses it found for longer than it takes to connect, so what was checked is what is asked.
 * From https no redirect leads to http.
 */
final class UrlStream extends FilterInputStream {
  /** How objects of S3 begin. */
  static final String S3 = "s3://";

  private static final int MOST_REDIRECTS = 5;
  private static final Duration CONNECT = Duration.ofSeconds(10);
  private static final long PATIENCE_MILLIS = 50;

  private final String shown;
  private final UrlPermission permission;
  private final HttpClient client;
  private final Timer timer;
  private volatile boolean late;
  private long bytes;

  private UrlStream(
      InputStream body, String shown, UrlPermission permission, HttpClient client, long deadline) {
    super(body);
    this.shown = shown;
    this.permission = permission;
    this.client = client;
    this.timer = new Timer("cliquestream-url-limit", true);
    timer.schedule(
        new TimerTask() {
          @Override
          public void run() {
            late = true;
            client.shutdownNow();
          }
        },
        Math.max(1, (deadline - System.nanoTime()) / 1_000_000));
  }

  /**
   * Asks a URL.
   *
   * @throws ComputeException FILE_UNREADABLE when it is not allowed, or does not answer with a body
   */
  static UrlStream open(String url, UrlPermission permission, StopCheck stop) {
    String shown = InputExcerpt.of(withoutSecrets(url));
    if (!permission.allowed()) {
      throw new ComputeException(
          FailureCode.FILE_UNREADABLE,
          shown + " is a URL, which is read only where --allow-url says so");
    }
    long deadline = System.nanoTime() + permission.timeout().toNanos();
    HttpClient client =
        HttpClient.newBuilder()
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(CONNECT)
            .build();
    boolean opened = false;
    try {
      S3Access s3 = url.regionMatches(true, 0, S3, 0, S3.length()) ? s3(permission, shown) : null;
      URI at = s3 == null ? new URI(url) : s3.url(url);
      for (int redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
        requireAllowed(at, permission, shown);
        Duration left = Duration.ofNanos(Math.max(1, deadline - System.nanoTime()));
        HttpRequest.Builder request = HttpRequest.newBuilder(at).timeout(left);
        if (s3 != null) {
          s3.headers(at, Instant.now(), Map.of()).forEach(request::header);
        }
        HttpResponse<InputStream> answer =
            awaited(
                client.sendAsync(request.build(), HttpResponse.BodyHandlers.ofInputStream()), stop);
        if (answer.statusCode() / 100 != 3) {
          UrlStream stream = stream(answer, shown, permission, client, deadline);
          opened = true;
          return stream;
        }
        answer.body().close();
        if (s3 != null) {
          throw unreadable(
              shown, "the store leads elsewhere; AWS_REGION tells the region of the bucket");
        }
        String location = answer.headers().firstValue("location").orElse("");
        URI next = at.resolve(new URI(location));
        if ("https".equalsIgnoreCase(at.getScheme())
            && !"https".equalsIgnoreCase(next.getScheme())) {
          throw unreadable(shown, "it leads from https to another scheme");
        }
        at = next;
      }
      throw unreadable(shown, "it leads on more than %d times".formatted(MOST_REDIRECTS));
    } catch (URISyntaxException | IllegalArgumentException e) {
      throw unreadable(shown, "it is no URL: " + e.getMessage());
    } catch (HttpTimeoutException e) {
      throw unreadable(shown, "there was no answer within the time that is given");
    } catch (IOException e) {
      throw unreadable(shown, e.getMessage() == null ? "no connection" : e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unreadable(shown, "interrupted");
    } finally {
      if (!opened) {
        client.shutdownNow();
      }
    }
  }

  /** Waits for an answer as long as nobody stops it. */
  private static <T> T awaited(Future<T> answer, StopCheck stop)
      throws IOException, InterruptedException {
    while (true) {
      try {
        return answer.get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        stop.checkStopped();
      } catch (ExecutionException e) {
        throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getCause());
      }
    }
  }

  private static S3Access s3(UrlPermission permission, String shown) {
    return permission
        .s3()
        .orElseThrow(
            () ->
                unreadable(
                    shown,
                    "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set; a signed https URL of"
                        + " the object needs neither"));
  }

  private static UrlStream stream(
      HttpResponse<InputStream> answer,
      String shown,
      UrlPermission permission,
      HttpClient client,
      long deadline) {
    if (answer.statusCode() != 200) {
      throw unreadable(shown, "the answer is status " + answer.statusCode());
    }
    long announced = answer.headers().firstValueAsLong("content-length").orElse(0);
    if (announced > permission.maximumBytes()) {
      throw tooLong(shown, permission);
    }
    return new UrlStream(answer.body(), shown, permission, client, deadline);
  }

  /** A URL without user information, query and fragment, which may hold secrets. */
  static String withoutSecrets(String url) {
    String shown = url.replaceFirst("[?#].*", "");
    return shown.replaceFirst("//[^/]*@", "//");
  }

  private static void requireAllowed(URI url, UrlPermission permission, String shown)
      throws IOException {
    String scheme = String.valueOf(url.getScheme()).toLowerCase(Locale.ROOT);
    if (!(scheme.equals("http") || scheme.equals("https")) || url.getHost() == null) {
      throw unreadable(shown, "only http and https URLs of a host are read");
    }
    if (permission.privateAddresses()) {
      return;
    }
    for (InetAddress address : InetAddress.getAllByName(url.getHost())) {
      if (isPrivate(address)) {
        throw unreadable(
            shown,
            "its host is of this machine or of a private network, which are read only where"
                + " --allow-private-url says so");
      }
    }
  }

  static boolean isPrivate(InetAddress address) {
    byte[] bytes = address.getAddress();
    int first = bytes[0] & 0xFF;
    int second = bytes[1] & 0xFF;
    boolean shared = bytes.length == 4 && first == 100 && (second & 0xC0) == 64;
    boolean reserved =
        bytes.length == 4
            && (first == 0
                || first >= 240
                || (first == 192 && second == 0 && bytes[2] == 0)
                || (first == 198 && (second & 0xFE) == 18));
    boolean local = address instanceof Inet6Address && (first & 0xFE) == 0xFC;
    // Addresses of IPv4 in clothes of IPv6: translated, 6to4, Teredo.
    boolean wrapped =
        address instanceof Inet6Address
            && ((first == 0x20
                    && (second == 0x02 || (second == 0x01 && bytes[2] == 0 && bytes[3] == 0)))
                || (first == 0 && second == 0x64));
    return address.isAnyLocalAddress()
        || address.isLoopbackAddress()
        || address.isLinkLocalAddress()
        || address.isSiteLocalAddress()
        || address.isMulticastAddress()
        || shared
        || reserved
        || local
        || wrapped;
  }

  private static ComputeException unreadable(String shown, String reason) {
    return InputFailures.unreadable(shown, new IOException(reason));
  }

  private static ComputeException tooLong(String shown, UrlPermission permission) {
    return new ComputeException(
        FailureCode.DECOMPRESSION_BOUND_EXCEEDED,
        "%s holds more than the %d bytes that may be read; --url-bytes raises the bound"
            .formatted(shown, permission.maximumBytes()));
  }

  @Override
  public int read() throws IOException {
    byte[] single = new byte[1];
    return read(single, 0, 1) < 0 ? -1 : single[0] & 0xFF;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    int taken;
    try {
      taken = super.read(buffer, offset, length);
    } catch (IOException e) {
      throw late
          ? new IOException(
              "it took longer than the time that is given; --url-timeout raises it", e)
          : e;
    }
    bytes += Math.max(0, taken);
    if (bytes > permission.maximumBytes()) {
      throw tooLong(shown, permission);
    }
    return taken;
  }

  @Override
  public boolean markSupported() {
    return false;
  }

  @Override
  public void close() {
    timer.cancel();
    client.shutdownNow();
  }
}
