package io.cliquestream.cli.startup;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Jars that are exchanged beneath the start-up caches, as by unpacking a release over another. The
 * JVM runs the classes of a cache without looking at the jars again, so the launcher has to. The
 * launcher is the real one, over a library of three small classes.
 */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
final class ExchangedJarTest {
  @TempDir private Path folder;

  @Test
  void theCodeOfOldJarsIsNotRunFromACacheThatWasMadeOfThem() throws Exception {
    Path launcher = folder.resolve("cliquestream");
    Files.copy(Path.of("../cliquestream"), launcher, StandardCopyOption.COPY_ATTRIBUTES);
    Path library = Files.createDirectory(folder.resolve("lib"));
    putJar(library, "the first release", 0);
    run(launcher, "train");
    assertThat(library.resolve("cliquestream.aot")).exists();
    assertThat(library.resolve("worker.aot")).exists();
    assertThat(run(launcher, "version")).contains("the first release, from the cache");

    // Of the same size: what differs is one letter, and when the jar was made.
    putJar(library, "the other release", 1);
    assertThat(run(launcher, "version")).contains("the other release, from the jar");
    assertThat(run(launcher, "serve")).contains("the other release, from the jar");

    run(launcher, "train");
    assertThat(run(launcher, "version")).contains("the other release, from the cache");
  }

  private void putJar(Path library, String release, int hoursLater) throws IOException {
    Path classes = Files.createTempDirectory(folder, "classes");
    compile(
        classes,
        Map.of(
            "Main",
            """
            var caches = java.lang.management.ManagementFactory.getRuntimeMXBean().getInputArguments();
            boolean cached = caches.stream().anyMatch(option -> option.startsWith("-XX:AOTCache="));
            System.out.println("%s, from the " + (cached ? "cache" : "jar"));
            """
                .formatted(release),
            "StartupTraining",
            "Main.main(arguments);",
            "WorkerTraining",
            "Main.main(arguments);"));
    Path jar = library.resolve("release.jar");
    Files.deleteIfExists(jar);
    try (var out = new JarOutputStream(Files.newOutputStream(jar));
        var files = Files.walk(classes)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        out.putNextEntry(new JarEntry(classes.relativize(file).toString()));
        out.write(Files.readAllBytes(file));
      }
    }
    Instant made = Instant.parse("2026-01-01T00:00:00Z").plusSeconds(3_600L * hoursLater);
    Files.setLastModifiedTime(jar, FileTime.from(made));
  }

  private static void compile(Path classes, Map<String, String> mains) throws IOException {
    Path sources =
        Files.createDirectory(classes.resolveSibling(classes.getFileName() + "-sources"));
    for (var main : mains.entrySet()) {
      Files.writeString(
          sources.resolve(main.getKey() + ".java"),
          "package io.cliquestream.cli; public class %s { public static void main(String[] arguments) { %s } }"
              .formatted(main.getKey(), main.getValue()));
    }
    try (var files = Files.list(sources)) {
      List<String> names = files.map(Path::toString).toList();
      String[] arguments = new String[names.size() + 2];
      arguments[0] = "-d";
      arguments[1] = classes.toString();
      for (int i = 0; i < names.size(); i++) {
        arguments[i + 2] = names.get(i);
      }
      assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments)).isZero();
    }
  }

  private String run(Path launcher, String word) throws IOException, InterruptedException {
    Path output = Files.createTempFile(folder, "output", ".txt");
    var builder =
        new ProcessBuilder(launcher.toString(), word)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().put("CLIQUESTREAM_JAVA_HOME", System.getProperty("java.home"));
    int status = builder.start().waitFor();
    String text = Files.readString(output, UTF_8);
    assertThat(status).as(text).isZero();
    return text;
  }
}
