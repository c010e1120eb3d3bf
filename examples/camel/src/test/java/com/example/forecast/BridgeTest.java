package com.example.forecast;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.parley.cxf.ParleyFeature;
import io.parley.cxf.ParleyStatus;
import java.io.IOException;
import java.net.ServerSocket;
import org.apache.camel.CamelContext;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.junit.jupiter.api.Test;

class BridgeTest {
    @Test
    void aCallThroughTheRouteStreams() throws Exception {
        String own = address();
        String behind = address();
        JaxWsServerFactoryBean service = new JaxWsServerFactoryBean();
        service.setServiceBean(new Calm());
        service.setAddress(behind);
        service.getFeatures().add(new ParleyFeature());
        service.create();
        try (CamelContext camel = new DefaultCamelContext()) {
            camel.addRoutes(new Bridge(own, behind));
            camel.start();
            JaxWsProxyFactoryBean proxy = new JaxWsProxyFactoryBean();
            proxy.setAddress(own);
            proxy.getFeatures().add(new ParleyFeature());
            Forecast forecast = proxy.create(Forecast.class);
            Client client = ClientProxy.getClient(forecast);

            assertEquals(24, forecast.temperatures("Rome", 24).length);
            ParleyStatus.settled(client).toCompletableFuture().join();
            assertEquals(24, forecast.temperatures("Rome", 24).length);

            assertEquals(1, ParleyStatus.of(client).orElseThrow().streamedCalls());
        }
    }

    private static String address() throws IOException {
        try (ServerSocket free = new ServerSocket(0)) {
            return "http://localhost:" + free.getLocalPort() + "/forecast";
        }
    }
}
