/** Contract suites and fixtures. */
@NullMarked
package io.parley.testkit;

import org.jspecify.annotations.NullMarked;
