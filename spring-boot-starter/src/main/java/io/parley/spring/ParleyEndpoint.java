package io.parley.spring;

import io.parley.cxf.ParleyEndpointMXBean;
import io.parley.cxf.ParleyEndpoints;
import io.parley.cxf.control.MainSwitch;
import java.util.List;
import java.util.Map;
import org.apache.cxf.Bus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/**
 * The actuator endpoint {@code parley}: what each client and service agreed on, which calls went by SOAP and why; and the
 * switch for the process. Thread-safe.
 */
@Endpoint(id = "parley")
public final class ParleyEndpoint {
    private static final Logger LOG = LoggerFactory.getLogger(ParleyEndpoint.class);

    private final Bus bus;

    ParleyEndpoint(Bus bus) {
        this.bus = bus;
    }

    /**
     * All of it.
     *
     * @param on whether Parley is on in this process
     * @param endpoints those of the application's bus that have Parley
     */
    public record Status(boolean on, List<EndpointStatus> endpoints) {}

    /**
     * A client or service, as its MBean shows it.
     *
     * @param type Client or Service
     * @param service qualified name of the service
     * @param port local name of its port
     * @param address where the service is
     * @param mode auto, always or never
     * @param agreement terms of the session that was used or made last; empty if there was none
     * @param streamedCalls calls sent on a session, or received by one
     * @param fallbacks calls that went by SOAP, by reason
     * @param lastFallbackDetail what is known beside the last reason
     * @param typedParts body parts that this side wrote typed
     * @param infosetParts body parts that this side wrote as events
     * @param untypedParts parts that travel as infoset, and why
     * @param untypedValues values of typed parts that were written as infoset: how many, and why the last of them
     * @param listening where a service's channels are listened for
     * @param bytesOut bytes sent by the sessions that are open now
     * @param bytesIn bytes received by them
     */
    public record EndpointStatus(
            String type,
            String service,
            String port,
            String address,
            String mode,
            Map<String, String> agreement,
            long streamedCalls,
            Map<String, Long> fallbacks,
            String lastFallbackDetail,
            long typedParts,
            long infosetParts,
            List<String> untypedParts,
            List<String> untypedValues,
            List<String> listening,
            long bytesOut,
            long bytesIn) {}

    /** Returns the current status. Reading it binds nothing: parts of endpoints that nobody negotiated with are not known yet. */
    @ReadOperation
    public Status status() {
        return new Status(
                MainSwitch.isOn(),
                ParleyEndpoints.of(bus).stream().map(ParleyEndpoint::status).toList());
    }

    /**
     * Off, all calls of the process go by plain SOAP at once, as by JMX; on, clients negotiate again.
     *
     * @param on what it shall be
     */
    @WriteOperation
    public Status turn(boolean on) {
        if (on != MainSwitch.isOn()) {
            MainSwitch.set(on);
            LOG.warn("Parley was switched {} by the actuator for every endpoint of the process", on ? "on" : "off");
        }
        return status();
    }

    private static EndpointStatus status(ParleyEndpoints.Entry entry) {
        ParleyEndpointMXBean state = entry.state();
        return new EndpointStatus(
                entry.type(),
                entry.service(),
                entry.port(),
                state.getAddress(),
                state.getMode(),
                state.getAgreement(),
                state.getStreamedCalls(),
                state.getFallbacks(),
                state.getLastFallbackDetail(),
                state.getTypedParts(),
                state.getInfosetParts(),
                state.getUntypedParts(),
                state.getUntypedValues(),
                state.getListening(),
                state.getBytesOut(),
                state.getBytesIn());
    }
}
