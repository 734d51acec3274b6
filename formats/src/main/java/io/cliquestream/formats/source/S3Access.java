package io.cliquestream.formats.source;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Reads objects of S3, or of a store that speaks its protocol, as plain requests that are signed
 * (AWS, "Signature Version 4", single chunk, headers).
 *
 * @param accessKey names who asks
 * @param secretKey signs; never shown or sent
 * @param sessionToken of temporary keys; empty for others
 * @param region of the bucket
 * @param endpoint of another store, an http or https URL; empty for AWS
 */
public record S3Access(
    String accessKey, String secretKey, String sessionToken, String region, String endpoint) {
  private static final String EMPTY_BODY =
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final String UNRESERVED =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";

  /**
   * {@return what the variables say that AWS's own tools read; empty without both keys}
   *
   * @param environment variables by name, of which {@code AWS_ACCESS_KEY_ID}, {@code
   *     AWS_SECRET_ACCESS_KEY}, {@code AWS_SESSION_TOKEN}, {@code AWS_REGION}, {@code
   *     AWS_DEFAULT_REGION}, {@code AWS_ENDPOINT_URL_S3} and {@code AWS_ENDPOINT_URL} are read
   */
  public static Optional<S3Access> of(Map<String, String> environment) {
    String accessKey = environment.getOrDefault("AWS_ACCESS_KEY_ID", "");
    String secretKey = environment.getOrDefault("AWS_SECRET_ACCESS_KEY", "");
    if (accessKey.isEmpty() || secretKey.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new S3Access(
            accessKey,
            secretKey,
            environment.getOrDefault("AWS_SESSION_TOKEN", ""),
            environment.getOrDefault(
                "AWS_REGION", environment.getOrDefault("AWS_DEFAULT_REGION", "us-east-1")),
            environment.getOrDefault(
                "AWS_ENDPOINT_URL_S3", environment.getOrDefault("AWS_ENDPOINT_URL", ""))));
  }

  @Override
  public String toString() {
    return "S3Access[region=" + region + ", endpoint=" + endpoint + "]";
  }

  /**
   * Where an object lies.
   *
   * @param object {@code s3://BUCKET/KEY}; the key is taken as it is
   */
  URI url(String object) throws URISyntaxException {
    int slash = object.indexOf('/', "s3://".length());
    String bucket = slash < 0 ? "" : object.substring("s3://".length(), slash);
    String key = slash < 0 ? "" : object.substring(slash + 1);
    if (!bucket.matches("[A-Za-z0-9][A-Za-z0-9._-]{1,254}") || key.isEmpty()) {
      throw new URISyntaxException("s3://…", "s3://BUCKET/KEY is expected");
    }
    if (!region.matches("[a-z0-9-]{1,64}")) {
      throw new URISyntaxException("s3://…", "AWS_REGION is the name of no region");
    }
    if (!endpoint.isEmpty()) {
      return new URI(endpoint.replaceFirst("/+$", "") + "/" + bucket + "/" + encoded(key));
    }
    // A certificate of the store covers no bucket with a point in its name.
    return new URI(
        bucket.matches("[a-z0-9-]+")
            ? "https://%s.s3.%s.amazonaws.com/%s".formatted(bucket, region, encoded(key))
            : "https://s3.%s.amazonaws.com/%s/%s".formatted(region, bucket, encoded(key)));
  }

  private static String encoded(String key) {
    StringBuilder encoded = new StringBuilder();
    for (byte octet : key.getBytes(StandardCharsets.UTF_8)) {
      char character = (char) (octet & 0xFF);
      if (character == '/' || UNRESERVED.indexOf(character) >= 0) {
        encoded.append(character);
      } else {
        encoded.append('%').append(HexFormat.of().withUpperCase().toHexDigits(octet));
      }
    }
    return encoded.toString();
  }

  /**
   * The headers of a signed request for what lies at a URL without a query.
   *
   * @param further headers that are signed as well, names in lower case
   */
  Map<String, String> headers(URI url, Instant time, Map<String, String> further) {
    boolean usual =
        url.getPort() < 0 || url.getPort() == (url.getScheme().equals("https") ? 443 : 80);
    String now = TIME.format(time);
    SortedMap<String, String> headers = new TreeMap<>(further);
    headers.put("host", usual ? url.getHost() : url.getHost() + ":" + url.getPort());
    headers.put("x-amz-content-sha256", EMPTY_BODY);
    headers.put("x-amz-date", now);
    if (!sessionToken.isEmpty()) {
      headers.put("x-amz-security-token", sessionToken);
    }
    String names = String.join(";", headers.keySet());
    String lines =
        headers.entrySet().stream()
            .map(header -> header.getKey() + ":" + header.getValue() + "\n")
            .collect(Collectors.joining());
    String request = String.join("\n", "GET", url.getRawPath(), "", lines, names, EMPTY_BODY);
    List<String> parts = List.of(now.substring(0, 8), region, "s3", "aws4_request");
    String scope = String.join("/", parts);
    byte[] key = utf8("AWS4" + secretKey);
    for (String part : parts) {
      key = mac(key, part);
    }
    String signature =
        hex(mac(key, String.join("\n", "AWS4-HMAC-SHA256", now, scope, hex(sha256(request)))));
    // The client sends its own.
    headers.remove("host");
    headers.put(
        "authorization",
        "AWS4-HMAC-SHA256 Credential=%s/%s, SignedHeaders=%s, Signature=%s"
            .formatted(accessKey, scope, names, signature));
    return headers;
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(utf8(text));
    } catch (GeneralSecurityException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }

  private static byte[] mac(byte[] key, String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return mac.doFinal(utf8(text));
    } catch (GeneralSecurityException e) {
      throw new AssertionError("every JDK has HmacSHA256", e);
    }
  }
}
