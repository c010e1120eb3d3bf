/**
 * A client of QUIC version 1 (RFC 9000, RFC 9001) with its own TLS 1.3 (RFC 8446), as little as test cases need: one
 * cipher suite, one group, no congestion control. Its packets may be invalid.
 * Thread rule: one thread at a time.
 */
@NullMarked
package io.parley.conformance.quic;

import org.jspecify.annotations.NullMarked;
