/** Reverse proxies of the machine's or of Debian's packages, run with the configurations of the guide. */
@NullMarked
package io.parley.testkit.proxy;

import org.jspecify.annotations.NullMarked;
