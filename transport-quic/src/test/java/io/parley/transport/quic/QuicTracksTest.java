package io.parley.transport.quic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.parley.channel.Address;
import io.parley.channel.Protection;
import io.parley.runtime.Call;
import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.OutgoingMessage;
import io.parley.runtime.ParleyRuntime;
import io.parley.runtime.RuntimeListener;
import io.parley.testkit.campaign.DatagramFaults;
import io.parley.testkit.campaign.DatagramLink;
import io.parley.testkit.campaign.DatagramProxy;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests that a lost packet delays only its own exchange: the path loses all packets of the first of two messages, and
 * none afterwards.
 */
class QuicTracksTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    /**
     * One-way delay. Lost packets are retransmitted after some round trips; a message sent meanwhile arrives earlier.
     */
    private static final int DELAY_MILLIS = 200;
    /**
     * Several packets, but less than half of the initial congestion window: their retransmission takes two round trips.
     */
    private static final int LOST_BYTES = 5_000;

    private final ParleyRuntime server = ParleyRuntime.builder().build();
    private final ParleyRuntime client = ParleyRuntime.builder().build();
    private final BlockingQueue<Integer> handled = new LinkedBlockingQueue<>();
    private final Map<Integer, IncomingMessage> held = new ConcurrentHashMap<>();
    private boolean holds;
    private DatagramProxy proxy;
    private Conversation conversation;

    @BeforeEach
    void open() throws Exception {
        RuntimeListener listening =
                server.listen("quic", new Address("127.0.0.1", 0), null, new Protection.Ephemeral());
        DatagramFaults slow = DatagramFaults.on(DatagramLink.delayed(DELAY_MILLIS), 0);
        proxy = DatagramProxy.open(QuicSessions.target(listening.address()), () -> slow, 1);
        conversation = QuicSessions.open(
                server, client, QuicSessions.agreement(listening, proxy.port()), this::handle, IncomingMessage::close);
        assertThat(answer(begin(0, 10))).isZero();
        handled.clear();
    }

    @AfterEach
    void close() throws Exception {
        client.close();
        server.close();
        proxy.close();
    }

    @Test
    void aLostRequestHoldsUpNoOther() throws Exception {
        Call lost = whileNothingComesThrough(() -> begin(1, LOST_BYTES));
        Call other = begin(2, 10);

        assertThat(handled.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo(2);
        assertThat(handled.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo(1);
        assertThat(answer(other)).isEqualTo(2);
        assertThat(answer(lost)).isEqualTo(1);
    }

    @Test
    void aLostAnswerHoldsUpNoOther() throws Exception {
        holds = true;
        BlockingQueue<Integer> answered = new LinkedBlockingQueue<>();
        Thread first = answered(begin(1, 10), answered);
        Thread second = answered(begin(2, 10), answered);
        await().atMost(PATIENCE).until(() -> held.size() == 2);

        whileNothingComesThrough(() -> {
            respond(held.get(1), 1, LOST_BYTES);
            return null;
        });
        respond(held.get(2), 2, 10);

        assertThat(answered.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo(2);
        assertThat(answered.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo(1);
        first.join();
        second.join();
    }

    private <T> T whileNothingComesThrough(Send<T> send) throws Exception {
        long before = proxy.blockedBytes();
        proxy.block(true);
        T sent = send.now();
        await().pollInterval(Duration.ofMillis(1))
                .atMost(PATIENCE)
                .until(() -> proxy.blockedBytes() - before >= LOST_BYTES);
        proxy.block(false);
        return sent;
    }

    private interface Send<T> {
        T now() throws Exception;
    }

    private Call begin(int number, int bytes) {
        Call call = conversation.beginCall(PATIENCE);
        call.sink().writeInt(number);
        call.sink().writeBytes(new byte[bytes], 0, bytes);
        call.send();
        return call;
    }

    private static int answer(Call call) throws InterruptedException {
        try (IncomingMessage answer = call.await()) {
            return answer.source().readInt();
        }
    }

    private static Thread answered(Call call, BlockingQueue<Integer> answered) {
        Thread thread = new Thread(() -> {
            try {
                answered.add(answer(call));
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        thread.start();
        return thread;
    }

    private void handle(IncomingMessage message) {
        int number = message.source().readInt();
        if (holds) {
            held.put(number, message);
        } else {
            handled.add(number);
            respond(message, number, 10);
        }
    }

    private static void respond(IncomingMessage message, int number, int bytes) {
        OutgoingMessage response = message.beginResponse(false);
        response.sink().writeInt(number);
        response.sink().writeBytes(new byte[bytes], 0, bytes);
        response.send();
        message.close();
    }
}
