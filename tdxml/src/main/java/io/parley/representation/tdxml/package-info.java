/**
 * Representation {@code tdxml}, table-driven XML (the TDXML paper; docs/reference/tdxml.md): rows of key and value
 * under a data schema in place of elements. Public: {@link io.parley.representation.tdxml.Tdxml}, and for documents
 * {@link io.parley.representation.tdxml.TdxmlDocument}, {@link io.parley.representation.tdxml.TdxmlPackage} and {@link
 * io.parley.representation.tdxml.DataSchema}. Thread rule: the representation and schemas are thread-safe; a reader or
 * writer is used by one thread at a time.
 */
@NullMarked
package io.parley.representation.tdxml;

import org.jspecify.annotations.NullMarked;
