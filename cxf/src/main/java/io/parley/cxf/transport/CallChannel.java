package io.parley.cxf.transport;

import org.apache.cxf.message.Exchange;

/** Channel of a call, stored in its exchange on either side. */
public final class CallChannel {
    /** Value for a call that is on no session. */
    public static final String SOAP = "soap";

    private static final String KEY = "io.parley.cxf.channel";

    private CallChannel() {}

    /** Returns the name of the channel of the call's session, or {@value #SOAP}. */
    public static String of(Exchange exchange) {
        return exchange.get(KEY) instanceof String channel ? channel : SOAP;
    }

    /** Records that the call is on a session by this channel. */
    public static void set(Exchange exchange, String channel) {
        exchange.put(KEY, channel);
    }
}
