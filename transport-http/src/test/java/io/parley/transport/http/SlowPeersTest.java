package io.parley.transport.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.parley.Limit;
import io.parley.Limits;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Attacks of slow clients, on a clock that the test advances. */
class SlowPeersTest {
    private static final String HEAD = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n";

    private final BodyMemory memory = BodyMemory.of(Limits.defaults());
    private EmbeddedChannel channel = new EmbeddedChannel();

    @BeforeEach
    void connect() {
        Site site = head -> new Site.Whole(1_000_000, (body, to) -> {
            body.close();
            to.answer(new Response(200, Map.of(), Body.of(Unpooled.wrappedBuffer(new byte[1_000_000]))));
        });
        channel = new EmbeddedChannel(
                HttpServer.handlers(new HttpServerConnection(site, memory, Limits.defaults(), false)));
        channel.config().setAutoRead(false);
        channel.freezeTime();
    }

    @AfterEach
    void everythingIsGivenBack() {
        channel.finishAndReleaseAll();
        assertThat(memory.bytes()).isZero();
    }

    @Test
    void aConnectionThatSendsNothingIsClosed() {
        pass(9);
        assertThat(channel.isOpen()).isTrue();
        pass(2);
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void slowLorisAHeadThatDripsIsRefusedHoweverSteadilyItComes() {
        send("POST / HTTP/1.1\r\n");
        for (int second = 0; second < 11; second++) {
            send("X-" + second + ": y\r\n");
            pass(1);
        }
        assertThat(answers()).startsWith("HTTP/1.1 408").contains("TOO_SLOW");
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void aBodyThatDripsIsRefused() {
        send(HEAD);
        for (int second = 0; second < 11; second++) {
            send("12345");
            pass(1);
        }
        assertThat(answers()).startsWith("HTTP/1.1 408").contains("TOO_SLOW");
        assertThat(memory.bytes()).isZero();
    }

    @Test
    void aBodyThatKeepsThePaceIsTakenHoweverLongItTakes() {
        send(HEAD);
        String part = "x".repeat((int) Limits.defaults().get(Limit.FRAME_RATE) * 2);
        int sent = 0;
        while (sent + part.length() < 100_000) {
            send(part);
            sent += part.length();
            pass(1);
        }
        send("x".repeat(100_000 - sent));
        channel.runPendingTasks();
        assertThat(answers()).startsWith("HTTP/1.1 200");
    }

    @Test
    void aConnectionIsKeptBetweenRequestsForAMinute() {
        send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n");
        channel.runPendingTasks();
        assertThat(answers()).startsWith("HTTP/1.1 200").contains("connection: keep-alive");
        pass(55);
        assertThat(channel.isOpen()).isTrue();
        pass(6);
        assertThat(channel.isOpen()).isFalse();
    }

    private void send(String text) {
        if (!channel.isOpen()) {
            return; // closed: the attack has ended
        }
        channel.writeInbound(Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII));
        channel.runPendingTasks();
    }

    private void pass(int seconds) {
        channel.advanceTimeBy(seconds, TimeUnit.SECONDS);
        channel.runScheduledPendingTasks();
        channel.runPendingTasks();
    }

    private String answers() {
        StringBuilder text = new StringBuilder();
        for (ByteBuf part = channel.readOutbound(); part != null; part = channel.readOutbound()) {
            text.append(part.toString(StandardCharsets.US_ASCII));
            part.release();
        }
        return text.toString();
    }
}
