package io.cliquestream.cli.operate;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cliquestream.contract.ExitCode;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;

/**
 * Asks a worker by its HTTP API. Every request ends within a bound, no answer is read beyond one,
 * and whatever is not an answer of the API is an {@link WorkerApiException}.
 */
final class WorkerApi implements AutoCloseable {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final Duration CONNECT_LIMIT = Duration.ofSeconds(5);
  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(30);
  private static final int MOST_BYTES = 64 << 20;
  private static final String UNAVAILABLE = "UNAVAILABLE";

  private final URI worker;
  private final Optional<String> token;
  private final HttpClient http;

  /**
   * @param worker where its port listens
   * @param token what to show, if anything
   * @param tls how to trust, where the worker's certificate is none of those that Java trusts
   */
  WorkerApi(URI worker, Optional<String> token, Optional<SSLContext> tls) {
    this.worker = worker;
    this.token = token;
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .connectTimeout(CONNECT_LIMIT)
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER);
    tls.ifPresent(builder::sslContext);
    this.http = builder.build();
  }

  /** An empty object, to be filled. */
  static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  /**
   * Asks.
   *
   * @param path below {@code /api/v1}
   * @param query names and values; empty values are left out
   * @throws WorkerApiException when it does not answer, refuses, or is no worker
   */
  JsonNode get(String path, Map<String, String> query) {
    String parameters =
        query.entrySet().stream()
            .filter(parameter -> !parameter.getValue().isEmpty())
            .map(parameter -> parameter.getKey() + "=" + encode(parameter.getValue()))
            .collect(Collectors.joining("&"));
    return send(request(path + (parameters.isEmpty() ? "" : "?" + parameters)).GET());
  }

  /** Asks for something to be done; see {@link #get}. */
  JsonNode post(String path, ObjectNode body) {
    return send(
        request(path)
            .header("content-type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body.toString())));
  }

  /** A part of a path that others have named. */
  static String segment(String name) {
    return encode(name).replace("+", "%20");
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, UTF_8);
  }

  private HttpRequest.Builder request(String path) {
    String base = worker.toString().replaceFirst("/+$", "");
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + "/api/v1" + path))
            .timeout(ANSWER_LIMIT)
            .header("accept", "application/json");
    token.ifPresent(known -> request.header("authorization", "Bearer " + known));
    return request;
  }

  private JsonNode send(HttpRequest.Builder request) {
    try {
      HttpResponse<InputStream> response =
          http.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
      try (InputStream body = response.body()) {
        return read(response.statusCode(), body.readNBytes(MOST_BYTES));
      }
    } catch (ConnectException e) {
      throw unavailable("no worker listens at " + worker);
    } catch (HttpTimeoutException e) {
      throw unavailable("no answer from " + worker + " in time");
    } catch (SSLException e) {
      throw unavailable(
          worker + " does not speak TLS as it should: " + e.getMessage() + " (--tls-authorities)");
    } catch (IOException e) {
      throw unavailable(worker + " cannot be asked: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WorkerApiException("CANCELLED", ExitCode.STOPPED, "interrupted");
    }
  }

  private JsonNode read(int status, byte[] body) {
    JsonNode answer = parse(body);
    JsonNode error = answer.path("error");
    if (error.isObject()) {
      throw new WorkerApiException(
          error.path("code").asText("INTERNAL"),
          exitCode(error.path("category").asText()),
          error.path("message").asText());
    }
    if (status / 100 != 2 || !answer.isObject()) {
      if (status == 401) {
        throw new WorkerApiException(
            "UNAUTHENTICATED", ExitCode.BAD_INPUT, worker + " asks for a token (--token-file)");
      }
      throw unavailable(
          worker + " answers, but not as a worker's API does (status " + status + ")");
    }
    return answer;
  }

  private static JsonNode parse(byte[] body) {
    try {
      return body.length == 0 ? MAPPER.missingNode() : MAPPER.readTree(new String(body, UTF_8));
    } catch (JsonProcessingException notJson) {
      return MAPPER.missingNode();
    }
  }

  private static ExitCode exitCode(String category) {
    return switch (category) {
      case "INPUT" -> ExitCode.BAD_INPUT;
      case "NOT_FOUND" -> ExitCode.NOT_FOUND;
      case "RESOURCE" -> ExitCode.RESOURCE;
      case "STOPPED" -> ExitCode.STOPPED;
      default -> ExitCode.INTERNAL;
    };
  }

  private static WorkerApiException unavailable(String message) {
    return new WorkerApiException(UNAVAILABLE, ExitCode.INTERNAL, message);
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
