package io.cliquestream.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;

/**
 * A schema of the public contract, closed: what it does not name is refused here, so that no member
 * comes into an answer without a word of documentation. Readers take the open one.
 */
public final class StrictSchema {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Schema schema;

  private StrictSchema(Schema schema) {
    this.schema = schema;
  }

  /** One of the resources, such as answer. */
  public static StrictSchema named(String name) throws IOException {
    try (InputStream resource =
        Main.class.getResourceAsStream("/schema/" + name + ".schema.json")) {
      JsonNode tree = JSON.readTree(resource);
      close(tree);
      return new StrictSchema(
          SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(tree));
    }
  }

  private static void close(JsonNode node) {
    if (node instanceof ObjectNode object
        && object.path("properties").isObject()
        && object.path("type").asText().equals("object")) {
      object.put("additionalProperties", false);
    }
    node.forEach(StrictSchema::close);
  }

  /** Holds a document against it. */
  public void assertHolds(JsonNode document) {
    assertThat(schema.validate(document)).as(document.toString()).isEmpty();
  }
}
