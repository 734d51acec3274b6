package io.cliquestream.formats.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The architecture's rules for what reads other tools' graphs. */
@AnalyzeClasses(
    packages = "io.cliquestream.formats",
    importOptions = ImportOption.DoNotIncludeTests.class)
final class WhoMayKnowWhomTest {
  @ArchTest
  static final ArchRule formatsKnowTheLibrarysApiAndWhatUnpacks =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "io.cliquestream.formats..",
              "io.cliquestream.kernels.graph",
              "io.cliquestream.kernels.graph.file",
              "io.cliquestream.kernels.control",
              "io.cliquestream.kernels.failure",
              "io.cliquestream.kernels.names",
              "io.cliquestream.kernels.text",
              "java..",
              "javax.crypto..",
              "javax.xml.stream..",
              "com.fasterxml.jackson.core..",
              "com.github.luben.zstd..",
              "com.google.flatbuffers..",
              "dev.hardwood..",
              "org.apache.arrow.flatbuf..",
              "org.apache.commons.compress.compressors..",
              "org.tukaani.xz..");

  @ArchTest
  static final ArchRule packagesAreFreeOfCycles =
      slices().matching("io.cliquestream.formats.(*)..").should().beFreeOfCycles();
}
