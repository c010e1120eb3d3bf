package io.parley.examples.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.testkit.campaign.CampaignReport;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests a small load of the kind that {@code ./campaign load-cxf} makes. */
class CxfLoadCampaignTest {
    private static final int SESSIONS = 16;

    @Test
    void callsOverTheSessionsOfManyUsersAreAllAnswered() throws Exception {
        List<String> progress = Collections.synchronizedList(new ArrayList<>());

        CampaignReport report = CxfLoadCampaign.run(SESSIONS, 1, 1, progress::add);

        assertThat(report.isClean()).as("%s %s", report.toJson(), progress).isTrue();
    }
}
