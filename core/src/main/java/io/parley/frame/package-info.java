/**
 * The frames of docs/protocol/framing.md, sections 2 to 4: one stateless codec per frame; the only package that knows
 * offsets. Public: {@link io.parley.frame.FrameType}, {@link io.parley.frame.Framing}, and the codecs. Thread rule:
 * codecs are stateless; a {@code Framing} is confined to one thread at a time.
 */
@NullMarked
package io.parley.frame;

import org.jspecify.annotations.NullMarked;
