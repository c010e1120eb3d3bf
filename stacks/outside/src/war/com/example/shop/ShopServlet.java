package com.example.shop;

import jakarta.servlet.ServletConfig;
import jakarta.servlet.annotation.WebServlet;
import org.apache.cxf.transport.servlet.CXFNonSpringServlet;

/** CXF's servlet in a WAR, with the service. */
@WebServlet(urlPatterns = "/services/*", loadOnStartup = 1, asyncSupported = true)
public class ShopServlet extends CXFNonSpringServlet {
    private static final long serialVersionUID = 1;

    @Override
    protected void loadBus(ServletConfig configuration) {
        super.loadBus(configuration);
        Service.publish(getBus(), "/shop");
    }
}
