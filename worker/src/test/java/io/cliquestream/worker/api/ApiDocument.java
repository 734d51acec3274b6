package io.cliquestream.worker.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.Dialects;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The document of the API, and answers held against it. */
final class ApiDocument {
  private final JsonNode document;
  private final Set<String> visited = new HashSet<>();
  private final SchemaRegistry registry =
      SchemaRegistry.withDefaultDialect(
          Dialects.getDraft202012(),
          builder ->
              builder.schemaRegistryConfig(
                  SchemaRegistryConfig.builder().formatAssertionsEnabled(true).build()));

  ApiDocument() throws IOException {
    try (var file = ApiDocument.class.getResourceAsStream("/io/cliquestream/api/openapi.yaml")) {
      document = new ObjectMapper(new YAMLFactory()).readTree(file);
    }
  }

  /** Method and path of every operation. */
  Set<String> operations() {
    var all = new TreeSet<String>();
    document
        .get("paths")
        .properties()
        .forEach(
            path ->
                path.getValue()
                    .fieldNames()
                    .forEachRemaining(
                        method -> {
                          if (!method.equals("parameters")) {
                            all.add(method + " " + path.getKey());
                          }
                        }));
    return all;
  }

  /** Operations that an answer was held against. */
  Set<String> visited() {
    return new TreeSet<>(visited);
  }

  /**
   * Requires that an answer is one that the document promises.
   *
   * @param operation as {@code get /jobs/{job}}
   */
  JsonNode require(String operation, int status, HttpResponse<String> answer) throws IOException {
    assertThat(answer.statusCode()).as(operation + ": " + answer.body()).isEqualTo(status);
    String[] words = operation.split(" ", 2);
    JsonNode responses = document.get("paths").get(words[1]).get(words[0]).get("responses");
    JsonNode response = responses.get(Integer.toString(status));
    if (response == null) {
      response = responses.get("default");
      response = response.has("$ref") ? at(response.get("$ref").asText()) : response;
    } else {
      visited.add(operation);
    }
    String type = answer.headers().firstValue("content-type").orElse("");
    assertThat(response.get("content").has(type)).as(operation + " " + type).isTrue();
    if (!type.equals("application/json")) {
      return null;
    }
    JsonNode body = new ObjectMapper().readTree(answer.body());
    assertThat(errors(response.get("content").get(type).get("schema"), body))
        .as(operation + ": " + answer.body())
        .isEmpty();
    return body;
  }

  /** An operation was asked for whose answer is no JSON. */
  void seen(String operation) {
    visited.add(operation);
  }

  /** What is wrong with a value by a schema of the document, by its name. */
  List<Error> errors(String schema, JsonNode value) {
    ObjectNode reference = ApiGroup.MAPPER.createObjectNode();
    reference.put("$ref", "#/components/schemas/" + schema);
    return errors(reference, value);
  }

  /** Nothing may be there that the document does not name. */
  private List<Error> errors(JsonNode schema, JsonNode value) {
    ObjectNode whole = schema.deepCopy();
    whole.put("unevaluatedProperties", false);
    whole.set("components", document.get("components"));
    Schema compiled = registry.getSchema(whole);
    return compiled.validate(value);
  }

  private JsonNode at(String reference) {
    return document.at(reference.substring(1));
  }
}
