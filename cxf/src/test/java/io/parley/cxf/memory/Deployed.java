package io.parley.cxf.memory;

import io.parley.cxf.Published;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.Mode;

/**
 * An application as a container would load it, in a class loader of its own: its service is published, called over a
 * session, and taken down again.
 */
public final class Deployed implements Runnable {
    private static final String SOAP11 = "http://schemas.xmlsoap.org/wsdl/soap/http";

    @Override
    public void run() {
        try (Published published = new Published()) {
            published.publishAny(new WrappedStationsImpl(), published.address(), SOAP11, Published.feature(Mode.AUTO));
            WrappedStations stations = published.proxy(WrappedStations.class, SOAP11, Published.feature(Mode.ALWAYS));
            if (!stations.echo("x").equals("x") || Published.status(stations).streamedCalls() != 1) {
                throw new IllegalStateException("expected a call that streams");
            }
        }
    }
}
