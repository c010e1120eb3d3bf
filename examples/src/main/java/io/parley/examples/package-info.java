/** Demo services and sample applications. */
@NullMarked
package io.parley.examples;

import org.jspecify.annotations.NullMarked;
