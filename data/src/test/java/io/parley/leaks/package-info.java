/**
 * Turns a buffer that nobody released into a failed test, in every module whose tests see this one's.
 * {@link io.parley.leaks.LeakWatch} hears of leaks from any thread, {@link io.parley.leaks.LeakCheck} asks after each test class.
 */
@NullMarked
package io.parley.leaks;

import org.jspecify.annotations.NullMarked;
