package io.parley.examples.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.examples.campaign.ClientForm.Kind;
import io.parley.examples.campaign.ClientMemoryCampaign.Size;
import io.parley.testkit.campaign.Campaign;
import io.parley.testkit.campaign.CampaignResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests a few forms of those that {@code ./campaign memory-client} tries, with less memory and shorter responses. */
class ClientMemoryCampaignTest {
    private static final int BYTES = 2 << 20;
    private static final ClientForm STREAM = new ClientForm(Kind.STREAM_CLIENT, "stream", "hhfr", "gzip");
    private static final ClientForm SOAP = new ClientForm(Kind.URL_CLIENT, ClientForm.SOAP, "xml", "gzip");
    private static final ClientForm PROXY = new ClientForm(Kind.PROXY, "http", "bnux", "zstd");

    private final List<String> progress = new ArrayList<>();

    @Test
    void moreResponsesThanFitAreRefusedAndTheClientsLive() throws Exception {
        CampaignResult result = run(List.of(STREAM, SOAP, PROXY), new Size("64m", 4, BYTES, true));

        assertThat(result.isClean()).as("%s %s", result.toJson(), progress).isTrue();
        assertThat(progress).hasSize(3).noneMatch(line -> line.contains(" 0 refused"));
    }

    /** Counts no objects, to show that the campaign would detect it. */
    @Test
    void withoutABudgetTheSameResponsesEndAClient() throws Exception {
        CampaignResult result = run(List.of(STREAM), new Size("64m", 4, 2 * BYTES, false));

        assertThat(result.isClean()).as("%s", progress).isFalse();
    }

    private CampaignResult run(List<ClientForm> forms, Size size) throws IOException, InterruptedException {
        return ClientMemoryCampaign.run(forms, size, new Campaign.Order(forms.size(), 1, "", "", progress::add));
    }
}
