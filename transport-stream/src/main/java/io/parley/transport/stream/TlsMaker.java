package io.parley.transport.stream;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.SslHandler;
import java.time.Duration;

/** Makes the TLS of connections. Thread-safe. */
@FunctionalInterface
public interface TlsMaker {
    /**
     * Makes the TLS handler of one connection, the first of its handlers.
     *
     * @param handshake time limit of a handshake
     */
    SslHandler handler(ByteBufAllocator allocator, Duration handshake);
}
