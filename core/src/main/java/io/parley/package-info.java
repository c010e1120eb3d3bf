/** The words that every room shares. */
@NullMarked
package io.parley;

import org.jspecify.annotations.NullMarked;
