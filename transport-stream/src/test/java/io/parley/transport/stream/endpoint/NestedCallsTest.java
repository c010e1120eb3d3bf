package io.parley.transport.stream.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Tests handlers that call the endpoint to which they belong. */
class NestedCallsTest {
    private static final int CALLERS = 20;
    private static final int DEPTH = 30;

    @Test
    void handlersThatCallTheirOwnEndpointAllGetAnswers() throws Exception {
        AtomicReference<StreamClient> self = new AtomicReference<>();
        ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
        try (StreamEndpoint endpoint = StreamEndpoint.serve(Samples.CONTRACT)
                        .on(
                                "length",
                                String.class,
                                text -> text.isEmpty()
                                        ? 0
                                        : 1 + self.get().call("length", text.substring(1), Integer.class))
                        .start(0);
                StreamClient client = StreamClient.of(Samples.CONTRACT).open(endpoint.invite("self"))) {
            self.set(client);
            List<Future<Integer>> lengths = new ArrayList<>();

            for (int i = 0; i < CALLERS; i++) {
                lengths.add(callers.submit(() -> client.call("length", "x".repeat(DEPTH), Integer.class)));
            }

            for (Future<Integer> length : lengths) {
                assertThat(length.get(50, TimeUnit.SECONDS)).isEqualTo(DEPTH);
            }
        } finally {
            callers.shutdownNow();
        }
    }
}
