package com.example.forecast;

import io.parley.cxf.ParleyFeature;
import jakarta.servlet.ServletConfig;
import jakarta.servlet.annotation.WebServlet;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.transport.servlet.CXFNonSpringServlet;

/** CXF's servlet with the service at {@code services/forecast}. */
@WebServlet(urlPatterns = "/services/*", loadOnStartup = 1, asyncSupported = true)
public class ForecastServlet extends CXFNonSpringServlet {
    private static final long serialVersionUID = 1;

    @Override
    protected void loadBus(ServletConfig configuration) {
        super.loadBus(configuration);
        JaxWsServerFactoryBean service = new JaxWsServerFactoryBean();
        service.setBus(getBus());
        service.setServiceBean(new Calm());
        service.setAddress("/forecast");
        service.getFeatures()
                .add(new ParleyFeature()
                        .set("parley.channels", "websocket,http")
                        .set("parley.servlets-allowed", true)); // this application has no filter that checks single calls
        service.create();
    }
}
