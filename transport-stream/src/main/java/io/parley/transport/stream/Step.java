package io.parley.transport.stream;

import io.netty.channel.socket.SocketChannel;

/** Something that is asked on a socket before frames travel on it. For one connection. */
interface Step {
    /**
     * Asks; handlers that it adds take themselves away again. On the socket's event loop. A socket that it is not answered on in
     * time is closed.
     *
     * @param end told once, on the event loop
     */
    void say(SocketChannel channel, End end);

    /** How it ended. */
    interface End {
        /** What was asked for stands; nothing that came behind the answer was passed on yet. */
        void stands();

        /** There is none. */
        void failed(Throwable why);
    }
}
