package io.parley.testkit.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.channel.Address;
import io.parley.channel.ChannelProvider;
import io.parley.representation.SideContent;
import io.parley.runtime.Call;
import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.MessageHandler;
import io.parley.runtime.OutgoingMessage;
import io.parley.testkit.FakeTimers;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Runtimes that exchange messages with side streams over one channel, and the memory that this takes. */
final class SideTalks implements AutoCloseable {
    static final int MIB = 1024 * 1024;
    static final long LARGE = 64L * MIB;
    static final Duration LONG = Duration.ofHours(1);
    static final Duration IDLE = Duration.ofMillis(Limit.SIDE_IDLE_MILLIS.initial());

    /** Requests that the server received, for tests that read them themselves and close them. */
    final BlockingQueue<IncomingMessage> arrived = new LinkedBlockingQueue<>();

    private final PooledMemory memory = new PooledMemory();
    private final Talks talks;

    SideTalks(ChannelProvider provider, Address bindAddress) {
        // A long keep-alive, so that a test may advance time at once.
        this.talks = new Talks(provider, bindAddress, memory.allocator(), LONG);
    }

    FakeTimers time() {
        return talks.time;
    }

    Conversation talk(Limits limits, MessageHandler atServer) throws Exception {
        return talks.talk(limits, atServer);
    }

    /** Answers with the side streams of the request, without reading them. */
    static void passOn(IncomingMessage message) {
        SideContent[] contents = new SideContent[message.source().sides().count()];
        for (int i = 0; i < contents.length; i++) {
            InputStream in = message.source().sides().take(i, "test");
            contents[i] = new SideContent() {
                @Override
                public InputStream open() {
                    return in;
                }

                @Override
                public void discard() {
                    try {
                        in.close();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }
            };
        }
        answer(message, contents);
    }

    static void answer(IncomingMessage message, SideContent... contents) {
        OutgoingMessage response = message.beginResponse(false);
        add(response, contents);
        response.send();
        message.close();
    }

    static Call call(Conversation conversation, SideContent... contents) {
        Call call = conversation.beginCall(LONG);
        add(call, contents);
        call.send();
        return call;
    }

    static void add(OutgoingMessage message, SideContent... contents) {
        for (int number = 0; number < contents.length; number++) {
            assertThat(message.sink().sides().add(contents[number])).isEqualTo(number);
        }
        message.sink().writeVarint(contents.length);
    }

    static IncomingMessage ask(Conversation conversation, SideContent... contents) throws Exception {
        return call(conversation, contents).response().get(60, TimeUnit.SECONDS);
    }

    IncomingMessage next() throws InterruptedException {
        IncomingMessage message = arrived.poll(60, TimeUnit.SECONDS);
        assertThat(message).as("a message at the server").isNotNull();
        return message;
    }

    static void fails(ErrorCode code, ThrowingCallable reading) {
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(reading)
                .havingCause()
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    /** Returns the bytes that the runtimes allocated and did not release. */
    long inUse() {
        return memory.inUse();
    }

    /** Returns the number of pooled buffers that both sides hold. */
    long buffers() {
        return memory.buffers();
    }

    @Override
    public void close() throws Exception {
        talks.close();
    }
}
