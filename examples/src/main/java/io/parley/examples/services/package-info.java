/**
 * Services of the examples, written like any code-first JAX-WS application: the two applications of the HHFR paper and
 * a customer record. They do not depend on Parley. Public: all types. Thread rule: implementations have no shared
 * state, except {@code CustomerDesk}, which is thread-safe.
 */
@NullMarked
package io.parley.examples.services;

import org.jspecify.annotations.NullMarked;
