/**
 * The HHFR schema language, an XSD subset with annotations for binary encoding: reading, checking and printing schemas,
 * and deriving them from plain XSD or JAXB classes. Entry point: {@link io.parley.schema.Schema}. {@link
 * io.parley.schema.SafeXml} is the only place that creates XML factories; {@link io.parley.schema.EachEventReader} is
 * the base of readers that observe every event. Schemas are immutable and may be used from any thread.
 */
@NullMarked
package io.parley.schema;

import org.jspecify.annotations.NullMarked;
