package io.parley.transport.quic;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.channel.Address;
import io.parley.channel.Protection;
import io.parley.negotiation.Agreement;
import io.parley.runtime.Call;
import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.OutgoingMessage;
import io.parley.runtime.ParleyRuntime;
import io.parley.runtime.RuntimeListener;
import io.parley.testkit.campaign.DatagramFaults;
import io.parley.testkit.campaign.DatagramProxy;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests sessions whose client changes its address, as behind a NAT that rebinds ports. They continue without
 * resumption.
 */
@EnabledIfSystemProperty(
        named = "parley.quic.contracts",
        matches = "all",
        disabledReason = "a busy machine makes its datagrams late")
class QuicMigrationTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final AtomicInteger handled = new AtomicInteger();
    private final Set<Integer> numbers = ConcurrentHashMap.newKeySet();

    @ParameterizedTest(name = "{1} times, every {0} ms")
    @CsvSource({"150, 200", "300, 8"})
    void aSessionGoesOnWhereverItsClientIs(int millis, int changes) throws Exception {
        try (ParleyRuntime server = ParleyRuntime.builder().build();
                ParleyRuntime client = ParleyRuntime.builder().build()) {
            RuntimeListener listening =
                    server.listen("quic", new Address("127.0.0.1", 0), null, new Protection.Ephemeral());
            try (DatagramProxy proxy = DatagramProxy.open(
                    QuicSessions.target(listening.address()), () -> DatagramFaults.rebinding(millis), 1)) {
                Agreement agreement = QuicSessions.agreement(listening, proxy.port());
                Conversation conversation =
                        QuicSessions.open(server, client, agreement, this::answer, IncomingMessage::close);

                int calls = 0;
                while (proxy.rebound() < changes) {
                    call(conversation, calls++);
                }

                System.out.println(calls + " calls, " + proxy.rebound() + " changes of the port");
                assertThat(handled).hasValue(calls);
                assertThat(numbers).hasSize(calls);
                assertThat(conversation.isOpen()).isTrue();
                assertThat(client.sessions()).isOne();
                assertThat(server.sessions()).isOne();
                conversation.drain();
                conversation.closed().toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            }
        }
    }

    private void answer(IncomingMessage message) {
        int number = message.source().readInt();
        handled.incrementAndGet();
        numbers.add(number);
        OutgoingMessage response = message.beginResponse(false);
        response.sink().writeInt(number);
        response.send();
        message.close();
    }

    private static void call(Conversation conversation, int number) throws Exception {
        Call call = conversation.beginCall(PATIENCE);
        call.sink().writeInt(number);
        byte[] content = new byte[number % 50_000];
        call.sink().writeBytes(content, 0, content.length);
        call.send();
        try (IncomingMessage response = call.await()) {
            assertThat(response.source().readInt()).isEqualTo(number);
        }
    }
}
