package com.example.shop;

import io.undertow.Undertow;
import io.undertow.servlet.Servlets;
import io.undertow.servlet.api.DeploymentInfo;
import io.undertow.servlet.api.DeploymentManager;
import io.undertow.servlet.util.ImmediateInstanceFactory;
import org.apache.cxf.transport.servlet.CXFNonSpringServlet;

/** CXF's servlet in Undertow. */
final class Host {
    private Host() {}

    static String start(int port) throws Exception {
        CXFNonSpringServlet servlet = new CXFNonSpringServlet();
        DeploymentInfo deployment = Servlets.deployment()
                .setClassLoader(Host.class.getClassLoader())
                .setContextPath("/")
                .setDeploymentName("shop")
                .addServlet(Servlets.servlet("cxf", CXFNonSpringServlet.class, new ImmediateInstanceFactory<>(servlet))
                        .addMapping("/services/*")
                        .setLoadOnStartup(1)
                        .setAsyncSupported(true));
        DeploymentManager manager = Servlets.defaultContainer().addDeployment(deployment);
        manager.deploy();
        Undertow.builder()
                .addHttpListener(port, "localhost")
                .setHandler(manager.start())
                .build()
                .start();
        Service.publish(servlet.getBus(), "/shop");
        return "http://localhost:" + port + "/services/shop";
    }
}
