package io.parley.conformance.quic;

import java.io.IOException;
import java.net.InetSocketAddress;

/** Opens QUIC connections, whose handshake is complete. */
public interface QuicDialer {
    /**
     * Connects.
     *
     * @throws java.io.EOFException if the peer closed the connection, with its {@link QuicClose} as message
     */
    QuicStreams open(InetSocketAddress to, QuicHello hello) throws IOException;
}
