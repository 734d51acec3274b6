package io.cliquestream.cli;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** What of the compute library is for its users; the rest of it is its own. */
@AnalyzeClasses(
    packages = {"io.cliquestream.cli", "io.cliquestream.worker"},
    importOptions = ImportOption.DoNotIncludeTests.class)
final class LibraryBoundaryTest {
  @ArchTest
  static final ArchRule onlyTheLibrarysApiIsUsed =
      noClasses()
          .should()
          .dependOnClassesThat(
              resideInAPackage("io.cliquestream.kernels..")
                  .and(
                      not(
                          resideInAnyPackage(
                              "io.cliquestream.kernels.graph",
                              "io.cliquestream.kernels.graph.build",
                              "io.cliquestream.kernels.graph.file",
                              "io.cliquestream.kernels.job",
                              "io.cliquestream.kernels.answer",
                              "io.cliquestream.kernels.change",
                              "io.cliquestream.kernels.change.match",
                              "io.cliquestream.kernels.change.rows",
                              "io.cliquestream.kernels.change.standing",
                              "io.cliquestream.kernels.control",
                              "io.cliquestream.kernels.engine",
                              "io.cliquestream.kernels.failure",
                              "io.cliquestream.kernels.names",
                              "io.cliquestream.kernels.part",
                              "io.cliquestream.kernels.survey")))
                  .and(not(nameMatching(".*\\.memory\\.OwnedFolder(\\$.*)?")))
                  .and(not(nameMatching(".*\\.change\\.device\\.DeviceCopies")))
                  .and(
                      not(
                          nameMatching(
                              ".*\\.pattern\\.(MatchingPlan|Motif(Class)?|PlanExplanation)(\\$.*)?"))))
          .because(
              "all but the policy of private folders, which both need, an engine's copies of graphs"
                  + " that change, which a standing job is given, and plans as --explain shows them is"
                  + " to be learned from the API alone");
}
