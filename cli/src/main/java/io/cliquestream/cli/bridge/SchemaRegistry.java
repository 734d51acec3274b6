package io.cliquestream.cli.bridge;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import org.apache.avro.Schema;

/**
 * Schemas by their ids, from a registry with Confluent's REST interface, of which one request is
 * used. What an id means never changes, so each is asked for once. For one thread.
 */
final class SchemaRegistry implements IntFunction<Schema>, AutoCloseable {
  /** The registry does not answer, so nobody knows what events are; the bridge ends. */
  static final class UnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnavailableException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /** More than producers of one topic have; beyond it all are asked for again. */
  private static final int MOST_SCHEMAS = 1_000;

  private static final int MOST_BYTES = 4 << 20;
  private static final int ATTEMPTS = 3;
  private static final Duration PATIENCE = Duration.ofSeconds(3);
  private static final String AVRO = "AVRO";
  private static final int OK = 200;
  private static final int NOT_FOUND = 404;

  private final URI registry;
  private final Optional<String> login;
  private final HttpClient http = HttpClient.newBuilder().connectTimeout(PATIENCE).build();
  private final Map<Integer, Schema> known = new HashMap<>();

  /**
   * Does not connect yet.
   *
   * @param login user and password with a colon between
   */
  SchemaRegistry(URI registry, Optional<String> login) {
    this.registry = registry;
    this.login = login;
  }

  /**
   * The schema of an id.
   *
   * @throws io.cliquestream.worker.failure.WorkerException RECORD_UNDECODABLE when there is none
   * @throws UnavailableException when the registry does not say
   */
  @Override
  public Schema apply(int id) {
    Schema schema = known.get(id);
    if (schema == null) {
      schema = parse(id, ask(id));
      if (known.size() == MOST_SCHEMAS) {
        known.clear();
      }
      known.put(id, schema);
    }
    return schema;
  }

  private static Schema parse(int id, String answer) {
    try {
      JsonNode about = new ObjectMapper().readTree(answer);
      String type = about.path("schemaType").asText(AVRO);
      if (type.equals(AVRO)) {
        return new Schema.Parser().parse(about.path("schema").asText());
      }
      throw new IllegalArgumentException("it is " + type);
    } catch (JsonProcessingException | RuntimeException e) {
      // The library has no one exception for what is no schema.
      throw AvroEvents.undecodable("schema " + id + " cannot be read: " + e.getMessage(), e);
    }
  }

  private String ask(int id) {
    for (int attempt = 1; ; attempt++) {
      try {
        return askOnce(id);
      } catch (IOException e) {
        if (attempt == ATTEMPTS) {
          throw new UnavailableException(
              "the registry at " + registry + " does not tell schema " + id + ": " + e, e);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new UnavailableException("interrupted", e);
      }
    }
  }

  private String askOnce(int id) throws IOException, InterruptedException {
    String base = registry.toString().replaceAll("/+$", "");
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + "/schemas/ids/" + Integer.toUnsignedString(id)))
            .timeout(PATIENCE)
            .header("Accept", "application/vnd.schemaregistry.v1+json, application/json");
    login.ifPresent(
        words ->
            request.header(
                "Authorization",
                "Basic "
                    + Base64.getEncoder().encodeToString(words.getBytes(StandardCharsets.UTF_8))));
    HttpResponse<InputStream> response =
        http.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
    try (InputStream body = response.body()) {
      if (response.statusCode() == NOT_FOUND) {
        throw AvroEvents.undecodable(
            "the registry has no schema " + Integer.toUnsignedString(id), null);
      }
      if (response.statusCode() != OK) {
        throw new IOException("it answers with status " + response.statusCode());
      }
      byte[] bytes = body.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        throw AvroEvents.undecodable("schema " + id + " has more than 4 MiB", null);
      }
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
