package io.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.testkit.campaign.CampaignResult;
import io.parley.testkit.campaign.MemoryCampaign;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Runs a short form of {@code ./campaign memory}: each representation once, with shorter messages and fewer callers.
 */
class MemoryCampaignTest {
    private static final int BYTES = 512 * 1024;
    private static final int AT_ONCE = 8;
    private static final String HEAP = "40m";

    @Test
    void moreMessagesThanFitAreRefusedAndNeverAnOutOfMemoryError() throws Exception {
        int runs = Integer.getInteger("parley.memory.runs", MemoryCampaign.representations());
        long seed = Long.getLong("parley.memory.seed", System.nanoTime());
        System.out.println("Filling memory in " + runs + " forms, again with -Dparley.memory.seed=" + seed);
        List<String> progress = new ArrayList<>();
        MemoryCampaign campaign = new MemoryCampaign(runs, seed, BYTES, HEAP, progress::add).callers(AT_ONCE);
        CampaignResult result = campaign.run();
        progress.forEach(System.out::println);
        assertThat(result.isClean()).as("%s %s", result.toJson(), progress).isTrue();
        assertThat(campaign.answered()).isPositive();
        assertThat(campaign.refused()).isPositive();
    }

    /** Disables the budget for objects, to show that the campaign would detect its absence. */
    @Test
    void withoutABudgetForObjectsTheSameMessagesEndTheServer() throws Exception {
        List<String> progress = new ArrayList<>();
        MemoryCampaign campaign =
                new MemoryCampaign(4, 1, 8 * BYTES, HEAP, progress::add, "OBJECT_BYTES=" + Long.MAX_VALUE).only("hhfr");
        assertThat(campaign.run().isClean()).as("%s", progress).isFalse();
    }
}
