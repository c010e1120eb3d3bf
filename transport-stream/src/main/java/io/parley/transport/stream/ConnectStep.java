package io.parley.transport.stream;

import io.netty.channel.socket.SocketChannel;

/** Exchange with a peer on a new socket before frames travel on it, such as an upgrade. Used for one connection. */
interface ConnectStep {
    /**
     * Sends the request; handlers that it adds remove themselves. On the socket's event loop. The caller closes a
     * socket whose peer does not respond in time.
     *
     * @param callback called once, on the event loop
     */
    void start(SocketChannel channel, Callback callback);

    /** Outcome of the exchange. */
    interface Callback {
        /** Called when the peer agreed; bytes after its response were not passed on yet. */
        void onSuccess();

        /** Called when the peer refused or the connection failed. */
        void onFailure(Throwable why);
    }
}
