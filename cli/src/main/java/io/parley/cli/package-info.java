/** The parley command. */
@NullMarked
package io.parley.cli;

import org.jspecify.annotations.NullMarked;
