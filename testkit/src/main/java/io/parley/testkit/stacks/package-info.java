/** The stacks that people run: a small service and client built on each as a user would, and called by each other with Parley and without. */
@NullMarked
package io.parley.testkit.stacks;

import org.jspecify.annotations.NullMarked;
