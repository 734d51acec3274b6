package io.cliquestream.worker.api;

import io.cliquestream.worker.api.json.StreamJson;
import io.cliquestream.worker.api.json.Text;
import io.cliquestream.worker.directory.GroupDirectory;
import io.cliquestream.worker.directory.listed.ListedGraph;
import io.cliquestream.worker.directory.listed.ListedVersion;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Optional;
import java.util.Set;

/** Graphs and their versions: all that is read. May wait for the directory. */
record GraphResources(GroupDirectory directory) {
  private static final Set<String> STREAM_STATES =
      Set.of("idle", "beginning", "running", "ending", "broken");
  private static final Set<String> PLACES = Set.of("memory", "disk", "topic", "gone");

  Reply list(Query query) {
    String text = query.text("text", 128).orElse("");
    Optional<String> place = query.text("place", 16);
    if (place.isPresent() && !PLACES.contains(place.get())) {
      throw ApiException.invalid("there is no place " + place.get());
    }
    return Reply.ok(
        JobResources.page(
            directory.graphs(
                graph ->
                    query.asker().seesGraph(graph.id())
                        && (text.isEmpty() || graph.id().contains(text))
                        && (place.isEmpty() || isAt(graph, place.get())),
                query.cursor().orElse(""),
                query.limit()),
            GraphResources::summary));
  }

  /** Graphs that have a stream of changes, by id. */
  Reply streams(Query query) {
    Optional<String> state = query.text("state", 16);
    if (state.isPresent() && !STREAM_STATES.contains(state.get())) {
      throw ApiException.invalid("there is no state " + state.get());
    }
    return Reply.ok(
        JobResources.page(
            directory.graphs(
                graph ->
                    graph.stream() != null
                        && query.asker().seesGraph(graph.id())
                        && (state.isEmpty() || graph.stream().state().equals(state.get())),
                query.cursor().orElse(""),
                query.limit()),
            StreamJson::write));
  }

  private static boolean isAt(ListedGraph graph, String place) {
    ListedVersion newest = graph.newest();
    return newest != null && newest.place().equals(place);
  }

  /** A graph that the asker may see. */
  ListedGraph find(Query query, String id) {
    return directory
        .graph(id)
        .filter(graph -> query.asker().seesGraph(graph.id()))
        .orElseThrow(() -> ApiException.notFound("no graph " + id + " is known"));
  }

  Reply one(Query query) {
    ListedGraph graph = find(query, query.part(1));
    var versions = new JsonArray();
    graph.versions().forEach(version -> versions.add(version(graph, version)));
    return Reply.ok(
        new JsonObject()
            .put("id", graph.id())
            .put("partition", graph.partition())
            .put("worker", Text.orNull(graph.worker()))
            .put("seen", Text.time(graph.seen()))
            .put("versions", versions)
            .put("stream", graph.stream() == null ? null : StreamJson.write(graph)));
  }

  /** The schema Graph. */
  static JsonObject summary(ListedGraph graph) {
    ListedVersion newest = graph.newest();
    return new JsonObject()
        .put("id", graph.id())
        .put("partition", graph.partition())
        .put("worker", Text.orNull(graph.worker()))
        .put("versions", graph.versions().stream().filter(ListedVersion::isReady).count())
        .put("newest", newest == null ? null : version(graph, newest))
        .put("stream", graph.stream() == null ? null : graph.stream().state());
  }

  private static JsonObject version(ListedGraph graph, ListedVersion version) {
    boolean ready = version.isReady();
    return new JsonObject()
        .put("version", Long.toUnsignedString(version.version()))
        .put("state", version.state())
        .put("base", Text.version(version.base()))
        .put("vertices", ready ? version.vertices() : null)
        .put("edges", ready ? version.edges() : null)
        .put("bytes", ready ? version.bytes() : null)
        .put("deviceBytes", ready && version.deviceBytes() >= 0 ? version.deviceBytes() : null)
        .put("place", Text.orNull(version.place()))
        .put(
            "records",
            version.first() < 0
                ? null
                : new JsonObject()
                    .put("partition", graph.partition())
                    .put("first", version.first())
                    .put("last", version.last()))
        .put("failure", Text.failure(version.failure()));
  }
}
