/**
 * Restriction of addresses for replies: {@link io.parley.cxf.addressing.ReplyAddresses}, a feature for endpoints with
 * WS-Addressing, whether they use Parley or not. Thread rule: a feature is set up by one thread; what it adds to an
 * endpoint is thread-safe.
 */
@NullMarked
package io.parley.cxf.addressing;

import org.jspecify.annotations.NullMarked;
