package io.parley.cxf.stax;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.runtime.IncomingMessage;
import io.parley.soap.HeaderReader;
import io.parley.soap.HeaderSource;
import io.parley.soap.HeaderUse;
import java.util.EnumSet;
import java.util.Set;
import javax.xml.stream.XMLStreamReader;
import org.apache.cxf.message.Message;
import org.jspecify.annotations.Nullable;

/**
 * What a received message has in place of header blocks, and what happens when that leads nowhere. Belongs to one message.
 *
 * @param source where numbers lead
 * @param use told of numbers, or null
 */
record ReceivedHeaders(
        Message message, IncomingMessage incoming, HeaderSource source, @Nullable HeaderUse use) {
    /** What is said to the other side as a code, before anything was dispatched; all else is a fault as any other. */
    private static final Set<ErrorCode> REFUSED =
            EnumSet.of(ErrorCode.CONTEXT_UNAVAILABLE, ErrorCode.CONTENT_MISMATCH);

    HeaderReader reader(XMLStreamReader content) {
        return new HeaderReader(source, content, use);
    }

    void failed(ParleyException why) {
        if (REFUSED.contains(why.code()) && incoming.kind() == IncomingMessage.Kind.REQUEST) {
            incoming.refuse(why.code(), why.text());
            // It is answered: no chain needs to make a fault of it.
            message.getExchange().getInMessage().getInterceptorChain().setFaultObserver(null);
        }
    }
}
