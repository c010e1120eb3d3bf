package io.parley.bench.conversation;

import io.parley.bench.data.Workload;
import jakarta.jws.WebService;

/** The service of both applications. Stateless. */
@WebService(
        endpointInterface = "io.parley.bench.conversation.Calculator",
        targetNamespace = Workload.NAMESPACE,
        serviceName = "CalculatorService")
public final class CalculatorService implements Calculator {}
