package io.parley.examples.demo;

import io.parley.examples.hosting.Clients;
import io.parley.examples.hosting.ServiceHost;
import java.util.List;
import java.util.Objects;

/** Demo of the same client against services without Parley: every call works by SOAP. Used once, by one thread. */
final class PlainPeer {
    private final ServiceHost plain;
    private final DemoListener listener;

    PlainPeer(ServiceHost plain, DemoListener listener) {
        this.plain = plain;
        this.listener = listener;
    }

    <P, Q> DemoReport.Fallback run(Application<P, Q> application) throws DemoException {
        try (Clients clients = new Clients()) {
            String address = application.address().apply(plain);
            P soap = clients.create(application.port(), address, List.of());
            P parley = clients.create(application.port(), address, List.of(Demo.feature()));
            listener.begin("a service without Parley", DemoSettings.FALLBACK_CALLS);
            ParleyView view = ParleyView.of(parley);
            boolean equal = true;
            for (int number = 0; number < DemoSettings.FALLBACK_CALLS; number++) {
                Q request = application.request().apply(number);
                equal &= Objects.equals(
                        application.call().apply(soap, request),
                        application.call().apply(parley, request));
                view.awaitDecision();
                listener.step();
            }
            listener.end();
            if (view.status().streamedCalls() > 0) {
                throw new DemoException("a service without Parley was streamed to");
            }
            return new DemoReport.Fallback(view.lastReason(), equal);
        }
    }
}
