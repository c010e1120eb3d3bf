/**
 * What the endpoints of a bus share: the runtime, the context store and what is kept in it, recordings, and the
 * settings that only one endpoint can make. Public: {@link io.parley.cxf.bus.BusRuntime} and what it returns. Thread
 * rule: everything is thread-safe; reading a store blocks the caller, writing does not.
 */
@NullMarked
package io.parley.cxf.bus;

import org.jspecify.annotations.NullMarked;
