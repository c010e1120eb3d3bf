package com.example.shop;

import org.apache.cxf.BusFactory;

/** CXF's own transport over HTTP, in a program. */
final class Host {
    private Host() {}

    static String start(int port) {
        String address = "http://localhost:" + port + "/shop";
        Service.publish(BusFactory.getDefaultBus(), address);
        return address;
    }
}
