/**
 * The HHFR schema language: an XSD subset with annotations for the wire. Reads, checks, prints; derives from plain XSD
 * and from JAXB classes. Public: {@link io.parley.schema.Schema}, the records it consists of, {@link
 * io.parley.schema.SafeXml}, the one place where XML factories are made, and {@link io.parley.schema.EachEventReader}, the
 * base of readers that look at each event.
 * Thread rule: schemas are immutable; factories are made per call.
 */
@NullMarked
package io.parley.schema;

import org.jspecify.annotations.NullMarked;
