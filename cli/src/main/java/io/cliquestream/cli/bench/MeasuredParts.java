package io.cliquestream.cli.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.failure.WorkerException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the parts of a job cost, as {@code bench parts} measures it: JSON lines, the job first, then
 * a line for each part.
 *
 * @param job as it is typed
 * @param graph the file's name, or the words of the model
 * @param graphBytes of the rows: what a worker has to be given once
 * @param threads that computed each part
 * @param cutNanos time of cutting
 * @param wholeNanos time of the job in one piece on the same threads
 * @param answer what the parts make together
 */
record MeasuredParts(
    String job,
    String graph,
    long vertices,
    long edges,
    long graphBytes,
    int threads,
    long cutNanos,
    long wholeNanos,
    String answer,
    List<Cost> parts) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Lines of a file that are read. */
  private static final int MOST_PARTS = 1 << 20;

  /**
   * A part.
   *
   * @param part its number
   * @param first first root
   * @param end root after the last one
   * @param predicted work, in steps of about a nanosecond of one thread
   * @param nanos time that computing it took
   * @param addNanos time that adding its answer to the sum took
   */
  record Cost(int part, int first, int end, double predicted, long nanos, long addNanos) {}

  MeasuredParts {
    parts = List.copyOf(parts);
  }

  /** Time of all parts, one after another. */
  double nanos() {
    return parts.stream().mapToDouble(Cost::nanos).sum();
  }

  /**
   * What every part takes because it is a part: the difference between all parts and the job in one
   * piece, each its share; no more than the shortest part.
   */
  double overheadNanos() {
    double shortest = parts.stream().mapToDouble(Cost::nanos).min().orElse(0);
    return wholeNanos == 0 ? 0 : Math.clamp((nanos() - wholeNanos) / parts.size(), 0, shortest);
  }

  /** The file's lines. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    Map<String, Object> about = new LinkedHashMap<>();
    about.put("kind", "job");
    about.put("job", job);
    about.put("graph", graph);
    about.put("vertices", vertices);
    about.put("edges", edges);
    about.put("graphBytes", graphBytes);
    about.put("threads", threads);
    about.put("cutNanos", cutNanos);
    about.put("wholeNanos", wholeNanos);
    about.put("answer", answer);
    lines.add(line(about));
    for (Cost cost : parts) {
      Map<String, Object> part = new LinkedHashMap<>();
      part.put("kind", "part");
      part.put("part", cost.part());
      part.put("first", cost.first());
      part.put("end", cost.end());
      part.put("predicted", cost.predicted());
      part.put("nanos", cost.nanos());
      part.put("addNanos", cost.addNanos());
      lines.add(line(part));
    }
    return lines;
  }

  private static String line(Map<String, Object> fields) {
    return JSON.valueToTree(fields).toString();
  }

  /**
   * Reads a file.
   *
   * @throws WorkerException OPTION_INVALID with the line when it is none that {@code bench parts}
   *     wrote
   */
  static MeasuredParts read(Path file) {
    JsonNode about = null;
    List<Cost> parts = new ArrayList<>();
    try (BufferedReader reader = Files.newBufferedReader(file, UTF_8)) {
      int number = 0;
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        number++;
        if (number > MOST_PARTS + 1) {
          throw invalid(file, number, "more than " + MOST_PARTS + " parts");
        }
        JsonNode node = tree(file, number, line);
        if (number == 1) {
          about = node;
          require(file, number, node, "job", "graph", "threads", "graphBytes", "cutNanos");
        } else {
          require(file, number, node, "part", "predicted", "nanos", "addNanos");
          parts.add(cost(file, number, node));
        }
      }
    } catch (NoSuchFileException e) {
      throw new WorkerException(
          FailureCode.FAILURE_CODE_OPTION_INVALID,
          "there is no file " + file + "; bench parts prints what belongs there",
          e);
    } catch (IOException e) {
      throw new WorkerException(
          FailureCode.FAILURE_CODE_OPTION_INVALID, file + " cannot be read: " + e.getMessage(), e);
    }
    if (about == null || parts.isEmpty()) {
      throw invalid(file, 1, "no parts; bench parts writes such files");
    }
    return new MeasuredParts(
        about.path("job").asText(),
        about.path("graph").asText(),
        about.path("vertices").asLong(),
        about.path("edges").asLong(),
        about.path("graphBytes").asLong(),
        about.path("threads").asInt(),
        about.path("cutNanos").asLong(),
        about.path("wholeNanos").asLong(),
        about.path("answer").asText(),
        parts);
  }

  private static Cost cost(Path file, int number, JsonNode node) {
    Cost cost =
        new Cost(
            node.path("part").asInt(),
            node.path("first").asInt(),
            node.path("end").asInt(),
            node.path("predicted").asDouble(),
            node.path("nanos").asLong(),
            node.path("addNanos").asLong());
    if (cost.nanos() < 0 || cost.addNanos() < 0 || !(cost.predicted() >= 0)) {
      throw invalid(file, number, "a negative cost");
    }
    return cost;
  }

  private static JsonNode tree(Path file, int number, String line) {
    try {
      return JSON.readTree(line);
    } catch (JsonProcessingException e) {
      throw invalid(file, number, "no JSON");
    }
  }

  private static void require(Path file, int number, JsonNode node, String... fields) {
    for (String field : fields) {
      if (!node.hasNonNull(field)) {
        throw invalid(file, number, "no field '" + field + "'");
      }
    }
  }

  private static WorkerException invalid(Path file, int line, String what) {
    return WorkerException.optionInvalid(
        "%s line %d: %s; expected is what bench parts prints".formatted(file, line, what));
  }
}
