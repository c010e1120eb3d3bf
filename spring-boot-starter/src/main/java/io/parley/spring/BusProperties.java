package io.parley.spring;

import org.apache.cxf.Bus;
import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * Sets the application's properties on each bus, as soon as it is made: clients and services look there. What the
 * application sets on the bus itself afterwards stays.
 */
final class BusProperties implements BeanPostProcessor {
    private final ParleyProperties properties;

    BusProperties(ParleyProperties properties) {
        this.properties = properties;
    }

    ParleyProperties properties() {
        return properties;
    }

    @Override
    public Object postProcessBeforeInitialization(Object bean, String name) {
        if (bean instanceof Bus bus) {
            properties.settings().forEach((setting, value) -> {
                if (bus.getProperty(setting) == null) {
                    bus.setProperty(setting, value);
                }
            });
        }
        return bean;
    }
}
