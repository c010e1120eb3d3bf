/** How long tests wait for what has to come, in every module whose tests see this one's. */
@NullMarked
package io.parley.patience;

import org.jspecify.annotations.NullMarked;
