package com.example;

import com.example.Messages.Numbers;
import com.example.Messages.Total;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.ParleyStatus;
import io.parley.cxf.jms.SoapQueue;
import io.parley.endpoint.Contract;
import io.parley.endpoint.Operation;
import io.parley.negotiation.Mode;
import io.parley.transport.http.endpoint.HttpEndpoint;
import io.parley.transport.http.endpoint.HttpEndpointClient;
import io.parley.transport.jms.BrokerAccess;
import io.parley.transport.jms.EmbeddedBroker;
import java.net.ServerSocket;
import java.util.List;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.feature.Feature;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;

/** Calls a service in three ways: with CXF, without CXF and over a queue. Fails unless each call was streamed. */
public final class Outside {
    private Outside() {}

    public static void main(String[] arguments) throws Exception {
        cxf();
        withoutCxf();
        queue();
        System.exit(0); // threads of CXF and the broker keep running
    }

    private static void cxf() throws Exception {
        String address = "http://localhost:" + freePort() + "/sums";
        List<Feature> features = List.of(new ParleyFeature().mode(Mode.ALWAYS));
        serve(address, features).start();
        expectStreamed("cxf", call(address, features));
    }

    private static void queue() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.builder().queue("sums").start()) {
            SoapQueue queue = SoapQueue.of(BrokerAccess.byUrl(broker.localUrl()), "sums");
            List<Feature> features = List.of(queue, new ParleyFeature().mode(Mode.ALWAYS));
            serve(queue.address(), features).start();
            expectStreamed("queue", call(queue.address(), features));
        }
    }

    private static Server serve(String address, List<Feature> features) {
        JaxWsServerFactoryBean server = new JaxWsServerFactoryBean();
        server.setServiceBean(new SummationService());
        server.setAddress(address);
        server.getFeatures().addAll(features);
        server.setStart(false);
        return server.create();
    }

    private static ParleyStatus call(String address, List<Feature> features) {
        JaxWsProxyFactoryBean client = new JaxWsProxyFactoryBean();
        client.setServiceClass(Summation.class);
        client.setAddress(address);
        client.getFeatures().addAll(features);
        Summation summation = client.create(Summation.class);
        expect(6, summation.sum(new float[] {1, 2, 3}));
        return ParleyStatus.of(ClientProxy.getClient(summation)).orElseThrow();
    }

    private static void withoutCxf() throws Exception {
        Operation<Numbers, Total> sum = Operation.of("sum", Numbers.class, Total.class);
        Contract contract = Contract.of("urn:sums", sum);
        try (HttpEndpoint endpoint =
                        HttpEndpoint.serve(contract).on(sum, Outside::total).start(0);
                HttpEndpointClient client =
                        HttpEndpointClient.of(contract).mode(Mode.ALWAYS).open(endpoint.url())) {
            Numbers numbers = new Numbers();
            numbers.number = new float[] {1, 2, 3};
            expect(6, client.call(sum, numbers).value);
            System.out.println("without CXF: streamed by " + client.channel().orElseThrow());
        }
    }

    private static Total total(Numbers numbers) {
        Total total = new Total();
        total.value = new SummationService().sum(numbers.number);
        return total;
    }

    private static void expectStreamed(String way, ParleyStatus status) {
        expect(1, status.streamedCalls());
        System.out.println(way + ": streamed");
    }

    private static void expect(float expected, float found) {
        if (expected != found) {
            throw new IllegalStateException("expected " + expected + ", found " + found);
        }
    }

    private static int freePort() throws Exception {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
