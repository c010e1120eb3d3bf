package io.parley.testkit.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the list of campaigns and how one is selected. */
class CampaignsTest {
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);

    @Test
    void theListNamesEachWithItsUsualLengthAndPurpose() throws Exception {
        assertThat(Campaigns.run(List.of("list"), out, out)).isZero();

        assertThat(printed.toString(StandardCharsets.UTF_8).lines())
                .contains("cut       --runs 1000  resumed sessions, on each channel, over connections that are cut,"
                        + " delayed, sliced and damaged")
                .anyMatch(line -> line.startsWith("history   --minutes 1"))
                .anyMatch(line -> line.startsWith("fuzz      --hours N"))
                .allMatch(line -> line.length() > 30);
    }

    @Test
    void anUnknownCampaignIsAnsweredWithTheNamesOfAll() throws Exception {
        assertThat(Campaigns.run(List.of("cutt"), out, out)).isEqualTo(2);

        assertThat(printed.toString(StandardCharsets.UTF_8))
                .contains("campaign list")
                .contains("cut, ");
    }

    @Test
    void aChannelIsOneThatIsThereAndOfACampaignThatHasThem() throws Exception {
        assertThat(Campaigns.run(List.of("cut", "--channel", "smoke"), out, out))
                .isEqualTo(2);
        assertThat(Campaigns.run(List.of("journal", "--channel", "stream"), out, out))
                .isEqualTo(2);

        assertThat(printed.toString(StandardCharsets.UTF_8))
                .contains("--channel is one of [stream], not smoke")
                .contains("journal has no --channel");
    }
}
