package io.parley.examples.campaign;

import jakarta.jws.WebService;

/** Gives each number back, and keeps none. */
@WebService(
        endpointInterface = "io.parley.examples.campaign.Register",
        targetNamespace = "urn:parley:campaign",
        serviceName = "RegisterService")
public final class EchoRegister implements Register {
    EchoRegister() {}

    @Override
    public long note(long number) {
        return number;
    }

    @Override
    public void drop(long number) {
        // Nothing is kept.
    }
}
