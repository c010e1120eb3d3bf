package io.parley.spring;

import org.apache.cxf.Bus;
import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * Sets the application's properties on each new bus, where clients and services look them up. Properties that the
 * application has set on the bus are kept.
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
