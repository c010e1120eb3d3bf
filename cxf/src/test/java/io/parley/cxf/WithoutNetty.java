package io.parley.cxf;

import io.parley.ConfigurationException;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import jakarta.xml.ws.soap.SOAPBinding;

/** A program whose class path lacks some of Netty's jars; prints what becomes of a call, or the setting that is refused. */
final class WithoutNetty {
    private WithoutNetty() {}

    public static void main(String[] arguments) {
        try (Published published = new Published()) {
            published.publishAny(
                    new WrappedStationsImpl(),
                    published.address(),
                    SOAPBinding.SOAP11HTTP_BINDING,
                    new ParleyFeature());
            WrappedStations proxy =
                    published.proxy(WrappedStations.class, SOAPBinding.SOAP11HTTP_BINDING, new ParleyFeature());
            System.out.println("answered " + proxy.echo("x"));
            ParleyStatus.settled(Published.client(proxy)).toCompletableFuture().join();
            System.out.println("answered " + proxy.echo("y"));
        } catch (ConfigurationException e) {
            System.out.println("refused " + e.getMessage());
        }
        System.exit(0);
    }
}
