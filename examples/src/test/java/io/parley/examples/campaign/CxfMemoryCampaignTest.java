package io.parley.examples.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.examples.campaign.CxfMemoryCampaign.Form;
import io.parley.examples.campaign.CxfMemoryCampaign.Size;
import io.parley.testkit.campaign.Campaign;
import io.parley.testkit.campaign.CampaignResult;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests a few forms of those that {@code ./campaign memory-cxf} tries, on channels that no other test fills, with less
 * memory and shorter messages.
 */
class CxfMemoryCampaignTest {
    private static final Size SMALL = new Size("96m", 5, 150_000, 8 << 20);
    private static final List<Form> FORMS =
            List.of(new Form("websocket", "hhfr", "lz4"), new Form("jms", "bnux", "gzip"));

    @Test
    void moreThanFitsIsRefusedAndTheServiceLives() throws Exception {
        List<String> progress = Collections.synchronizedList(new ArrayList<>());

        CampaignResult result = CxfMemoryCampaign.run(FORMS, SMALL, new Campaign.Order(2, 1, "", "", progress::add));

        assertThat(result.isClean()).as("%s %s", result.toJson(), progress).isTrue();
    }
}
