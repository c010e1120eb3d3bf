/**
 * Turns an unreleased buffer into a failed test, in every module whose tests see this module's tests. {@link
 * io.parley.leaks.LeakWatch} records leaks from any thread, {@link io.parley.leaks.LeakCheck} reads them after each
 * test class.
 */
@NullMarked
package io.parley.leaks;

import org.jspecify.annotations.NullMarked;
