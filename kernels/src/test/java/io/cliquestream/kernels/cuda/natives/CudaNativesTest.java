package io.cliquestream.kernels.cuda.natives;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.cuda.natives.NativesSearch.Found;
import io.cliquestream.kernels.cuda.natives.NativesSearch.Missing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Whatever is missing ends in one sentence that says what. */
@EnabledOnOs(OS.LINUX)
final class CudaNativesTest {
  private static final Platform LINUX = new Platform("Linux", "amd64");

  @TempDir private Path folder;
  @TempDir private Path scratch;
  private NativesSource source;

  @BeforeEach
  void fill() throws IOException {
    source = NativesFolder.fill(folder);
  }

  @Test
  void aCompleteFolderIsFound() {
    assertThat(CudaNatives.locate(source, LINUX, scratch))
        .isInstanceOfSatisfying(
            Found.class,
            found -> {
              assertThat(found.libraries().manifest().architectures()).containsExactly(80, 90);
              assertThat(found.libraries().manifest().minimumDriver()).isEqualTo(13000);
            });
  }

  @Test
  void devicesRunCodeOfTheirMajorVersionOrThePortableCode() {
    var manifest = new NativesManifest(List.of(80, 86), 86, "13.0", 13000, Map.of());
    assertThat(IntStream.of(75, 80, 82, 86, 89, 90, 120).filter(manifest::runsOn))
        .containsExactly(80, 82, 86, 89, 90, 120);
    var later = new NativesManifest(List.of(80, 90), 90, "13.0", 13000, Map.of());
    assertThat(IntStream.of(75, 79, 80, 89, 90, 100).filter(later::runsOn))
        .containsExactly(80, 89, 90, 100);
  }

  @Test
  void anotherPlatformIsNamed() {
    assertThat(sentence(CudaNatives.locate(source, new Platform("Mac OS X", "aarch64"), scratch)))
        .isEqualTo("the CUDA engine needs Linux on x86-64, not Mac OS X on aarch64");
  }

  @Test
  void aBuildWithoutKernelsSaysSo() {
    assertThat(
            sentence(
                CudaNatives.locate(
                    new NativesSource.Resources("no-such-platform"), LINUX, scratch)))
        .isEqualTo("this build holds no CUDA kernels: there was no nvcc where it was made");
  }

  @Test
  void anEmptyFolderIsNamedWithItsProperty(@TempDir Path empty) {
    assertThat(sentence(search(NativesSource.folder(empty))))
        .startsWith(empty.toString())
        .contains(CudaNatives.FOLDER_PROPERTY);
  }

  @Test
  void aMissingFatbinIsNamed() throws IOException {
    Files.delete(folder.resolve(NativesManifest.FATBIN));
    assertThat(sentence(search(source)))
        .isEqualTo(
            "the CUDA files of this build are incomplete: cliquestream.fatbin is missing from "
                + folder);
  }

  @Test
  void aManifestThatForgetsTheLibraryIsDamaged() throws IOException {
    Path manifest = folder.resolve(NativesManifest.FILE);
    Files.writeString(
        manifest,
        Files.readString(manifest)
            .replace("sha256." + NativesManifest.LIBRARY, "sha256.another.so"));
    assertThat(sentence(search(source)))
        .contains("natives.properties is damaged: it does not name libcliquestream_cuda.so");
  }

  @Test
  void aManifestWithoutNumbersIsDamaged() throws IOException {
    Path manifest = folder.resolve(NativesManifest.FILE);
    Files.writeString(manifest, Files.readString(manifest).replace("ptx=80", "ptx=many"));
    assertThat(sentence(search(source))).contains("natives.properties is damaged").contains("many");
  }

  @Test
  void aFileThatEveryUserCanChangeIsRefused() throws IOException {
    Path library = folder.resolve(NativesManifest.LIBRARY);
    Files.setPosixFilePermissions(library, PosixFilePermissions.fromString("rwxr-xrwx"));
    assertThat(sentence(search(source))).contains("every user can change " + library);
  }

  @Test
  void aFolderThatEveryUserCanChangeIsRefused() throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
    assertThat(sentence(search(source))).contains("every user can change " + folder);
  }

  @Test
  void thisMachineGetsAnAnswerWhateverItIs() {
    assertThat(CudaNatives.locate()).isNotNull();
  }

  private NativesSearch search(NativesSource where) {
    return CudaNatives.locate(where, LINUX, scratch);
  }

  private static String sentence(NativesSearch search) {
    assertThat(search).isInstanceOf(Missing.class);
    return ((Missing) search).sentence();
  }
}
