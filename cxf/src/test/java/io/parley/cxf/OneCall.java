package io.parley.cxf;

import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.Mode;
import jakarta.xml.ws.soap.SOAPBinding;

/** A call of a client that must stream, for programs that run with a reduced class path. */
public final class OneCall {
    private OneCall() {}

    /** Makes the call; returns the channel it used. */
    public static String make() {
        try (Published published = new Published()) {
            published.publishAny(
                    new WrappedStationsImpl(),
                    published.address(),
                    SOAPBinding.SOAP11HTTP_BINDING,
                    new ParleyFeature());
            WrappedStations proxy = published.proxy(
                    WrappedStations.class,
                    SOAPBinding.SOAP11HTTP_BINDING,
                    Published.patient().mode(Mode.ALWAYS));
            proxy.echo("x");
            ParleyStatus status = Published.status(proxy);
            return "streamed " + status.streamedCalls() + " over "
                    + status.agreement().orElseThrow().channel();
        }
    }
}
