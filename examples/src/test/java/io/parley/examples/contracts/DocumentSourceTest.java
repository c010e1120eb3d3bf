package io.parley.examples.contracts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.parley.testkit.StallingService;
import io.parley.testkit.StallingService.Stop;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests documents fetched from a server. */
class DocumentSourceTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @ParameterizedTest
    @EnumSource(Stop.class)
    void aDocumentThatStallsIsGivenUpInTime(Stop stop) throws Exception {
        try (StallingService server = new StallingService(stop, "text/xml", "<definitions>")) {
            DocumentSource source = new DocumentSource(1000, "a setting", Duration.ofSeconds(1));
            CompletableFuture<Throwable> end = new CompletableFuture<>();
            Thread reader = new Thread(() -> end.complete(catchThrowable(() -> source.bytes(server.url()))));
            reader.setDaemon(true);
            reader.start();

            assertThat(end).succeedsWithin(PATIENCE);
            assertThat(end.join()).isInstanceOf(ContractException.class);
            await().atMost(PATIENCE).until(() -> server.givenUp() == 1);
        }
    }
}
