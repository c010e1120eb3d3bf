@NullMarked
package io.parley.wrong.testkit.raw;

import org.jspecify.annotations.NullMarked;
