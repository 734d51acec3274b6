package io.cliquestream.cli.operate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How much of a list is shown. */
final class PageOptions {
  private static final int MOST_OF_A_PAGE = 1_000;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  private int limit;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "50",
      description = "Most items (${DEFAULT-VALUE}).")
  void limit(int most) {
    if (most < 1) {
      throw new ParameterException(command.commandLine(), "--limit must be 1 or more");
    }
    limit = most;
  }

  /**
   * Reads a list up to the limit, page by page.
   *
   * @return {@code items}, and {@code total} and {@code next} of the last page
   */
  ObjectNode read(WorkerApi api, String path, Map<String, String> query) {
    ObjectNode list = WorkerApi.object();
    ArrayNode items = list.putArray("items");
    String cursor = "";
    do {
      var page = new LinkedHashMap<>(query);
      page.put("limit", Integer.toString(Math.clamp(limit - items.size(), 1, MOST_OF_A_PAGE)));
      page.put("cursor", cursor);
      JsonNode answer = api.get(path, page);
      answer.path("items").forEach(items::add);
      list.set("total", answer.path("total"));
      list.set("next", answer.path("next"));
      cursor = answer.path("next").asText("");
    } while (!cursor.isEmpty() && !cursor.equals("null") && items.size() < limit);
    return list;
  }
}
