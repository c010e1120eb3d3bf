/**
 * The representation {@code xml}: XML as text, the reference for all others. Public: {@link
 * io.parley.representation.xml.XmlRepresentation}, which is thread-safe; a reader or writer belongs to one thread at a
 * time.
 */
@NullMarked
package io.parley.representation.xml;

import org.jspecify.annotations.NullMarked;
