package io.parley.transport.http.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.parley.endpoint.Contract;
import io.parley.endpoint.ContractBuilder;
import io.parley.negotiation.Mode;
import io.parley.runtime.Conversation;
import io.parley.soap.SoapVersion;
import io.parley.transport.http.endpoint.Samples.Tick;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests contracts with expendable messages, which are sent in datagrams if both sides agree. */
class ExpendableEndpointTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String TICK = "{urn:ticks}tick";

    private final ConcurrentLinkedQueue<Integer> seen = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<Integer> back = new ConcurrentLinkedQueue<>();
    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
    }

    @Test
    void messagesOfBothSidesMayBeLostByTheContract() {
        HttpEndpointClient client = client(
                ticks().latestOnly("tick").build(), ticks().expendable("tick").build(), "quic");

        client.send("tick", Tick.of(1));

        await().atMost(PATIENCE).until(() -> back.size() == 1);
        assertThat(seen).containsExactly(1);
        assertThat(back).containsExactly(2);
        var agreed = client.session().agreement().expendable();
        assertThat(agreed.name(0)).isEqualTo(TICK);
        assertThat(agreed.isLatestOnly(0)).isTrue();
    }

    @Test
    void whatOneSideAloneSaysIsNotAgreed() {
        HttpEndpointClient client =
                client(ticks().build(), ticks().expendable("tick").build(), "quic");

        client.send("tick", Tick.of(1));

        assertThat(seen).containsExactly(1);
        assertThat(client.session().agreement().expendable().count()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"stream", "websocket", "http"})
    void onOtherChannelsNothingIsLost(String channel) {
        HttpEndpointClient client = client(
                ticks().expendable("tick").build(), ticks().expendable("tick").build(), channel);

        client.send("tick", Tick.of(1));

        assertThat(seen).containsExactly(1);
        assertThat(client.channel()).isEqualTo(Optional.of(channel));
        assertThat(client.session().agreement().expendable().count()).isZero();
    }

    @Test
    void aDatagramForAnotherOperationRunsNothing() {
        Contract both = ticks().message("stop", Tick.class).expendable("tick").build();
        HttpEndpointClient client = client(both, both, "quic");
        client.send("tick", Tick.of(1));
        await().atMost(PATIENCE).until(() -> back.size() == 1);
        Conversation session = client.session();

        both.streamer(session, SoapVersion.V1_1).send(() -> session.beginOneWay(TICK), "stop", Tick.of(2));
        client.send("tick", Tick.of(3));

        await().atMost(PATIENCE).until(() -> back.size() == 2);
        assertThat(seen).containsExactly(1, 3);
    }

    @Test
    void anOperationWithAnAnswerCannotBeLost() {
        ContractBuilder contract = Contract.builder("urn:x").operation("sum", String.class, String.class);

        assertThatThrownBy(() -> contract.expendable("sum").build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("operation sum: expected a message without a response");
        assertThatThrownBy(() -> Contract.builder("urn:x").latestOnly("none").build())
                .hasMessageContaining("found none of that name");
    }

    private static ContractBuilder ticks() {
        return Contract.builder("urn:ticks").message("tick", Tick.class);
    }

    private HttpEndpointClient client(Contract service, Contract caller, String channel) {
        HttpEndpoint.Builder builder = HttpEndpoint.serve(service)
                .quicPort(0)
                .onMessage("tick", Tick.class, (tick, session) -> {
                    seen.add(tick.number);
                    if (session.isOpen()) {
                        session.send("tick", Tick.of(tick.number + 1));
                    }
                });
        if (service.operations().contains("stop")) {
            builder.onMessage("stop", Tick.class, (tick, session) -> seen.add(-tick.number));
        }
        HttpEndpoint endpoint = kept(start(builder));
        return kept(HttpEndpointClient.of(caller)
                .mode(Mode.ALWAYS)
                .channels(channel)
                .onMessage("tick", Tick.class, tick -> back.add(tick.number))
                .open(endpoint.url()));
    }

    private static HttpEndpoint start(HttpEndpoint.Builder endpoint) {
        try {
            return endpoint.start(0);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private <T extends AutoCloseable> T kept(T each) {
        open.add(each);
        return each;
    }
}
