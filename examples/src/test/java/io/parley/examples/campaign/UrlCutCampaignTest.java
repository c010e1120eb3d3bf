package io.parley.examples.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.testkit.campaign.CampaignChannel;
import io.parley.testkit.campaign.CampaignResult;
import io.parley.testkit.campaign.CutCampaign;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a few runs of what {@code ./campaign cut --channel} repeats. */
class UrlCutCampaignTest {
    @ParameterizedTest
    @ValueSource(strings = {"websocket", "http"})
    void spoiledConnectionsOfTheUrlLoseRepeatAndReorderNothing(String channel) throws Exception {
        List<String> progress = new ArrayList<>();

        CampaignResult result =
                new CutCampaign(CampaignChannel.named(channel).orElseThrow(), 2, 42, progress::add).run();

        assertThat(result.isClean()).as("%s %s", result.toJson(), progress).isTrue();
        assertThat(result.acknowledged()).isEqualTo(2 * 40);
    }
}
