/**
 * The representation {@code xml}: text, the reference that all others are compared with.
 * Public: {@link io.parley.representation.xml.XmlRepresentation}.
 * Thread rule: the representation is thread-safe; a reader or writer belongs to one thread at a time.
 */
@NullMarked
package io.parley.representation.xml;

import org.jspecify.annotations.NullMarked;
