package io.parley.transport.stream;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.SslHandler;
import java.time.Duration;

/** Factory of TLS handlers. Thread-safe. */
@FunctionalInterface
public interface TlsMaker {
    /**
     * Creates the TLS handler of one connection, to be the first in its pipeline.
     *
     * @param allocator for the engine's buffers
     * @param handshake time limit of the handshake
     */
    SslHandler handler(ByteBufAllocator allocator, Duration handshake);
}
