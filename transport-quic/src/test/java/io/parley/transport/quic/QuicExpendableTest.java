package io.parley.transport.quic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.parley.Limit;
import io.parley.Limits;
import io.parley.channel.Address;
import io.parley.channel.Protection;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.DeliveryTerm;
import io.parley.negotiation.ExpendableOperations;
import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.MessageHandler;
import io.parley.runtime.OutgoingMessage;
import io.parley.runtime.ParleyRuntime;
import io.parley.runtime.RuntimeListener;
import io.parley.runtime.SessionEvents;
import io.parley.testkit.campaign.DatagramFaults;
import io.parley.testkit.campaign.DatagramLink;
import io.parley.testkit.campaign.DatagramProxy;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests expendable messages between two runtimes over a real socket. */
class QuicExpendableTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String READING = "{urn:x}reading";
    private static final String POSITION = "{urn:x}position";
    private static final ExpendableOperations BOTH =
            ExpendableOperations.of(Map.of(READING, DeliveryTerm.EXPENDABLE, POSITION, DeliveryTerm.LATEST));

    private final ParleyRuntime server = ParleyRuntime.builder().build();
    private final ParleyRuntime client = ParleyRuntime.builder().build();
    private final ConcurrentLinkedQueue<Integer> seen = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<String> called = new ConcurrentLinkedQueue<>();
    private RuntimeListener listening;

    @BeforeEach
    void listen() throws Exception {
        listening = server.listen("quic", new Address("127.0.0.1", 0), null, new Protection.Ephemeral());
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    @Test
    void messagesTravelInDatagramsBothWays() throws Exception {
        CompletableFuture<Integer> back = new CompletableFuture<>();
        Conversation conversation = open(
                listening.address().port(),
                message -> {
                    note(message);
                    send(message.conversation(), READING, 8, 20);
                },
                message -> {
                    back.complete(message.source().readInt());
                    message.close();
                });

        send(conversation, READING, 7, 20);

        assertThat(back.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo(8);
        assertThat(seen).containsExactly(7);
        assertThat(called).containsExactly(READING);
        assertThat(expendables(client).sent()).isOne();
        assertThat(expendables(client).received()).isOne();
        assertThat(expendables(server)).isEqualTo(new SessionEvents.Expendables(1, 1, 0, 0));
    }

    @Test
    void aLongMessageTravelsAsEveryOther() throws Exception {
        Conversation conversation = open(listening.address().port(), this::note, IncomingMessage::close);

        send(conversation, READING, 1, 100_000);
        send(conversation, READING, 2, 2_000);

        await().atMost(PATIENCE).until(() -> seen.size() == 2);
        assertThat(called).containsExactly("", "");
        assertThat(expendables(client).sent()).isZero();
    }

    @Test
    void otherOperationsLoseNothing() throws Exception {
        Conversation conversation = open(listening.address().port(), this::note, IncomingMessage::close);

        send(conversation, "{urn:x}order", 1, 20);

        await().atMost(PATIENCE).until(() -> seen.size() == 1);
        assertThat(called).containsExactly("");
    }

    @Test
    void whileOneIsWorkedOnTheLatestAloneWaits() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        Conversation conversation = open(
                listening.address().port(),
                message -> {
                    entered.countDown();
                    awaitOn(go);
                    note(message);
                },
                IncomingMessage::close);
        send(conversation, POSITION, 0, 20);
        assertThat(entered.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();

        for (int i = 1; i <= 50; i++) {
            send(conversation, POSITION, i, 20);
            int sent = i + 1;
            await().atMost(PATIENCE).until(() -> expendables(server).received() == sent);
        }
        go.countDown();

        await().atMost(PATIENCE).until(() -> seen.size() == 2);
        assertThat(seen).containsExactly(0, 50);
        assertThat(expendables(server).late()).isEqualTo(49);
    }

    @Test
    void aFloodHoldsNoMoreThanItsSessionMay() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        Conversation conversation = open(
                listening.address().port(),
                message -> {
                    awaitOn(go);
                    note(message);
                },
                IncomingMessage::close);
        int most = Limits.defaults().getInt(Limit.STREAMS);

        for (int i = 0; expendables(server).dropped() < 1_000; i++) {
            send(conversation, READING, i, 100);
        }

        assertThat(server.counts().heldBytes()).isLessThan(most * 2_048L);
        go.countDown();
        await().atMost(PATIENCE).until(() -> server.counts().heldBytes() == 0);
        assertThat(conversation.isOpen()).isTrue();
    }

    @Test
    void whatIsLostOnItsWayHoldsUpNothing() throws Exception {
        try (DatagramProxy proxy = DatagramProxy.open(
                QuicSessions.target(listening.address()),
                () -> new DatagramFaults(20, 5, 20, 5, 0, DatagramLink.PLAIN),
                7)) {
            Conversation conversation = open(proxy.port(), this::note, IncomingMessage::close);
            int sent = 0;
            while (expendables(server).received() < 200) {
                send(conversation, READING, sent++, 100);
                conversation.ping().toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            }

            await().atMost(PATIENCE).until(() -> seen.size() >= 200);
            assertThat(seen).doesNotHaveDuplicates();
            assertThat(seen.size()).isLessThan(sent);
            assertThat(client.sessions()).isOne();
        }
    }

    private SessionEvents.Expendables expendables(ParleyRuntime runtime) {
        return runtime.counts().events().expendables();
    }

    private Conversation open(int port, MessageHandler handler, MessageHandler back) throws Exception {
        Agreement agreement = QuicSessions.agreement(listening, port).losing(BOTH);
        return QuicSessions.open(server, client, agreement, handler, back);
    }

    private void note(IncomingMessage message) {
        String operation = message.expendableOperation();
        called.add(operation == null ? "" : operation);
        seen.add(message.source().readInt());
        message.close();
    }

    private static void send(Conversation conversation, String operation, int number, int bytes) {
        OutgoingMessage message = conversation.beginOneWay(operation);
        message.sink().writeInt(number);
        message.sink().writeBytes(new byte[bytes], 0, bytes);
        message.send();
    }

    private static void awaitOn(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
