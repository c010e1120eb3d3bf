package io.parley.transport.quic;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.testkit.campaign.CampaignResult;
import io.parley.testkit.campaign.DatagramCampaign;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Runs a small part of the campaign that {@code ./campaign quic} runs in full. */
@EnabledIfSystemProperty(
        named = "parley.quic.contracts",
        matches = "all",
        disabledReason = "a busy machine makes its datagrams late")
class QuicFaultsTest {
    private static final int RUNS = Integer.getInteger("parley.quic.runs", 30);
    private static final int SEED = Integer.getInteger("parley.quic.seed", 42);

    @Test
    void lostDoubledAndLateDatagramsLoseNoMessageAndEndNoSession() throws Exception {
        List<String> progress = new ArrayList<>();
        CampaignResult result = new DatagramCampaign(RUNS, SEED, progress::add).run();
        System.out.println(result.toJson() + " " + progress);
        assertThat(result.isClean()).as("%s %s", result.toJson(), progress).isTrue();
        assertThat(result.acknowledged()).isEqualTo(RUNS * 40L);
    }
}
