package io.parley.transport.stream;

import io.netty.channel.socket.SocketChannel;
import io.parley.channel.websocket.KeepAlive;

/** Asks, on a socket that is connected, for the WebSocket that frames are to travel in. For one connection. */
public interface Greeting {
    /**
     * Asks; handlers that it adds take themselves away again. On the socket's event loop, behind its TLS. A socket that it is not
     * answered on in time is closed.
     *
     * @param end told once, on the event loop
     */
    void say(SocketChannel channel, End end);

    /** Outcome of a greeting. */
    interface End {
        /** The WebSocket stands; nothing that came behind the answer was passed on yet. */
        void stands();

        /** Called when there is no connection. */
        void failed(Throwable why);
    }

    /** Returns the longest time for which this side of the WebSocket is silent; it learns when it was cut while silent. */
    KeepAlive keepAlive();
}
