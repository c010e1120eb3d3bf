package com.example.shop;

import io.parley.cxf.ParleyFeature;
import io.parley.cxf.ParleyStatus;
import org.apache.cxf.Bus;
import org.apache.cxf.endpoint.Client;

/** Parley, for those who have it. */
final class Switch {
    private Switch() {}

    static void on(Bus bus) {
        bus.setProperty(ParleyFeature.ENABLED, true);
        bus.setProperty("parley.servlets-allowed", true); // no filter of a servlet guards this service
    }

    /** Calls of that bus take that channel, or fail. */
    static void insist(Bus bus, String channel) {
        bus.setProperty("parley.mode", "always");
        bus.setProperty("parley.channels", channel);
    }

    /** Returns the channel that calls travelled on, or the reason why they went by SOAP. */
    static String channel(Client client) {
        ParleyStatus status = ParleyStatus.of(client).orElseThrow();
        return status.agreement()
                .map(agreed -> agreed.channel())
                .orElseGet(() -> "soap " + status.fallbacks().keySet());
    }
}
