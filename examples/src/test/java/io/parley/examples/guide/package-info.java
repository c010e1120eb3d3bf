/** The examples of README and guide, compiled and run. A test checks that the text there is the text here. */
@NullMarked
package io.parley.examples.guide;

import org.jspecify.annotations.NullMarked;
