package io.parley.spring;

import io.parley.cxf.ParleyFeature;
import io.parley.cxf.control.Settings;
import java.util.List;
import org.apache.cxf.Bus;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * Sets the application's properties on each bus, as soon as it is made: clients and services look there. What the
 * application sets on the bus itself afterwards stays.
 */
final class BusProperties implements BeanPostProcessor {
    private static final Bindable<List<String>> STRINGS = Bindable.listOf(String.class);

    private final Environment environment;

    BusProperties(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Object postProcessBeforeInitialization(Object bean, String name) {
        if (bean instanceof Bus bus) {
            hand(ParleyFeature.ENABLED, bus);
            Settings.names().forEach(setting -> hand(setting, bus));
        }
        return bean;
    }

    /** Asked for one by one, so that environment variables find theirs: {@code PARLEY_ADVERTISEDHOST}. */
    private void hand(String setting, Bus bus) {
        String value = environment.getProperty(setting);
        if (value == null) {
            value = String.join(",", listed(setting));
        }
        if (!value.isEmpty() && bus.getProperty(setting) == null) {
            bus.setProperty(setting, value);
        }
    }

    /** What YAML has as a list. */
    private List<String> listed(String setting) {
        return Binder.get(environment).bind(setting, STRINGS).orElseGet(List::of);
    }
}
