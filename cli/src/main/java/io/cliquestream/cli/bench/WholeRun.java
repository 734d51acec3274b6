package io.cliquestream.cli.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cliquestream.contract.ExitCode;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.failure.WorkerException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One run of {@code compute} as a process of its own, started as this one was.
 *
 * @param wholeMillis by the clock, from before the process is started until it has ended
 * @param answer what it printed
 */
record WholeRun(double wholeMillis, JsonNode answer) {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** The line in which a command tells why it failed. */
  private static final Pattern TOLD =
      Pattern.compile("(?m)^cliquestream: (?<code>[A-Z_]+): (?<message>.*)$");

  /**
   * Runs it.
   *
   * @param words of compute, the kind of job first
   * @param limit after which the process is ended
   * @throws WorkerException as the run's own failure; INTERNAL when it takes longer or tells none
   */
  static WholeRun of(List<String> words, Duration limit) {
    try {
      Path out = Files.createTempFile("cliquestream-bench-", ".json");
      Path err = Files.createTempFile("cliquestream-bench-", ".txt");
      try {
        return run(command(words), out, err, limit);
      } finally {
        Files.delete(out);
        Files.delete(err);
      }
    } catch (IOException e) {
      throw failure("a run could not be started or read: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failure("interrupted while a run was under way");
    }
  }

  private static WholeRun run(List<String> command, Path out, Path err, Duration limit)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
      process.destroyForcibly();
      throw failure("a run took longer than " + limit.toSeconds() + " s");
    }
    double millis = (System.nanoTime() - start) / 1e6;
    if (process.exitValue() != 0) {
      throw ended(process.exitValue(), Files.readString(err).strip());
    }
    try {
      return new WholeRun(millis, MAPPER.readTree(out.toFile()));
    } catch (JsonProcessingException e) {
      throw failure("a run printed no answer: " + e.getOriginalMessage());
    }
  }

  private static List<String> command(List<String> words) {
    List<String> command = commandLine("compute");
    command.addAll(words);
    command.add("--json");
    return command;
  }

  /** This JVM with its options and class path, and a command of the command line. */
  static List<String> commandLine(String name) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of("io.cliquestream.cli.Main", name));
    return command;
  }

  /** Every number and text of the result by its name, parts of a name joined by dots. */
  SortedMap<String, String> results() {
    SortedMap<String, String> found = new TreeMap<>();
    collect("", answer.path("result"), found);
    return found;
  }

  private static void collect(String name, JsonNode node, SortedMap<String, String> found) {
    if (node.isObject()) {
      node.properties()
          .forEach(
              field ->
                  collect(
                      name.isEmpty() ? field.getKey() : name + "." + field.getKey(),
                      field.getValue(),
                      found));
    } else if (node.isValueNode()) {
      found.put(name, node.asText());
    }
  }

  /** The failure that a run told of: its own code, or what stands before how it is called. */
  static WorkerException ended(int exitCode, String said) {
    Matcher told = TOLD.matcher(said);
    if (told.find()) {
      Optional<FailureCode> code =
          Stream.of(FailureCode.values())
              .filter(known -> known.name().equals("FAILURE_CODE_" + told.group("code")))
              .findFirst();
      if (code.isPresent()) {
        return new WorkerException(code.get(), told.group("message"));
      }
    }
    if (exitCode == ExitCode.USAGE.number()) {
      return WorkerException.optionInvalid(
          said.lines()
              .takeWhile(line -> !line.startsWith("Usage: "))
              .reduce((before, line) -> line)
              .orElse("the command line cannot be understood"));
    }
    return failure("a run ended with " + exitCode + ": " + said);
  }

  static WorkerException failure(String message) {
    return new WorkerException(FailureCode.FAILURE_CODE_INTERNAL, message);
  }
}
