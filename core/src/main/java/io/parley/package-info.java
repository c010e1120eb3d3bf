/**
 * The words every room shares: error codes, limits, traits, and how providers are found. Public: all types.
 * Thread rule: every type here is immutable and may be used from any thread.
 */
@NullMarked
package io.parley;

import org.jspecify.annotations.NullMarked;
