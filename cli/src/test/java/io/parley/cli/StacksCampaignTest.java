package io.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.testkit.campaign.CampaignReport;
import io.parley.testkit.stacks.StacksCampaign;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs a small part of {@code ./campaign stacks}; -Dparley.stacks=SERVICE:CLIENT,… selects others. */
class StacksCampaignTest {
    private static final Path HOME = Path.of("..").toAbsolutePath().normalize();
    private static final List<String> PAIRS =
            List.of(System.getProperty(StacksCampaign.SOME, "cxf-3.6:cxf-4.2,cxf-4.2:cxf-3.6")
                    .split(",", -1));

    private static final List<String> SAMPLES =
            List.of(System.getProperty("parley.samples", "quarkus").split(",", -1));

    static List<String> samples() {
        return SAMPLES;
    }

    /** Builds samples as separate projects, as users copy them; -Dparley.samples=camel,quarkus,war selects others. */
    @ParameterizedTest
    @MethodSource("samples")
    void aSampleIsBuiltOutsideOfThisBuildAndItsTestsPass(String sample) throws Exception {
        tried(List.of("sample-" + sample));
    }

    @Test
    void aStackBuiltAsAUserBuildsItAnswersAsOverSoapOnEveryChannel() throws Exception {
        tried(PAIRS);
    }

    private static void tried(List<String> pairs) throws Exception {
        Assumptions.assumeTrue(
                Files.exists(HOME.resolve("cxf/target/parley-cxf-0.1.0-SNAPSHOT.jar")),
                "the jars are made in the phase package");
        List<String> progress = new CopyOnWriteArrayList<>();
        CampaignReport report = new StacksCampaign(HOME, progress::add).some(pairs);
        System.out.println(report.describe());
        assertThat(report.isClean()).as("%s %s", report.describe(), progress).isTrue();
    }
}
