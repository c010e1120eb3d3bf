package io.parley;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The benchmarks keep the rules of all modules; what JMH generates is its own. */
class BenchArchitectureTest {
    private static JavaClasses bench;

    @BeforeAll
    static void importBench() {
        bench = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .withImportOption(location -> !location.contains("jmh_generated"))
                .importPackages("io.parley.bench");
    }

    static Stream<ArchRule> rules() {
        // Some rules are about rooms that are not here.
        return new ArchitectureRules("io.parley").all().map(rule -> rule.allowEmptyShould(true));
    }

    @ParameterizedTest
    @MethodSource("rules")
    void everyClassKeeps(ArchRule rule) {
        rule.check(bench);
    }

    @Test
    void theClassesAreLookedAt() {
        assertThat(bench.stream().map(JavaClass::getName))
                .contains("io.parley.bench.Main", "io.parley.bench.contest.CxfContestant");
    }
}
