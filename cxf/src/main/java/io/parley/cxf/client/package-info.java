/**
 * Decides for each call of a client whether it streams, and negotiates for it. Public: {@link
 * io.parley.cxf.client.CallStatus}, for applications; {@link io.parley.cxf.client.ClientEndpoint} and the interceptors,
 * for the feature. Thread rule: interceptors run on the caller's thread; a negotiation in mode auto runs on threads of
 * the bus's runtime.
 */
@NullMarked
package io.parley.cxf.client;

import org.jspecify.annotations.NullMarked;
