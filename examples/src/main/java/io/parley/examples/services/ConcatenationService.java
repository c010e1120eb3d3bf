package io.parley.examples.services;

import jakarta.jws.WebService;
import java.util.List;

/** Implementation of {@link Concatenation}. */
@WebService(
        endpointInterface = "io.parley.examples.services.Concatenation",
        serviceName = "ConcatenationService",
        portName = "ConcatenationPort",
        targetNamespace = Concatenation.NAMESPACE)
public final class ConcatenationService implements Concatenation {
    @Override
    public String concatenate(List<String> texts) {
        return String.join("", texts);
    }
}
