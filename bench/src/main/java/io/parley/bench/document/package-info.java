/**
 * Documents that forms are measured with: a corpus when there is one, documents of the project's own, and the messages of
 * the TDXML paper. Public: {@link io.parley.bench.document.Documents} and what it hands out.
 * Thread rule: everything is immutable.
 */
@NullMarked
package io.parley.bench.document;

import org.jspecify.annotations.NullMarked;
