/** The timeout of tests that wait for an event, in every module whose tests see this module's tests. */
@NullMarked
package io.parley.patience;

import org.jspecify.annotations.NullMarked;
