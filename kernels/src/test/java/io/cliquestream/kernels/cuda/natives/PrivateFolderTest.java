package io.cliquestream.kernels.cuda.natives;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.failure.ComputeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
final class PrivateFolderTest {
  private static final byte[] CONTENT = {1, 2, 3};

  @TempDir private Path parent;

  @Test
  void onlyThisUserCanEnterAndNothingStays() throws IOException {
    Path path;
    try (var folder = PrivateFolder.create(parent)) {
      path = folder.path();
      Path file = folder.write("library.so", CONTENT);
      assertThat(permissions(path)).isEqualTo("rwx------");
      assertThat(permissions(file)).isEqualTo("rw-------");
      assertThat(file).hasBinaryContent(CONTENT);
    }
    assertThat(parent).isEmptyDirectory();
    assertThat(path).doesNotExist();
  }

  @Test
  void everyFolderHasANameOfItsOwn() {
    try (var first = PrivateFolder.create(parent);
        var second = PrivateFolder.create(parent)) {
      assertThat(first.path()).isNotEqualTo(second.path());
    }
  }

  @Test
  void aFileThatLiesThereIsNeverOverwrittenNorTaken() throws IOException {
    try (var folder = PrivateFolder.create(parent)) {
      Path planted = Files.write(folder.path().resolve("library.so"), new byte[] {9});
      assertThatThrownBy(() -> folder.write("library.so", CONTENT))
          .isInstanceOf(ComputeException.class);
      Files.delete(planted);
    }
  }

  @Test
  void aParentInWhichOthersMayExchangeFilesIsRefused() throws IOException {
    Files.setPosixFilePermissions(parent, PosixFilePermissions.fromString("rwxrwxrwx"));
    assertThatThrownBy(() -> PrivateFolder.create(parent))
        .isInstanceOf(ComputeException.class)
        .hasMessageContaining("every user can replace files there");
    Files.setAttribute(parent, "unix:mode", 01777);
    try (var folder = PrivateFolder.create(parent)) {
      assertThat(folder.path()).isDirectory();
    }
  }

  @Test
  void whatADeadProcessLeftIsRemovedAndAYoungFolderStays() throws IOException {
    Path old = leftover("cliquestream-natives-1", Duration.ofHours(2));
    Path young = leftover("cliquestream-natives-2", Duration.ofMinutes(1));
    Path foreign = leftover("somebody-elses", Duration.ofDays(9));
    PrivateFolder.create(parent).close();
    assertThat(old).doesNotExist();
    assertThat(young).isDirectory();
    assertThat(foreign).isDirectory();
  }

  @Test
  void aLinkInPlaceOfALeftoverIsNotFollowed(@TempDir Path elsewhere) throws IOException {
    Path kept = Files.write(elsewhere.resolve("kept"), CONTENT);
    Files.setLastModifiedTime(elsewhere, FileTime.from(Instant.now().minus(Duration.ofDays(1))));
    Files.createSymbolicLink(parent.resolve("cliquestream-natives-3"), elsewhere);
    PrivateFolder.create(parent).close();
    assertThat(kept).exists();
  }

  @Test
  void oneStartRemovesABoundedNumberOfLeftovers() throws IOException {
    for (int i = 0; i < 70; i++) {
      leftover("cliquestream-natives-%02d".formatted(i), Duration.ofHours(2));
    }
    PrivateFolder.create(parent).close();
    try (var left = Files.list(parent)) {
      assertThat(left).hasSize(6);
    }
  }

  private Path leftover(String name, Duration age) throws IOException {
    Path folder = Files.createDirectory(parent.resolve(name));
    Files.write(folder.resolve("library.so"), CONTENT);
    Files.setLastModifiedTime(folder, FileTime.from(Instant.now().minus(age)));
    return folder;
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}
