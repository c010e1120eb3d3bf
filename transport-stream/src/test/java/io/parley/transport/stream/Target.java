package io.parley.transport.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.channel.Address;
import io.parley.endpoint.Contract;
import io.parley.endpoint.Streamer;
import io.parley.negotiation.Agreement;
import io.parley.representation.Sink;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.MessageHandler;
import io.parley.runtime.OutgoingMessage;
import io.parley.runtime.ParleyRuntime;
import io.parley.runtime.RuntimeListener;
import io.parley.testkit.FakeTimers;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A listening runtime as the target of attacks: real sockets, a stopped clock, and an allocator that counts every byte.
 */
final class Target implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofMinutes(1);

    final FakeTimers timers = new FakeTimers();
    final Loopback loopback;
    final AtomicInteger handled = new AtomicInteger();
    final Agreement agreement;
    private final ParleyRuntime runtime;
    private final RuntimeListener listening;
    private final Streamer streamer;

    Target(Contract contract, Limits limits) throws IOException {
        this(Loopback.on(Transport.nio()), contract, limits);
    }

    Target(Loopback loopback, Contract contract, Limits limits) throws IOException {
        this.loopback = loopback;
        this.runtime = ParleyRuntime.builder()
                .limits(limits)
                .timers(timers)
                .channels(List.of(loopback.factory))
                .allocator(loopback.allocator)
                .build();
        this.listening = runtime.listen("stream", new Address("127.0.0.1", 0), null);
        this.agreement = contract.agreement(listening.address(), limits);
        this.streamer = contract.streamer();
    }

    Address address() {
        return listening.address();
    }

    byte[] digest() {
        return agreement.digest().bytes();
    }

    /** Issues a token for a session that reads each request and responds with its value. */
    byte[] token() {
        return token(this::echo);
    }

    byte[] token(MessageHandler handler) {
        return runtime.issue(agreement, "attacker", null, handler);
    }

    RawSocket raw() throws IOException {
        return new RawSocket(address());
    }

    RawSocket opened() throws IOException {
        return raw().opened(token(), digest());
    }

    int sessions() {
        return runtime.sessions();
    }

    /** Returns the number of bytes currently in buffers. */
    long used() {
        return loopback.allocator.used();
    }

    /** Returns the number of bytes currently reserved for messages. */
    long reserved() {
        return runtime.reservedBytes();
    }

    /** Returns the content of a request as a regular client encodes it. */
    byte[] content(String operation, Object value) {
        ByteBuf whole = Unpooled.buffer();
        Sink sink = new Sink(UnpooledByteBufAllocator.DEFAULT, 64 * 1024, (chunk, last) -> {
            whole.writeBytes(chunk);
            chunk.release();
        });
        streamer.send(() -> new Written(sink, agreement), operation, value);
        byte[] bytes = ByteBufUtil.getBytes(whole);
        whole.release();
        return bytes;
    }

    /** Returns the number of frames received by all sessions. */
    long framesIn() {
        return runtime.traffic().framesIn();
    }

    void awaitSessions(int count) {
        await().atMost(PATIENCE).until(() -> runtime.sessions() == count);
    }

    void awaitHandled(int count) {
        await().atMost(PATIENCE).until(() -> handled.get() == count);
    }

    /** Waits until no session, message or buffer is left; fails otherwise. */
    void awaitNothingHeld() {
        awaitSessions(0);
        await().atMost(PATIENCE).untilAsserted(() -> {
            assertThat(reserved()).as("bytes reserved").isZero();
            assertThat(used()).as("bytes in buffers").isZero();
        });
    }

    private void echo(IncomingMessage message) {
        Streamer.Opened opened = Objects.requireNonNull(streamer.open(message));
        Object value = opened.value();
        handled.incrementAndGet();
        if (message.kind() == IncomingMessage.Kind.REQUEST) {
            opened.answer(value);
        }
        message.close();
    }

    @Override
    public void close() {
        runtime.close();
        listening.close();
        await().atMost(PATIENCE).until(() -> {
            timers.advance(Duration.ofSeconds(1));
            return runtime.sessions() == 0;
        });
        loopback.close();
    }

    /** A message that is written to memory only. */
    private record Written(Sink sink, Agreement agreement) implements OutgoingMessage {
        @Override
        public void send() {
            sink.finish();
        }

        @Override
        public void discard() {
            sink.discard();
            throw new AssertionError(ErrorCode.ENCODING);
        }
    }
}
