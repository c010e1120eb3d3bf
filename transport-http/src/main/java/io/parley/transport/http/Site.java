package io.parley.transport.http;

import io.netty.channel.socket.SocketChannel;
import java.util.Map;
import java.util.function.Consumer;

/** What an {@link HttpServer} serves. Thread-safe; called on event loops, so it must not block. */
@FunctionalInterface
public interface Site {
    /**
     * What is to be done with a request, of which the head was read and found in order.
     *
     * @throws HttpRefusal if it is not to be served; its body is not read then
     */
    Handling on(RequestHead head) throws HttpRefusal;

    /** What is done with one request. */
    sealed interface Handling {}

    /**
     * Its body is read whole and handed over.
     *
     * @param mostBytes a longer one is refused, before more than that of it is held
     * @param to takes it, on an event loop
     */
    record Whole(long mostBytes, Taker to) implements Handling {}

    /** It is answered without its body, of which there should be none. */
    record Now(Response response) implements Handling {}

    /**
     * It is answered with 101, and its connection is no longer one of HTTP. There has to be no body.
     *
     * @param headers of the answer
     * @param to takes the socket over on its event loop, and writes nothing before this ends, when the answer goes out; bytes come to the
     *     handlers that it adds
     */
    record Switched(Map<String, String> headers, Consumer<SocketChannel> to) implements Handling {
        public Switched {
            headers = Map.copyOf(headers);
        }
    }

    /** Takes the body of one request. */
    @FunctionalInterface
    interface Taker {
        /** Takes the body, which it closes; and answers, once, now or later, on any thread. Must not block. */
        void take(Body body, Answering to);
    }

    /** Where the response to one request goes. */
    @FunctionalInterface
    interface Answering {
        /** Sends it, or has it sent, and has its body closed. Never blocks. */
        void answer(Response response);
    }
}
