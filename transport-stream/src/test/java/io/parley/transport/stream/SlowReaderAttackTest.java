package io.parley.transport.stream;

import static io.parley.transport.stream.RawSocket.frame;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.endpoint.Contract;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.MessageHandler;
import io.parley.runtime.OutgoingMessage;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Attacks of a client that requests large responses and does not read them (threat model, row 9). */
class SlowReaderAttackTest {
    private static final Contract CONTRACT = Contract.builder("urn:target")
            .operation("echo", String.class, String.class)
            .build();
    private static final int MEBIBYTE = 1024 * 1024;
    private static final int CHUNK = 128 * 1024;
    private static final int REQUESTS = 60;
    private static final byte[] LARGE = new byte[2 * MEBIBYTE];
    private static final Limits LIMITS =
            Limits.defaults().with(Limit.MESSAGE_BYTES, 8 * MEBIBYTE).with(Limit.SESSION_BYTES, 16 * MEBIBYTE);

    private final AtomicInteger answering = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private Target target;
    private RawSocket attacker;

    @BeforeEach
    void open() throws IOException {
        target = new Target(CONTRACT, LIMITS);
        attacker = target.raw().opened(target.token(large()), target.digest());
    }

    @AfterEach
    void allMemoryComesBack() throws IOException {
        attacker.close();
        target.awaitNothingHeld();
        target.close();
    }

    @Test
    void sixtyLargeAnswersThatNobodyReadsStayWithinTheBudget() throws IOException {
        ask();
        assertThat(refused).as("answers that were refused and did not wait").hasValue(0);
        assertThat(target.used())
                .as("bytes in buffers: what is reserved, and two chunks of each writer that waits")
                .isLessThan(16L * MEBIBYTE + CHUNK + REQUESTS * 2 * CHUNK + MEBIBYTE);
        assertThat(target.reserved())
                .as("bytes reserved, for answers, a chunk of the oldest of them, and requests that nobody read")
                .isLessThanOrEqualTo(16L * MEBIBYTE + CHUNK + 64 * 1024);
    }

    @Test
    void othersAreServedMeanwhile() throws IOException {
        ask();
        try (RawSocket honest = target.opened()) {
            honest.request(1, target.content("echo", "served"));
            assertThat(honest.next(RawSocket.DATA).stream()).isEqualTo(1);
        }
    }

    @Test
    void aReaderThatShowsLifeButTakesNothingLosesItsSession() throws IOException {
        ask();
        long seconds = 0;
        // One PING at a time, which is below the limit of pending ones.
        for (; target.sessions() > 0 && seconds < 150; seconds += 10) {
            long heard = target.framesIn();
            attacker.send(frame(RawSocket.PING, 0, 0, 0, new byte[8]));
            await().atMost(Target.PATIENCE).until(() -> target.framesIn() > heard);
            target.timers.advance(Duration.ofSeconds(10));
        }
        // The timeout starts when no more bytes are sent to the client, which depends on the handlers' threads.
        assertThat(seconds).isBetween(60L, 149L);
        await().atMost(Target.PATIENCE).until(() -> target.reserved() == 0);
    }

    /** Requests more than it reads, and waits until each handler writes its response or waits for capacity. */
    private void ask() throws IOException {
        byte[] content = target.content("echo", "give me much");
        for (int i = 0; i < REQUESTS; i++) {
            attacker.request(attacker.nextStream(), content);
        }
        await().atMost(Target.PATIENCE).until(() -> answering.get() == REQUESTS);
    }

    private MessageHandler large() {
        return message -> {
            answering.incrementAndGet();
            try {
                answer(message);
            } catch (ParleyException e) {
                refused.incrementAndGet();
                throw e;
            }
            message.close();
        };
    }

    private static void answer(IncomingMessage message) {
        OutgoingMessage response = message.beginResponse(false);
        boolean sent = false;
        try {
            response.sink().writeBytes(LARGE, 0, LARGE.length);
            response.send();
            sent = true;
        } finally {
            if (!sent) {
                response.discard();
            }
        }
    }
}
