/**
 * The channel {@code quic}: frames over the streams of a QUIC connection (RFC 9000), always with TLS 1.3, address
 * validation before any state is kept, and connections that survive a change of the client's address.
 */
@NullMarked
package io.parley.transport.quic;

import org.jspecify.annotations.NullMarked;
