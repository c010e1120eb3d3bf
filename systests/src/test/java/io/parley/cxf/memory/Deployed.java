package io.parley.cxf.memory;

import io.parley.cxf.ParleyStatus;
import io.parley.cxf.Published;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.Mode;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/**
 * An application loaded in its own class loader, as by a container: its service is published, called over a session,
 * and stopped.
 */
public final class Deployed implements Callable<Boolean> {
    private static final String SOAP11 = "http://schemas.xmlsoap.org/wsdl/soap/http";

    /** Returns true if it was called over a session, which on a busy machine may not open in time. */
    @Override
    public Boolean call() throws Exception {
        try (Published published = new Published()) {
            published.publishAny(new WrappedStationsImpl(), published.address(), SOAP11, Published.feature(Mode.AUTO));
            WrappedStations stations = published.proxy(WrappedStations.class, SOAP11, Published.feature(Mode.AUTO));
            echo(stations);
            ParleyStatus.settled(Published.client(stations))
                    .toCompletableFuture()
                    .get(1, TimeUnit.MINUTES);
            echo(stations);
            return Published.status(stations).streamedCalls() > 0;
        }
    }

    private static void echo(WrappedStations stations) {
        if (!stations.echo("x").equals("x")) {
            throw new IllegalStateException("expected the answer of the service");
        }
    }
}
