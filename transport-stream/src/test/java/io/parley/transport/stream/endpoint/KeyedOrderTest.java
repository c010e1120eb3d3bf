package io.parley.transport.stream.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.parley.endpoint.Contract;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests that an endpoint handles the messages of one session that have the same key in order. */
class KeyedOrderTest {
    private static final Contract CONTRACT = Contract.builder("urn:keys")
            .message("change", String.class)
            .message("other", Integer.class)
            .operation("ask", String.class, String.class)
            .build();

    private final Queue<String> handled = new ConcurrentLinkedQueue<>();
    private final CountDownLatch go = new CountDownLatch(1);

    @AfterEach
    void letGo() {
        go.countDown();
    }

    /** Handles a change; those of room "a" wait until the test releases them. */
    private void handle(String change) {
        if (change.startsWith("a")) {
            try {
                assertThat(go.await(60, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        handled.add(change);
    }

    private StreamEndpoint endpoint() throws Exception {
        return StreamEndpoint.serve(CONTRACT)
                .onMessage("change", String.class, (change, session) -> handle(change))
                .onMessage("other", Integer.class, (number, session) -> handled.add("other " + number))
                .orderBy("change", String.class, change -> change.isEmpty() ? null : change.charAt(0))
                .start(0);
    }

    @Test
    void aSlowKeyHoldsUpItsOwnMessagesAlone() throws Exception {
        try (StreamEndpoint endpoint = endpoint();
                StreamClient client = StreamClient.of(CONTRACT).open(endpoint.invite("test"))) {
            for (String change : List.of("a1", "a2", "b1", "a3", "b2")) {
                client.send("change", change);
            }
            client.send("other", 1);
            client.send("change", "");
            client.send("other", 2);
            await().until(() -> handled.size() == 5);
            assertThat(handled).filteredOn(change -> change.startsWith("b")).containsExactly("b1", "b2");
            assertThat(handled)
                    .as("messages without a key have one together")
                    .filteredOn(change -> !change.startsWith("b"))
                    .containsExactly("other 1", "", "other 2");

            go.countDown();
            await().until(() -> handled.size() == 8);
            assertThat(handled).filteredOn(change -> change.startsWith("a")).containsExactly("a1", "a2", "a3");
        }
    }

    @Test
    void aKeyFunctionThatFailsHoldsUpNobody() throws Exception {
        try (StreamEndpoint endpoint = StreamEndpoint.serve(CONTRACT)
                        .onMessage("change", String.class, (change, session) -> handled.add(change))
                        .orderBy("change", String.class, change -> change.charAt(0))
                        .start(0);
                StreamClient client = StreamClient.of(CONTRACT).open(endpoint.invite("test"))) {
            client.send("change", "");
            client.send("change", "b1");
            await().until(() -> handled.size() == 1);
            assertThat(handled).containsExactly("b1");
        }
    }

    @Test
    void onlyMessagesOfTheContractHaveKeys() {
        assertThatThrownBy(() -> StreamEndpoint.serve(CONTRACT).orderBy("ask", String.class, text -> text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("response");
        assertThatThrownBy(() -> StreamEndpoint.serve(CONTRACT).orderBy("other", String.class, text -> text))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
