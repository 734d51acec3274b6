package io.cliquestream.clients;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
 * What a library's published Javadoc shows is commented, every parameter and result of it, whether
 * {@link ApiCompatibilityTest} holds it or not: the compiler's own check. As an option of a
 * module's build it would be for internal packages, too.
 */
class ApiCommentsTest {
  private static final Pattern INTERNAL =
      Pattern.compile("<internal\\.packages>([^<]+)</internal\\.packages>");

  @TempDir private Path classes;

  static Stream<ApiCompatibilityTest.Library> libraries() throws IOException {
    return ApiCompatibilityTest.libraries();
  }

  @ParameterizedTest
  @MethodSource("libraries")
  void membersOfPublishedPackagesHadNoComment(ApiCompatibilityTest.Library library)
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

  /** What nobody else is shown was left out by a name that no package has, or that programs use. */
  @ParameterizedTest
  @MethodSource("libraries")
  void packagesThatWereLeftOutWereNotThereOrHeld(ApiCompatibilityTest.Library library)
      throws IOException {
    List<Path> files = javaFiles(library.module());
    assertThat(internal(library.module()))
        .allMatch(name -> files.stream().anyMatch(file -> covers(name, packageOf(library, file))))
        .noneMatch(
            name ->
                library.held().stream()
                    .anyMatch(
                        held ->
                            covers(name, held)
                                || covers(name, held.substring(0, held.lastIndexOf('.')))));
  }

  private static List<Path> sources(ApiCompatibilityTest.Library library) throws IOException {
    List<String> internal = internal(library.module());
    return javaFiles(library.module()).stream()
        .filter(file -> internal.stream().noneMatch(name -> covers(name, packageOf(library, file))))
        .toList();
  }

  private static List<Path> javaFiles(String module) throws IOException {
    try (Stream<Path> files = Files.walk(root(module))) {
      return files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
    }
  }

  private static Path root(String module) {
    return Path.of("..", module, "src", "main", "java");
  }

  private static String packageOf(ApiCompatibilityTest.Library library, Path file) {
    return root(library.module()).relativize(file.getParent()).toString().replace('/', '.');
  }

  /** Packages that the module's published Javadoc leaves out, as its pom says; often none. */
  private static List<String> internal(String module) throws IOException {
    String pom = Files.readString(Path.of("..", module, "pom.xml"), UTF_8);
    Matcher property = INTERNAL.matcher(pom);
    return property.find() ? List.of(property.group(1).split(":")) : List.of();
  }

  /** As javadoc reads such a name: a star is of what lies below, not of the package itself. */
  private static boolean covers(String name, String place) {
    return name.endsWith(".*")
        ? place.startsWith(name.substring(0, name.length() - 1))
        : place.equals(name);
  }
}
