/**
 * The documents that forms are measured with: a corpus if available, the project's own documents, and the messages of
 * the TDXML paper. Public: {@link io.parley.bench.document.Documents} and the types that it returns.
 * Thread rule: everything is immutable.
 */
@NullMarked
package io.parley.bench.document;

import org.jspecify.annotations.NullMarked;
