package io.cliquestream.worker.architecture;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Every package of the service can be understood after those that it knows. */
@AnalyzeClasses(
    packages = "io.cliquestream.worker",
    importOptions = ImportOption.DoNotIncludeTests.class)
final class NoCyclesTest {
  @ArchTest
  static final ArchRule noPackageKnowsOneThatKnowsIt =
      slices()
          .matching("io.cliquestream.worker.(**)")
          .should()
          .beFreeOfCycles()
          .because("what must come back comes as an event through an interface of the giver");
}
