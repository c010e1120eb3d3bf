package io.parley.context;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests a store that accepts a transaction and never reports its outcome. */
class HangingStoreTest {

    @Test
    @Timeout(60)
    void nobodyWaitsForItForEverNorTakesTheOutcomeForKnown() {
        CompletableFuture<TransactionOutcome> never = new CompletableFuture<>();

        assertThat(ContextStore.join(never, Duration.ofMillis(10))).isInstanceOf(TransactionOutcome.Unknown.class);

        assertThat(never).as("what is the store's stays as it is").isNotDone();
    }
}
