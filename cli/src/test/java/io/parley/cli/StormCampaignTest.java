package io.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.testkit.campaign.CampaignReport;
import io.parley.testkit.campaign.StormCampaign;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Runs a small part of the storm of {@code ./campaign storm}; this module has both the channel and the stores. */
class StormCampaignTest {
    private static final int SESSIONS = Integer.getInteger("parley.storm.sessions", 50);

    @Test
    void eachSessionOfARestartedServerIsAnsweredOnce() throws Exception {
        storm("sqlite");
    }

    @Test
    void eachSessionOfARestartedServerOverADatabaseIsAnsweredOnce() throws Exception {
        storm("postgresql");
    }

    private static void storm(String store) throws Exception {
        long seed = Long.getLong("parley.storm.seed", System.nanoTime());
        System.out.println("A storm on " + store + ", again with -Dparley.storm.seed=" + seed);
        List<String> progress = Collections.synchronizedList(new ArrayList<>());
        CampaignReport report = new StormCampaign(store, SESSIONS, seed, progress::add).run();
        System.out.println(report.toJson() + " " + progress);
        assertThat(report.isClean()).as("%s %s", report.toJson(), progress).isTrue();
    }
}
