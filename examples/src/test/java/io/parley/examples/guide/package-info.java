/** The examples of README and guide, compiled and run. The text there is the text here; a test compares. */
@NullMarked
package io.parley.examples.guide;

import org.jspecify.annotations.NullMarked;
