/**
 * Contract suites and fixtures for those who write a channel, a representation or a store. Public: the contracts, which
 * are JUnit interfaces to implement, and what measures content ({@link io.parley.testkit.Infoset}).
 * Thread rule: fixtures belong to one test.
 */
@NullMarked
package io.parley.testkit;

import org.jspecify.annotations.NullMarked;
