package io.parley.bench.retail;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.bench.contest.Door;
import io.parley.bench.form.Content;
import io.parley.channel.Address;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.HostPort;
import io.parley.runtime.Call;
import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.MessageHandler;
import io.parley.runtime.OutgoingMessage;
import io.parley.runtime.ParleyRuntime;
import io.parley.runtime.RuntimeListener;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import javax.xml.stream.XMLStreamException;

/**
 * A server and a client in this JVM with any number of sessions on the stream between them. On a machine with two
 * processors there are two event loops: one serves all clients and the other all servers, so that sessions of one pair
 * are comparable. Thread-safe.
 */
final class StreamPair implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int NAMES = 100_000;
    private static final Limits LIMITS = Limits.defaults().with(Limit.NAMES, NAMES);

    private final ParleyRuntime server = ParleyRuntime.builder().limits(LIMITS).build();
    private final ParleyRuntime client = ParleyRuntime.builder().limits(LIMITS).build();
    private final RuntimeListener listening;

    StreamPair(Door door) throws IOException {
        this.listening = server.listen("stream", new Address(Door.SERVER, 0), door.host());
        door.open(List.of(listening.address().port()));
    }

    /**
     * Opens a session with messages of any content, which both sides read while they arrive. The server answers
     * messages of one fragment on the thread that receives them, as the other systems' servers do. The session ends
     * with this pair, and its calls may be made by any thread.
     *
     * @param representation the name under which it is agreed
     * @param service returns the server's response to a request
     */
    <T> Line.Calls<T> open(String representation, Content<T> content, UnaryOperator<T> service) {
        MessageHandler answering = new MessageHandler() {
            @Override
            public void onMessage(IncomingMessage message) {
                T value = read(content, message);
                write(content, service.apply(value), message.beginResponse(false));
                message.close();
            }

            @Override
            public boolean readsAsItComes() {
                return true;
            }
        };
        Address at = listening.address();
        Agreement agreement = Agreement.byApi(
                representation, "stream", List.of(new HostPort(at.host(), at.port())), LIMITS, "benchmarks");
        byte[] token = server.issue(agreement, "bench", null, answering);
        Conversation conversation = client.open(agreement, token, new byte[0], answering)
                .toCompletableFuture()
                .join();
        return value -> {
            Call call = conversation.beginCall(PATIENCE);
            write(content, value, call);
            try (IncomingMessage answer = call.awaitAsItComes()) {
                return read(content, answer);
            }
        };
    }

    private static <T> void write(Content<T> content, T value, OutgoingMessage message) {
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

    private static <T> T read(Content<T> content, IncomingMessage message) {
        try {
            return content.read(message.source());
        } catch (XMLStreamException e) {
            throw new ParleyException(ErrorCode.MALFORMED_MESSAGE, "a message cannot be read", e);
        }
    }

    @Override
    public void close() {
        client.close();
        listening.close();
        server.close();
    }
}
