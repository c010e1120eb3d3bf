package io.parley.examples.demo;

import io.parley.cxf.ParleyFeature;
import io.parley.cxf.settings.Settings;
import io.parley.examples.hosting.ServiceHost;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Demo of the main purpose: services on loopback, called by SOAP, over the stream and over a WebSocket, with the cost
 * of each; then the same client against services without Parley.
 *
 * <p>The SOAP side does not use Parley at all: clients without the feature call services without the feature.
 */
public final class Demo {
    private static final String LOOPBACK = "localhost";
    /** Channel at the service's own URL. */
    private static final String ONE_PORT = "websocket";

    private static final int TIMEOUT_MILLIS = 15_000;

    private Demo() {}

    /**
     * Runs the whole demo.
     *
     * @throws IOException if the services cannot be published
     * @throws DemoException if calls that should have been streamed were not
     */
    public static DemoReport run(DemoSettings settings, DemoListener listener) throws IOException, DemoException {
        try (ServiceHost parley = ServiceHost.start(LOOPBACK, 0, List.of(feature()));
                ServiceHost plain = ServiceHost.start(LOOPBACK, 0, List.of())) {
            List<DemoReport.Result> streamed = new ArrayList<>();
            List<DemoReport.Result> onOnePort = new ArrayList<>();
            for (Application<?, ?> application : Application.all(settings.strings(), settings.floats())) {
                streamed.add(new Comparison<>(application, parley, plain, settings, listener, feature()).run());
                onOnePort.add(new Comparison<>(
                                application,
                                parley,
                                plain,
                                settings,
                                listener,
                                feature().set(Settings.CHANNELS, ONE_PORT))
                        .run());
            }
            return new DemoReport(
                    streamed, onOnePort, new PlainPeer(plain, listener).run(Application.summation(settings.floats())));
        }
    }

    /** Returns the feature for both sides: listeners on loopback, and a long negotiation timeout for class loading. */
    static ParleyFeature feature() {
        return new ParleyFeature().set(Settings.BIND, LOOPBACK).set(Settings.NEGOTIATION_MILLIS, TIMEOUT_MILLIS);
    }
}
