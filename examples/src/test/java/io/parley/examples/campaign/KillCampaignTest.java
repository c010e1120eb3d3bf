package io.parley.examples.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.testkit.campaign.Campaign;
import io.parley.testkit.campaign.CampaignResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Tests a single run of the campaigns that {@code ./campaign consumer} and {@code ./campaign broker} repeat. */
class KillCampaignTest {
    @TempDir
    private Path folder;

    @Test
    @EnabledIfSystemProperty(named = "parley.campaigns", matches = "all", disabledReason = "takes up to a minute")
    void aServiceThatIsKilledLosesAndRepeatsNothing() throws Exception {
        assertClean(new ConsumerCampaign());
    }

    @Test
    @EnabledIfSystemProperty(named = "parley.campaigns", matches = "all", disabledReason = "takes up to a minute")
    void aBrokerThatIsKilledLosesAndRepeatsNothing() throws Exception {
        assertClean(new BrokerCampaign());
    }

    private static void assertClean(KillCampaign campaign) throws Exception {
        List<String> progress = new ArrayList<>();
        CampaignResult result = campaign.run(new Campaign.Order(1, 42, "", "", progress::add));
        assertThat(result.isClean()).as("%s %s", result.toJson(), progress).isTrue();
        assertThat(result.acknowledged()).isPositive();
    }

    @Test
    void theCommandFindsThem() {
        assertThat(ServiceLoader.load(Campaign.class).stream()
                        .map(provider -> provider.get().name())
                        .collect(Collectors.toSet()))
                .contains("broker", "consumer", "soak");
    }

    /** The evaluation detects losses and duplicates. */
    @Test
    void whatIsMissingAndWhatCameTwiceIsFound() throws Exception {
        Path first = Files.writeString(folder.resolve("first"), "1\n2\n3 again\n4\n");
        Path second = Files.writeString(folder.resolve("second"), "2 again\n4\n");

        Notes notes = Notes.read(List.of(first, second, folder.resolve("none")));

        assertThat(notes.missing(Set.of(1L, 2L, 3L, 5L))).isEqualTo(1);
        assertThat(notes.repeatedUnflagged()).containsExactly(4L);
    }
}
