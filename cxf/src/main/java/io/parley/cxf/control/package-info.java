/**
 * Decides for each call of a client whether it streams, negotiates on both sides, and has the state that the endpoints
 * of a bus share. Public: the two interceptors and {@link io.parley.cxf.control.BusRuntime}, for the feature. Thread
 * rule: interceptors run on chain threads; a negotiation in mode auto runs on threads of the bus's runtime.
 */
@NullMarked
package io.parley.cxf.control;

import org.jspecify.annotations.NullMarked;
