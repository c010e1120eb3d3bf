package io.parley.cxf.durable;

import io.parley.cxf.Certificates;
import io.parley.cxf.Https;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.callers.CertificatePrincipal;
import jakarta.annotation.Resource;
import jakarta.jws.WebService;
import jakarta.xml.ws.WebServiceContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.Principal;
import java.security.cert.X509Certificate;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.security.transport.TLSSessionInfo;

/**
 * A process with the service, to be killed. Arguments: its name, the store, the ports of HTTP and of the stream, the
 * file to which it writes each message before it does anything else, the other nodes. With {@link #KEYS} it uses https.
 */
public final class BookingsHost {
    /** System property: the file of the key that it presents over https. */
    static final String KEYS = "bookings.keys";

    /** System property: the file of the key that its stream presents; without it the process makes a key. */
    static final String STREAM_KEYS = "bookings.stream-keys";

    /** System property: the file of the certificates for which it asks clients; without it, it requests none. */
    static final String CLIENTS = "bookings.clients";

    /** System property: the file of the secret that seals sessions. */
    static final String SEAL = "bookings.seal";

    private BookingsHost() {}

    public static void main(String[] arguments) throws Exception {
        serve(name -> System.getProperty(name, ""), arguments);
        System.out.println("ready");
        new CountDownLatch(1).await();
    }

    /** Runs the service of such a process on a bus in the caller's process, for tests that need no kill. */
    static Bus serve(UnaryOperator<String> properties, String... arguments) throws Exception {
        Bus bus = BusFactory.newInstance().createBus();
        String keys = properties.apply(KEYS);
        String clients = properties.apply(CLIENTS);
        int port = Integer.parseInt(arguments[2]);
        if (!clients.isEmpty()) {
            Https.serve(bus, port, Certificates.read(Path.of(keys)), Certificates.read(Path.of(clients)));
        } else if (!keys.isEmpty()) {
            Https.serve(bus, port, Certificates.read(Path.of(keys)));
        }
        bus.setProperty("parley.seal-key", properties.apply(SEAL));
        bus.setProperty("parley.key-store", properties.apply(STREAM_KEYS));
        bus.setProperty("parley.key-store-password", Certificates.password());
        bus.setProperty("parley.context-store", arguments[1]);
        bus.setProperty("parley.reliability", "durable");
        bus.setProperty("parley.port", arguments[3]);
        bus.setProperty("parley.other-nodes", arguments[5]);
        JaxWsServerFactoryBean publisher = new JaxWsServerFactoryBean();
        publisher.setBus(bus);
        publisher.setServiceClass(Impl.class);
        publisher.setServiceBean(new Impl(arguments[0], Path.of(arguments[4])));
        publisher.setAddress((keys.isEmpty() ? "http" : "https") + "://localhost:" + port + "/bookings");
        publisher.getFeatures().add(new ParleyFeature());
        publisher.getFeatures().add(new CertificatePrincipal());
        publisher.create();
        return bus;
    }

    /** Blocks on a message that contains {@code stuck} until its process ends; answers it when it is redelivered. */
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
            return "booked " + order + work("book " + order) + caller();
        }

        @Override
        public void note(String text) {
            work("note " + text);
        }

        @Override
        public String suite() {
            Object tls = context.getMessageContext().get(TLSSessionInfo.class.getName());
            return tls instanceof TLSSessionInfo info ? info.getCipherSuite() : "none";
        }

        /** Returns the caller, and the owner of the certificate that interceptors find. */
        private String caller() {
            Principal principal = context.getUserPrincipal();
            Object tls = context.getMessageContext().get(TLSSessionInfo.class.getName());
            return principal == null
                    ? ""
                    : " for " + principal.getName() + " by "
                            + ((X509Certificate) ((TLSSessionInfo) tls).getPeerCertificates()[0])
                                    .getSubjectX500Principal();
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
