package io.parley.bench.retail;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.bench.contest.Door;
import io.parley.channel.Address;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.HostPort;
import io.parley.runtime.Call;
import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.Listening;
import io.parley.runtime.MessageHandler;
import io.parley.runtime.OutgoingMessage;
import io.parley.runtime.ParleyRuntime;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import javax.xml.stream.XMLStreamException;

/**
 * A session on the stream whose messages are content of any form, read while it comes on both sides. Thread-safe.
 *
 * @param <T> what is exchanged
 */
final class StreamRound<T> implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int NAMES = 100_000;
    private static final Limits LIMITS = Limits.defaults().with(Limit.NAMES, NAMES);

    private final ParleyRuntime server = ParleyRuntime.builder().limits(LIMITS).build();
    private final ParleyRuntime client = ParleyRuntime.builder().limits(LIMITS).build();
    private final Listening listening;
    private final Conversation conversation;
    private final Content<T> content;
    private final UnaryOperator<T> service;

    /**
     * @param representation under which name the session is agreed
     * @param service what the server makes of a request
     */
    StreamRound(String representation, Content<T> content, UnaryOperator<T> service, Door door) throws IOException {
        this.content = content;
        this.service = service;
        this.listening = server.listen("stream", new Address(Door.SERVER, 0), door.host());
        Address at = listening.address();
        door.open(List.of(at.port()));
        Agreement agreement = Agreement.byApi(
                representation, "stream", List.of(new HostPort(at.host(), at.port())), LIMITS, "benchmarks");
        byte[] token = server.issue(agreement, "bench", null, new Answering());
        this.conversation = client.open(agreement, token, new byte[0], new Answering())
                .toCompletableFuture()
                .join();
    }

    T exchange(T value) throws InterruptedException {
        Call call = conversation.beginCall(PATIENCE);
        write(call, value);
        try (IncomingMessage answer = call.awaitAsItComes()) {
            return read(answer);
        }
    }

    @Override
    public void close() {
        client.close();
        listening.close();
        server.close();
    }

    private void write(OutgoingMessage message, T value) {
        boolean sent = false;
        try {
            content.write(value, message.sink());
            message.send();
            sent = true;
        } catch (XMLStreamException e) {
            throw new ParleyException(ErrorCode.ENCODING, "a message cannot be written", e);
        } finally {
            if (!sent) {
                message.discard();
            }
        }
    }

    private T read(IncomingMessage message) {
        try {
            return content.read(message.source());
        } catch (XMLStreamException e) {
            throw new ParleyException(ErrorCode.MALFORMED_MESSAGE, "a message cannot be read", e);
        }
    }

    /** The server; messages of one fragment are answered where they come, as others' are in the benchmarks. */
    private final class Answering implements MessageHandler {
        @Override
        public void onMessage(IncomingMessage message) {
            T value = read(message);
            write(message.beginResponse(false), service.apply(value));
            message.close();
        }

        @Override
        public boolean readsAsItComes() {
            return true;
        }
    }
}
