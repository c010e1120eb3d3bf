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
 * Hands the application's {@code parley.*} properties to each CXF bus before there is a client or service on it. Without
 * {@code parley.enabled=true} nothing is switched on by it; features and annotations of the application are as ever, and
 * win over properties.
 */
@AutoConfiguration(afterName = "org.apache.cxf.spring.boot.autoconfigure.CxfAutoConfiguration")
@ConditionalOnClass({Bus.class, ParleyFeature.class})
public final class ParleyAutoConfiguration {
    /** Made before the first bus is: it is static, so that this class need not be. */
    @Bean
    static BusProperties parleyBusProperties(Environment environment) {
        return new BusProperties(ParleyProperties.of(environment));
    }

    /**
     * Returns the settings as the endpoint {@code configprops} shows them: a map, since their list is elsewhere, and one that is put
     * into nobody who wants a map.
     */
    @Bean(autowireCandidate = false)
    @ConfigurationProperties(ParleyProperties.PREFIX)
    static Map<String, String> parleyProperties(BusProperties checked) {
        return checked.properties().shown();
    }

    /** Stopped before the web server is, whose graceful shutdown would wait for posts that are held. */
    @Bean
    @ConditionalOnBean(Bus.class)
    @ConditionalOnMissingBean
    static SessionDrain parleySessionDrain(Bus bus, Environment environment) {
        return new SessionDrain(bus, !"immediate".equals(environment.getProperty("server.shutdown")));
    }

    /** For applications with the actuator. */
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

        /** For whatever shows properties, also where that was told to show all values. */
        @Bean
        SanitizingFunction parleySecrets() {
            return data -> ParleyProperties.secret(data.getKey())
                    .<SanitizableData>map(setting -> data.withValue(setting.shown(data.getValue())))
                    .orElse(data);
        }
    }

    /** For applications with Micrometer: Boot binds each binder to each registry. */
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

    /** For applications whose requests Boot observes: it makes {@code http.server.requests} and spans of them. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({ObservationPredicate.class, ServerRequestObservationContext.class, HttpServletRequest.class})
    static class Observations {
        @Bean
        ObservationPredicate parleyFramesAreNoCalls(@Value("${cxf.path:/services}") String path) {
            return new CallObservations(path);
        }
    }

    /** For applications with the metrics of CXF, which take every customizer that is a bean. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({MeterBinder.class, TagsCustomizer.class})
    static class CxfMeters {
        @Bean
        @ConditionalOnMissingBean
        ChannelTag parleyChannelTag() {
            return new ChannelTag();
        }
    }

    /** For applications that show their health. */
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
