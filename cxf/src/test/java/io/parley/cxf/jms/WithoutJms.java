package io.parley.cxf.jms;

import io.parley.cxf.ParleyFeature;
import io.parley.cxf.ParleyStatus;
import io.parley.cxf.Published;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.Mode;
import jakarta.xml.ws.soap.SOAPBinding;

/** A program that has never heard of JMS; prints which channel its call went over. */
final class WithoutJms {
    private WithoutJms() {}

    public static void main(String[] arguments) {
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
            System.out.println("streamed " + status.streamedCalls() + " over "
                    + status.agreement().orElseThrow().channel());
        }
        System.exit(0);
    }
}
