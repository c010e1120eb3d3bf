/**
 * Comparison of the channels {@code quic} and {@code stream} where packets are lost. Public: {@link
 * io.parley.bench.loss.LossProgram}, and the two programs that it starts at the ends of a link. Thread rule: trials run
 * one after the other, and those on the phone's link concurrently with them.
 */
@NullMarked
package io.parley.bench.loss;

import org.jspecify.annotations.NullMarked;
