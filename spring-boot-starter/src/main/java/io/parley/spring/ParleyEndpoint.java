package io.parley.spring;

import io.parley.console.NodeStatus;
import io.parley.cxf.endpoint.MainSwitch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/**
 * Actuator endpoint {@code parley}: what each client and service has agreed on, which calls were sent by SOAP and why,
 * and the process-wide switch. Thread-safe.
 */
@Endpoint(id = "parley")
public final class ParleyEndpoint {
    private static final Logger LOG = LoggerFactory.getLogger(ParleyEndpoint.class);

    private final BusNode node;

    ParleyEndpoint(BusNode node) {
        this.node = node;
    }

    /**
     * Returns the current status. Does not derive models: parts of endpoints without a negotiation are not known yet.
     */
    @ReadOperation
    public NodeStatus status() {
        return node.status();
    }

    /**
     * Switches Parley on or off for the process, like JMX. While off, all calls are sent by plain SOAP; when on again,
     * clients renegotiate.
     *
     * @param on the new state
     */
    @WriteOperation
    public NodeStatus turn(boolean on) {
        if (on != MainSwitch.isOn()) {
            MainSwitch.set(on);
            LOG.warn("Parley was switched {} by the actuator for every endpoint of the process", on ? "on" : "off");
        }
        return status();
    }
}
