/** Three classes that need each other, and a fourth that they need. */
@NullMarked
package io.parley.wrong.knot;

import org.jspecify.annotations.NullMarked;
