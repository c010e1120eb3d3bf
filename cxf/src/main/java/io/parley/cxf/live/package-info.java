/**
 * Messages of streamed calls, created through CXF's extension points. They look up contextual properties on demand
 * instead of collecting them, and are not copied on their way into a chain. The classes extend public classes of CXF;
 * where an application has replaced one of these, CXF's ordinary messages are used. Thread rule: a message belongs to
 * its chain; everything else is shared and thread-safe.
 */
@NullMarked
package io.parley.cxf.live;

import org.jspecify.annotations.NullMarked;
