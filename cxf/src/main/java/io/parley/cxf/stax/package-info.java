/**
 * The seam in CXF's chain: the StAX pair is swapped for a content writer and reader, and inside {@code soap:Body} the
 * exchange's data binding hands whole objects past XML. Public: {@link io.parley.cxf.stax.StaxOut}, {@link
 * io.parley.cxf.stax.TypedIn} and what transports put on a message for them.
 * Thread rule: interceptors are stateless; everything else belongs to one message.
 */
@NullMarked
package io.parley.cxf.stax;

import org.jspecify.annotations.NullMarked;
