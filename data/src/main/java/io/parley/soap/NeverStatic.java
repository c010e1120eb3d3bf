package io.parley.soap;

import java.util.Locale;
import java.util.Set;
import javax.xml.namespace.QName;

/**
 * Header blocks that never become static headers, however often they are repeated: credentials and signatures, message
 * ids, and traces (docs/protocol/framing.md 5.4).
 */
final class NeverStatic {
    private static final String[] SECURITY = {
        "http://docs.oasis-open.org/wss/",
        "http://schemas.xmlsoap.org/ws/2002/",
        "http://schemas.xmlsoap.org/ws/2003/06/secext",
        "http://schemas.xmlsoap.org/ws/2005/02/sc",
        "http://schemas.xmlsoap.org/ws/2005/02/trust",
        "http://docs.oasis-open.org/ws-sx/",
        "http://www.w3.org/2000/09/xmldsig#",
        "http://www.w3.org/2001/04/xmlenc#",
        "http://www.w3.org/2009/xmldsig11#",
        "http://www.w3.org/2009/xmlenc11#",
        "urn:oasis:names:tc:SAML:"
    };

    private static final String[] ADDRESSING = {
        "http://www.w3.org/2005/08/addressing", "http://schemas.xmlsoap.org/ws/200"
    };

    private static final Set<String> MESSAGE_IDS = Set.of("MessageID", "RelatesTo");

    private static final Set<String> TRACES =
            Set.of("traceparent", "tracestate", "baggage", "b3", "uber-trace-id", "request-id", "x-request-id");
    private static final String[] TRACE_BEGINNINGS = {"x-b3-", "correlation"};

    private NeverStatic() {}

    static boolean is(QName name) {
        String namespace = name.getNamespaceURI();
        if (startsWithAny(namespace, SECURITY)) {
            return true;
        }
        if (MESSAGE_IDS.contains(name.getLocalPart()) && startsWithAny(namespace, ADDRESSING)) {
            return true;
        }
        String local = name.getLocalPart().toLowerCase(Locale.ROOT);
        return TRACES.contains(local) || startsWithAny(local, TRACE_BEGINNINGS);
    }

    private static boolean startsWithAny(String text, String[] beginnings) {
        for (String beginning : beginnings) {
            if (text.startsWith(beginning)) {
                return true;
            }
        }
        return false;
    }
}
