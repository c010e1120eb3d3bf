package com.example.shop;

import org.apache.cxf.transport.servlet.CXFNonSpringServlet;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;

/** CXF's servlet in Jetty. */
final class Host {
    private Host() {}

    static String start(int port) throws Exception {
        Server server = new Server(port);
        ServletContextHandler context = new ServletContextHandler("/");
        CXFNonSpringServlet servlet = new CXFNonSpringServlet();
        ServletHolder holder = new ServletHolder(servlet);
        holder.setInitOrder(1);
        holder.setAsyncSupported(true);
        context.addServlet(holder, "/services/*");
        server.setHandler(context);
        server.start();
        Service.publish(servlet.getBus(), "/shop");
        return "http://localhost:" + port + "/services/shop";
    }
}
