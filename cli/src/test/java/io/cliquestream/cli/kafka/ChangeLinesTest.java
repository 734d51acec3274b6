package io.cliquestream.cli.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of changes as people have them. */
final class ChangeLinesTest {
  @TempDir private Path folder;

  private List<String> lines(boolean standard, byte[] content) throws IOException {
    Path file = Files.write(folder.resolve("changes"), content);
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream(content));
    try (ChangeLines lines = ChangeLines.open(standard ? Path.of("-") : file)) {
      List<String> all = new ArrayList<>();
      for (String line = lines.next(); line != null; line = lines.next()) {
        all.add(lines.place().replaceFirst(".*:", "") + line);
      }
      return all;
    } finally {
      System.setIn(before);
    }
  }

  private static byte[] gzip(byte[] content) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write(content);
    }
    return bytes.toByteArray();
  }

  @Test
  void namesThatAreNotUtf8BecameOneNameOnStandardInput() {
    byte[] latin =
        "+ a b\n+ M\u00fcller b\n+ M\u00f6ller b\n".getBytes(StandardCharsets.ISO_8859_1);
    for (boolean standard : new boolean[] {false, true}) {
      assertThatThrownBy(() -> lines(standard, latin))
          .hasMessageContaining(":2: the line is not UTF-8")
          .hasMessageContaining("iconv");
    }
  }

  @Test
  void marksLineEndsAndPackedFilesAreUnderstood() throws IOException {
    byte[] plain = "\uFEFF+ \u00fc b\r\n- c d\r+ e f".getBytes(StandardCharsets.UTF_8);
    for (boolean standard : new boolean[] {false, true}) {
      for (byte[] content : List.of(plain, gzip(plain))) {
        assertThat(lines(standard, content)).containsExactly("1+ \u00fc b", "2- c d", "3+ e f");
      }
      assertThat(lines(standard, new byte[0])).isEmpty();
    }
  }

  @Test
  void aLineIsThereAsSoonAsItCame() throws IOException {
    InputStream before = System.in;
    try (PipedOutputStream sender = new PipedOutputStream();
        PipedInputStream input = new PipedInputStream(sender)) {
      System.setIn(input);
      sender.write("+ 1 2\n".getBytes(StandardCharsets.UTF_8));
      sender.flush();
      // More never comes while this line is awaited.
      try (ChangeLines lines = ChangeLines.open(Path.of("-"))) {
        assertThat(lines.next()).isEqualTo("+ 1 2");
      }
    } finally {
      System.setIn(before);
    }
  }
}
