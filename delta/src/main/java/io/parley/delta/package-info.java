/**
 * Differential mode (docs/protocol/framing.md, "Differences"): a message as its difference from an earlier one of its
 * operation, and the calls that either side keeps for that. Public: {@link io.parley.delta.Delta}. Thread rule: bases
 * are thread-safe, the objects of a call are used by that call only; no I/O, no clock.
 */
@NullMarked
package io.parley.delta;

import org.jspecify.annotations.NullMarked;
