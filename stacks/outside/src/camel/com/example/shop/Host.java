package com.example.shop;

import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.cxf.common.DataFormat;
import org.apache.camel.component.cxf.jaxws.CxfEndpoint;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.cxf.BusFactory;

/** A route of Camel that stands before the service: it is a service itself, and a client of the one behind it. */
final class Host {
    private Host() {}

    static String start(int port) throws Exception {
        String address = "http://localhost:" + port + "/";
        Service.publish(BusFactory.getDefaultBus(), address + "behind");
        DefaultCamelContext camel = new DefaultCamelContext();
        camel.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from(side(camel, address + "shop")).to(side(camel, address + "behind"));
            }
        });
        camel.start();
        return address + "shop";
    }

    private static CxfEndpoint side(DefaultCamelContext camel, String address) {
        CxfEndpoint endpoint = camel.getEndpoint("cxf:" + address, CxfEndpoint.class);
        endpoint.setBus(BusFactory.getDefaultBus());
        endpoint.setServiceClass(Shop.class);
        endpoint.setDataFormat(DataFormat.PAYLOAD);
        return endpoint;
    }
}
