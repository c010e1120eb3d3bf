/** A server that opens connections. */
@NullMarked
package io.parley.wrong.transport.stream;

import org.jspecify.annotations.NullMarked;
