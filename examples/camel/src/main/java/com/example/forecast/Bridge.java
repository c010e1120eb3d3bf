package com.example.forecast;

import io.parley.cxf.ParleyFeature;
import org.apache.camel.CamelContext;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.cxf.common.DataFormat;
import org.apache.camel.component.cxf.jaxws.CxfEndpoint;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;

/** A route that stands before a service: it is a service itself, and a client of the other. Calls stream on both sides of it. */
public final class Bridge extends RouteBuilder {
    private final String own;
    private final String behind;

    /** One at an address of its own, before the service at the other. */
    public Bridge(String own, String behind) {
        this.own = own;
        this.behind = behind;
    }

    /** Runs it until it is stopped; arguments are its address, and that of the service behind it. */
    public static void main(String[] arguments) throws Exception {
        CamelContext camel = new DefaultCamelContext();
        camel.addRoutes(new Bridge(arguments[0], arguments[1]));
        camel.start();
    }

    @Override
    public void configure() {
        Bus bus = BusFactory.getDefaultBus();
        bus.setProperty(ParleyFeature.ENABLED, true);
        from(endpoint(bus, own)).to(endpoint(bus, behind));
    }

    private CxfEndpoint endpoint(Bus bus, String address) {
        CxfEndpoint endpoint = getContext().getEndpoint("cxf:" + address, CxfEndpoint.class);
        endpoint.setBus(bus);
        endpoint.setServiceClass(Forecast.class);
        endpoint.setDataFormat(DataFormat.PAYLOAD);
        return endpoint;
    }
}
