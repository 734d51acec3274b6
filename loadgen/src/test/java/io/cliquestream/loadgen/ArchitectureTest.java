package io.cliquestream.loadgen;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(
    packages = "io.cliquestream.loadgen",
    importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {
  @ArchTest
  static final ArchRule THE_LOAD_GENERATOR_KNOWS_NEITHER_KERNELS_NOR_WORKER_NOR_VERTX =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.cliquestream.kernels..", "io.cliquestream.worker..", "io.vertx..");

  @ArchTest
  static final ArchRule GENERATING_KNOWS_NO_KAFKA =
      noClasses()
          .that()
          .resideInAPackage("..generate..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.apache.kafka..", "io.cliquestream.client..", "..load..", "..cli..");
}
