package io.cliquestream.cli.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.failure.WorkerException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

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
  private static final ObjectMapper JSON =
      new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

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
    List<String> lines = new ArrayList<>(List.of(line("job", this)));
    parts.forEach(cost -> lines.add(line("part", cost)));
    return lines;
  }

  private static String line(String kind, Record of) {
    ObjectNode line = JSON.createObjectNode().put("kind", kind);
    ObjectNode fields = JSON.valueToTree(of);
    // Of the job: each has a line of its own.
    fields.remove("parts");
    return line.<ObjectNode>setAll(fields).toString();
  }

  /**
   * Reads a file.
   *
   * @throws WorkerException OPTION_INVALID with the line when it is none that {@code bench parts}
   *     wrote
   */
  static MeasuredParts read(Path file) {
    ObjectNode about = null;
    List<Cost> parts = new ArrayList<>();
    try (BufferedReader reader = Files.newBufferedReader(file, UTF_8)) {
      int number = 0;
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        number++;
        if (number > MOST_PARTS + 1) {
          throw invalid(file, number, "more than " + MOST_PARTS + " parts");
        }
        ObjectNode node = tree(file, number, line);
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
    about.set("parts", JSON.valueToTree(parts));
    return read(file, 1, about, MeasuredParts.class);
  }

  private static <T> T read(Path file, int number, ObjectNode node, Class<T> kind) {
    try {
      return JSON.treeToValue(node, kind);
    } catch (JsonProcessingException e) {
      throw invalid(file, number, e.getOriginalMessage());
    }
  }

  private static Cost cost(Path file, int number, ObjectNode node) {
    Cost cost = read(file, number, node, Cost.class);
    if (cost.nanos() < 0 || cost.addNanos() < 0 || !(cost.predicted() >= 0)) {
      throw invalid(file, number, "a negative cost");
    }
    return cost;
  }

  private static ObjectNode tree(Path file, int number, String line) {
    try {
      if (JSON.readTree(line) instanceof ObjectNode node) {
        return node;
      }
    } catch (JsonProcessingException e) {
      // Said below.
    }
    throw invalid(file, number, "no JSON");
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
