package io.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.testkit.campaign.CampaignResult;
import io.parley.testkit.campaign.MemoryCampaign;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The short form of {@code ./campaign memory}: a few representations and compressions, with shorter messages. */
class MemoryCampaignTest {
    private static final int BYTES = 8 * 1024 * 1024;
    private static final String HEAP = "256m";
    /**
     * Read as events: a long binary as base64 in XML or EXI still takes more while JAXB decodes it than is reserved, and the others
     * were not tried enough. {@code ./campaign memory} tries them all.
     */
    private static final List<String> EVENTS = List.of("bnux", "tdxml", "xml", "fastinfoset", "exi");

    @Test
    void moreMessagesThanFitAreRefusedAndNeverAnOutOfMemoryError() throws Exception {
        int runs = Integer.getInteger("parley.memory.runs", 2);
        long seed = Long.getLong("parley.memory.seed", System.nanoTime());
        System.out.println("Filling memory in " + runs + " forms, again with -Dparley.memory.seed=" + seed);
        List<String> progress = new ArrayList<>();
        MemoryCampaign campaign = new MemoryCampaign(runs, seed, BYTES, HEAP, progress::add);
        EVENTS.forEach(campaign::without);
        CampaignResult result = campaign.run();
        progress.forEach(System.out::println);
        assertThat(result.isClean()).as("%s %s", result.toJson(), progress).isTrue();
        assertThat(campaign.answered()).isPositive();
        assertThat(campaign.refused()).isPositive();
    }

    /** As it was when only bytes were counted: so the campaign would find it. */
    @Test
    void withoutABudgetForObjectsTheSameMessagesEndTheServer() throws Exception {
        List<String> progress = new ArrayList<>();
        MemoryCampaign campaign =
                new MemoryCampaign(4, 1, BYTES, HEAP, progress::add, "OBJECT_BYTES=" + Long.MAX_VALUE);
        EVENTS.forEach(campaign::without);
        assertThat(campaign.run().isClean()).as("%s", progress).isFalse();
    }
}
