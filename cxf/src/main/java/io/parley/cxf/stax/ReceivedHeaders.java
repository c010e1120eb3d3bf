package io.parley.cxf.stax;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.runtime.IncomingMessage;
import io.parley.soap.HeaderReader;
import io.parley.soap.HeaderSource;
import io.parley.soap.HeaderUse;
import io.parley.soap.StaticHeader;
import java.util.Set;
import java.util.function.Supplier;
import javax.xml.stream.XMLStreamReader;
import org.apache.cxf.message.Message;
import org.jspecify.annotations.Nullable;

/**
 * Header blocks of a received message that are sent as numbers. Confined to one message.
 *
 * @param source resolves the numbers
 * @param use observer of the numbers; null if there is none
 */
record ReceivedHeaders(
        Message message,
        IncomingMessage incoming,
        HeaderSource source,
        @Nullable HeaderUse use) implements HeaderSource {
    /** Codes that are returned to the peer as such, since nothing was dispatched; all others become a SOAP fault. */
    private static final Set<ErrorCode> REFUSED = Set.of(ErrorCode.CONTEXT_UNAVAILABLE, ErrorCode.CONTENT_MISMATCH);

    HeaderReader reader(XMLStreamReader content) {
        return new HeaderReader(this, content, use);
    }

    @Override
    public StaticHeader get(int number) {
        return orRefuse(() -> source.get(number));
    }

    @Override
    public StaticHeader keep(int number, String text) {
        return source.keep(number, text);
    }

    @Override
    public StaticHeader fetch(int number, String context) {
        return orRefuse(() -> source.fetch(number, context));
    }

    private StaticHeader orRefuse(Supplier<StaticHeader> header) {
        try {
            return header.get();
        } catch (ParleyException e) {
            if (REFUSED.contains(e.code()) && incoming.kind() == IncomingMessage.Kind.REQUEST) {
                incoming.refuse(e.code(), e.text());
                // The request is answered; the chain must not send a fault too.
                message.getExchange().getInMessage().getInterceptorChain().setFaultObserver(null);
            }
            throw e;
        }
    }
}
