package io.cliquestream.clients;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What programs may refer to is commented, every parameter and result of it: the compiler's own
 * check, on the packages and types that {@link ApiCompatibilityTest} holds. As an option of a
 * module's build it would be for all of its packages or for none.
 */
class ApiCommentsTest {
  @TempDir private Path classes;

  static Stream<ApiCompatibilityTest.Library> libraries() throws IOException {
    return ApiCompatibilityTest.libraries();
  }

  @ParameterizedTest
  @MethodSource("libraries")
  void parametersAndResultsThatProgramsSeeHadNoComment(ApiCompatibilityTest.Library library)
      throws IOException {
    List<Path> sources = sources(library);
    assertThat(sources).isNotEmpty();
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    var found = new DiagnosticCollector<JavaFileObject>();
    List<String> options =
        List.of(
            "-proc:none",
            "-implicit:none",
            "-Xlint:none",
            "-Xdoclint:all/protected",
            "--should-stop=ifNoError=FLOW",
            "-Xmaxwarns",
            "10000",
            "-classpath",
            System.getProperty("java.class.path"),
            "-d",
            classes.toString());
    try (var files = compiler.getStandardFileManager(found, null, UTF_8)) {
      boolean compiled =
          compiler
              .getTask(
                  null, files, found, options, null, files.getJavaFileObjectsFromPaths(sources))
              .call();
      assertThat(
              found.getDiagnostics().stream()
                  .filter(said -> said.getKind() != Diagnostic.Kind.NOTE)
                  .map(Object::toString))
          .as("say what it is: shapes, units, bounds, errors")
          .isEmpty();
      assertThat(compiled).isTrue();
    }
  }

  private static List<Path> sources(ApiCompatibilityTest.Library library) throws IOException {
    Path root = Path.of("..", library.module(), "src", "main", "java");
    List<Path> sources = new ArrayList<>();
    for (String name : library.held()) {
      Path place = root.resolve(name.replace('.', '/'));
      if (Files.isDirectory(place)) {
        try (Stream<Path> files = Files.list(place)) {
          files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
        }
      } else {
        sources.add(place.resolveSibling(place.getFileName() + ".java"));
      }
    }
    return sources;
  }
}
