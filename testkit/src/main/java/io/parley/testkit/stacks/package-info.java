/**
 * Stacks that users run: a small service and client built on each as a user would, which call each other with and
 * without Parley.
 */
@NullMarked
package io.parley.testkit.stacks;

import org.jspecify.annotations.NullMarked;
