package io.parley.examples.guide;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.binding.Part;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.ParleyStatus;
import io.parley.cxf.client.CallStatus;
import io.parley.examples.hosting.Clients;
import io.parley.examples.hosting.ServiceHost;
import io.parley.examples.services.Summation;
import jakarta.xml.ws.BindingProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.frontend.ClientProxy;
import org.junit.jupiter.api.Test;

/** Runs the guide's example of an application that finds out why its calls do not stream. */
class FallbackExampleTest {

    @Test
    void theResponseContextTellsHowTheLastCallTravelled() throws Exception {
        List<String> log = new ArrayList<>();
        try (ServiceHost host = ServiceHost.start("localhost", 0, List.of(new ParleyFeature()));
                Clients clients = new Clients()) {
            Summation summation = clients.create(Summation.class, host.summation(), List.of(new ParleyFeature()));
            for (int i = 0; i < 2; i++) {
                summation.sum(new float[] {1});
                Map<String, Object> answered = ((BindingProvider) summation).getResponseContext();
                CallStatus call = (CallStatus) answered.get(CallStatus.KEY);
                log.add(
                        call.streamed()
                                ? "streamed"
                                : "by SOAP, " + call.reason().orElseThrow() + call.detail());
                ParleyStatus.settled(ClientProxy.getClient(summation))
                        .toCompletableFuture()
                        .get(60, TimeUnit.SECONDS);
            }
        }

        assertThat(log).containsExactly("by SOAP, NEGOTIATING", "streamed");
    }

    @Test
    void theStatusOfAClientNamesReasonsAndParts() throws Exception {
        List<String> log = new ArrayList<>();
        try (ServiceHost plain = ServiceHost.start("localhost", 0, List.of());
                Clients clients = new Clients()) {
            Summation summation = clients.create(Summation.class, plain.summation(), List.of(new ParleyFeature()));
            summation.sum(new float[] {1});
            ParleyStatus.settled(ClientProxy.getClient(summation))
                    .toCompletableFuture()
                    .get(60, TimeUnit.SECONDS);
            summation.sum(new float[] {1});

            Client client = ClientProxy.getClient(summation);
            ParleyStatus status = ParleyStatus.of(client).orElseThrow();
            status.fallbacks().forEach((reason, calls) -> {
                log.add(calls + " by SOAP, " + reason + ": " + reason.sentence() + "; to do: " + reason.fix());
            });

            for (Part part : status.parts()) {
                log.add(part.key() + (part.isTyped() ? " typed" : " as infoset: " + part.reason()));
            }
        }

        assertThat(log)
                .anySatisfy(line -> assertThat(line).startsWith("1 by SOAP, NEGOTIATING"))
                .anySatisfy(line ->
                        assertThat(line).startsWith("1 by SOAP, NOT_CAPABLE").contains("to do: enable"))
                .anySatisfy(line -> assertThat(line).startsWith("{" + Summation.NAMESPACE + "}sum/in/0 "));
    }
}
