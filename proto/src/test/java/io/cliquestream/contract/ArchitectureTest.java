package io.cliquestream.contract;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.cliquestream", importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {
  @ArchTest
  static final ArchRule THE_CONTRACT_KNOWS_ONLY_PROTOBUF_AND_THE_JDK =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "io.cliquestream.contract..",
              "io.cliquestream.v1..",
              "com.google.protobuf..",
              "java..");

  @ArchTest
  static final ArchRule GENERATED_MESSAGES_DO_NOT_KNOW_THE_HELPERS =
      noClasses()
          .that()
          .resideInAPackage("io.cliquestream.v1..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.cliquestream.contract..");
}
