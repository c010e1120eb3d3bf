/** The stream channel on Netty TCP. */
@NullMarked
package io.parley.transport.stream;

import org.jspecify.annotations.NullMarked;
