/**
 * The services of the examples, as any code-first JAX-WS application writes them: the two applications of the HHFR paper
 * and a customer record. Nothing in here knows Parley. Public: all types.
 * Thread rule: implementations keep no state that calls share, except {@code CustomerDesk}, which is thread-safe.
 */
@NullMarked
package io.parley.examples.services;

import org.jspecify.annotations.NullMarked;
