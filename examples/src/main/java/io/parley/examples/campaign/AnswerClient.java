package io.parley.examples.campaign;

import io.parley.Limit;
import io.parley.Limits;
import io.parley.channel.Address;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.ParleyStatus;
import io.parley.cxf.jms.SoapQueue;
import io.parley.endpoint.EndpointClient;
import io.parley.endpoint.negotiated.NegotiatedClientBuilder;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.CompressionTerm;
import io.parley.negotiation.Mode;
import io.parley.testkit.campaign.HeavyContent;
import io.parley.transport.http.endpoint.HttpEndpointClient;
import io.parley.transport.jms.BrokerAccess;
import io.parley.transport.jms.endpoint.JmsEndpointClient;
import io.parley.transport.stream.endpoint.Invitation;
import io.parley.transport.stream.endpoint.StreamClient;
import jakarta.activation.DataHandler;
import jakarta.xml.ws.BindingProvider;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;

/** Client of the {@link AnsweringServices}, of any kind. Thread-safe. */
interface AnswerClient extends AutoCloseable {
    /** The longest time that a call may take, and a side may be silent, on a machine that does other work. */
    Duration PATIENCE = Duration.ofMinutes(4);

    /** Requests a response of that shape and approximate size, and returns the number of its items. */
    int ask(String shape, int bytes) throws Exception;

    /** Makes a call with a short response. */
    int honest(int number);

    /** Returns the shapes that this client can request. */
    List<String> shapes();

    @Override
    void close();

    /** Returns limits with which a slow machine does not end a session. */
    static Limits patient(Limits limits) {
        return limits.with(Limit.KEEP_ALIVE_MILLIS, PATIENCE.toMillis());
    }

    /** Opens a client. */
    static AnswerClient open(ClientForm form, String address, Limits limits) {
        return switch (form.kind()) {
            case STREAM_CLIENT -> new Standalone(invited(form, address, limits));
            case URL_CLIENT -> {
                HttpEndpointClient.Builder building =
                        negotiating(HttpEndpointClient.of(HeavyContent.ANSWERS), form, limits);
                if (form.channel().equals(ClientForm.SOAP)) {
                    yield new Standalone((form.compression().equals(CompressionTerm.NONE) ? building : building.gzip())
                            .open(URI.create(address)));
                }
                yield new Standalone(building.channels(form.channel()).open(URI.create(address)));
            }
            case QUEUE_CLIENT ->
                new Standalone(negotiating(JmsEndpointClient.of(HeavyContent.ANSWERS), form, limits)
                        .open(BrokerAccess.byUrl(address), AnsweringServices.standaloneQueue()));
            case PROXY -> new Proxy(proxy(form, address, limits));
        };
    }

    private static StreamClient invited(ClientForm form, String address, Limits limits) {
        String[] portAndToken = address.split(" ", -1);
        Agreement plain = HeavyContent.ANSWERS.agreement(
                new Address("127.0.0.1", Integer.parseInt(portAndToken[0])), limits, form.representation());
        Agreement agreement =
                form.compression().equals(CompressionTerm.NONE) ? plain : plain.compressed(form.compression());
        return StreamClient.of(HeavyContent.ANSWERS)
                .timeout(PATIENCE)
                .open(Invitation.of(agreement, Base64.getDecoder().decode(portAndToken[1])));
    }

    private static <B extends NegotiatedClientBuilder<B>> B negotiating(B building, ClientForm form, Limits limits) {
        building.timeout(PATIENCE).limits(limits);
        return form.channel().equals(ClientForm.SOAP)
                ? building.mode(Mode.NEVER)
                : building.mode(Mode.ALWAYS)
                        .representations(form.representation())
                        .compression(form.compression());
    }

    private static Answers proxy(ClientForm form, String address, Limits limits) {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setServiceClass(Answers.class);
        factory.getFeatures()
                .add(new ParleyFeature()
                        .mode(Mode.ALWAYS)
                        .set("parley.negotiation-millis", 60_000)
                        .limit(Limit.KEEP_ALIVE_MILLIS, limits.get(Limit.KEEP_ALIVE_MILLIS))
                        .limit(Limit.OBJECT_BYTES, limits.get(Limit.OBJECT_BYTES))
                        .set("parley.channels", form.channel())
                        .set("parley.representations", form.representation())
                        .set("parley.compression", form.compression()));
        if (form.channel().equals("jms")) {
            SoapQueue queue = AnsweringServices.queue(address).withReceiveTimeout(PATIENCE);
            factory.setAddress(queue.address());
            factory.getFeatures().add(queue);
        } else {
            factory.setAddress(address);
        }
        Answers proxy = factory.create(Answers.class);
        ((BindingProvider) proxy)
                .getRequestContext()
                .put("jakarta.xml.ws.client.receiveTimeout", Long.toString(PATIENCE.toMillis()));
        return proxy;
    }

    /** A client without CXF. Every other call is asynchronous. */
    record Standalone(EndpointClient client, AtomicInteger calls) implements AnswerClient {
        Standalone(EndpointClient client) {
            this(client, new AtomicInteger());
        }

        @Override
        public int ask(String shape, int bytes) throws Exception {
            return HeavyContent.size(
                    calls.incrementAndGet() % 2 == 0
                            ? client.call(shape, bytes, Object.class)
                            : client.callAsync(shape, bytes, Object.class).get());
        }

        @Override
        public int honest(int number) {
            return client.call(HeavyContent.HONEST, number, Integer.class);
        }

        @Override
        public List<String> shapes() {
            return List.copyOf(HeavyContent.shapes());
        }

        @Override
        public void close() {
            client.close();
        }
    }

    /** A proxy of CXF. */
    record Proxy(Answers proxy) implements AnswerClient {
        private static final String FILE = "file";
        private static final int CHUNK = 64 * 1024;

        @Override
        public int ask(String shape, int bytes) throws Exception {
            if (shape.equals(FILE)) {
                return length(proxy.file(bytes));
            }
            return HeavyContent.size(
                    switch (shape) {
                        case "text" -> proxy.text(bytes);
                        case "texts" -> proxy.texts(bytes);
                        case "numbers" -> proxy.numbers(bytes);
                        case "beans" -> proxy.beans(bytes);
                        case "map" -> proxy.map(bytes);
                        default -> proxy.bytes(bytes);
                    });
        }

        private static int length(DataHandler file) throws IOException {
            byte[] chunk = new byte[CHUNK];
            int bytes = 0;
            try (InputStream in = file.getInputStream()) {
                for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
                    bytes += read;
                }
            }
            return bytes;
        }

        @Override
        public int honest(int number) {
            return proxy.honest(number);
        }

        @Override
        public List<String> shapes() {
            List<String> shapes = new ArrayList<>(HeavyContent.shapes());
            shapes.add(FILE);
            return shapes;
        }

        @Override
        public void close() {
            if (ParleyStatus.of(ClientProxy.getClient(proxy)).orElseThrow().streamedCalls() == 0) {
                throw new IllegalStateException("expected calls on a session, found none");
            }
            ClientProxy.getClient(proxy).destroy();
        }
    }
}
