package io.parley.cxf.durable;

import io.parley.cxf.ParleyFeature;
import jakarta.annotation.Resource;
import jakarta.jws.WebService;
import jakarta.xml.ws.WebServiceContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CountDownLatch;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;

/**
 * A process with the service, to be killed. Arguments: its name, the store, the ports of HTTP and of the stream, the file that it
 * writes each message to before it does anything else, the other nodes.
 */
public final class BookingsHost {
    private BookingsHost() {}

    public static void main(String[] arguments) throws InterruptedException {
        Bus bus = BusFactory.newInstance().createBus();
        bus.setProperty("parley.context-store", arguments[1]);
        bus.setProperty("parley.reliability", "durable");
        bus.setProperty("parley.port", arguments[3]);
        bus.setProperty("parley.other-nodes", arguments[5]);
        JaxWsServerFactoryBean publisher = new JaxWsServerFactoryBean();
        publisher.setBus(bus);
        publisher.setServiceClass(Impl.class);
        publisher.setServiceBean(new Impl(arguments[0], Path.of(arguments[4])));
        publisher.setAddress("http://localhost:" + arguments[2] + "/bookings");
        publisher.getFeatures().add(new ParleyFeature());
        publisher.create();
        System.out.println("ready");
        new CountDownLatch(1).await();
    }

    /** Works on what is stuck for as long as its process lives; it goes on when it comes again. */
    @WebService(endpointInterface = "io.parley.cxf.durable.Bookings", targetNamespace = "urn:bookings")
    public static final class Impl implements Bookings {
        private final String name;
        private final Path tally;

        @Resource
        private WebServiceContext context;

        Impl(String name, Path tally) {
            this.name = name;
            this.tally = tally;
        }

        @Override
        public String book(String order) {
            return "booked " + order + work("book " + order);
        }

        @Override
        public void note(String text) {
            work("note " + text);
        }

        private String work(String what) {
            boolean again = Boolean.TRUE.equals(context.getMessageContext().get(ParleyFeature.REDELIVERED));
            try {
                Files.writeString(
                        tally,
                        name + " " + what + " " + again + "\n",
                        StandardCharsets.UTF_8,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.APPEND);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            if (what.contains("stuck") && !again) {
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
            return again ? " again" : "";
        }
    }
}
