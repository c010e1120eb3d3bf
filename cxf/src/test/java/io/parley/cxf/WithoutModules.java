package io.parley.cxf;

import io.parley.ConfigurationException;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.Mode;
import jakarta.xml.ws.soap.SOAPBinding;
import java.util.Map;

/** A program whose class path has what the plugin needs, and no more; prints what its call did, and what settings are refused. */
final class WithoutModules {
    private WithoutModules() {}

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
            System.out.println("streamed " + Published.status(proxy).streamedCalls());
        }
        Map<String, String> settings = Map.of(
                "parley.representations", "tdxml,hhfr",
                "parley.compression", "delta",
                "parley.recording", "tapes");
        settings.forEach((name, value) -> {
            try {
                new ParleyFeature().set(name, value);
                System.out.println("taken: " + name);
            } catch (ConfigurationException e) {
                System.out.println(e.getMessage());
            }
        });
        System.exit(0);
    }
}
