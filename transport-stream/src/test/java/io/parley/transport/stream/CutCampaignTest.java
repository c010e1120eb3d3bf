package io.parley.transport.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.testkit.campaign.CampaignChannel;
import io.parley.testkit.campaign.CampaignResult;
import io.parley.testkit.campaign.CutCampaign;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Runs a small part of the campaign that {@code ./campaign cut} runs in full. */
class CutCampaignTest {
    @Test
    void spoiledConnectionsLoseRepeatAndReorderNothing() throws Exception {
        List<String> progress = new ArrayList<>();
        CampaignResult result =
                new CutCampaign(CampaignChannel.named("stream").orElseThrow(), 4, 42, progress::add).run();
        assertThat(result.isClean()).as("%s %s", result.toJson(), progress).isTrue();
        assertThat(result.acknowledged()).isEqualTo(4 * 40);
    }
}
