package com.example.shop;

import org.apache.cxf.Bus;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;

/** Makes a client by CXF's own factory. */
final class Caller {
    private Caller() {}

    static Shop of(Bus bus, String address) {
        Switch.on(bus);
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(bus);
        factory.setServiceClass(Shop.class);
        factory.setAddress(address);
        return factory.create(Shop.class);
    }
}
