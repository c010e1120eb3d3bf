/**
 * A client of the protocol that is written from docs/protocol.md and docs/reference alone. It shares no codec with the core, so
 * that what it cannot read, or is refused for, is a fault of the pages or of the code; {@code ArchitectureTest} keeps that. It
 * also reads and writes the vectors in docs/protocol/vectors.
 */
@NullMarked
package io.parley.conformance.raw;

import org.jspecify.annotations.NullMarked;
