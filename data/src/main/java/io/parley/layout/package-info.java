/**
 * A schema compiled to a flat, immutable plan that codecs walk (the "Data Model" of the HHFR paper), and its canonical text
 * with fingerprint. Public: {@link io.parley.layout.Layout} and the records it consists of.
 * Thread rule: layouts are immutable.
 */
@NullMarked
package io.parley.layout;

import org.jspecify.annotations.NullMarked;
