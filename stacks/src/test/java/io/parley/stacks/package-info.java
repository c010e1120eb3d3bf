/**
 * A small application on other library versions than the build's: tests how its calls travel, and that they mean the
 * same as plain SOAP.
 */
@NullMarked
package io.parley.stacks;

import org.jspecify.annotations.NullMarked;
