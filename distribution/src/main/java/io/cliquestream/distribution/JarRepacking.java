package io.cliquestream.distribution;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Copies jars for one platform. Entries are stored without compression: the archive around them
 * compresses all classes together, which more than halves it. Libraries of other systems and
 * processors stay out, our CUDA files go to {@code native} beside the jars (where they are loaded
 * from in place), and the licences inside come out, to be read.
 *
 * @param lib takes the jars, and {@code native}
 * @param licenses takes a folder for each jar that has licence texts
 */
record JarRepacking(Path lib, Path licenses) {
  /** Libraries of zstd-jni, snappy-java and lz4-java for anything but Linux on x86-64. */
  private static final Pattern FOREIGN =
      Pattern.compile(
          "(aix|darwin|freebsd|win)/.*"
              + "|linux/(?!amd64/).*"
              + "|org/xerial/snappy/native/(?!Linux/x86_64/).*"
              + "|net/jpountz/util/(darwin|windows)/.*"
              + "|net/jpountz/util/linux/(?!amd64/).*");

  private static final Pattern LICENSE =
      Pattern.compile("(?i)(META-INF/)?((LICEN[SC]E|NOTICE|COPYING)[^/]*|LICEN[SC]ES?/.*[^/])");
  private static final String NATIVES = "io/cliquestream/kernels/cuda/natives/linux-x86_64/";

  /** Any fixed time: equal jars give an equal archive. */
  private static final LocalDateTime TIME = LocalDateTime.of(2026, 1, 1, 0, 0);

  /** Copies one jar. */
  void repack(Path jar) throws IOException {
    String name = jar.getFileName().toString();
    try (var in = new ZipFile(jar.toFile());
        var out =
            new ZipOutputStream(
                new BufferedOutputStream(Files.newOutputStream(lib.resolve(name))))) {
      out.setMethod(ZipOutputStream.STORED);
      for (var entries = in.entries(); entries.hasMoreElements(); ) {
        ZipEntry entry = entries.nextElement();
        if (entry.isDirectory() || FOREIGN.matcher(entry.getName()).matches()) {
          continue;
        }
        byte[] content = in.getInputStream(entry).readAllBytes();
        if (entry.getName().startsWith(NATIVES)) {
          write(lib.resolve("native"), entry.getName().substring(NATIVES.length()), content);
          continue;
        }
        if (LICENSE.matcher(entry.getName()).matches()) {
          write(
              licenses.resolve(name.replaceFirst("\\.jar$", "")),
              entry.getName().replaceFirst("^META-INF/", ""),
              content);
        }
        out.putNextEntry(stored(entry.getName(), content));
        out.write(content);
        out.closeEntry();
      }
    }
  }

  private static ZipEntry stored(String name, byte[] content) {
    var crc = new CRC32();
    crc.update(content);
    var entry = new ZipEntry(name);
    entry.setSize(content.length);
    entry.setCompressedSize(content.length);
    entry.setCrc(crc.getValue());
    entry.setTimeLocal(TIME);
    return entry;
  }

  private static void write(Path folder, String name, byte[] content) throws IOException {
    Path file = folder.resolve(name).normalize();
    if (!file.startsWith(folder)) {
      throw new IOException("an entry leaves its folder: " + name);
    }
    Files.createDirectories(file.getParent());
    Files.write(file, content);
  }
}
