package io.parley.spring;

import io.parley.cxf.ParleyEndpointMXBean;
import io.parley.cxf.ParleyEndpoints;
import io.parley.cxf.endpoint.MainSwitch;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.cxf.Bus;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Health indicator that shows whether calls stream, and if not why. Always up, since an application whose calls are
 * sent by SOAP works. Thread-safe.
 */
final class ParleyHealth implements HealthIndicator {
    private final Bus bus;

    ParleyHealth(Bus bus) {
        this.bus = bus;
    }

    @Override
    public Health health() {
        List<ParleyEndpointMXBean> endpoints = ParleyEndpoints.of(bus).stream()
                .map(ParleyEndpoints.Entry::state)
                .toList();
        return Health.up()
                .withDetail("on", MainSwitch.isOn())
                .withDetail("endpoints", endpoints.size())
                .withDetail("agreed", agreed(endpoints))
                .withDetail("streamedCalls", streamed(endpoints))
                .withDetail("fallbacks", fallbacks(endpoints))
                .build();
    }

    private static long agreed(List<ParleyEndpointMXBean> endpoints) {
        return endpoints.stream()
                .filter(endpoint -> !endpoint.getAgreement().isEmpty())
                .count();
    }

    private static long streamed(List<ParleyEndpointMXBean> endpoints) {
        return endpoints.stream()
                .mapToLong(ParleyEndpointMXBean::getStreamedCalls)
                .sum();
    }

    private static Map<String, Long> fallbacks(List<ParleyEndpointMXBean> endpoints) {
        Map<String, Long> sums = new TreeMap<>();
        endpoints.forEach(
                endpoint -> endpoint.getFallbacks().forEach((reason, calls) -> sums.merge(reason, calls, Long::sum)));
        return sums;
    }
}
