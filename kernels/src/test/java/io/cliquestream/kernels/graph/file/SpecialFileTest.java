package io.cliquestream.kernels.graph.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is no ordinary file is refused before it is opened; strange names stay on one line. */
final class SpecialFileTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(GraphFileFormat.class)
  void aPipeThatNobodyWritesIsNotWaitedFor(GraphFileFormat format) throws Exception {
    assertThat(failure(pipe(), format)).hasMessage("pipe cannot be read: " + special("a pipe"));
  }

  @ParameterizedTest
  @EnumSource(GraphFileFormat.class)
  void aDeviceHasNoEndAndIsNotAnEmptyGraph(GraphFileFormat format) {
    Path device = Path.of("/dev/zero");
    assumeTrue(Files.exists(device), "no /dev/zero here");
    assertThat(failure(device, format)).hasMessage("zero cannot be read: " + special("a device"));
  }

  @Test
  void aSocketIsRefused() throws IOException {
    Path path = folder.resolve("socket");
    try (ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      socket.bind(UnixDomainSocketAddress.of(path));
      assertThat(failure(path, GraphFileFormat.SNAP))
          .hasMessage("socket cannot be read: " + special("a socket"));
    }
  }

  @Test
  void aPipeOfLabelsIsNotWaitedFor() throws Exception {
    Path pipe = pipe();
    try (EdgeArray edges = EdgeArray.of(0, 1);
        Graph graph = GraphBuilder.build(edges)) {
      ComputeException failure =
          catchThrowableOfType(
              ComputeException.class, () -> LabelFile.read(pipe, graph, StopCheck.NEVER));
      assertThat(failure.code()).isEqualTo(FailureCode.FILE_UNREADABLE);
      assertThat(failure).hasMessageContaining("it is a pipe");
    }
  }

  @Test
  void aFileWithContentAndNoSizeIsNotAnEmptyGraph() {
    Path status = Path.of("/proc/self/status");
    assumeTrue(Files.exists(status), "no /proc here");
    try (EdgeArray edges =
        GraphFiles.read(
            status, GraphFileFormat.U32, ReadLimits.defaults(), JobControl.unbounded())) {
      assertThat(edges.size()).isPositive();
    } catch (ComputeException cut) {
      assertThat(cut.code()).isEqualTo(FailureCode.FILE_TRUNCATED);
    }
  }

  @Test
  void aLinkToAFileIsRead() throws IOException {
    Path file = Files.writeString(folder.resolve("edges.txt"), "1 2\n");
    Path link = Files.createSymbolicLink(folder.resolve("link.txt"), file);
    try (EdgeArray edges =
        GraphFiles.read(
            link, GraphFileFormat.AUTO, ReadLimits.defaults(), JobControl.unbounded())) {
      assertThat(edges.size()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\nb.txt", "a\u001b[31mb.txt", "a\u202eb.txt", "a\rb.txt"})
  void aNameWithAControlCharacterDoesNotSplitTheMessage(String name) throws IOException {
    Path missing = folder.resolve(name);
    assertOneLine(failure(missing, GraphFileFormat.AUTO));
    Path broken = Files.writeString(missing, "1 x\n");
    assertOneLine(failure(broken, GraphFileFormat.AUTO));
    Files.writeString(broken, "\0");
    assertOneLine(failure(broken, GraphFileFormat.AUTO));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1 \u001b[2J\n", "1 \u0007\n", "1 2\n\u009b1 2\n", "# c\n1 \u00852\n"})
  void theExcerptOfALineIsPrintable(String text) {
    assertOneLine(
        catchThrowableOfType(
            ComputeException.class,
            () ->
                GraphFiles.read(
                        new ByteArrayInputStream(
                            text.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1)),
                        "edges.txt",
                        GraphFileFormat.SNAP,
                        ReadLimits.defaults(),
                        JobControl.unbounded())
                    .close()));
  }

  private static void assertOneLine(ComputeException failure) {
    assertThat(failure).isNotNull();
    assertThat(failure.getMessage())
        .hasSizeLessThan(600)
        .matches("[\\x20-\\x7e]*")
        .containsPattern("\\\\(n|r|x1b|x07|x9b|x85|u202e|x00)|not text");
  }

  private static String special(String kind) {
    return "it is " + kind + ", not a file; write what it gives to a file first";
  }

  private Path pipe() throws IOException, InterruptedException {
    Path pipe = folder.resolve("pipe");
    Process made = startMkfifo(pipe);
    assumeTrue(
        made != null && made.waitFor(30, TimeUnit.SECONDS) && made.exitValue() == 0, "no mkfifo");
    return pipe;
  }

  private static Process startMkfifo(Path pipe) {
    try {
      return new ProcessBuilder("mkfifo", pipe.toString()).inheritIO().start();
    } catch (IOException notHere) {
      return null;
    }
  }

  private static ComputeException failure(Path path, GraphFileFormat format) {
    ComputeException failure =
        catchThrowableOfType(
            ComputeException.class,
            () ->
                GraphFiles.read(path, format, ReadLimits.defaults(), JobControl.unbounded())
                    .close());
    assertThat(failure).isNotNull();
    return failure;
  }
}
