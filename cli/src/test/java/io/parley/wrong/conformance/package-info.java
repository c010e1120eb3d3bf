@NullMarked
package io.parley.wrong.conformance;

import org.jspecify.annotations.NullMarked;
