package io.parley.bench.conversation;

import io.parley.bench.data.Workload;
import jakarta.jws.WebService;
import java.util.List;

/** Implements both applications. Stateless. */
@WebService(
        endpointInterface = "io.parley.bench.conversation.Calculator",
        targetNamespace = Workload.NAMESPACE,
        serviceName = "CalculatorService")
public final class CalculatorService implements Calculator {
    @Override
    public String concatenate(List<String> value) {
        return String.join("", value);
    }

    @Override
    public float add(float[] value) {
        float sum = 0;
        for (float summand : value) {
            sum += summand;
        }
        return sum;
    }
}
