package io.parley.testkit.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the list of fuzz targets, their tally and the usage message, without running a target. */
class FuzzCampaignTest {
    @TempDir
    private Path folder;

    @Test
    void theTargetsOfAllModulesAreFound() throws IOException {
        assertThat(FuzzTarget.in(Path.of("..")))
                .contains(
                        new FuzzTarget("core", "io.parley.session.SessionFuzzTest", "anyBytes"),
                        new FuzzTarget("delta", "io.parley.delta.DeltaFuzzTest", "anyRequest"),
                        new FuzzTarget("codecs", "io.parley.codecs.compression.ZstdFuzzTest", "anyBytes"),
                        new FuzzTarget("cxf", "io.parley.cxf.model.WsdlFuzzTest", "anyWsdlIsDescribedOrRefused"))
                .doesNotHaveDuplicates()
                .hasSizeGreaterThan(20);
    }

    @Test
    void aTallyIsKeptFromOneCampaignToTheNext() throws IOException {
        FuzzTally first = FuzzTally.in(folder);
        first.add("a", new FuzzTally.Sum(10, 2, 1, 300, 0));
        first.add("a", new FuzzTally.Sum(5, 2, 1, 200, 1));

        FuzzTally next = FuzzTally.in(folder);
        assertThat(next.of("a")).isEqualTo(new FuzzTally.Sum(15, 4, 2, 300, 1));
        assertThat(next.of("b")).isEqualTo(FuzzTally.Sum.NONE);
    }

    @Test
    void withoutHoursItSaysHowItIsUsed() throws Exception {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream err = new PrintStream(said, true, StandardCharsets.UTF_8);
        assertThat(Campaigns.run(List.of("fuzz"), err, err)).isEqualTo(2);
        assertThat(Campaigns.run(List.of("fuzz", "--hours", "-1"), err, err)).isEqualTo(2);
        assertThat(said.toString(StandardCharsets.UTF_8)).contains("fuzz");
    }
}
