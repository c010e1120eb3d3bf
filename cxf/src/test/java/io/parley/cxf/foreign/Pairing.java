package io.parley.cxf.foreign;

/** The sides that have Parley. */
public enum Pairing {
    BOTH(true, true),
    CLIENT_ONLY(true, false),
    SERVICE_ONLY(false, true),
    NEITHER(false, false);

    final boolean client;
    final boolean service;

    Pairing(boolean client, boolean service) {
        this.client = client;
        this.service = service;
    }
}
