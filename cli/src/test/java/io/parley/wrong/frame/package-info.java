/** Classes that break the rules of the architecture, to show that the rules can fail. */
@NullMarked
package io.parley.wrong.frame;

import org.jspecify.annotations.NullMarked;
