package io.parley.bench.retail;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.bench.form.Content;
import io.parley.runtime.Call;
import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.MessageHandler;
import io.parley.runtime.OutgoingMessage;
import java.time.Duration;
import java.util.function.UnaryOperator;
import javax.xml.stream.XMLStreamException;

/**
 * A session on the stream with messages of any content, which both sides read while they arrive. Thread-safe.
 *
 * @param <T> the type of requests and responses
 */
final class StreamRound<T> {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private final Conversation conversation;
    private final Content<T> content;
    private final UnaryOperator<T> service;

    /**
     * Opens the session, which the pair closes.
     *
     * @param representation the name under which it is agreed
     * @param service returns the server's response to a request
     */
    StreamRound(StreamPair pair, String representation, Content<T> content, UnaryOperator<T> service) {
        this.content = content;
        this.service = service;
        this.conversation = pair.open(representation, new Answering());
    }

    T exchange(T value) throws InterruptedException {
        Call call = conversation.beginCall(PATIENCE);
        write(call, value);
        try (IncomingMessage answer = call.awaitAsItComes()) {
            return read(answer);
        }
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

    /**
     * The server; it answers messages of one fragment on the thread that receives them, as the other systems' servers
     * do.
     */
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
