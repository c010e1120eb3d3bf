package io.parley.examples.demo;

import io.parley.cxf.ParleyFeature;
import io.parley.cxf.control.Settings;
import io.parley.examples.hosting.ServiceHost;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The main job, shown: services on loopback, called by SOAP, over the stream and in a WebSocket, with the cost of each; then the same
 * client against services that do not know Parley.
 *
 * <p>The SOAP side has nothing of Parley in it: clients without the feature call services without the feature.
 */
public final class Demo {
    private static final String LOOPBACK = "localhost";
    /** The channel of the service's own URL. */
    private static final String ONE_PORT = "websocket";

    private static final int PATIENCE_MILLIS = 15_000;

    private Demo() {}

    /**
     * Runs all of it.
     *
     * @throws IOException if the services cannot be published
     * @throws DemoException if calls that should have gone over the stream did not
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

    /** Parley for both sides, its listener on loopback only; patient, since the first negotiation of a JVM loads code. */
    static ParleyFeature feature() {
        return new ParleyFeature().set(Settings.BIND, LOOPBACK).set(Settings.NEGOTIATION_MILLIS, PATIENCE_MILLIS);
    }
}
