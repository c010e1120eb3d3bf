/**
 * The channels {@code quic} and {@code stream} beside each other where packets are lost. Public: {@link
 * io.parley.bench.loss.LossProgram}, and the two programs that it starts at the ends of a link.
 * Thread rule: trials run one after the other, those over the phone's link beside them.
 */
@NullMarked
package io.parley.bench.loss;

import org.jspecify.annotations.NullMarked;
