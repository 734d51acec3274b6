package io.cliquestream.cli.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Every package of commands can be understood after those that it knows. */
@AnalyzeClasses(
    packages = "io.cliquestream.cli",
    importOptions = ImportOption.DoNotIncludeTests.class)
final class NoCyclesTest {
  @ArchTest
  static final ArchRule noPackageKnowsOneThatKnowsIt =
      slices().matching("io.cliquestream.cli.(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule theRootKnowsAllAndNobodyKnowsTheRoot =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.cliquestream.cli")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.cliquestream.cli")
          .because("what several commands need has a package of its own below the root");
}
