/**
 * Integration with CXF's interceptor chain: the StAX reader and writer are replaced by a content reader and writer, and
 * inside {@code soap:Body} the exchange's data binding passes whole objects without XML. Public: {@link
 * io.parley.cxf.stax.StaxOut}, {@link io.parley.cxf.stax.TypedIn} and the content types that transports set on a
 * message. Thread rule: interceptors are stateless; everything else belongs to one message.
 */
@NullMarked
package io.parley.cxf.stax;

import org.jspecify.annotations.NullMarked;
