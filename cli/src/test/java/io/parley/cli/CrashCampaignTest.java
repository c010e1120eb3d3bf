package io.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.testkit.campaign.CampaignChannel;
import io.parley.testkit.campaign.CampaignResult;
import io.parley.testkit.campaign.ClientCampaign;
import io.parley.testkit.campaign.CrashCampaign;
import io.parley.testkit.campaign.HistoryCampaign;
import io.parley.testkit.campaign.JournalCampaign;
import io.parley.testkit.context.PostgresServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/**
 * Runs a small part of the campaign that {@code ./campaign crash} runs in full; this module has both the channel and
 * the store.
 */
class CrashCampaignTest {
    private static final CampaignChannel CHANNEL = CampaignChannel.named(
                    System.getProperty("parley.crash.channel", CampaignChannel.STREAM))
            .orElseThrow();

    @Test
    void killingTheServerLosesRepeatsAndReordersNothing() throws Exception {
        int runs = Integer.getInteger("parley.crash.runs", 2);
        long seed = Long.getLong("parley.crash.seed", System.nanoTime());
        System.out.println("Killing " + runs + " times, again with -Dparley.crash.seed=" + seed);
        List<String> progress = new ArrayList<>();
        CampaignResult result = CrashCampaign.crash(CHANNEL, runs, seed, progress::add);
        System.out.println(result.toJson());
        assertThat(result.isClean()).as("%s %s", result.toJson(), progress).isTrue();
        assertThat(result.acknowledged()).isPositive();
    }

    @Test
    void killingTheClientLosesRepeatsAndForgetsNothing() throws Exception {
        int runs = Integer.getInteger("parley.client.runs", 2);
        long seed = Long.getLong("parley.crash.seed", System.nanoTime());
        System.out.println("Killing the client " + runs + " times, again with -Dparley.crash.seed=" + seed);
        List<String> progress = new ArrayList<>();
        CampaignResult result = new ClientCampaign(CHANNEL, runs, seed, progress::add).run();
        System.out.println(result.toJson() + " " + progress);
        assertThat(result.isClean()).as("%s %s", result.toJson(), progress).isTrue();
        assertThat(result.acknowledged()).isPositive();
    }

    @Test
    void killingTheServerOfWebSocketsLosesRepeatsAndReordersNothing() throws Exception {
        List<String> progress = new ArrayList<>();
        CampaignChannel channel = CampaignChannel.named("websocket").orElseThrow();
        CampaignResult result = CrashCampaign.crash(channel, 1, System.nanoTime(), progress::add);
        System.out.println(result.toJson());
        assertThat(result.isClean()).as("%s %s", result.toJson(), progress).isTrue();
        assertThat(result.acknowledged()).isPositive();
    }

    @Test
    void anotherServerOnTheSameDatabaseTakesOverFromOneThatIsKilled() throws Exception {
        int runs = Integer.getInteger("parley.takeover.runs", 2);
        long seed = Long.getLong("parley.crash.seed", System.nanoTime());
        PostgresServer database = PostgresServer.shared();
        System.out.println("Killing " + runs + " of two servers, again with -Dparley.crash.seed=" + seed);
        List<String> progress = new ArrayList<>();
        CampaignResult result =
                CrashCampaign.takeover(CHANNEL, database.address(database.newSchema()), runs, seed, progress::add);
        System.out.println(result.toJson());
        assertThat(result.isClean()).as("%s %s", result.toJson(), progress).isTrue();
        assertThat(result.acknowledged()).isPositive();
    }

    @Test
    void aHistoryFullOfFaultsLosesRepeatsReordersAndInventsNothing() throws Exception {
        int minutes = Integer.getInteger("parley.history.minutes", 0);
        if (minutes == 0) {
            System.out.println("Skipped: histories take minutes and are made only with -Dparley.history.minutes=5");
            Assumptions.abort("not asked for");
        }
        long seed = Long.getLong("parley.crash.seed", System.nanoTime());
        String store = System.getProperty("parley.history.store", "sqlite");
        System.out.println("A history on " + store + ", again with -Dparley.crash.seed=" + seed);
        List<String> progress = new ArrayList<>();
        CampaignResult result = new HistoryCampaign(CHANNEL, store, minutes, seed, progress::add).run();
        System.out.println(result.toJson() + " " + progress);
        assertThat(result.isClean()).as("%s %s", result.toJson(), progress).isTrue();
        assertThat(result.acknowledged()).isPositive();
    }

    @Test
    void anotherNodeOfAnInfinispanStoreTakesOverFromOneThatIsKilled() throws Exception {
        int runs = Integer.getInteger("parley.takeover.infinispan", 0);
        if (runs == 0) {
            System.out.println(
                    "Skipped: servers as nodes of a store are killed only with -Dparley.takeover.infinispan=10");
            Assumptions.abort("not asked for");
        }
        long seed = Long.getLong("parley.crash.seed", System.nanoTime());
        System.out.println("Killing " + runs + " of three servers, again with -Dparley.crash.seed=" + seed);
        List<String> progress = new ArrayList<>();
        CampaignResult result = CrashCampaign.takeoverOnInfinispan(CHANNEL, runs, seed, progress::add);
        System.out.println(result.toJson());
        assertThat(result.isClean()).as("%s %s", result.toJson(), progress).isTrue();
        assertThat(result.acknowledged()).isPositive();
    }

    @Test
    void aStoreWhoseLogIsCutOpensAndItsSessionsCanBeRead() throws Exception {
        int cuts = Integer.getInteger("parley.journal.cuts", 20);
        List<String> progress = new ArrayList<>();
        CampaignResult result = new JournalCampaign(cuts, 5, progress::add).run();
        assertThat(result.isClean()).as("%s %s", result.toJson(), progress).isTrue();
    }
}
