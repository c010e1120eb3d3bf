/**
 * The channel {@code quic}: frames over one bidirectional stream of a QUIC connection (RFC 9000), with TLS 1.3 always, address
 * validation before anything is kept, and connections that outlive a change of the client's address.
 */
@NullMarked
package io.parley.transport.quic;

import org.jspecify.annotations.NullMarked;
