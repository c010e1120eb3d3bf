/**
 * The messages of streamed calls, made where CXF lets others make them: they look their contextual properties up where they
 * stand instead of gathering them, and are not copied on their way into a chain. Everything here is made of CXF's public
 * classes; where somebody put classes of their own in their place, CXF's ordinary messages are used. Thread rule: a message
 * belongs to its chain; everything else is shared and thread-safe.
 */
@NullMarked
package io.parley.cxf.live;

import org.jspecify.annotations.NullMarked;
