package io.parley.transport.http;

import io.netty.channel.socket.SocketChannel;
import java.util.Map;
import java.util.function.Consumer;

/** Site served by an {@link HttpServer}. Thread-safe; called on event loops, so it must not block. */
@FunctionalInterface
public interface Site {
    /**
     * Decides how to handle a request whose head was read and is valid.
     *
     * @throws HttpRefusal if the request is refused; its body is not read then
     */
    Handling on(RequestHead head) throws HttpRefusal;

    /** Way to handle one request. */
    sealed interface Handling {}

    /**
     * Handling after the complete body was read.
     *
     * @param mostBytes maximum length of the body; a longer one is refused before more than that is buffered
     * @param to receives the body, on an event loop
     */
    record Whole(long mostBytes, Taker to) implements Handling {}

    /** Immediate response to a request that should have no body. */
    record Now(Response response) implements Handling {}

    /**
     * Switch of protocols: the response has status 101, and the connection leaves HTTP. The request must have no body.
     *
     * @param headers of the response
     * @param to takes over the socket on its event loop, and writes nothing before it returns, when the response is
     *     sent; received bytes are passed to the handlers that it adds
     */
    record Switched(Map<String, String> headers, Consumer<SocketChannel> to) implements Handling {
        public Switched {
            headers = Map.copyOf(headers);
        }
    }

    /**
     * Response whose body is sent piece by piece until the connection is closed, as with server-sent events. The
     * request must have no body.
     *
     * @param headers of the response
     * @param to takes over the socket on its event loop, and writes nothing before it returns, when the head is sent
     */
    record Events(Map<String, String> headers, Consumer<SocketChannel> to) implements Handling {
        public Events {
            headers = Map.copyOf(headers);
        }
    }

    /** Handler of the body of one request. */
    @FunctionalInterface
    interface Taker {
        /** Handles the body, which it closes, and answers once, now or later, on any thread. Must not block. */
        void take(Body body, ResponseCallback to);
    }

    /** Receiver of the response to one request. */
    @FunctionalInterface
    interface ResponseCallback {
        /** Sends the response and closes its body. Never blocks. */
        void answer(Response response);
    }
}
