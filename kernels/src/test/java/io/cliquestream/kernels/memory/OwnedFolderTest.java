package io.cliquestream.kernels.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
final class OwnedFolderTest {
  private static final byte[] CONTENT = {1, 2, 3};

  @TempDir private Path parent;

  @Test
  void onlyThisUserCanEnterAndNothingStays() throws IOException {
    Path path;
    try (var folder = create()) {
      path = folder.path();
      Path file = folder.write("library.so", out -> out.write(CONTENT));
      assertThat(permissions(path)).isEqualTo("rwx------");
      assertThat(permissions(file)).isEqualTo("rw-------");
      assertThat(file).hasBinaryContent(CONTENT);
    }
    assertThat(parent).isEmptyDirectory();
    assertThat(path).doesNotExist();
  }

  @Test
  void everyFolderHasANameOfItsOwn() throws IOException {
    try (var first = create();
        var second = create()) {
      assertThat(first.path()).isNotEqualTo(second.path());
    }
  }

  @Test
  void aFileThatLiesThereIsNeverOverwrittenNorTaken() throws IOException {
    try (var folder = create()) {
      Path planted = Files.write(folder.path().resolve("library.so"), new byte[] {9});
      assertThatThrownBy(() -> folder.write("library.so", out -> out.write(CONTENT)))
          .isInstanceOf(IOException.class);
      Files.delete(planted);
    }
  }

  @Test
  void aParentInWhichOthersMayExchangeFilesIsKnown() throws IOException {
    Files.setPosixFilePermissions(parent, PosixFilePermissions.fromString("rwxrwxrwx"));
    assertThat(OwnedFolder.isExchangeableIn(parent)).isTrue();
    Files.setAttribute(parent, "unix:mode", 01777);
    assertThat(OwnedFolder.isExchangeableIn(parent)).isFalse();
  }

  @Test
  void whatADeadProcessLeftIsRemovedWhateverItsAgeAndForeignFoldersStay() throws IOException {
    Path dead = leftover("cliquestream-natives-1");
    Files.createFile(dead.resolve(OwnedFolder.LOCK));
    Path unlocked = leftover("cliquestream-natives-2");
    Path foreign = leftover("somebody-elses");
    Files.createFile(foreign.resolve(OwnedFolder.LOCK));
    create().close();
    assertThat(dead).doesNotExist();
    assertThat(unlocked).isDirectory();
    assertThat(foreign).isDirectory();
  }

  @Test
  void aLinkInPlaceOfALeftoverIsNotFollowed(@TempDir Path elsewhere) throws IOException {
    Path kept = Files.write(elsewhere.resolve("kept.so"), CONTENT);
    Files.createFile(elsewhere.resolve(OwnedFolder.LOCK));
    Files.createSymbolicLink(parent.resolve("cliquestream-natives-3"), elsewhere);
    create().close();
    assertThat(kept).exists();
  }

  private OwnedFolder create() throws IOException {
    return OwnedFolder.create(parent, "cliquestream-natives-", ".so");
  }

  private Path leftover(String name) throws IOException {
    Path folder = Files.createDirectory(parent.resolve(name));
    Files.write(folder.resolve("library.so"), CONTENT);
    return folder;
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}
