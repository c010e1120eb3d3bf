package io.parley.examples.services;

import jakarta.jws.WebService;

/** Implementation of {@link Summation}. */
@WebService(
        endpointInterface = "io.parley.examples.services.Summation",
        serviceName = "SummationService",
        portName = "SummationPort",
        targetNamespace = Summation.NAMESPACE)
public final class SummationService implements Summation {
    @Override
    public float sum(float[] numbers) {
        float sum = 0;
        for (float number : numbers) {
            sum += number;
        }
        return sum;
    }
}
