package io.cliquestream.cli.documents;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.cli.documents.DocumentedBlocks.Block;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;

/**
 * Compiles and runs the blocks of Java that the documents show. A whole class runs by its main; a
 * block of statements gets what the text around it says is there: a graph, an engine, a job.
 */
final class DocumentedJava {
  private static final Pattern CLASS = Pattern.compile("public class (\\w+)");

  private static final String LIBRARY =
      """
      import io.cliquestream.kernels.answer.*;
      import io.cliquestream.kernels.change.*;
      import io.cliquestream.kernels.change.standing.*;
      import io.cliquestream.kernels.control.*;
      import io.cliquestream.kernels.cuda.enumerate.*;
      import io.cliquestream.kernels.engine.*;
      import io.cliquestream.kernels.graph.*;
      import io.cliquestream.kernels.graph.build.*;
      import io.cliquestream.kernels.graph.file.*;
      import io.cliquestream.kernels.job.*;
      import io.cliquestream.kernels.part.*;
      import io.cliquestream.kernels.sharded.*;
      import java.nio.file.Files;
      import java.nio.file.Path;
      import java.time.Duration;
      import java.util.Arrays;
      import java.util.List;
      """;

  private static final String CLIENT =
      """
      import io.cliquestream.client.*;
      import io.cliquestream.contract.*;
      import io.cliquestream.v1.*;
      import java.time.Duration;
      import java.time.Instant;
      """;

  /** The beginning of a block, and what stands before it where it runs. */
  private static final Map<String, String> AROUND =
      Map.of(
          "try (SimpleGraph graph =",
          """
          EdgeArray edges = GraphFiles.read(path, GraphFileFormat.AUTO, ReadLimits.defaults(), control);
          Job job = TriangleCount.total();
          """,
          "try (EvolvingGraph graph =",
          "EdgeArray edges = EdgeArray.of(1, 2, 2, 3, 3, 17);\n",
          "Parts parts =",
          """
          EdgeArray edges = GraphFiles.read(path, GraphFileFormat.AUTO, ReadLimits.defaults(), control);
          PreparedGraph graph = PreparedGraph.of(GraphBuilder.build(edges));
          Job job = KCliqueCount.all();
          ListingSink sink = ListingSink.NONE;
          """);

  /** Blocks that are compiled alone, and why. */
  private static final List<String> NOT_RUN =
      List.of(
          // Needs a GPU; CudaEnumerationTest runs the same there.
          "CudaEngine engine = CudaEngine.open");

  private DocumentedJava() {}

  static List<Block> blocks() throws IOException {
    return DocumentedBlocks.all().stream()
        .filter(block -> block.language().equals("java"))
        .toList();
  }

  /** Fails unless the block compiles and ends without an exception. */
  static void run(Block block, Path folder, String bootstrap) throws Exception {
    Matcher named = CLASS.matcher(block.text());
    boolean whole = named.find();
    String name = whole ? named.group(1) : "Block" + block.line();
    Path sources = Files.createTempDirectory(folder, "java");
    String source =
        (whole ? block.text() : wrapped(name, block))
            .replace("localhost:9092", bootstrap)
            // A stream would own the graph that other pages publish.
            .replace("client.stream(\"social\")", "client.stream(\"from-a-document\")");
    Path file = Files.writeString(sources.resolve(name + ".java"), source);
    var said = new StringWriter();
    var compiler = ToolProvider.getSystemJavaCompiler();
    try (var files = compiler.getStandardFileManager(null, null, null)) {
      boolean compiled =
          compiler
              .getTask(
                  said,
                  files,
                  null,
                  List.of("-proc:none", "-d", sources.toString()),
                  null,
                  files.getJavaFileObjects(file))
              .call();
      assertThat(compiled).as(said + "\n" + source).isTrue();
    }
    if (NOT_RUN.stream().anyMatch(block.text()::contains)) {
      return;
    }
    try (var loader =
        new URLClassLoader(
            new URL[] {sources.toUri().toURL()}, DocumentedJava.class.getClassLoader())) {
      String argument = whole ? argument(block, folder, bootstrap) : graph(folder);
      loader
          .loadClass(name)
          .getMethod("main", String[].class)
          .invoke(null, (Object) new String[] {argument});
    } catch (InvocationTargetException e) {
      throw new AssertionError(source, e.getCause());
    }
  }

  private static String graph(Path folder) {
    return folder.resolve("graph.txt").toString();
  }

  /** What a program is given: the file that it reads, or the broker. */
  private static String argument(Block block, Path folder, String bootstrap) throws IOException {
    if (block.text().contains("GraphReader")) {
      String table = "payer,payee,amount\nann,bob,9.5\nbob,cy,3\ncy,ann,7\n";
      return Files.writeString(folder.resolve("payments.csv"), table).toString();
    }
    return block.text().contains("GraphFiles") ? graph(folder) : bootstrap;
  }

  private static String wrapped(String name, Block block) {
    String before = "";
    for (Map.Entry<String, String> around : AROUND.entrySet()) {
      if (block.text().startsWith(around.getKey())) {
        before = around.getValue();
      }
    }
    boolean client = Pattern.compile("ClientSettings|SnapshotWriter").matcher(block.text()).find();
    String given =
        client
            ? """
            EdgeSource edges = EdgeSource.of(0, 1, 0, 2, 1, 2);
            long vertexBound = 3;
            """
            : """
            Path path = Path.of(arguments[0]);
            """
                + (block.text().contains(", control) ->")
                    ? ""
                    : "JobControl control = JobControl.unbounded();\n")
                + (block.text().contains("ngine engine =")
                    ? ""
                    : "Engine engine = Engines.open();\n");
    return (client ? CLIENT : LIBRARY)
        + "public class "
        + name
        + " {\n"
        + "  static void send(Object record) {}\n"
        + "  public static void main(String[] arguments) throws Exception {\n"
        + given
        + before
        + block.text()
        + "\n  }\n}\n";
  }
}
