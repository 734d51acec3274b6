package io.cliquestream.cli.kafka;

import io.cliquestream.contract.Bounds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The secret that a job is cancelled with, from a file or the environment: an argument would lie
 * open to everybody who may list processes.
 */
final class SecretOptions {
  /** Environment variable that stands for a file that is not given. */
  static final String VARIABLE = "CLIQUESTREAM_CANCEL_SECRET";

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--cancel-secret-file",
      paramLabel = "FILE",
      description = {
        "The secret that the job is cancelled with: the file's first line, at most 256 characters.",
        "Not given: what CLIQUESTREAM_CANCEL_SECRET holds, if anything."
      })
  private Path file;

  /** The secret; empty for none. */
  String secret() {
    String secret = file == null ? System.getenv().getOrDefault(VARIABLE, "") : read();
    if (secret.length() > Bounds.SECRET_CHARACTERS) {
      throw new ParameterException(
          spec.commandLine(), "a secret has at most " + Bounds.SECRET_CHARACTERS + " characters");
    }
    return secret;
  }

  private String read() {
    try (var lines = Files.lines(file)) {
      String secret = lines.findFirst().orElse("").strip();
      if (secret.isEmpty()) {
        throw new ParameterException(spec.commandLine(), file + " holds no secret");
      }
      return secret;
    } catch (IOException e) {
      throw new ParameterException(
          spec.commandLine(), "the secret cannot be read: " + e.getMessage(), e);
    }
  }
}
