package io.parley.cxf.containers;

import io.parley.cxf.ParleyFeature;
import io.parley.cxf.ParleyStatus;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.Mode;
import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.IOException;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.transport.servlet.CXFNonSpringServlet;

/**
 * A servlet of an application with a service; {@code /call?CHANNEL} makes it call its own service on the container's
 * thread.
 */
public final class DeployedServlet extends CXFNonSpringServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void loadBus(ServletConfig configuration) {
        super.loadBus(configuration);
        JaxWsServerFactoryBean publisher = new JaxWsServerFactoryBean();
        publisher.setBus(getBus());
        publisher.setServiceClass(WrappedStationsImpl.class);
        publisher.setServiceBean(new WrappedStationsImpl());
        publisher.setBindingId(SOAPBinding.SOAP11HTTP_BINDING);
        publisher.setAddress("/stations");
        publisher
                .getFeatures()
                .add(new ParleyFeature()
                        .set("parley.channels", "stream,websocket,http")
                        .set("parley.servlets-allowed", true));
        publisher.create();
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws ServletException {
        if (!request.getPathInfo().equals("/call")) {
            super.doGet(request, response); // a WebSocket upgrade
            return;
        }
        try {
            response.getWriter().write(called(request));
        } catch (IOException e) {
            throw new ServletException(e);
        }
    }

    private String called(HttpServletRequest request) {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(getBus());
        factory.setServiceClass(WrappedStations.class);
        factory.setAddress(request.getRequestURL().toString().replace("/call", "/stations"));
        factory.getFeatures()
                .add(new ParleyFeature()
                        .set("parley.negotiation-millis", 60_000)
                        .mode(Mode.ALWAYS)
                        .set("parley.channels", request.getQueryString()));
        WrappedStations stations = factory.create(WrappedStations.class);
        stations.echo("x");
        String channel = ParleyStatus.of(ClientProxy.getClient(stations))
                .orElseThrow()
                .agreement()
                .orElseThrow()
                .channel();
        ClientProxy.getClient(stations).destroy();
        return channel;
    }
}
