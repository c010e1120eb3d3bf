package io.parley.transport.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.Unpooled;
import io.parley.channel.http.HttpFrames;
import io.parley.channel.http.Post;
import io.parley.channel.http.Reply;
import io.parley.testkit.StallingService;
import io.parley.testkit.StallingService.Stop;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests posts with the JDK's client to a service whose response stalls. */
class ClientPosterTest {
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    @ParameterizedTest
    @EnumSource(
            value = Stop.class,
            names = {"AFTER_HEAD", "IN_BODY", "IN_CHUNK"})
    void aPostEndsWithItsTimeWhereverItsReplyStalls(Stop stop) throws Exception {
        try (StallingService server = new StallingService(stop, HttpFrames.CONTENT_TYPE, "x")) {
            ClientPoster poster =
                    new ClientPoster(HttpClient.newHttpClient(), server.url(), Map.of(), Duration.ofSeconds(1));
            CompletableFuture<Reply> reply =
                    poster.post(new Post("id", 1, false, Unpooled.EMPTY_BUFFER)).toCompletableFuture();
            assertThat(reply).failsWithin(PATIENCE);
            await().atMost(PATIENCE).until(() -> server.givenUp() == 1);
        }
    }
}
