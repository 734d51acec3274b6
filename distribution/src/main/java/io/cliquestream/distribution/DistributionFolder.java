package io.cliquestream.distribution;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/**
 * Fills the distribution's folder, which already holds the Java runtime:
 *
 * <pre>
 * cliquestream            the launcher
 * runtime/                Java
 * lib/*.jar               ours and third parties', for this platform only
 * lib/native/             CUDA library, fatbin, driver binding and their checksums
 * licenses/               an index, and the text of every licence
 * bill-of-materials.json  every component with its version and licence (CycloneDX)
 * </pre>
 */
public final class DistributionFolder {
  private static final String BILL_OF_MATERIALS = "bill-of-materials.json";

  private DistributionFolder() {}

  /**
   * @param arguments the repository's root, the folder with the jars, the folder to fill
   */
  public static void main(String[] arguments) throws IOException {
    if (arguments.length != 3) {
      throw new IllegalArgumentException("usage: DistributionFolder ROOT JARS IMAGE");
    }
    assemble(Path.of(arguments[0]), Path.of(arguments[1]), Path.of(arguments[2]));
  }

  static void assemble(Path root, Path jars, Path image) throws IOException {
    Path sources = root.resolve("distribution/src/main");
    LicenseTable licenses = LicenseTable.read(sources.resolve("licenses/components.tsv"));
    Path lib = Files.createDirectories(image.resolve("lib"));
    Path texts = Files.createDirectories(image.resolve("licenses"));
    var repacking = new JarRepacking(lib, texts.resolve("jars"));
    List<Path> found =
        filesIn(jars).stream().filter(file -> file.toString().endsWith(".jar")).toList();
    for (Path jar : found) {
      repacking.repack(jar);
    }
    for (Path text : filesIn(sources.resolve("licenses"))) {
      if (text.toString().endsWith(".txt")) {
        copy(text, texts);
      }
    }
    Files.copy(root.resolve("LICENSE"), texts.resolve("Apache-2.0.txt"));
    Files.writeString(
        texts.resolve("README.md"),
        licenses.index(found.stream().map(jar -> jar.getFileName().toString()).toList()));
    copy(root.resolve("LICENSE"), image);
    copy(sources.resolve("image/README.md"), image);
    Path launcher = copy(root.resolve("cliquestream"), image);
    Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path bill = root.resolve("target").resolve(BILL_OF_MATERIALS);
    if (Files.exists(bill)) {
      copy(bill, image);
    }
  }

  private static Path copy(Path file, Path folder) throws IOException {
    return Files.copy(
        file, folder.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
  }

  private static List<Path> filesIn(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }
}
