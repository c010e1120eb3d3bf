/** The other half of a cycle of packages. */
@NullMarked
package io.parley.wrong.channel;

import org.jspecify.annotations.NullMarked;
