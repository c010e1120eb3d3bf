/**
 * A client of QUIC version 1 (RFC 9000, RFC 9001) with TLS 1.3 (RFC 8446) of its own, as little of them as cases need: one suite, one group, no
 * congestion control. Its packets may be wrong.
 */
@NullMarked
package io.parley.conformance.quic;

import org.jspecify.annotations.NullMarked;
