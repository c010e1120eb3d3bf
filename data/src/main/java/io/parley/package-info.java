/**
 * The words every room shares: error codes, limits, traits, and how providers are found. Public: all types.
 * Thread rule: every type here may be used from any thread, and all but {@code SharedThreads} are immutable.
 */
@NullMarked
package io.parley;

import org.jspecify.annotations.NullMarked;
