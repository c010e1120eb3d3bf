/**
 * Restriction of reply addresses: {@link io.parley.cxf.addressing.ReplyAddresses}, a feature for endpoints with
 * WS-Addressing, with or without Parley. Thread rule: a feature is configured by one thread; the interceptors that it
 * adds are thread-safe.
 */
@NullMarked
package io.parley.cxf.addressing;

import org.jspecify.annotations.NullMarked;
