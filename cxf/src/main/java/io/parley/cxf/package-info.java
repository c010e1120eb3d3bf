/** The plugin for Apache CXF. */
@NullMarked
package io.parley.cxf;

import org.jspecify.annotations.NullMarked;
