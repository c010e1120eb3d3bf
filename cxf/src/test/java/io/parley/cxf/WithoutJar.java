package io.parley.cxf;

import io.parley.ConfigurationException;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import jakarta.xml.ws.soap.SOAPBinding;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.frontend.ClientProxyFactoryBean;
import org.apache.cxf.frontend.ServerFactoryBean;

/**
 * A program whose class path lacks a jar; prints the outcome of calls without Parley and with it. Its argument is the
 * frontend of its service and client.
 */
final class WithoutJar {
    private WithoutJar() {}

    /** The contract of the simple frontend. */
    public interface Echo {
        String echo(String text);
    }

    /** The service of the simple frontend. */
    public static final class Echoing implements Echo {
        @Override
        public String echo(String text) {
            return text;
        }
    }

    public static void main(String[] arguments) {
        boolean isSimple = arguments[0].equals("simple");
        try {
            call(isSimple);
            System.out.println("plain answered");
        } catch (Throwable e) { // every failure is printed
            System.out.println("plain failed: " + e);
            System.exit(0);
        }
        try {
            System.out.println("with Parley answered, " + call(isSimple, new ParleyFeature()) + " on a stream");
        } catch (ConfigurationException e) {
            System.out.println("refused " + e.getMessage());
        } catch (Throwable e) {
            e.printStackTrace(System.out);
        }
        System.exit(0);
    }

    private static long call(boolean isSimple, ParleyFeature... features) {
        return isSimple ? Simple.call(features) : JaxWs.call(features);
    }

    private static final class JaxWs {
        static long call(ParleyFeature... features) {
            try (Published published = new Published()) {
                published.publishAny(
                        new WrappedStationsImpl(), published.address(), SOAPBinding.SOAP11HTTP_BINDING, features);
                WrappedStations proxy =
                        published.proxy(WrappedStations.class, SOAPBinding.SOAP11HTTP_BINDING, features);
                proxy.echo("x");
                if (features.length == 0) {
                    return 0;
                }
                ParleyStatus.settled(Published.client(proxy))
                        .toCompletableFuture()
                        .join();
                proxy.echo("y");
                return Published.status(proxy).streamedCalls();
            }
        }
    }

    private static final class Simple {
        static long call(ParleyFeature... features) {
            Bus bus = BusFactory.newInstance().createBus();
            ServerFactoryBean publisher = new ServerFactoryBean();
            publisher.setBus(bus);
            publisher.setServiceClass(Echo.class);
            publisher.setServiceBean(new Echoing());
            publisher.setAddress("http://localhost:" + Published.freePort() + "/echo");
            ClientProxyFactoryBean factory = new ClientProxyFactoryBean();
            factory.setBus(bus);
            factory.setServiceClass(Echo.class);
            factory.setAddress(publisher.getAddress());
            for (ParleyFeature feature : features) {
                publisher.getFeatures().add(feature);
                factory.getFeatures().add(feature);
            }
            publisher.create();
            Echo proxy = factory.create(Echo.class);
            proxy.echo("x");
            if (features.length == 0) {
                return 0;
            }
            ParleyStatus.settled(ClientProxy.getClient(proxy))
                    .toCompletableFuture()
                    .join();
            proxy.echo("y");
            return ParleyStatus.of(ClientProxy.getClient(proxy)).orElseThrow().streamedCalls();
        }
    }
}
