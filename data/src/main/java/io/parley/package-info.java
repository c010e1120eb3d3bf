/**
 * Types that all modules share: error codes, limits, channel traits, and the registry of providers. All types are
 * public. All may be used from any thread, and all but {@code SharedThreads} are immutable.
 */
@NullMarked
package io.parley;

import org.jspecify.annotations.NullMarked;
