package io.parley.spring;

import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.observation.ObservationPredicate;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.metrics.ChannelTag;
import io.parley.cxf.metrics.ParleyMeters;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import org.apache.cxf.Bus;
import org.apache.cxf.metrics.micrometer.provider.TagsCustomizer;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.SanitizableData;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.http.server.observation.ServerRequestObservationContext;

/**
 * Auto-configuration that sets the application's {@code parley.*} properties on each CXF bus before it has a client or
 * service. Without {@code parley.enabled=true} it switches nothing on; features and annotations of the application work
 * as usual and take precedence over properties.
 */
@AutoConfiguration(afterName = "org.apache.cxf.spring.boot.autoconfigure.CxfAutoConfiguration")
@ConditionalOnClass({Bus.class, ParleyFeature.class})
public final class ParleyAutoConfiguration {
    /**
     * Creates the post-processor of buses; static, so that this configuration need not be instantiated before the first
     * bus.
     */
    @Bean
    static BusProperties parleyBusProperties(Environment environment) {
        return new BusProperties(ParleyProperties.of(environment));
    }

    /**
     * Returns the settings for the actuator endpoint {@code configprops}: a map, since their definitions are elsewhere,
     * and not an autowire candidate, so that it is injected nowhere.
     */
    @Bean(autowireCandidate = false)
    @ConfigurationProperties(ParleyProperties.PREFIX)
    static Map<String, String> parleyProperties(BusProperties checked) {
        return checked.properties().shown();
    }

    /**
     * Creates the drain, which stops before the web server: its graceful shutdown would wait for pending long polls.
     */
    @Bean
    @ConditionalOnBean(Bus.class)
    @ConditionalOnMissingBean
    static SessionDrain parleySessionDrain(Bus bus, Environment environment) {
        return new SessionDrain(bus, !"immediate".equals(environment.getProperty("server.shutdown")));
    }

    /** Configuration for applications with the actuator. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
    static class Actuator {
        @Bean
        @ConditionalOnBean(Bus.class)
        @ConditionalOnMissingBean
        @ConditionalOnAvailableEndpoint
        ParleyEndpoint parleyEndpoint(Bus bus, @Value("${spring.application.name:application}") String name) {
            return new ParleyEndpoint(new BusNode(name, bus));
        }

        /** Masks secrets in every endpoint that shows properties, even if configured to show all values. */
        @Bean
        SanitizingFunction parleySecrets() {
            return data -> ParleyProperties.secret(data.getKey())
                    .<SanitizableData>map(setting -> data.withValue(setting.shown(data.getValue())))
                    .orElse(data);
        }
    }

    /** Configuration for applications with Micrometer, whose binders Boot binds to each registry. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterBinder.class)
    static class Meters {
        @Bean
        @ConditionalOnBean(Bus.class)
        @ConditionalOnMissingBean
        ParleyMeters parleyMeters(Bus bus) {
            return new ParleyMeters(bus);
        }
    }

    /** Configuration for applications whose requests Boot observes as {@code http.server.requests} and spans. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({ObservationPredicate.class, ServerRequestObservationContext.class, HttpServletRequest.class})
    static class Observations {
        @Bean
        ObservationPredicate parleyFramesAreNoCalls(@Value("${cxf.path:/services}") String path) {
            return new CallObservations(path);
        }
    }

    /** Configuration for applications with CXF's metrics, which use every customizer bean. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({MeterBinder.class, TagsCustomizer.class})
    static class CxfMeters {
        @Bean
        @ConditionalOnMissingBean
        ChannelTag parleyChannelTag() {
            return new ChannelTag();
        }
    }

    /** Configuration for applications with health indicators. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
    static class Health {
        @Bean
        @ConditionalOnBean(Bus.class)
        @ConditionalOnMissingBean(name = "parleyHealthIndicator")
        @ConditionalOnEnabledHealthIndicator("parley")
        HealthIndicator parleyHealthIndicator(Bus bus) {
            return new ParleyHealth(bus);
        }
    }
}
