package com.example.forecast;

import io.parley.cxf.ParleyFeature;
import org.apache.camel.CamelContext;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.cxf.common.DataFormat;
import org.apache.camel.component.cxf.jaxws.CxfEndpoint;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;

/**
 * Camel route in front of a service: a service itself, and a client of the other one. Calls stream on both sides of it.
 */
public final class Bridge extends RouteBuilder {
    private final String address;
    private final String target;

    /**
     * Creates a route.
     *
     * @param address address of the route
     * @param target address of the service behind it
     */
    public Bridge(String address, String target) {
        this.address = address;
        this.target = target;
    }

    /** Runs the route until it is stopped; the arguments are its address and that of the service behind it. */
    public static void main(String[] arguments) throws Exception {
        CamelContext camel = new DefaultCamelContext();
        camel.addRoutes(new Bridge(arguments[0], arguments[1]));
        camel.start();
    }

    @Override
    public void configure() {
        Bus bus = BusFactory.getDefaultBus();
        bus.setProperty(ParleyFeature.ENABLED, true);
        from(endpoint(bus, address)).to(endpoint(bus, target));
    }

    private CxfEndpoint endpoint(Bus bus, String address) {
        CxfEndpoint endpoint = getContext().getEndpoint("cxf:" + address, CxfEndpoint.class);
        endpoint.setBus(bus);
        endpoint.setServiceClass(Forecast.class);
        endpoint.setDataFormat(DataFormat.PAYLOAD);
        return endpoint;
    }
}
