/**
 * Differential mode (docs/protocol/framing.md, "Differences"): a message as its difference from an earlier one of its
 * operation, and which calls are kept for that on either side. Public: {@link io.parley.delta.Delta}. Thread rule:
 * bases are thread-safe, what they give belongs to one call; no I/O, no clock.
 */
@NullMarked
package io.parley.delta;

import org.jspecify.annotations.NullMarked;
