package io.parley.cxf.transport;

import org.apache.cxf.message.Exchange;

/** Channel of a call, as its exchange knows it, on either side. */
public final class CallChannel {
    /** The channel of a call that is on no session. */
    public static final String SOAP = "soap";

    private static final String KEY = "io.parley.cxf.channel";

    private CallChannel() {}

    /** The name of its session's channel, or {@value #SOAP}. */
    public static String of(Exchange exchange) {
        return exchange.get(KEY) instanceof String channel ? channel : SOAP;
    }

    /** Notes that the call is on a session by this channel. */
    public static void set(Exchange exchange, String channel) {
        exchange.put(KEY, channel);
    }
}
