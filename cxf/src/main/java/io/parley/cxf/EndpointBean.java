package io.parley.cxf;

import io.parley.binding.Part;
import io.parley.channel.Address;
import io.parley.cxf.bus.EndpointSettings;
import io.parley.cxf.endpoint.EndpointControl;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.BreakEven;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.cxf.endpoint.Endpoint;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * MBean of an endpoint. Each attribute is read from a snapshot of its own. No attribute derives the endpoint's model,
 * because monitoring tools read all of them.
 */
final class EndpointBean implements ParleyEndpointMXBean {
    private static final Logger LOG = LoggerFactory.getLogger(EndpointBean.class);
    private static final String NOT_BOUND = "not bound yet: nothing was negotiated so far";

    private final Endpoint endpoint;
    private final EndpointSettings settings;
    private final EndpointControl control;
    private final Supplier<ParleyStatus> status;
    private final BooleanSupplier isBound;
    private final Supplier<Optional<BreakEven>> breakEven;

    EndpointBean(
            Endpoint endpoint,
            EndpointSettings settings,
            EndpointControl control,
            Supplier<ParleyStatus> status,
            BooleanSupplier isBound,
            Supplier<Optional<BreakEven>> breakEven) {
        this.endpoint = endpoint;
        this.settings = settings;
        this.control = control;
        this.status = status;
        this.isBound = isBound;
        this.breakEven = breakEven;
    }

    @Override
    public String getAddress() {
        return String.valueOf(endpoint.getEndpointInfo().getAddress());
    }

    @Override
    public String getMode() {
        return control.mode();
    }

    EndpointControl control() {
        return control;
    }

    @Override
    public boolean isOn() {
        return control.isSwitchedOn();
    }

    @Override
    public void setOn(boolean on) {
        if (on != control.isSwitchedOn()) {
            control.switchOn(on);
            LOG.warn("Parley was switched {} for {}", on ? "on" : "off", name());
        }
    }

    @Override
    public void negotiateAgain() {
        LOG.warn("Renegotiating {}, requested by JMX", name());
        control.negotiateAgain();
    }

    private String name() {
        return String.valueOf(endpoint.getEndpointInfo().getName());
    }

    @Override
    public Map<String, String> getSettings() {
        return settings.shown();
    }

    @Override
    public Map<String, String> getAgreement() {
        return status.get().agreement().map(EndpointBean::terms).orElseGet(Map::of);
    }

    static Map<String, String> terms(Agreement agreed) {
        Map<String, String> terms = new LinkedHashMap<>();
        terms.put("id", agreed.id());
        terms.put("representation", agreed.representation());
        agreed.operations().forEach((operation, name) -> terms.put("representation of " + operation, name));
        terms.put("channel", agreed.channel());
        terms.put("security", agreed.security().toString());
        terms.put("compression", agreed.compression());
        terms.put("reliability", agreed.reliability().toString());
        terms.put("lifetime", agreed.lifetime().toString());
        terms.put("digest", agreed.digest().toString());
        return terms;
    }

    @Override
    public long getStreamedCalls() {
        return status.get().streamedCalls();
    }

    @Override
    public long getTypedParts() {
        return status.get().typedParts();
    }

    @Override
    public long getInfosetParts() {
        return status.get().infosetParts();
    }

    @Override
    public Map<String, Long> getFallbacks() {
        Map<String, Long> counts = new TreeMap<>();
        status.get().fallbacks().forEach((reason, count) -> counts.put(reason.name(), count));
        return counts;
    }

    @Override
    public String getLastFallbackDetail() {
        return status.get().lastDetail();
    }

    @Override
    public List<String> getUntypedParts() {
        if (!isBound.getAsBoolean()) {
            return List.of(NOT_BOUND);
        }
        return status.get().parts().stream()
                .filter(part -> !part.isTyped())
                .map(EndpointBean::line)
                .toList();
    }

    @Override
    public List<String> getUntypedValues() {
        return status.get().untypedValues().entrySet().stream()
                .map(part -> part.getKey() + ": " + part.getValue().count() + ", "
                        + part.getValue().reason())
                .sorted()
                .toList();
    }

    private static String line(Part part) {
        return part.key() + ": " + part.reason();
    }

    @Override
    public List<String> getTypedPartNames() {
        return status.get().parts().stream()
                .filter(Part::isTyped)
                .map(part -> part.key().toString())
                .toList();
    }

    @Override
    public Map<String, String> getFailedChannels() {
        Map<String, String> reasons = new TreeMap<>();
        status.get().failedChannels().forEach((channel, reason) -> reasons.put(channel, reason.name()));
        return reasons;
    }

    @Override
    public Map<String, Long> getBreakEven() {
        Map<String, Long> numbers = new TreeMap<>();
        breakEven.get().ifPresent(known -> {
            numbers.put("overheadMicros", known.overhead().toNanos() / 1000);
            numbers.put("savingPerCallMicros", known.savingPerCall().toNanos() / 1000);
            known.calls().ifPresent(calls -> numbers.put("calls", calls));
        });
        return numbers;
    }

    @Override
    public Map<String, Long> getBytesSaved() {
        BytesSaved bytes = BytesSaved.of(control.ledger());
        return bytes.compared() == 0
                ? Map.of()
                : new TreeMap<>(Map.of(
                        "saved", bytes.saved(), "compared", bytes.compared(), "comparedWith", bytes.comparedWith()));
    }

    @Override
    public List<String> getListening() {
        return status.get().listening().stream().map(Address::toString).toList();
    }

    @Override
    public long getBytesOut() {
        return status.get().traffic().bytesOut();
    }

    @Override
    public long getBytesIn() {
        return status.get().traffic().bytesIn();
    }
}
