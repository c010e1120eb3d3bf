package io.parley.bench.measure;

import io.parley.bench.contest.Contender;
import io.parley.bench.contest.CxfClient;
import io.parley.bench.contest.CxfSettings;
import io.parley.bench.contest.CxfSite;
import io.parley.bench.contest.Door;
import io.parley.bench.contest.Exchange;
import io.parley.bench.contest.Port;
import io.parley.bench.contest.PortService;
import io.parley.bench.data.Workload;
import io.parley.bench.result.CellResult;
import io.parley.cxf.ParleyStatus;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;

/**
 * Measurement of the time that the plugin adds to a call to a service that is known not to support Parley: the suite
 * {@code plain}. A client with the plugin and one without it call the same service alternately in one JVM, so that
 * disturbances affect both.
 */
final class Bystander {
    private static final Workload NOTHING = Workload.of("void");

    private Bystander() {}

    static CellResult measure(Duration warmUp, Duration measured) throws IOException {
        try (CxfSite site = CxfSite.publish(CxfSettings.TEXT, Door.DIRECT, new PortService(NOTHING));
                CxfClient<Port> with = client(site, CxfSettings.PARLEY_AUTO);
                CxfClient<Port> without = client(site, CxfSettings.TEXT)) {
            Sample.Action one = () -> with.proxy().nothing();
            Sample.Action other = () -> without.proxy().nothing();
            Sample.warmUp(
                    () -> {
                        one.run();
                        other.run();
                    },
                    warmUp);
            expectKnown(with.status());
            Sample plugin = new Sample();
            Sample plain = new Sample();
            Sample.warmUp(
                    () -> {
                        plugin.time(one);
                        plain.time(other);
                        // Also in the reverse order, in case the order matters.
                        plain.time(other);
                        plugin.time(one);
                    },
                    measured);
            return result(plugin, plain, WireBytes.perCall(Contender.CXF, Exchange.ECHO, NOTHING));
        }
    }

    private static CxfClient<Port> client(CxfSite site, CxfSettings settings) {
        return site.client(Port.class, settings, Door.DIRECT, Map.of());
    }

    private static void expectKnown(ParleyStatus status) {
        if (status.agreement().isPresent() || status.fallbacks().isEmpty()) {
            throw new IllegalStateException("expected a service that is known not to be capable, found "
                    + status.agreement() + ", " + status.fallbacks());
        }
    }

    private static CellResult result(Sample plugin, Sample plain, double wireBytes) {
        double median = plugin.micros(0.5);
        double plainMedian = plain.micros(0.5);
        return plugin.result(
                "plain",
                Contender.PARLEY_CXF.word(),
                NOTHING.name(),
                wireBytes,
                Map.of(
                        "without_us", plainMedian,
                        "added_us", median - plainMedian,
                        "added_alloc_bytes", plugin.allocated() - plain.allocated()));
    }
}
