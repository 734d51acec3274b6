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
  static final ArchRule theServiceKnowsNoClientNoLoadGeneratorAndNoCommandLine =
      noClasses()
          .that()
          .resideInAPackage("io.cliquestream.worker..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.cliquestream.client..",
              "io.cliquestream.loadgen..",
              "io.cliquestream.broker..",
              "io.cliquestream.cli..",
              "picocli..")
          .because("commands and clients reach the service through Kafka and HTTP alone");

  @ArchTest
  static final ArchRule graphsDoNotKnowWhereTheyComeFromNorWhoUsesThem =
      noClasses()
          .that()
          .resideInAPackage("io.cliquestream.worker.graphs..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.cliquestream.worker.intake..",
              "io.cliquestream.worker.jobs..",
              "io.cliquestream.worker.engines..",
              "io.cliquestream.worker.out..",
              "io.cliquestream.worker.service..")
          .because("data goes one way: intake, graphs, jobs, engines, out");

  @ArchTest
  static final ArchRule intakeDoesNotKnowJobs =
      noClasses()
          .that()
          .resideInAPackage("io.cliquestream.worker.intake..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.cliquestream.worker.jobs..",
              "io.cliquestream.worker.engines..",
              "io.cliquestream.worker.service..")
          .because("data goes one way: intake, graphs, jobs, engines, out");

  @ArchTest
  static final ArchRule whatLeavesTheWorkerDoesNotKnowHowItWasMade =
      noClasses()
          .that()
          .resideInAnyPackage(
              "io.cliquestream.worker.out..", "io.cliquestream.worker.translation..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.cliquestream.worker.jobs..",
              "io.cliquestream.worker.intake..",
              "io.cliquestream.worker.engines..",
              "io.cliquestream.worker.service..")
          .because("records and translation serve the jobs, not the other way round");

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
