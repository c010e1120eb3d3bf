package com.example.shop;

import java.nio.file.Files;
import org.apache.catalina.Context;
import org.apache.catalina.Wrapper;
import org.apache.catalina.startup.Tomcat;
import org.apache.cxf.transport.servlet.CXFNonSpringServlet;

/** CXF's servlet in Tomcat. */
final class Host {
    private Host() {}

    static String start(int port) throws Exception {
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(Files.createTempDirectory("shop").toString());
        tomcat.setPort(port);
        tomcat.getConnector();
        Context context = tomcat.addContext("", null);
        CXFNonSpringServlet servlet = new CXFNonSpringServlet();
        Wrapper wrapper = Tomcat.addServlet(context, "cxf", servlet);
        wrapper.setLoadOnStartup(1);
        wrapper.setAsyncSupported(true);
        context.addServletMappingDecoded("/services/*", "cxf");
        tomcat.start();
        Service.publish(servlet.getBus(), "/shop");
        return "http://localhost:" + port + "/services/shop";
    }
}
