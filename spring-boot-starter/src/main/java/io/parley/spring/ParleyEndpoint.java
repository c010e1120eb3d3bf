package io.parley.spring;

import io.parley.console.NodeStatus;
import io.parley.cxf.control.MainSwitch;
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

    private final BusNode node;

    ParleyEndpoint(BusNode node) {
        this.node = node;
    }

    /** Returns the current status. Reading it binds nothing: parts of endpoints that nobody negotiated with are not known yet. */
    @ReadOperation
    public NodeStatus status() {
        return node.status();
    }

    /**
     * Off, all calls of the process go by plain SOAP at once, as by JMX; on, clients negotiate again.
     *
     * @param on what it shall be
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
