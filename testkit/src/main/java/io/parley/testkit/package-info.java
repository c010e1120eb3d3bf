/**
 * Contract tests and fixtures for implementors of channels, representations and stores. Public: the contracts, which
 * are JUnit interfaces to implement, and {@link io.parley.testkit.Infoset}, which compares content.
 * Thread rule: a fixture belongs to one test unless its documentation says otherwise.
 */
@NullMarked
package io.parley.testkit;

import org.jspecify.annotations.NullMarked;
