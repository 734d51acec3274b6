package io.cliquestream.worker.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The architecture's rules for the service: data flows from graphs to jobs to results. */
@AnalyzeClasses(packages = "io.cliquestream", importOptions = ImportOption.DoNotIncludeTests.class)
final class WhoMayKnowWhomTest {
  @ArchTest
  static final ArchRule onlyTheCommandLineUsesTheClient =
      noClasses()
          .that()
          .resideInAPackage("io.cliquestream.worker..")
          .and()
          .resideOutsideOfPackage("io.cliquestream.worker.cli..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.cliquestream.loadgen..");

  @ArchTest
  static final ArchRule nobodyKnowsTheCommandLine =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.cliquestream.worker.cli..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.cliquestream.worker.cli..");

  @ArchTest
  static final ArchRule graphsDoNotKnowJobs =
      noClasses()
          .that()
          .resideInAPackage("io.cliquestream.worker.graph..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.cliquestream.worker.job..",
              "io.cliquestream.worker.publish..",
              "io.cliquestream.worker.service..");

  @ArchTest
  static final ArchRule computeLibraryKnowsNothingAroundIt =
      noClasses()
          .that()
          .resideInAPackage("io.cliquestream.kernels..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.cliquestream.contract..",
              "io.cliquestream.v1..",
              "io.cliquestream.loadgen..",
              "io.cliquestream.worker..",
              "org.apache.kafka..",
              "io.vertx..",
              "com.google.protobuf..");
}
