package io.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.testkit.campaign.CampaignReport;
import io.parley.testkit.campaign.LoadCampaign;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Runs a small part of the load of {@code ./campaign load}; this module has both the channel and the servers. */
class LoadCampaignTest {
    private static final int SESSIONS = Integer.getInteger("parley.load.sessions", 200);

    @Test
    void callsOverManySessionsAreAnsweredBesidePeersThatMisbehave() throws Exception {
        long seed = Long.getLong("parley.load.seed", System.nanoTime());
        System.out.println("A load, again with -Dparley.load.seed=" + seed);
        List<String> progress = Collections.synchronizedList(new ArrayList<>());
        CampaignReport report = new LoadCampaign(SESSIONS, 1, seed, progress::add).run();
        System.out.println(report.describe() + " " + progress);
        assertThat(report.isClean()).as("%s %s", report.toJson(), progress).isTrue();
    }
}
