/**
 * Layouts: schemas compiled to flat, immutable plans that codecs interpret (the "Data Model" of the HHFR paper), and
 * their canonical texts with fingerprints. Entry point: {@link io.parley.layout.Layout}. Layouts are immutable and may
 * be used from any thread.
 */
@NullMarked
package io.parley.layout;

import org.jspecify.annotations.NullMarked;
