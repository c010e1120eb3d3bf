package io.parley.examples.campaign;

import jakarta.jws.WebService;

/** Register that returns each number without recording it. */
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
        // Not recorded.
    }
}
