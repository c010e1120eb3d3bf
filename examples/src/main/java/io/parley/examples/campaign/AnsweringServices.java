package io.parley.examples.campaign;

import io.parley.Limit;
import io.parley.Limits;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.jms.SoapQueue;
import io.parley.endpoint.EndpointBuilder;
import io.parley.endpoint.negotiated.NegotiatedEndpointBuilder;
import io.parley.examples.hosting.Loopback;
import io.parley.testkit.FreePort;
import io.parley.testkit.campaign.HeavyContent;
import io.parley.transport.http.endpoint.HttpEndpoint;
import io.parley.transport.jms.BrokerAccess;
import io.parley.transport.jms.EmbeddedBroker;
import io.parley.transport.jms.endpoint.JmsEndpoint;
import io.parley.transport.stream.endpoint.Invitation;
import io.parley.transport.stream.endpoint.StreamEndpoint;
import java.io.IOException;
import java.util.Base64;
import java.util.List;
import org.apache.cxf.Bus;
import org.apache.cxf.feature.Feature;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;

/** Services that send long responses to clients of every kind. Confined to one thread. */
final class AnsweringServices implements AutoCloseable {
    private static final String QUEUE = "answers";
    private static final String STANDALONE_QUEUE = "standalone-answers";
    private static final String LOCALHOST = "localhost";

    private final String url;
    private final String brokerUrl;
    private final EmbeddedBroker broker;
    private final Bus bus = Loopback.bus();
    private final MadeAnswers made = new MadeAnswers();

    AnsweringServices() throws IOException {
        url = "http://" + LOCALHOST + ":" + FreePort.find() + "/answers";
        int port = FreePort.find();
        brokerUrl = "tcp://" + LOCALHOST + ":" + port;
        broker = EmbeddedBroker.builder()
                .queue(QUEUE)
                .queue(STANDALONE_QUEUE)
                .bind(LOCALHOST, port)
                .start();
        ParleyFeature feature = new ParleyFeature()
                .set("parley.negotiation-millis", 60_000)
                .limit(Limit.KEEP_ALIVE_MILLIS, AnswerClient.PATIENCE.toMillis())
                .set("parley.representations", String.join(",", ClientForm.representations()))
                .set("parley.compression", String.join(",", ClientForm.compressions()));
        publish(url, List.of(feature));
        SoapQueue queue = queue(brokerUrl);
        publish(queue.address(), List.of(queue, feature));
    }

    private void publish(String address, List<Feature> features) {
        JaxWsServerFactoryBean server = new JaxWsServerFactoryBean();
        server.setBus(bus);
        server.setServiceBean(new AnswersService(made));
        server.setAddress(address);
        server.getFeatures().addAll(features);
        server.create();
    }

    /** Returns the queue of the CXF service at a broker. */
    static SoapQueue queue(String brokerUrl) {
        return SoapQueue.of(BrokerAccess.byUrl(brokerUrl), QUEUE);
    }

    /** Returns the name of the queue of the standalone service. */
    static String standaloneQueue() {
        return STANDALONE_QUEUE;
    }

    /** A service for one client. */
    interface Served extends AutoCloseable {
        /** Returns the address that the client's program takes. */
        String address();

        @Override
        void close();
    }

    /** Starts what a client of that form calls. */
    Served serve(ClientForm form) throws IOException {
        return switch (form.kind()) {
            case PROXY -> served(form.channel().equals("jms") ? brokerUrl : url, () -> {});
            case STREAM_CLIENT -> {
                StreamEndpoint endpoint = handling(StreamEndpoint.serve(HeavyContent.ANSWERS), form)
                        .representation(form.representation())
                        .host("127.0.0.1")
                        .start(0);
                Invitation invitation = endpoint.invite("campaign");
                yield served(
                        endpoint.port() + " " + Base64.getEncoder().encodeToString(invitation.token()),
                        endpoint::close);
            }
            case URL_CLIENT -> {
                HttpEndpoint endpoint = negotiating(HttpEndpoint.serve(HeavyContent.ANSWERS), form)
                        .start(0);
                yield served(endpoint.url().toString(), endpoint::close);
            }
            case QUEUE_CLIENT -> {
                JmsEndpoint endpoint = negotiating(JmsEndpoint.serve(HeavyContent.ANSWERS), form)
                        .start(BrokerAccess.byUrl(brokerUrl), STANDALONE_QUEUE);
                yield served(brokerUrl, endpoint::close);
            }
        };
    }

    private static Served served(String address, Runnable end) {
        return new Served() {
            @Override
            public String address() {
                return address;
            }

            @Override
            public void close() {
                end.run();
            }
        };
    }

    private <B extends NegotiatedEndpointBuilder<B>> B negotiating(B building, ClientForm form) {
        if (form.channel().equals(ClientForm.SOAP)) {
            return handling(building, new ClientForm(form.kind(), form.channel(), form.representation(), "none"));
        }
        return handling(building, form).representations(form.representation());
    }

    private <B extends EndpointBuilder<B>> B handling(B building, ClientForm form) {
        for (String shape : HeavyContent.shapes()) {
            building.on(shape, Integer.class, bytes -> made.answer(shape, bytes));
        }
        return building.on(HeavyContent.HONEST, Integer.class, number -> number)
                .limits(AnswerClient.patient(Limits.defaults()))
                .compression(form.compression());
    }

    @Override
    public void close() throws IOException {
        bus.shutdown(true);
        broker.close();
    }
}
