package io.cliquestream.cli.startup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** On the library of commands, whose class files are Java 5's. */
final class RaisedClassFilesTest {
  @TempDir private Path folder;

  private Path copy() throws Exception {
    Path library =
        Path.of(CommandLine.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    return Files.copy(library, folder.resolve("library.jar"));
  }

  private static int oldest(Path jar) throws IOException {
    int oldest = Integer.MAX_VALUE;
    try (var zip = new ZipFile(jar.toFile())) {
      for (ZipEntry entry : zip.stream().filter(e -> e.getName().endsWith(".class")).toList()) {
        try (var in = new DataInputStream(zip.getInputStream(entry))) {
          in.readInt();
          in.readUnsignedShort();
          oldest = Math.min(oldest, in.readUnsignedShort());
        }
      }
    }
    return oldest;
  }

  private static List<String> names(Path jar) throws IOException {
    try (var zip = new ZipFile(jar.toFile())) {
      return zip.stream().map(ZipEntry::getName).toList();
    }
  }

  @Test
  void classFilesOfJava5OnceStayedOutOfTheStartUpCache() throws Exception {
    Path jar = copy();
    assertThat(oldest(jar)).isEqualTo(49);
    List<String> before = names(jar);
    RaisedClassFiles.raise(jar);
    assertThat(oldest(jar)).isEqualTo(52);
    var expected = new ArrayList<>(before);
    expected.add("META-INF/RAISED");
    assertThat(names(jar)).containsExactlyElementsOf(expected);
  }

  @Test
  void everyRaisedClassPassesTheVirtualMachinesChecks() throws Exception {
    Path jar = copy();
    RaisedClassFiles.raise(jar);
    int checked = 0;
    try (var classes =
        new URLClassLoader(new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
      for (String name : names(jar)) {
        // Those of Groovy's scripts need Groovy.
        if (name.startsWith("picocli/CommandLine") && name.endsWith(".class")) {
          Class<?> raised =
              Class.forName(
                  name.substring(0, name.length() - ".class".length()).replace('/', '.'),
                  true,
                  classes);
          assertThat(raised.getClassLoader()).isSameAs(classes);
          checked++;
        }
      }
    }
    assertThat(checked).isGreaterThan(150);
  }

  @Test
  void aJarThatIsNewEnoughStaysAsItIs() throws Exception {
    Path jar = copy();
    RaisedClassFiles.raise(jar);
    byte[] once = Files.readAllBytes(jar);
    RaisedClassFiles.raise(jar);
    assertThat(Files.readAllBytes(jar)).isEqualTo(once);
    assertThat(folder.toFile().list()).containsExactly("library.jar");
  }
}
