/**
 * Recordings of conversations as the plugin sees them, so that it runs without the module that writes them. Public:
 * {@link io.parley.cxf.recorded.SessionCopy}, {@link io.parley.cxf.recorded.RecordedCopy} and the adapter that creates
 * them from a recorder. Thread rule: copies of sessions are thread-safe; the copy of a message is confined to one
 * thread at a time.
 */
@NullMarked
package io.parley.cxf.recorded;

import org.jspecify.annotations.NullMarked;
