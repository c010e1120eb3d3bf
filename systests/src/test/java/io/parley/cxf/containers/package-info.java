/** Servlet containers that tests embed. */
@NullMarked
package io.parley.cxf.containers;

import org.jspecify.annotations.NullMarked;
