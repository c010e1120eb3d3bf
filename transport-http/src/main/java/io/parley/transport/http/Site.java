package io.parley.transport.http;

import io.netty.channel.socket.SocketChannel;
import java.util.Map;
import java.util.function.Consumer;

/** Site served by an {@link HttpServer}. Thread-safe; called on event loops, so it must not block. */
@FunctionalInterface
public interface Site {
    /**
     * Returns the handling of a request, of which the head was read and found in order.
     *
     * @throws HttpRefusal if it is not to be served; its body is not read then
     */
    Handling on(RequestHead head) throws HttpRefusal;

    /** Handling of one request. */
    sealed interface Handling {}

    /**
     * Handling by a taker, after the body was read whole.
     *
     * @param mostBytes a longer one is refused, before more than that of it is held
     * @param to takes it, on an event loop
     */
    record Whole(long mostBytes, Taker to) implements Handling {}

    /** Answer at once without the body, of which there should be none. */
    record Now(Response response) implements Handling {}

    /**
     * Switch of protocols: the answer is 101, and the connection is no longer one of HTTP. The request must have no
     * body.
     *
     * @param headers of the answer
     * @param to takes the socket over on its event loop, and writes nothing before this ends, when the answer goes out;
     *     bytes come to the handlers that it adds
     */
    record Switched(Map<String, String> headers, Consumer<SocketChannel> to) implements Handling {
        public Switched {
            headers = Map.copyOf(headers);
        }
    }

    /**
     * A response whose body comes bit by bit until its connection is closed, as events do. The request must have no body.
     *
     * @param headers of the response
     * @param to takes the socket over on its event loop, and writes nothing before this ends, when the head goes out
     */
    record Events(Map<String, String> headers, Consumer<SocketChannel> to) implements Handling {
        public Events {
            headers = Map.copyOf(headers);
        }
    }

    /** Takes the body of one request. */
    @FunctionalInterface
    interface Taker {
        /** Takes the body, which it closes; and answers, once, now or later, on any thread. Must not block. */
        void take(Body body, Answering to);
    }

    /** Receiver of the response to one request. */
    @FunctionalInterface
    interface Answering {
        /** Sends it, or has it sent, and has its body closed. Never blocks. */
        void answer(Response response);
    }
}
