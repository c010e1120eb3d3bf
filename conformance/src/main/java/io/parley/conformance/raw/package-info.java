/**
 * A client of the protocol that is written from docs/protocol.md and docs/reference alone. It shares no codec with the
 * core, so that any disagreement is a fault of the pages or of the code; {@code ArchitectureTest} enforces that. It
 * also reads and writes the vectors in docs/protocol/vectors.
 * Thread rule: one thread at a time.
 */
@NullMarked
package io.parley.conformance.raw;

import org.jspecify.annotations.NullMarked;
