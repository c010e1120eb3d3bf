package io.parley.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests cases that do not apply to a client. */
class NotApplicableTest {
    @Test
    void casesOfQueuesMakeNoClientCallUrls() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        try (Clients clients = Clients.listen(0, "", url -> calls.incrementAndGet())) {
            List<Result> results = Suite.ofClients().only(List.of("1.1")).run(clients, result -> {});

            assertThat(results).isNotEmpty().allMatch(each -> each.outcome() == Result.Outcome.SKIPPED);
        }
        assertThat(calls).hasValue(0);
    }
}
