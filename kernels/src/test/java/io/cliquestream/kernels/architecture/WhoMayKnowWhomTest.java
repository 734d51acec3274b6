package io.cliquestream.kernels.architecture;

import static com.tngtech.archunit.core.domain.JavaModifier.PUBLIC;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The architecture's rules for the compute library. */
@AnalyzeClasses(
    packages = "io.cliquestream.kernels",
    importOptions = ImportOption.DoNotIncludeTests.class)
final class WhoMayKnowWhomTest {
  @ArchTest
  static final ArchRule libraryKnowsOnlyTheJdkAndItsNatives =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "io.cliquestream.kernels..",
              "java..",
              "javax..",
              "com.sun.management..", // module jdk.management: bytes that a thread allocated
              "com.github.luben.zstd..",
              "jcuda..");

  @ArchTest
  static final ArchRule graphsDoNotKnowWhatIsComputedOnThem =
      noClasses()
          .that()
          .resideInAPackage("..kernels.graph..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("..kernels.engine..", "..kernels.cpu..", "..kernels.pattern..");

  @ArchTest
  static final ArchRule shardsAreRunByAnyEngine =
      noClasses()
          .that()
          .resideInAPackage("..kernels.sharded..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("..kernels.cpu..", "..kernels.cuda..", "..kernels.engine..");

  @ArchTest
  static final ArchRule onlyTheEngineKnowsAboutShards =
      noClasses()
          .that()
          .resideOutsideOfPackages("..kernels.sharded..", "..kernels.engine")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("..kernels.sharded..");

  @ArchTest
  static final ArchRule jobsDoNotKnowHowTheyAreComputed =
      noClasses()
          .that()
          .resideInAPackage("..kernels.job..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("..kernels.engine..", "..kernels.cpu..");

  @ArchTest
  static final ArchRule algorithmsDoNotKnowTheEngine =
      noClasses()
          .that()
          .resideInAPackage("..kernels.cpu..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("..kernels.engine..");

  @ArchTest
  static final ArchRule changesDoNotKnowWhoCountsAnew =
      noClasses()
          .that()
          .resideInAPackage("..kernels.change..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("..kernels.engine..", "..kernels.cuda..");

  @ArchTest
  static final ArchRule gpuCodeDoesNotKnowTheEngine =
      noClasses()
          .that()
          .resideInAPackage("..kernels.cuda..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("..kernels.engine..");

  @ArchTest
  static final ArchRule theGpusRuntimeKnowsNeitherGraphsNorAlgorithms =
      noClasses()
          .that()
          .resideInAnyPackage("..cuda.device..", "..cuda.natives..", "..cuda.library..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("..kernels.graph..", "..cuda.graph..", "..cuda.triangle..");

  @ArchTest
  static final ArchRule packagesAreFreeOfCycles =
      slices().matching("io.cliquestream.kernels.(**)").should().beFreeOfCycles();

  /** Public types of the API; the number may only fall, but for a kind of job. */
  private static final int API_TYPES = 78;

  @ArchTest
  static void theApiIsReadInTenMinutes(JavaClasses classes) {
    Set<String> api =
        Set.of(
            "graph", "graph.build", "graph.file", "job", "answer", "control", "engine", "failure");
    assertThat(
            classes.stream()
                .filter(type -> type.isTopLevelClass() && type.getModifiers().contains(PUBLIC))
                .filter(
                    type ->
                        api.contains(
                            type.getPackageName().replaceFirst("io.cliquestream.kernels.", "")))
                .toList())
        .hasSizeLessThanOrEqualTo(API_TYPES);
  }

  @ArchTest
  static void noPackageHoldsTooManyFiles(JavaClasses classes) {
    Map<String, Long> files =
        classes.stream()
            .filter(JavaClass::isTopLevelClass)
            .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting()));
    assertThat(files).allSatisfy((name, count) -> assertThat(count).as(name).isLessThan(28));
  }
}
