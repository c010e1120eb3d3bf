/** A small application on another stack than the build's: how its calls travel, and that they mean what plain SOAP means. */
@NullMarked
package io.parley.stacks;

import org.jspecify.annotations.NullMarked;
