package io.parley.cxf.neighbours;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.cxf.ParleyFeature;
import io.parley.cxf.Published;
import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.cxf.services.Reading;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.Mode;
import jakarta.xml.ws.Holder;
import java.util.ArrayList;
import java.util.List;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.ext.logging.LoggingFeature;
import org.apache.cxf.feature.Feature;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.throttling.ThrottleResponse;
import org.apache.cxf.throttling.ThrottlingFeature;
import org.apache.cxf.throttling.ThrottlingManager;
import org.apache.cxf.transport.common.gzip.GZIPFeature;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests features of CXF at both sides, each alone and all together: responses with Parley on the bus are the same as
 * without it.
 */
class FeaturesTogetherTest {
    /** The features used beside Parley. */
    enum Beside {
        NOTHING,
        ADDRESSING,
        GZIP,
        LOGGING,
        THROTTLING,
        VALIDATION,
        ALL;

        boolean is(Beside other) {
            return this == other || this == ALL;
        }

        List<Feature> features() {
            List<Feature> features = new ArrayList<>();
            if (is(ADDRESSING)) {
                features.add(new WSAddressingFeature());
            }
            if (is(GZIP)) {
                features.add(new GZIPFeature());
            }
            if (is(LOGGING)) {
                features.add(new LoggingFeature());
            }
            if (is(THROTTLING)) {
                features.add(new ThrottlingFeature(new Unlimited()));
            }
            return features;
        }
    }

    @Shows(Use.FEATURES_TOGETHER)
    @ParameterizedTest
    @EnumSource
    void everyFeatureAnswersWithParleyBesideItAsWithout(Beside beside) {
        List<String> without = outcomes(beside, false);

        assertThat(outcomes(beside, true)).isEqualTo(without);
        assertThat(without).contains("echo x", "sum 3.0");
    }

    private static List<String> outcomes(Beside beside, boolean parley) {
        Bus bus = BusFactory.newInstance().createBus();
        if (parley) {
            bus.setProperty(ParleyFeature.ENABLED, true);
            bus.setProperty("parley.negotiation-millis", 60_000);
            bus.setProperty("parley.mode", Mode.ALWAYS.name());
        }
        bus.setProperty(Message.SCHEMA_VALIDATION_ENABLED, beside.is(Beside.VALIDATION));
        String address = "http://localhost:" + Published.freePort() + "/stations";
        try {
            WrappedStationsImpl service = new WrappedStationsImpl();
            JaxWsServerFactoryBean publisher = new JaxWsServerFactoryBean();
            publisher.setBus(bus);
            publisher.setServiceBean(service);
            publisher.setAddress(address);
            publisher.getFeatures().addAll(beside.features());
            publisher.create();
            JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
            factory.setBus(bus);
            factory.setServiceClass(WrappedStations.class);
            factory.setAddress(address);
            factory.getFeatures().addAll(beside.features());
            WrappedStations stations = (WrappedStations) factory.create();

            List<String> outcomes = calls(stations);
            if (parley) {
                assertThat(Published.status(stations).streamedCalls()).isEqualTo(outcomes.size());
            }
            return outcomes;
        } finally {
            bus.shutdown(true);
        }
    }

    private static List<String> calls(WrappedStations stations) {
        List<String> outcomes = new ArrayList<>();
        outcomes.add("echo " + stations.echo("x"));
        outcomes.add("sum " + stations.sum(Reading.of("north", 1, 2)));
        Holder<Reading> current = new Holder<>(Reading.of("new", 3));
        Holder<Integer> count = new Holder<>();
        Reading old = stations.swap(current, count);
        outcomes.add("swap " + (old == null) + " " + count.value);
        for (String kind : List.of("checked", "other")) {
            outcomes.add("fail " + failure(stations, kind));
        }
        return outcomes;
    }

    private static String failure(WrappedStations stations, String kind) {
        try {
            return stations.fail(kind);
        } catch (Exception e) {
            return e.getClass().getName() + ": " + e.getMessage();
        }
    }

    /** Inspects every message and delays none. */
    private static final class Unlimited implements ThrottlingManager {
        @Override
        public List<String> getDecisionPhases() {
            return List.of(Phase.PRE_STREAM);
        }

        @Override
        public ThrottleResponse getThrottleResponse(String phase, Message message) {
            return new ThrottleResponse();
        }
    }
}
