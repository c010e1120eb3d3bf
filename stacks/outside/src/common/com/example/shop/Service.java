package com.example.shop;

import java.net.ServerSocket;
import org.apache.cxf.Bus;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;

/** Serves the shop until its input ends. */
public final class Service {
    private Service() {}

    public static void main(String[] arguments) throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        System.out.println("ready " + Host.start(port));
        while (System.in.read() >= 0) {
            // what is said to it does not matter
        }
        System.exit(0); // containers have threads of their own
    }

    /** Puts the service at an address of that bus. */
    static void publish(Bus bus, String address) {
        Switch.on(bus);
        JaxWsServerFactoryBean server = new JaxWsServerFactoryBean();
        server.setBus(bus);
        server.setServiceBean(new Till());
        server.setAddress(address);
        server.create();
        Types.publish(bus, address);
    }
}
